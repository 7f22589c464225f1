#include "sim/facts_text.hpp"

#include <array>
#include <iterator>
#include <ostream>

#include <fmt/format.h>

#include "sim/facts_report.hpp"

namespace arenasim::sim {
namespace {

/// The reference's own spelling.
std::string_view golden_name(core::Refusal refusal) {
  constexpr std::array<std::string_view, core::kRefusals.size()> names{"OutOfMemory", "TooLarge", "PageSizesExhausted",
                                                                       "PageUpdateForbidden"};
  return names[static_cast<std::size_t>(refusal)];
}

std::string_view golden_name(core::RelocationReason reason) {
  constexpr std::array<std::string_view, 4> names{"Explicit", "MemoryPressure", "ArenaFull", "Capture"};
  return names[static_cast<std::size_t>(reason)];
}

}  // namespace

class FactsText::Printer {
 public:
  Printer(std::ostream& out, Subject subject, FactsStyle style) : out_(out), subject_(subject), style_(style) {}

  void begin(const DeviceLine& device) {
    print("{}\n", to_text(device));
    write_out();
  }

  void end_with_report() {
    print("> report\n");
    report();
    write_out();
  }

  void observe(const Batch& batch) {
    std::uint32_t next_fact = 0;
    for (const Moment& moment : batch.moments) {
      count_pages(batch.facts.subspan(next_fact, moment.first_fact - next_fact));
      next_fact = moment.last_fact;
      show(moment, batch.facts_of(moment));
    }
    count_pages(batch.facts.subspan(next_fact));
    write_out();
  }

 private:
  template <class... Values>
  void print(fmt::format_string<const Values&...> form, const Values&... values) {
    fmt::format_to(std::back_inserter(text_), form, values...);
  }

  void write_out() {
    out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
    text_.clear();
  }

  void show(const Moment& moment, std::span<const core::Fact> facts) {
    if (moment.allocation != core::kNoAllocation && moment.step == FreeStep::none) {
      name_allocation(moment.allocation, moment.id);
    }
    count_pages(facts);
    if (is_shown(moment)) {
      show_command(moment);
      show_outcome(moment, facts);
    }
  }

  /// Of a trace, what takes effect; of a scenario, what it says, too.
  [[nodiscard]] bool is_shown(const Moment& moment) const {
    switch (moment.kind) {
      case CommandKind::free:
      case CommandKind::free_completed:
        return moment.step == FreeStep::at_once || moment.step == FreeStep::completed || moment.absent;
      case CommandKind::free_requested:
      case CommandKind::marker:
        return style_ == FactsStyle::scenario;
      case CommandKind::tick:
        return false;
      default:
        return true;
    }
  }

  void show_command(const Moment& moment) {
    switch (moment.kind) {
      case CommandKind::preexisting:
      case CommandKind::alloc:
        print("> alloc {} {} {}\n", moment.id, moment.size.count(), moment.stream.number());
        break;
      case CommandKind::probe:
        print("> probe {} {}\n", moment.size.count(), moment.stream.number());
        break;
      case CommandKind::free_completed:
        print("> {} {}\n", style_ == FactsStyle::trace ? "free" : "free_completed", moment.id);
        break;
      case CommandKind::free:
      case CommandKind::free_requested:
      case CommandKind::guard:
      case CommandKind::unguard:
      case CommandKind::bind:
      case CommandKind::unbind:
        print("> {} {}\n", name(moment.kind), moment.id);
        break;
      case CommandKind::mode:
        print("> mode {} {}\n", moment.stream.number(), static_cast<int>(moment.mode));
        break;
      case CommandKind::refuse_pages:
      case CommandKind::refuse_copies:
      case CommandKind::fail_waits:
        print("> {} {}\n", name(moment.kind), moment.id);
        break;
      case CommandKind::marker:
      case CommandKind::advance:
        print("> {} {}\n", name(moment.kind), subject_.strings.text(moment.tag));
        break;
      case CommandKind::report:
      case CommandKind::audit:
        print("> {}\n", name(moment.kind));
        break;
      default:
        print("> {} {}\n", name(moment.kind), moment.stream.number());
    }
  }

