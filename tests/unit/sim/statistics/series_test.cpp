#include "sim/statistics/series.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>

namespace arenasim::sim::statistics {

namespace {

/// A memory of one page of so many bytes.
class Pages {
 public:
  const MemoryState& with(std::uint64_t bytes) {
    if (mapped_) {
      memory_.apply({.kind = core::FactKind::unmapped, .page = core::PageId{next_ - 1}}, {});
    }
    memory_.apply({.kind = core::FactKind::mapped, .page = core::PageId{next_++}, .bytes = core::Bytes{bytes}}, {});
    memory_.settle({});
    mapped_ = true;
    return memory_;
  }

 private:
  MemoryState memory_{core::Alignment{}};
  std::uint64_t next_ = 0;
  bool mapped_ = false;
};

}  // namespace

TEST_CASE("A short run has a row for each moment") {
  Series series(4);
  Pages pages;
  for (std::uint64_t i = 0; i < 4; ++i) {
    series.add(pages.with(10 * i + 10), i, {});
  }
  REQUIRE(series.rows().size() == 4);
  CHECK(series.rows()[2].reserved_bytes == 30);
}

TEST_CASE("A long run keeps the least and the greatest reserved, in order, within its rows") {
  Series series(10);
  Pages pages;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t bytes = i == 333 ? 1 : i == 777 ? 9999 : 100 + i % 7;
    series.add(pages.with(bytes), i, {});
  }
  const std::vector<SeriesRow> rows = series.rows();
  CHECK(rows.size() <= 10);
  CHECK(std::any_of(rows.begin(), rows.end(), [](const SeriesRow& row) { return row.event == 333; }));
  CHECK(std::any_of(rows.begin(), rows.end(), [](const SeriesRow& row) { return row.event == 777; }));
  CHECK(std::is_sorted(rows.begin(), rows.end(),
                       [](const SeriesRow& a, const SeriesRow& b) { return a.event < b.event; }));
}

TEST_CASE("A series of one row keeps the greatest reserved") {
  Series series(1);
  Pages pages;
  for (std::uint64_t i = 0; i < 9; ++i) {
    series.add(pages.with(i == 5 ? 99 : 10), i, {});
  }
  REQUIRE(series.rows().size() == 1);
  CHECK(series.rows()[0].event == 5);
}

TEST_CASE("No rows asked for, no rows kept") {
  Series series(0);
  Pages pages;
  series.add(pages.with(1), 0, {});
  CHECK(series.rows().empty());
}

}  // namespace arenasim::sim::statistics
