#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"

namespace arenasim::tests {
namespace {

struct Sample {
  const char* format;
  const char* text;
};

/// A small file of each format whose records are lines.
const std::vector<Sample>& samples() {
  static const std::vector<Sample> all{
      {"rmm",
       "Thread,Time,Action,Pointer,Size,Stream\n"
       "7,10:00:00.000001,allocate,0x7f00,256,0x0\n"
       "7,10:00:00.000002,free,0x7f00,256,0x0\n"},
      {"rmm-2019",
       "Event Type,Device ID,Address,Stream,Size (bytes),Free Memory,Total Memory,Current Allocs,Start,End,Elapsed,"
       "Location\n"
       "Alloc,0,0x10,0,100,0,0,1,41.7014,41.7016,0.000156924,a.cu:85\n"
       "Free,0,0x10,0,0,0,0,0,41.8,41.9,0.1,a.cu:9\n"},
      {"rmm-debug", "[ 1][16:33:00:198846][error ] [A][Stream 0x1][Upstream 350B][FAILURE max pool size exceeded]\n"},
      {"vma",
       "Vulkan Memory Allocator,Calls recording\n1,8\nConfig,Begin\nConfig,End\n"
       "9,0.001,0,vmaCreateBuffer,0,768,1,0,4,2,0,0,0,0000000000000000,00000000000000A8,b\n"
       "9,0.002,1,vmaDestroyBuffer,00000000000000A8\n"},
      {"intervals", "id,lower,upper,size\nb,3,19,4\na,12,13,55\n"},
      {"rocprof",
       "\"Kind\",\"Operation\",\"Agent_Id\",\"Allocation_Size\",\"Address\",\"Correlation_Id\",\"Start_Timestamp\","
       "\"End_Timestamp\"\n"
       "\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_ALLOCATE\",\"Agent 0\",1024,\"0x7f00\",1,100,250\n"
       "\"MEMORY_ALLOCATION\",\"MEMORY_ALLOCATION_FREE\",\"\",0,\"0x7f00\",2,300,350\n"},
      {"stalloc", "Iteration Index : 0\n1 0x7f00 256 0\n0 0x7f00 256 0\n"},
      {"allocatorsim", "0 4 10\n10 30 20\n"},
      {"mtrace", "= Start\n@ a:[0x4] + 0x1000 0x18\n@ a:[0x5] < 0x1000\n@ a:[0x5] > 0x2000 0x20\n- 0x2000\n= End\n"},
      {"heaptrack", "v 10500 3\na 10 1\na 20 2\nc 1\n+ 0\n+ 1\n- 0\n"},
      {"heaptrack", "v 10500 3\nc a\n+ 18 1 1000\n- 1000\n"},
      {"malloclab", "20\n2\n4\n1\na 0 512\na 1 128\nr 0 640\nf 0\n"},
      {"opencl-log",
       ">>>> Time: 120 TID = 77 clCreateBuffer: context = 0x10, flags = CL_MEM_READ_WRITE (1), size = 4096, "
       "host_ptr = (nil)\n"
       "<<<< Time: 125 TID = 77 clCreateBuffer: returned 0x20 -> CL_SUCCESS\n"
       ">>>> Time: 190 TID = 77 clReleaseMemObject: [ ref count = 1 ] mem = 0x20\n"
       "<<<< Time: 191 TID = 77 clReleaseMemObject: [ ref count = 0 ] -> CL_SUCCESS\n"},
  };
  return all;
}

/// Nothing where reading throws.
std::optional<ReadText> read_or_nothing(const std::string& text, const char* format,
                                        const traces::ReadOptions& options) {
  try {
    return read_text(text, format, options, 13);
  } catch (const traces::InputError&) {
    return std::nullopt;
  }
}

TEST_CASE("A text trace cut at any byte is an error or a shorter trace") {
  for (const Sample& sample : samples()) {
    const std::string text = sample.text;
    CAPTURE(sample.format);
    const auto whole = read_or_nothing(text, sample.format, {});
    REQUIRE(whole);
    if (sample.format != std::string{"allocatorsim"}) {  // which has no signature
      CHECK(read_text(text).contents.import.format == sample.format);
    }
    for (std::size_t length = 0; length != text.size(); ++length) {
      CAPTURE(length);
      for (const auto& options : {traces::ReadOptions{}, lenient()}) {
        const auto cut = read_or_nothing(text.substr(0, length), sample.format, options);
        if (!cut) {
          continue;
        }
        CHECK(cut->events.size() <= whole->events.size());
        const traces::Records& records = cut->contents.import.records;
        CHECK(records.read ==
              records.as_events + records.as_facts + records.skipped + records.dropped + records.overhead);
        // Half a record may count apart from what it would have ended.
        CHECK(records.read <= whole->contents.import.records.read + 1);
      }
    }
  }
}

}  // namespace
}  // namespace arenasim::tests
