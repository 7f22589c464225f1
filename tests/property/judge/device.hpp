// The device of the judge: grants pages, makes copies, fails on order, and keeps what everybody says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tests/property/judge/settings.hpp"

namespace arenasim::tests::judge {

/// Sums of sizes, some of them near 2^64.
__extension__ using Sum = unsigned __int128;

[[nodiscard]] std::string to_text(Sum sum);

/// A part of a page, as copies name it.
struct Spot {
  std::uint64_t page = 0;
  std::uint64_t offset = 0;
};

class Device {
 public:
  explicit Device(const Settings& settings) : settings_(settings) {}

  [[nodiscard]] const Settings& settings() const { return settings_; }

  /// The new page's number, or nothing where it was refused.
  [[nodiscard]] std::optional<std::uint64_t> map(std::uint64_t size);
  void unmap(std::uint64_t page, std::uint64_t size);
  [[nodiscard]] bool copy(Spot from, Spot to, std::uint64_t size);
  [[nodiscard]] bool wait();

  void say(std::string fact);
  [[nodiscard]] std::vector<std::string> take_facts();

  [[nodiscard]] Sum allocated() const { return allocated_; }
  [[nodiscard]] std::uint64_t pages_count() const { return pages_count_; }

  // Faults ordered by a scenario.
  std::uint64_t refused_pages = 0;
  std::uint64_t refused_copies = 0;
  std::uint64_t failed_waits = 0;

 private:
  Settings settings_;
  Sum allocated_ = 0;
  std::uint64_t pages_count_ = 0;
  std::uint64_t granted_ = 0;
  std::vector<std::string> facts_;
};

}  // namespace arenasim::tests::judge
