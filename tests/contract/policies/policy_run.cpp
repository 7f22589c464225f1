#include "tests/contract/policies/policy_run.hpp"

#include <fmt/format.h>

#include "sim/lifetimes.hpp"

namespace arenasim::tests {
namespace {

core::Alignment promised_alignment(const core::Policy& policy, const core::Options& options,
                                   const core::Limits& limits) {
  return policy.promises.alignment == nullptr ? limits.alignment : policy.promises.alignment(limits, options);
}

}  // namespace

PolicyRun::PolicyRun(const core::Policy& policy, const core::Options& options, const core::Limits& limits)
    : policy_(policy),
      options_(options),
      storage_(limits),
      faults_(storage_, storage_),
      memory_(promised_alignment(policy, options, limits)) {}

bool PolicyRun::begin(std::span<const sim::Command> program) {
  lifetimes_ = sim::lifetimes_of(program);
  auto made = policy_.make({faults_, faults_, log_, &lifetimes_}, options_);
  if (!made) {
    return false;
  }
  allocator_ = std::move(*made);
  return true;
}

std::string PolicyRun::step(const sim::Command& command) {
  const auto freed_before = std::exchange(just_freed_, std::nullopt);
  std::string wrong;
  switch (command.kind) {
    case sim::CommandKind::alloc:
      just_freed_ = freed_before;
      wrong = alloc(command);
      just_freed_.reset();
      break;
    case sim::CommandKind::free_requested:
      if (memory_.holds(core::AllocationId{static_cast<std::uint32_t>(command.id)})) {
        allocator_->request_free(core::AllocationId{static_cast<std::uint32_t>(command.id)}, command.stream);
      }
      break;
    case sim::CommandKind::cleanup:
      allocator_->cleanup(command.stream);
      break;
    case sim::CommandKind::refuse_pages:
      faults_.refuse_pages(command.count);
      faults_due_ = true;
      break;
    default:
      wrong = free(command);
  }
  if (wrong.empty()) {
    wrong = read_facts();
  }
  return wrong.empty() ? check_all() : wrong;
}

std::string PolicyRun::alloc(const sim::Command& command) {
  const core::AllocationId id{static_cast<std::uint32_t>(command.id)};
  const core::Request request{.id = id, .size = command.size, .stream = command.stream};
  const auto placed = allocator_->allocate(request);
  if (!placed) {
    ++refused_count_;
    return refused(request, placed.error());
  }
  ++served_count_;
  std::string wrong = read_facts();
  if (wrong.empty() && !(memory_.holds(id) && memory_.place(id) == placed->place)) {
    wrong = "the answer and the facts name different places";
  }
  asked_on_.resize(std::max<std::size_t>(asked_on_.size(), id.number() + 1));
  asked_on_[id.number()] = command.stream;
  return wrong;
}

/// A refusal holds nothing and takes nothing, and the same request is refused again while nobody changes anything; but
/// for policies that relocate, whose refusals learn (averages, remembered shapes). What was just freed is not refused
/// where the policy promises that.
std::string PolicyRun::refused(const core::Request& request, core::Refusal reason) {
  const core::Uint128 granted_before = memory_.granted();
  if (std::string wrong = read_facts(); !wrong.empty()) {
    return wrong;
  }
  if (memory_.holds(request.id)) {
    return "a request was refused and holds something";
  }
  if (memory_.granted() > granted_before) {
    return "a refused request took memory from the device";
  }
  if (policy_.promises.serves_again && just_freed_ && !faults_due_ && just_freed_->size == request.size &&
      just_freed_->stream == request.stream) {
    return "what was just freed is refused: " + std::string{core::name(reason)};
  }
  if (faults_due_ || policy_.needs_lifetimes || allocator_->relocates() != nullptr) {
    return "";
  }
  const auto again = allocator_->allocate(request);
  return again ? "a request is served that was refused before" : "";
}

std::string PolicyRun::free(const sim::Command& command) {
  const core::AllocationId id{static_cast<std::uint32_t>(command.id)};
  if (!memory_.holds(id)) {
    return "";
  }
  allocator_->complete_free(id, command.stream);
  if (asked_on_[id.number()] == command.stream) {
    just_freed_ = JustFreed{command.size, command.stream};
  }
  std::string wrong = read_facts();
  return wrong.empty() && memory_.holds(id) ? "a freed allocation is still held" : wrong;
}

std::string PolicyRun::read_facts() {
  for (const core::Fact& fact : log_.facts()) {
    if (std::string wrong = memory_.apply(fact); !wrong.empty()) {
      return wrong;
    }
  }
  log_.clear();
  return "";
}

std::string PolicyRun::check_all() {
  if (const auto wrong = allocator_->audit()) {
    return "audit: " + *wrong;
  }
  if (memory_.granted() != storage_.allocated()) {
    return "the pages that facts tell of are not those the device has granted";
  }
  if (storage_.limits().capacity && storage_.allocated() > storage_.limits().capacity->count()) {
    return "the capacity is passed";
  }
  return memory_.flaw();
}

}  // namespace arenasim::tests
