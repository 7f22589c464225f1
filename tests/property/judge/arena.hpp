// The arena: one current sliced pool, and the outdated ones that growths left behind.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "tests/property/judge/pool.hpp"

namespace arenasim::tests::judge {

/// Current pages, outdated pools, outdated pages, guarded outdated pages.
using Shape = std::array<std::size_t, 4>;

/// A slice, or the reason a golden file prints.
using Reserved = std::variant<Slice*, std::string>;

class Arena {
 public:
  explicit Arena(Device& device);

  [[nodiscard]] Slice* try_reserve(std::uint64_t size);
  [[nodiscard]] Reserved add_page(std::uint64_t size);
  void cleanup(bool is_explicit, std::uint64_t reservations);
  void drain();
  void report(std::uint64_t stream) const;

  [[nodiscard]] bool full() const;
  [[nodiscard]] bool has_outdated() const { return !outdated_.empty(); }
  [[nodiscard]] Shape shape() const;
  [[nodiscard]] SlicedPool& current() { return *current_; }
  [[nodiscard]] std::vector<Page*> outdated_pages() const;

 private:
  [[nodiscard]] bool fits(std::uint64_t size) const;
  [[nodiscard]] int first_empty_slot() const;

  Device* device_;
  std::uint64_t max_page_;
  std::uint64_t min_page_;
  std::unique_ptr<SlicedPool> current_;
  std::vector<std::unique_ptr<SlicedPool>> outdated_;
};

}  // namespace arenasim::tests::judge
