#include "traces/formats/vma_call.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "traces/formats/vma_images.hpp"
#include "traces/rfc4180.hpp"

namespace arenasim::traces {
namespace {

/// A function whose arguments are used. Arguments count from 1; the user data follows the handles.
struct Function {
  std::string_view name;
  VmaKind kind{};
  std::size_t size = 0;     ///< argument that is the size
  std::size_t handles = 0;  ///< argument that is the allocation, or a list of them
};

constexpr std::array kFunctions{
    Function{"vmaCreateBuffer", VmaKind::buffer, 2, 11},
    Function{"vmaDestroyBuffer", VmaKind::free, 0, 1},
    Function{"vmaCreateImage", VmaKind::image, 0, 20},
    Function{"vmaDestroyImage", VmaKind::free, 0, 1},
    Function{"vmaAllocateMemory", VmaKind::memory, 1, 10},
    Function{"vmaAllocateMemoryPages", VmaKind::memory, 1, 10},
    Function{"vmaAllocateMemoryForBuffer", VmaKind::memory, 1, 12},
    Function{"vmaAllocateMemoryForImage", VmaKind::memory, 1, 12},
    Function{"vmaFreeMemory", VmaKind::free, 0, 1},
    Function{"vmaFreeMemoryPages", VmaKind::free, 0, 1},
    Function{"vmaDefragmentationBegin", VmaKind::marker},
    Function{"vmaDefragmentationEnd", VmaKind::marker},
};

/// The arguments of a call, each but the last ended by a comma.
class Arguments {
 public:
  Arguments(const Line& line, std::string_view text, std::size_t used) : line_(line) {
    bool more = !text.empty();
    for (std::size_t index = 0; index != used; ++index) {
      if (!more) {
        throw InputError{ErrorClass::syntax, line.end(), fmt::format("{} arguments where {} are used", index, used)};
      }
      more = text.find(',') != std::string_view::npos;
      arguments_.push_back(trimmed(take_until(text, ',')));
    }
    rest_ = text;
  }

  [[nodiscard]] std::string_view text(std::size_t number) const { return arguments_[number - 1]; }
  [[nodiscard]] std::uint64_t number(std::size_t number, std::string_view field) const {
    return unsigned_field(line_, text(number), field);
  }
  /// What follows those that are used, commas included.
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  const Line& line_;
  std::vector<std::string_view> arguments_;
  std::string_view rest_;
};

std::optional<core::Bytes> image_size(const Arguments& arguments) {
  return estimated_size({.format = arguments.number(3, "format"),
                         .width = arguments.number(4, "width"),
                         .height = arguments.number(5, "height"),
                         .depth = arguments.number(6, "depth"),
                         .mips = arguments.number(7, "mipLevels"),
                         .layers = arguments.number(8, "arrayLayers"),
                         .samples = arguments.number(9, "samples")});
}

/// Reads the arguments that its function's row names.
void read_arguments(const Line& line, std::string_view text, const Function& function, VmaCall& call) {
  const Arguments arguments{line, text, function.handles};
  std::string_view handles = arguments.text(function.handles);
  do {
    call.handles.push_back(hex_field(line, take_word(handles), "allocation"));
  } while (!handles.empty());
  if (call.kind == VmaKind::image) {
    call.size = image_size(arguments);
  } else if (function.size != 0) {
    call.size = core::Bytes{arguments.number(function.size, "size")};
  }
  call.user_data = kept_text(line, arguments.rest(), "user data");
}

}  // namespace

std::optional<VmaCall> parse_vma_call(const Line& line) {
  if (is_blank(line.text)) {
    return std::nullopt;
  }
  std::string_view rest = line.text;
  static_cast<void>(take_until(rest, ','));
  const std::string_view seconds = trimmed(take_until(rest, ','));
  const std::string_view frame = trimmed(take_until(rest, ','));
  const std::string_view function = trimmed(take_until(rest, ','));
  if (function.empty()) {
    throw InputError{ErrorClass::syntax, line.end(), "a call of fewer than 4 fields"};
  }
  constexpr std::uint64_t second = 1'000'000'000;
  VmaCall call;
  call.nanoseconds = required(parse_scaled(seconds, second), line, seconds, "seconds", "time");
  call.frame = unsigned_field(line, frame, "frame");
  call.function = kept_text(line, function, "function");
  const auto known = std::find_if(kFunctions.begin(), kFunctions.end(),
                                  [&](const Function& candidate) { return candidate.name == function; });
  if (known != kFunctions.end()) {
    call.kind = known->kind;
    if (known->handles != 0) {
      read_arguments(line, rest, *known, call);
    }
  }
  return call;
}

}  // namespace arenasim::traces