  void show_outcome(const Moment& moment, std::span<const core::Fact> facts) {
    if (moment.absent && moment.kind != CommandKind::free_requested) {
      print("absent\n");
    }
    for (const core::Fact& fact : facts) {
      show(fact);
    }
    for (const core::Fact& fact : facts) {
      if (fact.kind == core::FactKind::moved && fact.allocation != core::kNoAllocation) {
        print("moved {} {} {}\n", ids_[fact.allocation.number()], fact.other_page.number(), fact.other_offset.count());
      }
    }
    if (moment.kind == CommandKind::report) {
      report();
    } else if (moment.kind == CommandKind::audit) {
      if (const auto finding = subject_.allocator.audit()) {
        print("{}\n", *finding);
      }
    }
  }

  void show(const core::Fact& fact) {
    switch (fact.kind) {
      case core::FactKind::mapped:
        print("map {} {}\n", fact.page.number(), fact.bytes.count());
        break;
      case core::FactKind::map_refused:
        print("refuse {}\n", fact.bytes.count());
        break;
      case core::FactKind::unmapped:
        print("unmap {}\n", fact.page.number());
        break;
      case core::FactKind::resized:
        print("resize {} {}\n", fact.page.number(), fact.bytes.count());
        break;
      case core::FactKind::placed:
        print("place {} {} {} {}\n", fact.pool, fact.page.number(), fact.offset.count(), fact.bytes.count());
        break;
      case core::FactKind::failed:
        print("fail {}\n", golden_name(static_cast<core::Refusal>(fact.reason)));
        break;
      case core::FactKind::retried:
        print("retry {}\n", golden_name(static_cast<core::Refusal>(fact.reason)));
        break;
      case core::FactKind::cleanup_refused:
        print("refused Recording\n");
        break;
      default:
        show_relocation(fact);
    }
  }

  void show_relocation(const core::Fact& fact) {
    switch (fact.kind) {
      case core::FactKind::relocation_asked:
        print("relocate {}\n", golden_name(static_cast<core::RelocationReason>(fact.reason)));
        break;
      case core::FactKind::copied:
        print("copy {} {} {} {} {}\n", fact.page.number(), fact.offset.count(), fact.other_page.number(),
              fact.other_offset.count(), fact.bytes.count());
        break;
      case core::FactKind::copy_refused:
        print("refuse_copy\n");
        break;
      case core::FactKind::wait_failed:
        print("fail_wait\n");
        break;
      default:
        break;
    }
  }

  void count_pages(std::span<const core::Fact> facts) {
    for (const core::Fact& fact : facts) {
      pages_count_ += static_cast<std::uint64_t>(fact.kind == core::FactKind::mapped);
      pages_count_ -= static_cast<std::uint64_t>(fact.kind == core::FactKind::unmapped);
    }
  }

  void name_allocation(core::AllocationId allocation, std::uint64_t id) {
    if (allocation.number() >= ids_.size()) {
      ids_.resize(std::size_t{allocation.number()} + 1);
    }
    ids_[allocation.number()] = id;
  }

  void report() {
    print("{}device allocated={} pages={}\n", pools_text(subject_.allocator.describe()), subject_.storage.allocated(),
          pages_count_);
  }

  std::ostream& out_;
  Subject subject_;
  FactsStyle style_;
  fmt::memory_buffer text_;
  std::vector<std::uint64_t> ids_;  // the trace's, by AllocationId
  std::uint64_t pages_count_ = 0;
};

FactsText::FactsText(std::ostream& out, Subject subject, FactsStyle style)
    : printer_(std::make_unique<Printer>(out, subject, style)) {}

FactsText::~FactsText() = default;

void FactsText::begin(const DeviceLine& device) {
  printer_->begin(device);
}

void FactsText::end_with_report() {
  printer_->end_with_report();
}

void FactsText::observe(const Batch& batch) {
  printer_->observe(batch);
}

}  // namespace arenasim::sim
