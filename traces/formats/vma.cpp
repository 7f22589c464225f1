#include "traces/formats/vma.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "traces/formats/line_records.hpp"
#include "traces/formats/vma_images.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

constexpr std::string_view kMagic = "Vulkan Memory Allocator,Calls recording";
constexpr std::uint64_t kFirstMinorWithConfig = 3;
constexpr std::uint64_t kLastMinor = 8;

enum class Kind : std::uint8_t { other, buffer, image, memory, free, marker };

/// A function whose arguments are used. Arguments count from 1; the user data follows the handles.
struct Function {
  std::string_view name;
  Kind kind{};
  std::size_t size = 0;     ///< argument that is the size
  std::size_t handles = 0;  ///< argument that is the allocation, or a list of them
};

constexpr std::array kFunctions{
    Function{"vmaCreateBuffer", Kind::buffer, 2, 11},
    Function{"vmaDestroyBuffer", Kind::free, 0, 1},
    Function{"vmaCreateImage", Kind::image, 0, 20},
    Function{"vmaDestroyImage", Kind::free, 0, 1},
    Function{"vmaAllocateMemory", Kind::memory, 1, 10},
    Function{"vmaAllocateMemoryPages", Kind::memory, 1, 10},
    Function{"vmaAllocateMemoryForBuffer", Kind::memory, 1, 12},
    Function{"vmaAllocateMemoryForImage", Kind::memory, 1, 12},
    Function{"vmaFreeMemory", Kind::free, 0, 1},
    Function{"vmaFreeMemoryPages", Kind::free, 0, 1},
    Function{"vmaDefragmentationBegin", Kind::marker},
    Function{"vmaDefragmentationEnd", Kind::marker},
};

struct Call {
  Kind kind{};
  std::uint64_t nanoseconds = 0;
  std::uint64_t frame = 0;
  std::string_view function;
  std::vector<std::uint64_t> handles;
  std::optional<core::Bytes> size;  ///< nothing for an image of unknown format
  std::string_view user_data;
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

/// `thread,seconds,frame,function,arguments…`
std::optional<Call> parse_call(const Line& line) {
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
  Call call{.nanoseconds = required(parse_scaled(seconds, second), line, seconds, "seconds", "time"),
            .frame = unsigned_field(line, frame, "frame"),
            .function = kept_text(line, function, "function"),
            .handles = {},
            .size = {},
            .user_data = {}};
  const auto* const known = std::find_if(kFunctions.begin(), kFunctions.end(),
                                         [&](const Function& candidate) { return candidate.name == function; });
  if (known == kFunctions.end()) {
    return call;
  }
  call.kind = known->kind;
  if (known->handles == 0) {
    return call;
  }
  const Arguments arguments{line, rest, known->handles};
  std::string_view handles = arguments.text(known->handles);
  do {
    const std::string_view handle = take_word(handles);
    call.handles.push_back(hex_field(line, handle, "allocation"));
  } while (!handles.empty());
  if (call.kind == Kind::image) {
    call.size = image_size(arguments);
  } else if (known->size != 0) {
    call.size = core::Bytes{arguments.number(known->size, "size")};
  }
  call.user_data = kept_text(line, arguments.rest(), "user data");
  return call;
}

class Replay {
 public:
  Replay(Intake& intake, bool estimate_images) : intake_(intake), time_(intake), estimate_images_(estimate_images) {}

  void take(const Call& call, const Line& line) {
    RecordContext at{.time = time_(call.nanoseconds)};
    mark_frame(call.frame, at);
    switch (call.kind) {
      case Kind::other:
        intake_.pass_over(call.function);
        return;
      case Kind::marker:
        at.tag = intake_.strings().intern(call.function);
        intake_.marker(at);
        return;
      case Kind::free:
        for_each_handle(call, [&](std::uint64_t handle) { free(handle, at); });
        return;
      default:
        at.tag = intake_.strings().intern(call.user_data);
        for_each_handle(call, [&](std::uint64_t handle) { create(call, handle, at, line); });
    }
  }

 private:
  /// A call is one record, however many blocks it names.
  template <class Take>
  void for_each_handle(const Call& call, Take take) {
    take(call.handles.front());
    const Records counted = intake_.import().records;
    std::for_each(call.handles.begin() + 1, call.handles.end(), take);
    intake_.import().records = counted;
  }

  void mark_frame(std::uint64_t frame, RecordContext at) {
    if (frame_ && *frame_ != frame) {
      at.tag = intake_.strings().intern(fmt::format("frame {}", frame));
      const Records counted = intake_.import().records;
      intake_.marker(at);
      intake_.import().records = counted;  // the marker is no record of its own
    }
    frame_ = frame;
  }

