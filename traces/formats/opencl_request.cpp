#include "traces/formats/opencl_request.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "traces/formats/opencl_image.hpp"

namespace arenasim::traces {
namespace {

constexpr std::uint64_t kUseHostPtr = 8;
constexpr std::uint64_t kAllocHostPtr = 16;

struct Function {
  std::string_view name;
  OpenclKind kind{};
  std::string_view tag = {};
};

constexpr std::array kFunctions{
    Function{"clCreateBuffer", OpenclKind::buffer, "buffer"},
    Function{"clCreateBufferWithProperties", OpenclKind::buffer, "buffer"},
    Function{"clCreateBufferWithPropertiesINTEL", OpenclKind::buffer, "buffer"},
    Function{"clCreateBufferNV", OpenclKind::buffer, "buffer"},
    Function{"clCreateSubBuffer", OpenclKind::sub_buffer, "buffer"},
    Function{"clCreateImage", OpenclKind::image, "image"},
    Function{"clCreateImageWithProperties", OpenclKind::image, "image"},
    Function{"clCreateImage2D", OpenclKind::image, "image"},
    Function{"clCreateImage3D", OpenclKind::image, "image"},
    Function{"clCreatePipe", OpenclKind::pipe},
    Function{"clSVMAlloc", OpenclKind::svm_alloc, "svm"},
    Function{"clHostMemAllocINTEL", OpenclKind::usm_alloc, "usm_host"},
    Function{"clDeviceMemAllocINTEL", OpenclKind::usm_alloc, "usm_device"},
    Function{"clSharedMemAllocINTEL", OpenclKind::usm_alloc, "usm_shared"},
    Function{"clSVMFree", OpenclKind::pointer_free},
    Function{"clMemFreeINTEL", OpenclKind::pointer_free},
    Function{"clMemBlockingFreeINTEL", OpenclKind::pointer_free},
    Function{"clEnqueueSVMFree", OpenclKind::queued_free},
    Function{"clRetainMemObject", OpenclKind::retain},
    Function{"clReleaseMemObject", OpenclKind::release},
};

const Function* find_function(std::string_view name) {
  const auto* const row = std::find_if(kFunctions.begin(), kFunctions.end(),
                                       [name](const Function& candidate) { return candidate.name == name; });
  return row == kFunctions.end() ? nullptr : row;
}

/// The arguments of one enter line, each with its place.
class Arguments {
 public:
  Arguments(const OpenclCall& call, const Line& line) : text_(call.text), line_(line) {}

  [[nodiscard]] std::string_view text(std::string_view name) const {
    const auto value = opencl_argument(text_, name);
    if (!value) {
      throw InputError{ErrorClass::missing_field, line_.whole(), "a call without an argument that is used",
                       std::string{name}};
    }
    return *value;
  }

  [[nodiscard]] std::uint64_t number(std::string_view name) const { return number(name, text(name)); }

  [[nodiscard]] std::uint64_t pointer(std::string_view name) const {
    const std::string_view value = first_word(text(name));
    return required(parse_opencl_pointer(value), line_, value, "a pointer", name);
  }

  /// The hex number in brackets behind the flags' words.
  [[nodiscard]] std::uint64_t flags(std::string_view name) const {
    const std::string_view value = text(name);
    const std::size_t open = value.rfind('(');
    const std::size_t close = value.find(')', std::min(open, value.size()));
    if (open == std::string_view::npos || close == std::string_view::npos) {
      throw InputError{ErrorClass::bad_value, line_.at(value.data()), "flags without their number in brackets",
                       std::string{name}};
    }
    return hex_field(line_, value.substr(open + 1, close - open - 1), name);
  }

  [[nodiscard]] bool has(std::string_view name) const { return opencl_argument(text_, name).has_value(); }
  [[nodiscard]] bool empty() const { return text_.empty(); }

  /// `[ ref count = N ]`, which may stand before the arguments; 0 where it does not or is none.
  [[nodiscard]] std::uint64_t take_count() {
    constexpr std::string_view label = "[ ref count = ";
    constexpr std::string_view end = " ] ";
    const std::size_t close = text_.find(end);
    if (!text_.starts_with(label) || close == std::string_view::npos) {
      return 0;
    }
    const std::string_view count = text_.substr(label.size(), close - label.size());
    text_.remove_prefix(close + end.size());
    return parse_unsigned(count).value_or(0);  // not used but for a count of its own
  }

