// One line of an Umpire log, old form or new, with what it says still as text (spec/formats.md 7).
#pragma once

#include <cstdint>
#include <string_view>

namespace arenasim::traces::umpire {

enum class Operation : std::uint8_t {
  allocate,
  deallocate,
  reallocate,
  coalesce,
  release,
  make_allocator,
  make_memory_resource,
  other,
};

/// `{"kind":…,"event":…,"payload":…,"result":…}` or `{"category":…,"name":…,"numeric_args":…,"string_args":…}`.
enum class Form : std::uint8_t { old, latest };

/// Views are good until the next line is parsed; tokens are JSON text, quotes included, and empty where missing.
struct Record {
  Operation operation = Operation::other;
  Form form = Form::latest;
  bool has_result = false;  ///< old: the operation is done; without it, it is only meant
  std::string_view name;    ///< of the operation, as spelled
  std::string_view allocator_name;
  std::string_view timestamp;
  std::string_view size;
  std::string_view pointer;      ///< what was allocated or is to be freed
  std::string_view new_pointer;  ///< what a reallocation came to
  std::string_view current;      ///< what is reallocated
  std::string_view allocator_ref;
};

}  // namespace arenasim::traces::umpire
