#include "sim/cli/workbench.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "sim/cli/failures.hpp"

namespace arenasim::sim::cli {
namespace {

std::unique_ptr<core::Allocator> make_allocator(const PolicyArgument& policy, const core::Workplace& workplace) {
  auto made = policy.policy->make(workplace, policy.options);
  if (!made) {
    throw UsageError{"policy '" + std::string{policy.policy->name} + "': " + made.error().text};
  }
  return std::move(*made);
}

}  // namespace

Workbench::Workbench(std::unique_ptr<backends::Device> device, const PolicyArgument& policy, core::FactDetail detail,
                     Verify verify, const core::Lifetimes* lifetimes)
    : device_(std::move(device)),
      verification_(verify == Verify::none ? nullptr : std::make_unique<Verification>(*device_->patterns(), verify)),
      verified_(verification_ ? std::make_unique<VerifiedStorage>(*device_, *verification_) : nullptr),
      faults_(watched_storage(), *device_),
      log_(verification_ ? std::max(detail, verification_->detail()) : detail),
      allocator_(
          make_allocator(policy, {.storage = faults_, .copies = faults_, .facts = log_, .lifetimes = lifetimes})) {}

core::Storage& Workbench::watched_storage() {
  return verified_ ? *verified_ : static_cast<core::Storage&>(*device_);
}

void Workbench::add_observers(std::vector<Observer*>& observers) {
  if (verification_) {
    observers.push_back(verification_.get());
  }
}

void Workbench::finish() {
  if (verification_) {
    verification_->finish();
  }
}

}  // namespace arenasim::sim::cli