 private:
  [[nodiscard]] static std::string_view first_word(std::string_view value) { return value.substr(0, value.find(' ')); }

  [[nodiscard]] std::uint64_t number(std::string_view name, std::string_view value) const {
    return unsigned_field(line_, first_word(value), name);
  }

  std::string_view text_;
  const Line& line_;
};

void read_buffer(const Arguments& arguments, OpenclRequest& request) {
  const std::uint64_t flags = arguments.flags("flags");
  request.size = arguments.number("size");
  request.pointer = arguments.pointer("host_ptr");
  request.uses_host_pointer = (flags & kUseHostPtr) != 0;
  if (request.uses_host_pointer) {
    request.tag = "buffer use_host";
  } else if ((flags & kAllocHostPtr) != 0) {
    request.tag = "buffer alloc_host";
  }
}

/// A null format or description leaves no arguments: the image has no size then.
void read_image(const Arguments& arguments, std::string_view function, OpenclRequest& request) {
  if (arguments.empty()) {
    return;
  }
  OpenclImage image{.channel_order = arguments.text("format->channel_order"),
                    .channel_type = arguments.text("format->channel_data_type"),
                    .type = {}};
  if (function == "clCreateImage2D" || function == "clCreateImage3D") {
    image.width = arguments.number("image_width");
    image.height = arguments.number("image_height");
    const bool is_flat = function == "clCreateImage2D";
    image.depth = is_flat ? 0 : arguments.number("image_depth");
    image.type = is_flat ? "CL_MEM_OBJECT_IMAGE2D" : "CL_MEM_OBJECT_IMAGE3D";
  } else {
    image.type = arguments.text("desc->type");
    image.width = arguments.number("desc->width");
    image.height = arguments.number("desc->height");
    image.depth = arguments.number("desc->depth");
    image.layers = arguments.number("desc->array_size");
    image.mips = arguments.number("desc->num_mip_levels");
    image.samples = arguments.number("desc->num_samples");
    request.parent = arguments.pointer("desc->mem_object");
  }
  request.size = opencl_image_bytes(image);
}

}  // namespace

OpenclKind opencl_kind(std::string_view function) {
  if (const Function* known = find_function(function)) {
    return known->kind;
  }
  return function.starts_with("clCreateFrom") ? OpenclKind::foreign : OpenclKind::other;
}

OpenclRequest parse_opencl_request(const OpenclCall& call, const Line& line) {
  OpenclRequest request{.kind = opencl_kind(call.function)};
  if (request.kind == OpenclKind::other || request.kind == OpenclKind::pipe || request.kind == OpenclKind::foreign) {
    return request;
  }
  request.tag = find_function(call.function)->tag;
  Arguments arguments{call, line};
  switch (request.kind) {
    case OpenclKind::buffer:
      read_buffer(arguments, request);
      break;
    case OpenclKind::sub_buffer:
      request.parent = arguments.pointer("buffer");
      request.size = arguments.number("size");
      break;
    case OpenclKind::image:
      read_image(arguments, call.function, request);
      break;
    case OpenclKind::svm_alloc:
    case OpenclKind::usm_alloc:
      request.size = arguments.number("size");
      request.alignment = arguments.number("alignment");
      break;
    case OpenclKind::pointer_free:
      request.pointer = arguments.pointer(call.function == "clSVMFree" ? "svm_pointer" : "ptr");
      break;
    case OpenclKind::queued_free:
      request.count = arguments.number("num_svm_pointers");
      break;
    default:  // retain and release
      request.count = arguments.take_count();
      request.pointer = arguments.pointer("mem");
  }
  return request;
}

std::uint64_t parse_opencl_returned(const OpenclCall& call, const Line& line) {
  constexpr std::string_view label = "returned ";
  if (!call.text.starts_with(label)) {
    if (call.code == "CL_SUCCESS") {
      throw InputError{ErrorClass::missing_field, line.whole(), "a successful creation that does not say what it made",
                       "returned"};
    }
    return 0;
  }
  std::string_view text = call.text.substr(label.size());
  text = text.substr(0, text.find_first_of(" ,"));
  return required(parse_opencl_pointer(text), line, text, "a pointer", "returned");
}

}  // namespace arenasim::traces
