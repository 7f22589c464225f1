#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"

namespace arenasim::tests {
namespace {

using traces::ErrorClass;

constexpr const char* kHeader =
    "\"Kind\",\"Operation\",\"Agent_Id\",\"Allocation_Size\",\"Address\",\"Correlation_Id\",\"Start_Timestamp\","
    "\"End_Timestamp\"\n";

std::string alloc(int agent, int size, const char* address, int start, int end) {
  return fmt::format("\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_ALLOCATE\",\"Agent {}\",{},\"{}\",1,{},{}\n", agent,
                     size, address, start, end);
}

std::string free(const char* address, int start, int end) {
  return fmt::format("\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_FREE\",\"\",0,\"{}\",1,{},{}\n", address, start, end);
}

traces::ReadOptions all_devices() {
  traces::ReadOptions options;
  options.device = traces::AllDevices{};
  return options;
}

TEST_CASE("A rocprofv3 table is ordered by when a block is there and gone") {
  const ReadText read =
      read_text(std::string{kHeader} + alloc(4, 64, "0x00007f0000001000", 100, 300) + free("0x0", 150, 151) +
                    alloc(4, 32, "0x20", 110, 200) + free("0x00007f0000001000", 310, 900) +
                    alloc(4, 16, "0x00007f0000001000", 400, 500) +
                    "\"KERNEL\",\"X\",\"\",0,\"0x0\",1,0,0\n"
                    "\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_NONE\",\"\",0,\"0x0\",1,0,0\n",
                {}, all_devices());
  CHECK(read.contents.import.format == "rocprof");
  CHECK(text_of(read) ==
        "50 alloc 0 32 d4\n"
        "150 alloc 1 64 d4\n"
        "160 free 1 64 d4\n"
        "350 alloc 2 16 d4\n");
  const traces::Import& import = read.contents.import;
  CHECK(import.skipped.at("null_free") == 1);
  CHECK(import.skipped.at("kind.KERNEL") == 1);
  CHECK(import.skipped.at("operation.MEMORY_ALLOCATION_NONE") == 1);
  CHECK(import.repairs.resorted_events == 1);
  CHECK(import.repairs.size_mismatches == 0);
  CHECK(import.records.read == 7);
}

TEST_CASE("An address belongs to one agent at a time") {
  const ReadText read =
      read_text(std::string{kHeader} + alloc(0, 64, "0x10", 0, 1) + alloc(1, 32, "0x10", 2, 3) + free("0x10", 4, 5), {},
                all_devices());
  CHECK(text_of(read) ==
        "0 alloc 0 64\n"
        "2 free 0 64\n"
        "2 alloc 1 32 d1\n"
        "3 free 1 32 d1\n");
  CHECK(read.contents.import.repairs.double_allocs == 1);
  CHECK(read.contents.import.records.read == 3);
}

TEST_CASE("A rocprofv3 table of several processes needs the choice of one") {
  const std::string text =
      "\"Guid\",\"Kind\",\"Operation\",\"Agent_Id\",\"Allocation_Size\",\"Address\",\"Correlation_Id\","
      "\"Start_Timestamp\",\"End_Timestamp\"\n"
      "\"a\",\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_ALLOCATE\",\"0\",1,\"0x10\",1,1,2\n"
      "\"b\",\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_VMEM_ALLOCATE\",\"0\",2,\"0x10\",1,3,4\n"
      "\"b\",\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_VMEM_FREE\",\"\"\"\",0,\"0x10\",1,5,6\n";
  CHECK(error_of(text)->error_class() == ErrorClass::ambiguous_device);
  traces::ReadOptions options;
  options.format_options.insert_or_assign("guid", std::string{"b"});
  const ReadText read = read_text(text, "rocprof", options);
  CHECK(text_of(read) == "0 alloc 0 2\n1 free 0 2\n");
  CHECK(read.contents.import.skipped.at("guid") == 1);
  CHECK(read.contents.import.records.read == 3);
}

TEST_CASE("A malformed rocprofv3 row is named by class and place, and lenient skips it") {
  const std::string good = std::string{kHeader} + alloc(0, 64, "0x10", 0, 1);
  const std::string null_address = good + alloc(0, 64, "0x0", 2, 3);
  CHECK(error_of(null_address)->error_class() == ErrorClass::bad_value);
  CHECK(error_of(null_address)->field() == "Address");
  CHECK(place_of(*error_of(null_address)) == ":3:63");
  CHECK(read_text(null_address, {}, lenient()).contents.import.skipped.at("bad_value.Address") == 1);
  const std::string no_agent = good + "\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_ALLOCATE\",,64,\"0x20\",1,2,3\n";
  CHECK(error_of(no_agent)->error_class() == ErrorClass::missing_field);
  CHECK(error_of(no_agent)->field() == "Agent_Id");
  CHECK(error_of("Kind,Operation,Allocation_Size,Address\n")->error_class() == ErrorClass::missing_field);
}

}  // namespace
}  // namespace arenasim::tests
