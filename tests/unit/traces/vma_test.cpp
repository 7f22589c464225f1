#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"
#include "traces/formats/vma_images.hpp"

namespace arenasim::tests {
namespace {

using traces::ErrorClass;

constexpr const char* kHead =
    "Vulkan Memory Allocator,Calls recording\n"
    "1,8\n"
    "Config,Begin\n"
    "PhysicalDeviceMemory,Heap,0,size,1048576\n"
    "Config,End \n";

traces::ReadOptions with_images() {
  traces::ReadOptions options;
  options.format_options["vma-images"] = "estimate";
  return options;
}

TEST_CASE("A VMA recording becomes allocs, frees, frames and refusals") {
  const ReadText read = read_text(std::string{kHead} +
                                  "9,0.001,0,vmaCreateAllocator\n"
                                  "9,0.001,0,vmaCreateBuffer,0,768,1,0,4,2,0,0,0,0000000000000000,00000000000000A8,"
                                  "my, buffer\n"
                                  "9,0.002,1,vmaDestroyBuffer,00000000000000A8\n"
                                  "9,0.003,1,vmaCreateBuffer,0,99,1,0,4,2,0,0,0,0000000000000000,0000000000000000,\n"
                                  "9,0.003,1,vmaAllocateMemoryPages,64,8,7,0,0,0,0,0,0,A B,pages\n"
                                  "9,0.004,1,vmaFreeMemoryPages,A B\n"
                                  "9,0.004,1,vmaDestroyBuffer,0000000000000000\n"
                                  "9,0.005,1,vmaDefragmentationBegin,1\n");
  CHECK(read.contents.import.format == "vma");
  CHECK(text_of(read) ==
        "0 alloc 0 768 my, buffer\n"
        "1000000 marker 0 0 frame 1\n"
        "1000000 free 0 768\n"
        "2000000 oom 0 99\n"
        "2000000 alloc 1 64 pages\n"
        "2000000 alloc 2 64 pages\n"
        "3000000 free 1 64\n"
        "3000000 free 2 64\n"
        "4000000 marker 0 0 vmaDefragmentationBegin\n");
  CHECK(read.contents.import.skipped.at("vmaCreateAllocator") == 1);
  CHECK(read.contents.import.skipped.at("null_free") == 1);
  CHECK(read.contents.recorded.limits.at("heap 0") == core::Bytes{1048576});
  CHECK(read.contents.import.records.read == 9);
}

TEST_CASE("A VMA image is passed over with its end, or estimated") {
  const std::string text = std::string{kHead} +
                           "9,0.001,0,vmaCreateImage,0,1,37,100,10,1,3,1,1,0,6,0,0,32,1,0,0,0,0,A8,tree\n"
                           "9,0.002,0,vmaDestroyImage,A8\n"
                           "9,0.003,0,vmaCreateBuffer,0,768,1,0,4,2,0,0,0,0,A8,\n";
  const ReadText skipped = read_text(text);
  CHECK(text_of(skipped) == "2000000 alloc 0 768\n");
  CHECK(skipped.contents.import.counters.at("image_without_size") == 1);
  CHECK(skipped.contents.import.repairs.unmatched_frees == 0);
  CHECK(text_of(read_text(text, "vma", with_images())) ==
        "0 alloc 0 5333 tree\n"
        "1000000 free 0 5333\n"
        "2000000 alloc 1 768\n");
}

TEST_CASE("Texels of VMA images have the bytes that their format says") {
  const auto bytes = [](std::uint64_t format, std::uint64_t width, std::uint64_t height) {
    return traces::estimated_size(
        {.format = format, .width = width, .height = height, .depth = 1, .mips = 1, .layers = 1, .samples = 1});
  };
  for (const auto& [format, size] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {9, 1}, {37, 4}, {43, 4}, {44, 4}, {50, 4}, {97, 8}, {109, 16}, {124, 2}, {126, 4}, {129, 4}, {130, 8}}) {
    CHECK(bytes(format, 3, 5) == core::Bytes{15 * size});
  }
  for (std::uint64_t format = 131; format <= 146; ++format) {
    const bool half = format <= 134 || format == 139 || format == 140;
    CHECK(bytes(format, 5, 4) == core::Bytes{half ? 16U : 32U});
  }
  CHECK_FALSE(bytes(1000156000, 4, 4));
  CHECK_FALSE(bytes(37, std::uint64_t{1} << 40U, std::uint64_t{1} << 40U));
}

TEST_CASE("A damaged VMA recording is named by class and place") {
  CHECK(error_of("Vulkan Memory Allocator,Calls recording\n2,0\n")->error_class() == ErrorClass::unsupported);
  CHECK(place_of(*error_of("Vulkan Memory Allocator,Calls recording\n2,0\n")) == ":2");
  CHECK(error_of("Vulkan Memory Allocator,Calls recording\n1,9\n")->error_class() == ErrorClass::unsupported);
  for (const auto& options : {traces::ReadOptions{}, lenient()}) {
    const auto cut =
        error_of("Vulkan Memory Allocator,Calls recording\n1,3\nConfig,Begin\nExtension,A,1\n", {}, options);
    REQUIRE(cut);
    CHECK(cut->error_class() == ErrorClass::truncated);
    CHECK(place_of(*cut) == ":4");
  }
  const std::string call = "9,0.001,0,vmaCreateBuffer,0,768,1,0,4,2,0,0,0,0,A8,\n";
  const std::string short_call = std::string{kHead} + call + "9,0.001,0,vmaCreateBuffer,0,768,1,0,4,2,0,0,0\n";
  CHECK(error_of(short_call)->error_class() == ErrorClass::syntax);
  CHECK(read_text(short_call, {}, lenient()).contents.import.skipped.at("syntax") == 1);
  const std::string handle = std::string{kHead} + call + "9,0.001,0,vmaDestroyBuffer,zebra\n";
  CHECK(error_of(handle)->error_class() == ErrorClass::bad_value);
  CHECK(place_of(*error_of(handle)) == ":7:28");
  CHECK(read_text(handle, {}, lenient()).events.size() == 1);
}

}  // namespace
}  // namespace arenasim::tests
