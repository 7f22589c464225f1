#include "sim/cli/workbench.hpp"

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

Workbench::Workbench(const backends::Backend& backend, const backends::DeviceRequest& request,
                     const PolicyArgument& policy, core::FactDetail detail)
    : device_(backend.make(request)),
      faults_(*device_, *device_),
      log_(detail),
      allocator_(make_allocator(policy, {.storage = faults_, .copies = faults_, .facts = log_})) {}

}  // namespace arenasim::sim::cli
