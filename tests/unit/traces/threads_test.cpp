// Unpacking beside the work: what another thread reads arrives in order, and its errors behind what came before them.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "traces/background_source.hpp"
#include "traces/input_error.hpp"

namespace arenasim::traces {
namespace {

/// Bytes that count up, and then an error, if there is to be one.
class Counting final : public Source {
 public:
  Counting(std::size_t bytes, bool fails) : left_(bytes), fails_(fails) {}

  std::size_t read(std::span<std::byte> into) override {
    if (left_ == 0 && fails_) {
      throw InputError{ErrorClass::container, WholeFile{}, "cut"};
    }
    const std::size_t count = std::min({into.size(), left_, std::size_t{100'000}});
    for (std::byte& byte : into.first(count)) {
      byte = static_cast<std::byte>(next_++);
    }
    left_ -= count;
    return count;
  }

 private:
  std::size_t left_;
  bool fails_;
  unsigned char next_ = 0;
};

/// Reads all there is, and counts what is not as it should be.
std::size_t read_all(Source& source, std::size_t& wrong) {
  std::vector<std::byte> buffer(70'000);
  std::size_t all = 0;
  unsigned char next = 0;
  while (const std::size_t got = source.read(buffer)) {
    for (std::size_t at = 0; at < got; ++at) {
      wrong += buffer[at] == static_cast<std::byte>(next++) ? 0U : 1U;
    }
    all += got;
  }
  return all;
}

}  // namespace

TEST_CASE("Bytes unpacked in the background are the same bytes") {
  for (const std::size_t count : {0U, 1U, 250'000U, 5'000'000U}) {
    BackgroundSource source{std::make_unique<Counting>(count, false)};
    std::size_t wrong = 0;
    CHECK(read_all(source, wrong) == count);
    CHECK(wrong == 0);
  }
}

TEST_CASE("An error of a background source comes behind its bytes, and again for whoever reads on") {
  for (const std::size_t count : {0U, 1U, 5'000'000U}) {
    BackgroundSource source{std::make_unique<Counting>(count, true)};
    std::vector<std::byte> buffer(1'000);
    std::size_t all = 0;
    const auto read_on = [&] {
      while (const std::size_t got = source.read(buffer)) {
        all += got;
      }
    };
    CHECK_THROWS_AS(read_on(), InputError);
    CHECK(all == count);
    CHECK_THROWS_AS(read_on(), InputError);
  }
}

TEST_CASE("A background source can be left before its end") {
  BackgroundSource source{std::make_unique<Counting>(50'000'000, false)};
  std::vector<std::byte> buffer(1'000'000);
  std::size_t all = 0;
  while (all < 2'000'000) {
    all += source.read(buffer);
  }
  CHECK(all >= 2'000'000);
}

}  // namespace arenasim::traces
