// Seeded choices that are the same on every machine: std's engine, no std distribution.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace arenasim::tests {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  /// From 0 up to but not `limit`, which is above 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
  [[nodiscard]] std::uint64_t between(std::uint64_t least, std::uint64_t most) {
    return least + below(most - least + 1);
  }
  [[nodiscard]] bool chance(std::uint64_t in_a_thousand) { return below(1000) < in_a_thousand; }

  /// Every power of two as likely as the next: up to 2^`most_bits`.
  [[nodiscard]] std::uint64_t by_magnitude(std::uint64_t most_bits) {
    const std::uint64_t power = std::uint64_t{1} << below(most_bits);
    return power + below(power);
  }

  template <class Value>
  [[nodiscard]] Value pick(std::initializer_list<Value> values) {
    return *(values.begin() + below(values.size()));
  }

  template <class Value>
  [[nodiscard]] const Value& pick(const std::vector<Value>& values) {
    return values[below(values.size())];
  }

  /// Takes one out.
  template <class Value>
  [[nodiscard]] Value take(std::vector<Value>& values) {
    const std::size_t index = below(values.size());
    const Value value = values[index];
    values[index] = values.back();
    values.pop_back();
    return value;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace arenasim::tests
