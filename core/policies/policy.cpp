#include "core/policies/policy.hpp"

#include <algorithm>
#include <array>

#include "core/policies/arena.hpp"
#include "core/policies/bfc.hpp"
#include "core/policies/binning.hpp"
#include "core/policies/buddy.hpp"
#include "core/policies/direct.hpp"
#include "core/policies/offline.hpp"
#include "core/policies/pytorch/pytorch.hpp"
#include "core/policies/quickpool.hpp"
#include "core/policies/rmm_arena.hpp"
#include "core/policies/rmm_pool.hpp"
#include "core/policies/tlsf.hpp"

namespace arenasim::core {

std::span<const Policy* const> policies() {
  static constexpr std::array rows{&kArenaPolicy,   &kExclusivePolicy, &kDirectPolicy,    &kBinningPolicy,
                                   &kBuddyPolicy,   &kPytorchPolicy,   &kQuickPoolPolicy, &kTlsfPolicy,
                                   &kRmmPoolPolicy, &kRmmArenaPolicy,  &kBfcPolicy,       &kOfflinePolicy};
  return rows;
}

const Policy* find_policy(std::string_view name) {
  const auto rows = policies();
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Policy* row) { return row->name == name; });
  return found == rows.end() ? nullptr : *found;
}

}  // namespace arenasim::core
