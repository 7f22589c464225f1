#include <catch2/catch.hpp>

#include "tests/support/event_text.hpp"
#include "traces/formats/opencl_call.hpp"
#include "traces/formats/opencl_image.hpp"

namespace arenasim::tests {
namespace {

using traces::ErrorClass;

/// Calls of one thread, without time.
std::string call(const std::string& function, const std::string& arguments, const std::string& text,
                 const std::string& code = "CL_SUCCESS") {
  return ">>>> " + function + (arguments.empty() ? "" : ": ") + arguments + "\n<<<< " + function +
         (text.empty() ? "" : ": ") + text + " -> " + code + "\n";
}

std::string buffer(const char* handle, int size, const char* flags = "CL_MEM_READ_WRITE (1)",
                   const char* host = "(nil)") {
  return call("clCreateBuffer", fmt::format("context = 0x1, flags = {}, size = {}, host_ptr = {}", flags, size, host),
              fmt::format("returned {}", handle));
}

std::string release(const char* handle) {
  return call("clReleaseMemObject", fmt::format("[ ref count = 5 ] mem = {}", handle), "[ ref count = 4 ]");
}

std::string retain(const char* handle) {
  return call("clRetainMemObject", fmt::format("[ ref count = 1 ] mem = {}", handle), "[ ref count = 2 ]");
}

std::string slice(const char* parent, const char* handle) {
  return call("clCreateSubBuffer",
              fmt::format("buffer = {}, flags =  (0), region = {{ origin = 0, size = 16 }}", parent),
              fmt::format("returned {}", handle));
}

std::string svm(const char* address, int size, int alignment = 0) {
  return call("clSVMAlloc",
              fmt::format("context = 0x1, flags = CL_MEM_READ_WRITE (1), size = {}, alignment = {}", size, alignment),
              fmt::format("returned {}", address),
              std::string{address} == "(nil)" ? "CL_INVALID_OPERATION" : "CL_SUCCESS");
}

std::string svm_free(const char* address) {
  return call("clSVMFree", fmt::format("context = 0x1, svm_pointer = {}", address), "");
}

TEST_CASE("The example of the OpenCL page is read as it says") {
  const ReadText read = read_text(
      ">>>> Time: 120 TID = 77 TNum = 0 clCreateBuffer: context = 0x10, flags = CL_MEM_READ_WRITE | "
      "CL_MEM_COPY_HOST_PTR (21), size = 4096, host_ptr = 0x7f00; EnqueueCounter: 3\n"
      "<<<< Time: 125 TID = 77 TNum = 0 clCreateBuffer: returned 0x20 -> CL_SUCCESS\n"
      ">>>> Time: 190 TID = 77 TNum = 0 clReleaseMemObject: [ ref count = 1 ] mem = 0x20; EnqueueCounter: 9\n"
      "<<<< Time: 191 TID = 77 TNum = 0 clReleaseMemObject: [ ref count = 0 ] -> CL_SUCCESS\n");
  CHECK(read.contents.import.format == "opencl-log");
  CHECK(read.contents.import.clock == "us");
  CHECK(text_of(read) == "5000 alloc 0 4096 buffer\n71000 free 0 4096\n");
}

TEST_CASE("The tag of a buffer says what its flags do with the host's memory") {
  const ReadText read = read_text(buffer("0x20", 1, "CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR (9)", "0x99") +
                                  buffer("0x30", 2, "CL_MEM_ALLOC_HOST_PTR (10)") + buffer("0x40", 3, " (0)"));
  CHECK(text_of(read) == "0 alloc 0 1 buffer use_host\n1 alloc 1 2 buffer alloc_host\n2 alloc 2 3 buffer\n");
}

TEST_CASE("An object is freed at its last release, whatever the driver counts") {
  const ReadText read = read_text(buffer("0x20", 64) + retain("0x20") + release("0x20") + release("0x20"));
  CHECK(text_of(read) == "0 alloc 0 64 buffer\n1 free 0 64\n");
  const auto& counters = read.contents.import.counters;
  CHECK(counters.at("retains") == 1);
  CHECK(counters.at("last_release_count_above_1") == 1);
  CHECK(counters.at("calls") == 4);
  CHECK(read.contents.import.records.read == 4);
}

TEST_CASE("A parent released before its slices is freed with the last slice") {
  const ReadText read = read_text(buffer("0x20", 64) + slice("0x20", "0x30") + slice("0x20", "0x40") + release("0x20") +
                                  release("0x30") + buffer("0x50", 8) + release("0x40"));
  CHECK(text_of(read) == "0 alloc 0 64 buffer\n1 alloc 1 8 buffer\n2 free 0 64\n");
  CHECK(read.contents.import.counters.at("sub_buffers") == 2);
  CHECK(read.contents.import.counters.at("kept_by_views") == 1);
}

TEST_CASE("An image made on a slice keeps the parent of the slice") {
  const std::string image =
      call("clCreateImage",
           "context = 0x1, flags = CL_MEM_READ_ONLY (4), format->channel_order = CL_R, format->channel_data_type = "
           "CL_FLOAT, "
           "desc->type = CL_MEM_OBJECT_IMAGE1D_BUFFER, desc->width = 4, desc->height = 0, desc->depth = 0, "
           "desc->array_size = 0, desc->row_pitch = 0, desc->slice_pitch = 0, desc->num_mip_levels = 0, "
           "desc->num_samples = 0, desc->mem_object = 0x30, host_ptr = (nil) ",
           "returned 0x40");
  const ReadText read = read_text(buffer("0x20", 64) + slice("0x20", "0x30") + image + release("0x20") +
                                  release("0x30") + release("0x40"));
  CHECK(text_of(read) == "0 alloc 0 64 buffer\n1 free 0 64\n");
  CHECK(read.contents.import.counters.at("views") == 1);
}

TEST_CASE("Objects and pointers are two name spaces") {
  const ReadText read = read_text(buffer("0x20", 64) + svm("0x20", 32) + svm_free("0x20") + svm_free("(nil)") +
                                  release("0x20") + release("0x20") + svm_free("0x20"));
  CHECK(text_of(read) == "0 alloc 0 64 buffer\n1 alloc 1 32 svm\n2 free 1 32\n3 free 0 64\n");
  CHECK(read.contents.import.repairs.unmatched_frees == 2);
  CHECK(read.contents.import.skipped.at("null_free") == 1);
}

TEST_CASE("A buffer on a live SVM block has no storage of its own") {
  const ReadText read = read_text(svm("0x1000", 64) + buffer("0x20", 16, "CL_MEM_USE_HOST_PTR (8)", "0x1030") +
                                  buffer("0x30", 16, "CL_MEM_USE_HOST_PTR (8)", "0x1040") + release("0x20"));
  CHECK(text_of(read) == "0 alloc 0 64 svm\n1 alloc 1 16 buffer use_host\n");
  CHECK(read.contents.import.counters.at("aliases") == 1);
}

TEST_CASE("A refusal for want of memory is an oom, other failures are counted") {
  const auto failed = [](int size, const char* code) {
    return call("clCreateBuffer", fmt::format("context = 0x1, flags =  (0), size = {}, host_ptr = (nil)", size),
                "returned (nil)", code);
  };
  const ReadText read =
      read_text(failed(100, "CL_MEM_OBJECT_ALLOCATION_FAILURE") + failed(0, "CL_INVALID_BUFFER_SIZE") +
                failed(8, "CL_INVALID_VALUE") + failed(9, "**UNKNOWN ENUM**") + svm("(nil)", 7) + svm("(nil)", 8, 3));
  CHECK(text_of(read) == "0 oom 0 100 buffer\n1 oom 0 7 svm\n");
  CHECK(read.contents.import.counters.at("failed_calls") == 4);
}

TEST_CASE("A command that fails for want of memory is a fact") {
  const ReadText read = read_text(buffer("0x20", 1) +
                                  ">>>> clEnqueueNDRangeKernel( k ): queue = 0x1\n"
                                  "<<<< clEnqueueNDRangeKernel created event = 0x5 -> CL_OUT_OF_RESOURCES\n" +
                                  call("clEnqueueSVMFree", "queue = 0x1, num_svm_pointers = 2", ""));
  CHECK(read.contents.import.facts.at("late_failures") == 1);
  CHECK(read.contents.import.counters.at("svm_frees_without_pointer") == 2);
  CHECK(read.contents.import.skipped.at("clEnqueueSVMFree") == 1);
}

TEST_CASE("A handle that comes back while its release is open on another thread is released first") {
  const ReadText read = read_text(
      ">>>> TID = 1 clCreateBuffer: context = 0x1, flags =  (0), size = 1, host_ptr = (nil)\n"
      "<<<< TID = 1 clCreateBuffer: returned 0x20 -> CL_SUCCESS\n"
      ">>>> TID = 1 clReleaseMemObject: [ ref count = 1 ] mem = 0x20\n"
      ">>>> TID = 2 clCreateBuffer: context = 0x1, flags =  (0), size = 2, host_ptr = (nil)\n"
      "<<<< TID = 2 clCreateBuffer: returned 0x20 -> CL_SUCCESS\n"
      "<<<< TID = 1 clReleaseMemObject: [ ref count = 0 ] -> CL_SUCCESS\n");
  CHECK(text_of(read) == "0 alloc 0 1 buffer\n1 free 0 1\n2 alloc 1 2 buffer\n");
  CHECK(read.contents.import.repairs.double_allocs == 0);
}

TEST_CASE("A handle that comes back without a release is a double alloc") {
  const ReadText read = read_text(buffer("0x20", 1) + buffer("0x20", 2) + release("0x20"));
  CHECK(text_of(read) == "0 alloc 0 1 buffer\n1 free 0 1\n1 alloc 1 2 buffer\n3 free 1 2\n");
  CHECK(read.contents.import.repairs.double_allocs == 1);
}

TEST_CASE("Without a thread the newest open call of the name is taken and counted as ambiguous") {
  const ReadText read = read_text(
      ">>>> clCreateBuffer: context = 0x1, flags =  (0), size = 1, host_ptr = (nil)\n"
      ">>>> clCreateBuffer: context = 0x1, flags =  (0), size = 2, host_ptr = (nil)\n"
      "<<<< clCreateBuffer: returned 0x20 -> CL_SUCCESS\n"
      "<<<< clCreateBuffer: returned 0x30 -> CL_SUCCESS\n"
      "<<<< clFinish -> CL_SUCCESS\n"
      ">>>> clFinish: queue = 0x1\n");
  CHECK(text_of(read) == "0 alloc 0 2 buffer\n1 alloc 1 1 buffer\n");
  CHECK(read.contents.import.counters.at("ambiguous_pairs") == 1);
  CHECK(read.contents.import.counters.at("open_calls") == 1);
  CHECK(read.contents.import.skipped.at("exit_without_enter") == 1);
  CHECK(read.contents.import.records.read == 4);
}

TEST_CASE("Objects of other interfaces are remembered, so that their release matches") {
  const ReadText read =
      read_text(buffer("0x20", 1) + call("clCreateFromGLBuffer", "context = 0x1", "returned 0x30") + release("0x30"));
  CHECK(read.contents.import.repairs.unmatched_frees == 0);
  CHECK(read.contents.import.counters.at("foreign_objects") == 1);
}

TEST_CASE("Images take what their format says") {
  const auto bytes = [](const char* order, const char* type) {
    return traces::opencl_image_bytes({.channel_order = order,
                                       .channel_type = type,
                                       .type = "CL_MEM_OBJECT_IMAGE2D",
                                       .width = 3,
                                       .height = 2,
                                       .depth = 9,
                                       .layers = 9});
  };
  CHECK(bytes("CL_RGBA", "CL_UNORM_INT8") == 24);
  CHECK(bytes("CL_RG", "CL_SIGNED_INT16") == 24);
  CHECK(bytes("CL_LUMINANCE", "CL_HALF_FLOAT") == 12);
  CHECK(bytes("CL_RGB", "CL_UNORM_SHORT_565") == 12);
  CHECK(bytes("CL_RGB", "CL_UNORM_INT_101010") == 24);
  CHECK_FALSE(bytes("CL_RGB", "CL_UNORM_INT8"));
  CHECK_FALSE(bytes("CL_DEPTH", "CL_UNORM_INT24"));
  traces::OpenclImage image{.channel_order = "CL_R",
                            .channel_type = "CL_FLOAT",
                            .type = "CL_MEM_OBJECT_IMAGE2D_ARRAY",
                            .width = 3,
                            .height = 2,
                            .depth = 9,
                            .layers = 5};
  CHECK(traces::opencl_image_bytes(image) == 120);
  image.samples = 4;
  image.mips = 2;
  CHECK(traces::opencl_image_bytes(image) == 640);
  image.type = "CL_MEM_OBJECT_IMAGE1D_ARRAY";
  image.samples = image.mips = 0;
  CHECK(traces::opencl_image_bytes(image) == 60);
}

TEST_CASE("An image without arguments has no size and is remembered") {
  const ReadText read = read_text(
      buffer("0x20", 1) + ">>>> clCreateImage\n<<<< clCreateImage: returned 0x30 -> CL_SUCCESS\n" + release("0x30"));
  CHECK(read.contents.import.counters.at("image_without_size") == 1);
  CHECK(read.contents.import.repairs.unmatched_frees == 0);
}

TEST_CASE("Fields are found at a comma or at the start, never inside another") {
  CHECK(traces::opencl_argument("event_wait_list = ( size = 2 )[ 0x1 ], size = 9", "size") == "9");
  CHECK(traces::opencl_argument("mem = 0x5 ", "mem") == "0x5");
  CHECK_FALSE(traces::opencl_argument("event_wait_list = ( size = 2 )[ 0x1 ]", "size"));
}

struct BadLog {
  const char* lines;
  ErrorClass error_class;
  const char* field;
};

TEST_CASE("What a call line must hold is named where it is missing, and lenient skips the call") {
  const BadLog bad = GENERATE(
      BadLog{
          ">>>> clCreateBuffer: context = 0x1, flags =  (0), host_ptr = (nil)\n<<<< clCreateBuffer: returned 0x30 -> "
          "CL_SUCCESS\n",
          ErrorClass::missing_field, "size"},
      BadLog{">>>> clCreateBuffer: context = 0x1, flags =  (0), size = -2147483648, host_ptr = (nil)\n",
             ErrorClass::range, "size"},
      BadLog{">>>> clCreateBuffer: context = 0x1, flags = NONE, size = 1, host_ptr = (nil)\n", ErrorClass::bad_value,
             "flags"},
      BadLog{">>>> clSVMAlloc: too long\n", ErrorClass::missing_field, "size"},
      BadLog{">>>> clFinish: queue = 0x1\n<<<< clFinish\n", ErrorClass::syntax, ""},
      BadLog{">>>> clFinish?\n", ErrorClass::syntax, ""},
      BadLog{">>>> Time: 5 clFinish: queue = 0x1\n", ErrorClass::inconsistent, "Time"},
      BadLog{">>>> clSVMAlloc: context = 0x1, flags =  (0), size = 1, alignment = 0\n<<<< clSVMAlloc -> CL_SUCCESS\n",
             ErrorClass::missing_field, "returned"});
  const std::string text = buffer("0x20", 1) + bad.lines;
  const auto error = error_of(text);
  REQUIRE(error);
  CHECK(error->error_class() == bad.error_class);
  CHECK(error->field() == bad.field);
  const ReadText read = read_text(text, {}, lenient());
  CHECK(read.events.size() == 1);
  CHECK(read.contents.import.records.skipped == 1);
}

TEST_CASE("NUL bytes are refused, and lenient reads on without them") {
  const std::string text = std::string(3, '\0') + buffer("0x20", 1);
  const auto error = error_of(text, "opencl-log");
  REQUIRE(error);
  CHECK(error->error_class() == ErrorClass::encoding);
  CHECK(place_of(*error) == ":1:1");
  const ReadText read = read_text(text, {}, lenient());
  CHECK(read.contents.import.skipped.at("encoding") == 3);
}

TEST_CASE("A second head is text, but a time that falls behind it is another run") {
  const std::string head = "-=-=-=-=\nCLIntercept (64-bit) is loading...\n";
  const auto at = [](int time) {
    return fmt::format(
        ">>>> Time: {0} clCreateBuffer: context = 0x1, flags =  (0), size = 1, host_ptr = (nil)\n"
        "<<<< Time: {0} clCreateBuffer: returned {0:#x} -> CL_SUCCESS\n",
        time);
  };
  const ReadText child = read_text(head + at(100) + head + at(200));
  CHECK(child.contents.import.counters.at("heads") == 2);
  CHECK(child.events.size() == 2);
  const std::string falling = head + at(100) + head + at(50);
  for (const auto& options : {traces::ReadOptions{}, lenient()}) {
    const auto error = error_of(falling, {}, options);
    REQUIRE(error);
    CHECK(error->error_class() == ErrorClass::inconsistent);
    CHECK(place_of(*error) == ":7");
  }
}

TEST_CASE("A log with calls but without an alloc is empty") {
  CHECK(error_of(call("clFinish", "queue = 0x1", ""))->error_class() == ErrorClass::empty);
}

}  // namespace
}  // namespace arenasim::tests
