#include "traces/formats/vma.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_set>

#include <fmt/format.h>

#include "traces/formats/line_records.hpp"
#include "traces/formats/vma_call.hpp"
#include "traces/intake.hpp"
#include "traces/lines.hpp"
#include "traces/rfc4180.hpp"
#include "traces/sniff.hpp"

namespace arenasim::traces {
namespace {

constexpr std::string_view kMagic = "Vulkan Memory Allocator,Calls recording";
constexpr std::uint64_t kFirstMinorWithConfig = 3;
constexpr std::uint64_t kLastMinor = 8;

class VmaReplay {
 public:
  VmaReplay(Intake& intake, bool estimate_images) : intake_(intake), time_(intake), estimate_images_(estimate_images) {}

  void take(const VmaCall& call, const Line& line) {
    RecordContext at{.time = time_(call.nanoseconds)};
    mark_frame(call.frame, at);
    switch (call.kind) {
      case VmaKind::other:
        intake_.pass_over(call.function);
        return;
      case VmaKind::marker:
        at.tag = intake_.strings().intern(call.function);
        intake_.marker(at);
        return;
      case VmaKind::free:
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
  void for_each_handle(const VmaCall& call, Take take) {
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

  void create(const VmaCall& call, std::uint64_t handle, const RecordContext& at, const Line& line) {
    if (call.kind == VmaKind::image && (!estimate_images_ || !call.size)) {
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

void read_vma(const Reading& reading) {
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
  VmaReplay replay{intake, format_option(reading, "vma-images", "skip") == "estimate"};
  for_each_record(lines, intake, parse_vma_call,
                  [&](const VmaCall& call, const Line& line) { replay.take(call, line); });
  intake.finish(lines.at());
}

bool is_vma(const Glimpse& start) {
  return trimmed(first_line(start)) == kMagic;
}

constexpr std::array kVmaOptions{
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
                        .options = kVmaOptions,
                        .sniff = is_vma,
                        .read = read_vma};

}  // namespace arenasim::traces