  void create(const Call& call, std::uint64_t handle, const RecordContext& at, const Line& line) {
    if (call.kind == Kind::image && (!estimate_images_ || !call.size)) {
      ++intake_.import().counters["image_without_size"];
      ++intake_.import().records.skipped;
      if (handle != 0) {
        unsized_images_.insert(handle);
      }
      return;
    }
    if (handle == 0) {
      intake_.oom(*call.size, 0, at);
      return;
    }
    unsized_images_.erase(handle);
    intake_.alloc(handle, *call.size, at, line.whole());
  }

  void free(std::uint64_t handle, const RecordContext& at) {
    if (handle == 0) {
      intake_.null_free(at);
    } else if (unsized_images_.erase(handle) != 0) {
      ++intake_.import().records.skipped;
    } else {
      intake_.free(handle, nullptr, at, false);
    }
  }

  Intake& intake_;
  TimeFromFirst time_;
  bool estimate_images_;
  std::optional<std::uint64_t> frame_;
  std::unordered_set<std::uint64_t> unsized_images_;  // created and not yet destroyed
};

/// The next line, which must be there.
Line header_line(LineReader& lines, std::string_view field) {
  Line line;
  if (!lines.next(line.text)) {
    throw InputError{ErrorClass::truncated, lines.at(), "the head of the recording ends too early", std::string{field}};
  }
  line.number = lines.number();
  line.text = trimmed(line.text);
  return line;
}

std::uint64_t read_minor_version(LineReader& lines) {
  const Line line = header_line(lines, "version");
  std::string_view rest = line.text;
  const std::string_view major = take_until(rest, ',');
  if (rest.empty()) {
    throw InputError{ErrorClass::syntax, line.end(), "no version `major,minor`", "version"};
  }
  const std::uint64_t minor = unsigned_field(line, rest, "version");
  if (unsigned_field(line, major, "version") != 1 || minor > kLastMinor) {
    throw InputError{ErrorClass::unsupported, line.whole(), "version " + quoted(line.text) + "; 1,0 to 1,8 are read",
                     "version"};
  }
  return minor;
}

/// `Config,Begin` to `Config,End`; the sizes of the heaps are kept.
void read_config(LineReader& lines, Import& import, Recorded& recorded) {
  Line line = header_line(lines, "Config,Begin");
  if (line.text != "Config,Begin") {
    throw InputError{ErrorClass::syntax, line.whole(), "no line Config,Begin", "Config,Begin"};
  }
  for (line = header_line(lines, "Config,End"); line.text != "Config,End"; line = header_line(lines, "Config,End")) {
    constexpr std::string_view heap = "PhysicalDeviceMemory,Heap,";
    if (!line.text.starts_with(heap)) {
      continue;
    }
    std::string_view rest = line.text.substr(heap.size());
    const std::string_view number = take_until(rest, ',');
    if (take_until(rest, ',') == "size") {
      static_cast<void>(unsigned_field(line, number, "Heap"));
      recorded.limits[fmt::format("heap {}", number)] = core::Bytes{unsigned_field(line, rest, "size")};
      ++import.facts["heap_size"];
      ++import.records.as_facts;
    }
  }
}

void read(const Reading& reading) {
  LineReader lines{reading.source, reading.options.lenient};
  reading.import.clock = "ms";
  reading.import.pairing = "handle";
  if (const Line line = header_line(lines, "magic"); line.text != kMagic) {
    throw InputError{ErrorClass::syntax, line.whole(), "the first line is not `" + std::string{kMagic} + "`"};
  }
  if (read_minor_version(lines) >= kFirstMinorWithConfig) {
    read_config(lines, reading.import, reading.recorded);
  }
  Intake intake{reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense};
  Replay replay{intake, format_option(reading, "vma-images", "skip") == "estimate"};
  for_each_record(lines, intake, parse_call, [&](const Call& call, const Line& line) { replay.take(call, line); });
  intake.finish(lines.at());
}

bool sniff(const Glimpse& start) {
  return trimmed(first_line(start)) == kMagic;
}

constexpr std::array kOptions{
    core::OptionSpec{.name = "vma-images",
                     .type = core::OptionType::choice,
                     .fallback = "skip",
                     .sentence = "what to do with images, whose sizes the recording does not say",
                     .choices = "skip|estimate"},
};

}  // namespace

const Format kVmaFormat{.name = "vma",
                        .sentence = "call recording of the Vulkan Memory Allocator up to 2.3",
                        .knows = {.time = true, .addresses = true},
                        .options = kOptions,
                        .sniff = sniff,
                        .read = read};

}  // namespace arenasim::traces
