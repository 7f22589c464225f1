// A distribution over powers of two: how many values, and how many bytes stood behind them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/units.hpp"

namespace arenasim::sim::statistics {

/// Bucket 0 holds the value 0, bucket k the values from 2^(k-1) to 2^k - 1.
class Histogram {
 public:
  static constexpr std::size_t kBuckets = 65;

  struct Bucket {
    std::uint64_t count = 0;
    core::Uint128 bytes = 0;
  };

  void add(std::uint64_t value, core::Bytes bytes) {
    Bucket& bucket = buckets_[static_cast<std::size_t>(std::bit_width(value))];
    ++bucket.count;
    bucket.bytes += bytes.count();
  }

  [[nodiscard]] const std::array<Bucket, kBuckets>& buckets() const { return buckets_; }

  /// The least value that falls into a bucket.
  [[nodiscard]] static constexpr std::uint64_t from(std::size_t bucket) {
    return bucket == 0 ? 0 : std::uint64_t{1} << (bucket - 1);
  }

  /// The greatest value that falls into a bucket.
  [[nodiscard]] static constexpr std::uint64_t to(std::size_t bucket) {
    return bucket == 0 ? 0 : from(bucket) + (from(bucket) - 1);
  }

 private:
  std::array<Bucket, kBuckets> buckets_{};
};

}  // namespace arenasim::sim::statistics
