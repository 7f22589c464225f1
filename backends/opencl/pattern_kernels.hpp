// The device side of patterns: one kernel writes them, one counts what differs. No buffer is read back whole.
#pragma once

#include <cstdint>
#include <optional>

#include "backends/opencl/calls.hpp"
#include "backends/opencl/handle.hpp"
#include "backends/patterns.hpp"

namespace arenasim::backends::opencl {

class PatternKernels {
 public:
  struct Target {
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    cl_command_queue queue = nullptr;  ///< in order
  };

  /// Builds the program. `scalar`: no vector stores, for checkers that misjudge them. `calls` outlives it. Throws
  /// DeviceError with the build log.
  PatternKernels(const Calls& calls, Target target, bool scalar);

  /// Queues the writing; does not wait for it.
  void write(cl_mem page, core::Bytes offset, core::Bytes size, PatternSeed seed);

  [[nodiscard]] std::optional<Mismatch> check(cl_mem page, core::Bytes offset, core::Bytes size, PatternSeed seed);

 private:
  struct Range {
    cl_mem page = nullptr;
    std::uint64_t offset = 0;  ///< of the allocation on the page
    std::uint64_t size = 0;    ///< of the allocation
    PatternSeed seed;
    std::uint64_t first_block = 0;
    std::uint64_t blocks_count = 0;
  };
  void launch(cl_kernel kernel, const Range& range);
  [[nodiscard]] std::optional<std::uint64_t> first_wrong_block(const Range& range);
  [[nodiscard]] Mismatch mismatch_in(const Range& range, std::uint64_t block);

  const Calls& calls_;
  Target target_;
  Handle<cl_program> program_;
  Handle<cl_kernel> write_;
  Handle<cl_kernel> check_;
  Handle<cl_mem> found_;
};

}  // namespace arenasim::backends::opencl
