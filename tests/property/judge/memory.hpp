// The pools of one stream, the modes that choose among them, and the relocation that empties outdated pages.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/property/judge/arena.hpp"

namespace arenasim::tests::judge {

enum class Update : std::uint8_t { allow, add_only, forbidden };

/// Source and target.
using Move = std::pair<Slice*, Slice*>;

class Memory {
 public:
  explicit Memory(Device& device);

  void mode(std::uint64_t number);
  [[nodiscard]] Reserved reserve(std::uint64_t size, Update update);
  void cleanup(bool is_explicit);
  void report(std::uint64_t stream) const;

  [[nodiscard]] bool has_outdated() const { return arena_ && arena_->has_outdated(); }
  /// The reason a relocation is wanted for before a reservation, if any.
  [[nodiscard]] std::optional<std::string> wanted_relocation() const;
  /// The moves that were committed, in the order of their copies.
  [[nodiscard]] std::vector<Move> relocate(const std::string& reason);

 private:
  [[nodiscard]] Mode current_mode() const;
  [[nodiscard]] Reserved reserve_in_mode(Mode mode, std::uint64_t size, Update update);
  [[nodiscard]] Reserved reserve_in_adaptive(std::uint64_t size, Update update);
  [[nodiscard]] Reserved reserve_in_exclusive(std::uint64_t size, Update update);
  [[nodiscard]] std::vector<Move> plan(bool may_add);
  [[nodiscard]] std::optional<std::vector<Move>> plan_page(Page& page, bool may_add);

  Device* device_;
  PersistentPool persistent_;
  DedicatedPool dedicated_;
  std::vector<std::unique_ptr<Pool>> pools_;  ///< tiny and small, or the exclusive ones
  std::unique_ptr<Arena> arena_;              ///< null in exclusive memory
  std::vector<Mode> windows_;
  std::uint64_t reservations_ = 0;
  std::optional<Shape> remembered_;
};

}  // namespace arenasim::tests::judge
