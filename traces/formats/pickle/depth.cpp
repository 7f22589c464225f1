#include "traces/formats/pickle/depth.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "traces/input_error.hpp"

namespace arenasim::traces::pickle {
namespace {

/// Measures each container once, however often it is shared.
class DepthCheck {
 public:
  explicit DepthCheck(const Unpickled& pickle) : pickle_(pickle), heights_(pickle.values.container_count()) {}

  /// How many containers lie in each other from this one down.
  std::size_t height(Value container) {
    std::uint8_t& known = heights_[container.payload()];
    if (known == kUnderWay || path_.size() + std::max<std::size_t>(known, 1) > kDeepest) {
      refuse(known == kUnderWay);
    }
    if (known != 0) {
      return known;
    }
    known = kUnderWay;
    path_.push_back({container, 0});
    std::size_t highest = 0;
    pickle_.values.each_run(container, [&](std::span<const Value> run) {
      for (const Value item : run) {
        if (item.is_container()) {
          highest = std::max(highest, height(item));
        }
        ++path_.back().item;
      }
    });
    path_.pop_back();
    known = static_cast<std::uint8_t>(highest + 1);
    return known;
  }

 private:
  static constexpr std::uint8_t kUnderWay = std::numeric_limits<std::uint8_t>::max();

  struct Step {
    Value container;
    std::size_t item = 0;
  };

  [[noreturn]] void refuse(bool holds_itself) const {
    std::string path;
    for (const Step& step : path_) {
      path += step.container.is(Kind::dict) ? key_of(step) : fmt::format("[{}]", step.item);
    }
    throw InputError(ErrorClass::limit, OffsetPosition{pickle_.stop_offset, std::move(path)},
                     holds_itself ? "depth: a container that holds itself"
                                  : fmt::format("depth: containers more than {} deep", kDeepest));
  }

  [[nodiscard]] std::string key_of(const Step& step) const {
    std::size_t at = 0;
    Value key;
    pickle_.values.each_entries(step.container, [&](const Entries& entries) {
      if (step.item >= at && step.item < at + entries.keys.size()) {
        key = entries.keys[step.item - at];
      }
      at += entries.keys.size();
    });
    return fmt::format("{}{}", path_.front().container.word() == step.container.word() ? "" : ".",
                       pickle_.values.text(key));
  }

  const Unpickled& pickle_;
  std::vector<std::uint8_t> heights_;
  std::vector<Step> path_;
};

}  // namespace

void check_depth(const Unpickled& pickle) {
  if (pickle.root.is_container() && !pickle.values.surely_within(pickle.root, kDeepest)) {
    static_cast<void>(DepthCheck(pickle).height(pickle.root));
  }
}

}  // namespace arenasim::traces::pickle
