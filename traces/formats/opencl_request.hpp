// What a memory call of OpenCL asks for: the functions that matter, and their arguments (spec/opencl_log.md, table).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "traces/formats/opencl_call.hpp"

namespace arenasim::traces {

enum class OpenclKind : std::uint8_t {
  other,      ///< skipped by name
  malformed,  ///< a used function that could not be read: its exit means nothing
  buffer,
  sub_buffer,
  image,
  pipe,     ///< returns no handle to the log
  foreign,  ///< an object made of another interface's: no size is known
  svm_alloc,
  usm_alloc,
  pointer_free,
  queued_free,  ///< of pointers that the log does not name
  retain,
  release,
};

/// True for functions that return a handle or a pointer.
[[nodiscard]] constexpr bool creates(OpenclKind kind) {
  return kind == OpenclKind::buffer || kind == OpenclKind::sub_buffer || kind == OpenclKind::image ||
         kind == OpenclKind::foreign || kind == OpenclKind::svm_alloc || kind == OpenclKind::usm_alloc;
}

struct OpenclRequest {
  OpenclKind kind = OpenclKind::other;
  std::string_view tag{};               ///< of the alloc event; a constant
  std::optional<std::uint64_t> size{};  ///< nothing for an image whose size the log does not give
  std::uint64_t pointer = 0;            ///< of frees, retains and releases; the host pointer of a buffer that uses it
  std::uint64_t parent = 0;             ///< the object that a view is made on; 0 is none
  std::uint64_t alignment = 0;          ///< of pointers
  std::uint64_t count = 0;              ///< queued_free: pointers; release: the driver's count before it
  bool uses_host_pointer = false;
};

[[nodiscard]] OpenclKind opencl_kind(std::string_view function);

/// Of an enter line. Throws `missing_field`, `bad_value` or `range` for an argument that is used.
[[nodiscard]] OpenclRequest parse_opencl_request(const OpenclCall& call, const Line& line);

/// The handle or pointer of the exit line of a function that creates; null where it says none. Throws `missing_field`
/// where a successful one does not say it.
[[nodiscard]] std::uint64_t parse_opencl_returned(const OpenclCall& call, const Line& line);

}  // namespace arenasim::traces
