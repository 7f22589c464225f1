// Choices that are not made by a jump: where nobody can foresee which way it goes, computing both costs less than going
// the wrong way half of the time.
#pragma once

#include <cstdint>

namespace arenasim::traces {

/// Yes or no, of which the compiler cannot know that it is: else it would make one jump of all that depend on it.
class Choice {
 public:
  explicit Choice(bool yes) : one_(static_cast<std::uint64_t>(yes)) {
    asm("" : "+r"(one_));  // NOLINT(hicpp-no-assembler): no instruction, `one_` may just be any number behind it
  }

  /// One, or none.
  [[nodiscard]] std::uint64_t one() const { return one_; }

  /// All bits, or none.
  [[nodiscard]] std::uint64_t mask() const { return 0 - one_; }

  [[nodiscard]] std::uint64_t of(std::uint64_t yes, std::uint64_t no) const { return no ^ ((yes ^ no) & mask()); }
  [[nodiscard]] std::uint32_t of(std::uint32_t yes, std::uint32_t no) const {
    return no ^ ((yes ^ no) & static_cast<std::uint32_t>(mask()));
  }

 private:
  std::uint64_t one_;
};

}  // namespace arenasim::traces
