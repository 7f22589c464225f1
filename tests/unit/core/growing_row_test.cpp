#include "core/growing_row.hpp"

#include <cstdint>

#include <sys/resource.h>
#include <catch2/catch.hpp>

#include "core/slab.hpp"

namespace arenasim::core {
namespace {

struct Wide {
  std::uint64_t number = 0;
  std::uint64_t twice = 0;
};

void fill(GrowingRow<Wide>& row, std::size_t count) {
  while (row.size() < count) {
    row.extend();
    row[row.size() - 1] = {row.size(), 2 * row.size()};
  }
}

bool holds_what_it_was_filled_with(const GrowingRow<Wide>& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i].number != i + 1 || row[i].twice != 2 * (i + 1)) {
      return false;
    }
  }
  return true;
}

/// Addresses in use, as the limit on them counts.
std::size_t addresses_in_use() {
  std::size_t pages = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  REQUIRE(file != nullptr);
  REQUIRE(std::fscanf(file, "%zu", &pages) == 1);  // NOLINT(cert-err34-c): one number, by the kernel
  std::fclose(file);
  return pages * 4096;
}

/// No more than so many addresses besides those in use, as long as it lives.
class FewAddresses {
 public:
  explicit FewAddresses(std::size_t more) {
    REQUIRE(getrlimit(RLIMIT_AS, &before_) == 0);
    const rlimit now{addresses_in_use() + more, before_.rlim_max};
    REQUIRE(setrlimit(RLIMIT_AS, &now) == 0);
  }
  FewAddresses(const FewAddresses&) = delete;
  FewAddresses& operator=(const FewAddresses&) = delete;
  ~FewAddresses() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

TEST_CASE("a row keeps its values while it grows, and stays where it is once it is long") {
  GrowingRow<Wide> row;
  fill(row, 100'000);
  const Wide* const begin = row.begin();
  fill(row, 1'000'000);
  CHECK(row.begin() == begin);
  CHECK(holds_what_it_was_filled_with(row));
}

TEST_CASE("a row grows where addresses are few, and says when there are no more") {
  constexpr std::size_t some = std::size_t{64} << 20U;
  GrowingRow<Wide> row;
  std::size_t reached = 0;
  {
    const FewAddresses few{some};
    fill(row, 500'000);
    try {
      fill(row, 100'000'000);
    } catch (const std::bad_alloc&) {
      reached = row.size();
    }
  }
  CHECK(reached >= some / 4 / sizeof(Wide));
  CHECK(row.size() == reached);
  CHECK(holds_what_it_was_filled_with(row));
}

TEST_CASE("a slab gives the slot out first that was freed last") {
  Slab<Wide> slab;
  const std::uint32_t first = slab.add({1, 2});
  const std::uint32_t second = slab.add({3, 4});
  const std::uint32_t third = slab.add({5, 6});
  slab.remove(first);
  slab.remove(third);
  CHECK(slab.count() == 1);
  CHECK(slab[second].twice == 4);
  CHECK(slab.add({7, 8}) == third);
  CHECK(slab.add({9, 10}) == first);
  CHECK(slab.add({11, 12}) == 3);
  CHECK(slab[third].number == 7);
  CHECK(slab.count() == 4);
}

}  // namespace
}  // namespace arenasim::core
