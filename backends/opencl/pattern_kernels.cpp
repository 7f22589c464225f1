#include "backends/opencl/pattern_kernels.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "backends/device.hpp"
#include "backends/opencl/error.hpp"

namespace arenasim::backends::opencl {
namespace {

// The words are those of backends/patterns.cpp. `mine` is what the seed comes to.
constexpr const char* kSource = R"(
uint pattern_word(ulong word, uint mine) {
  uint mixed = (((uint)word) ^ mine) * 0x85EBCA6Bu + (uint)(word >> 32);
  mixed ^= mixed >> 15;
  return mixed * 0xC2B2AE35u + mine;
}
uchar pattern_byte(ulong offset, uint mine) {
  return (uchar)(pattern_word(offset / 4, mine) >> (8 * (uint)(offset % 4)));
}
int is_whole(ulong place, ulong start, ulong size) { return place % 4 == 0 && start + 16 <= size; }

kernel void write_pattern(global uchar* page, ulong offset, ulong size, ulong first, uint mine) {
  ulong start = (first + get_global_id(0)) * 16;
  if (start >= size) return;
  global uchar* at = page + offset + start;
  if (is_whole(offset, start, size)) {
    ulong word = start / 4;
#ifdef SCALAR
    for (uint i = 0; i < 4; ++i) ((global uint*)at)[i] = pattern_word(word + i, mine);
#else
    uint4 words = (uint4)(pattern_word(word, mine), pattern_word(word + 1, mine), pattern_word(word + 2, mine),
                          pattern_word(word + 3, mine));
    vstore4(words, 0, (global uint*)at);
#endif
  } else {
    for (ulong i = 0; i < 16 && start + i < size; ++i) at[i] = pattern_byte(start + i, mine);
  }
}

kernel void check_pattern(global uchar* page, ulong offset, ulong size, ulong first, uint mine, global uint* found) {
  uint block = (uint)get_global_id(0);
  ulong start = (first + block) * 16;
  if (start >= size) return;
  global uchar* at = page + offset + start;
  int wrong = 0;
  if (is_whole(offset, start, size)) {
    ulong word = start / 4;
#ifdef SCALAR
    for (uint i = 0; i < 4; ++i) wrong |= ((global uint*)at)[i] != pattern_word(word + i, mine);
#else
    uint4 words = (uint4)(pattern_word(word, mine), pattern_word(word + 1, mine), pattern_word(word + 2, mine),
                          pattern_word(word + 3, mine));
    wrong = any(vload4(0, (global uint*)at) != words);
#endif
  } else {
    for (ulong i = 0; i < 16 && start + i < size; ++i) wrong |= at[i] != pattern_byte(start + i, mine);
  }
  if (wrong) {
    atomic_inc(&found[0]);
    atomic_min(&found[1], block);
  }
}
)";

constexpr std::size_t kLocalSize = 64;  // always the same: some drivers compile anew for each
constexpr std::uint64_t kMostBlocks = std::uint64_t{1} << 30U;

using Found = std::array<cl_uint, 2>;  // how many blocks are wrong, and the first of them

cl_uint mixed_seed(PatternSeed seed) {
  return static_cast<cl_uint>(seed.number) * 0x9E3779B1U + static_cast<cl_uint>(seed.number >> 32U);
}

Handle<cl_program> build(const Calls& calls, const PatternKernels::Target& target, bool scalar) {
  cl_int code = CL_SUCCESS;
  const char* source = kSource;
  Handle<cl_program> program(calls.clCreateProgramWithSource(target.context, 1, &source, nullptr, &code),
                             calls.clReleaseProgram);
  require_success(code, "clCreateProgramWithSource");
  code = calls.clBuildProgram(program.get(), 1, &target.device, scalar ? "-DSCALAR" : "", nullptr, nullptr);
  if (code != CL_SUCCESS) {
    std::size_t size = 0;
    calls.clGetProgramBuildInfo(program.get(), target.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    calls.clGetProgramBuildInfo(program.get(), target.device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    throw DeviceError("clBuildProgram: " + error_name(code) + "\n" + log);
  }
  return program;
}

Handle<cl_kernel> kernel_of(const Calls& calls, cl_program program, const char* name) {
  cl_int code = CL_SUCCESS;
  Handle<cl_kernel> kernel(calls.clCreateKernel(program, name, &code), calls.clReleaseKernel);
  require_success(code, "clCreateKernel");
  return kernel;
}

template <class Value>
void set_argument(const Calls& calls, cl_kernel kernel, cl_uint index, const Value& value) {
  // NOLINTNEXTLINE(bugprone-sizeof-expression): of a handle it is the handle that is passed
  require_success(calls.clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
}

}  // namespace

PatternKernels::PatternKernels(const Calls& calls, Target target, bool scalar)
    : calls_(calls),
      target_(target),
      program_(build(calls, target, scalar)),
      write_(kernel_of(calls, program_.get(), "write_pattern")),
      check_(kernel_of(calls, program_.get(), "check_pattern")) {
  cl_int code = CL_SUCCESS;
  found_ = {calls.clCreateBuffer(target.context, CL_MEM_READ_WRITE, sizeof(Found), nullptr, &code),
            calls.clReleaseMemObject};
  require_success(code, "clCreateBuffer");
  set_argument(calls, check_.get(), 5, found_.get());
}

void PatternKernels::launch(cl_kernel kernel, const Range& range) {
  set_argument(calls_, kernel, 0, range.page);
  set_argument(calls_, kernel, 1, static_cast<cl_ulong>(range.offset));
  set_argument(calls_, kernel, 2, static_cast<cl_ulong>(range.size));
  set_argument(calls_, kernel, 3, static_cast<cl_ulong>(range.first_block));
  set_argument(calls_, kernel, 4, mixed_seed(range.seed));
  const std::size_t global_size = (range.blocks_count + kLocalSize - 1) / kLocalSize * kLocalSize;
  require_success(
      calls_.clEnqueueNDRangeKernel(target_.queue, kernel, 1, nullptr, &global_size, &kLocalSize, 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
}

void PatternKernels::write(cl_mem page, core::Bytes offset, core::Bytes size, PatternSeed seed) {
  const std::uint64_t blocks = (size.count() + kPatternBlock - 1) / kPatternBlock;
  for (std::uint64_t first = 0; first < blocks; first += kMostBlocks) {
    launch(write_.get(), {page, offset.count(), size.count(), seed, first, std::min(kMostBlocks, blocks - first)});
  }
}

std::optional<Mismatch> PatternKernels::check(cl_mem page, core::Bytes offset, core::Bytes size, PatternSeed seed) {
  const std::uint64_t blocks = (size.count() + kPatternBlock - 1) / kPatternBlock;
  for (std::uint64_t first = 0; first < blocks; first += kMostBlocks) {
    const Range range{page, offset.count(), size.count(), seed, first, std::min(kMostBlocks, blocks - first)};
    if (const auto block = first_wrong_block(range)) {
      return mismatch_in(range, *block);
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> PatternKernels::first_wrong_block(const Range& range) {
  Found found{0, std::numeric_limits<cl_uint>::max()};
  require_success(calls_.clEnqueueWriteBuffer(target_.queue, found_.get(), CL_TRUE, 0, sizeof found, found.data(), 0,
                                              nullptr, nullptr),
                  "clEnqueueWriteBuffer");
  launch(check_.get(), range);
  require_success(calls_.clEnqueueReadBuffer(target_.queue, found_.get(), CL_TRUE, 0, sizeof found, found.data(), 0,
                                             nullptr, nullptr),
                  "clEnqueueReadBuffer");
  return found[0] == 0 ? std::nullopt : std::optional{range.first_block + found[1]};
}

Mismatch PatternKernels::mismatch_in(const Range& range, std::uint64_t block) {
  std::array<std::uint8_t, kPatternBlock> bytes{};
  const std::uint64_t start = block * kPatternBlock;
  const std::size_t length = static_cast<std::size_t>(std::min(kPatternBlock, range.size - start));
  require_success(calls_.clEnqueueReadBuffer(target_.queue, range.page, CL_TRUE, range.offset + start, length,
                                             bytes.data(), 0, nullptr, nullptr),
                  "clEnqueueReadBuffer");
  std::uint64_t wrong = 0;
  while (wrong + 1 < length && bytes.at(wrong) == pattern_byte(range.seed, start + wrong)) {
    ++wrong;
  }
  return {core::Bytes{start + wrong}, pattern_byte(range.seed, start + wrong), bytes.at(wrong)};
}

}  // namespace arenasim::backends::opencl
