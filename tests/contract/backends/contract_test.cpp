// Every backend keeps the promises of core's ports: the same bodies, once for each row of the table.
#include <catch2/catch.hpp>

#include "backends/backends.hpp"

namespace arenasim::tests {
namespace {

using backends::PatternSeed;
using core::Bytes;
using core::PageId;
using core::operator""_B;
using core::operator""_KiB;
using core::operator""_MiB;

std::unique_ptr<backends::Device> make(const backends::Backend& backend, std::optional<Bytes> capacity = {}) {
  backends::DeviceRequest request;
  request.limits.capacity = capacity;
  request.limits.alignment = core::Alignment::of(256_B);
  return backend.make(request);
}

template <class Body>
void on_every_backend(const Body& body) {
  for (const backends::Backend& backend : backends::backends()) {
    INFO("backend " << backend.name);
    body(backend);
  }
}

PageId mapped(backends::Device& device, Bytes size) {
  const auto page = device.map(size);
  REQUIRE(page);
  return *page;
}

}  // namespace

TEST_CASE("Pages are numbered from 0 in the order they are granted, and no number comes twice") {
  on_every_backend([](const backends::Backend& backend) {
    const auto device = make(backend);
    CHECK(mapped(*device, 4_KiB) == PageId{0});
    CHECK(mapped(*device, 1_MiB) == PageId{1});
    device->unmap(PageId{0});
    CHECK(mapped(*device, 4_KiB) == PageId{2});
    CHECK((device->allocated() == (1_MiB + 4_KiB).count()));
    device->unmap(PageId{1});
    device->unmap(PageId{2});
    CHECK((device->allocated() == 0));
  });
}

TEST_CASE("A page past the capacity is refused, and nothing has changed") {
  on_every_backend([](const backends::Backend& backend) {
    const auto device = make(backend, 8_KiB);
    CHECK(mapped(*device, 5_KiB) == PageId{0});
    const auto refused = device->map(4_KiB);
    REQUIRE_FALSE(refused);
    CHECK_FALSE(refused.error().injected);
    CHECK((device->allocated() == (5_KiB).count()));
    CHECK(mapped(*device, 3_KiB) == PageId{1});
    CHECK(device->limits().capacity == 8_KiB);
  });
}

TEST_CASE("A page of no bytes is a page like any other") {
  on_every_backend([](const backends::Backend& backend) {
    const auto device = make(backend, 4_KiB);
    const PageId empty = mapped(*device, 0_B);
    CHECK(mapped(*device, 4_KiB) == PageId{1});
    CHECK(mapped(*device, 0_B) == PageId{2});
    CHECK(device->copy({empty, 0_B}, {PageId{2}, 0_B}, 0_B));
    CHECK(device->wait_copies());
    device->unmap(empty);
  });
}

TEST_CASE("A size that no machine has is refused, not tried") {
  on_every_backend([](const backends::Backend& backend) {
    if (backend.holds_bytes) {
      const auto device = make(backend);
      CHECK_FALSE(device->map(Bytes{std::uint64_t{1} << 62U}));
      CHECK(mapped(*device, 4_KiB) == PageId{0});
    }
  });
}

TEST_CASE("Copied bytes are what was written, at any offset and size") {
  on_every_backend([](const backends::Backend& backend) {
    const auto device = make(backend);
    auto* patterns = device->patterns();
    CHECK((patterns != nullptr) == backend.holds_bytes);
    if (patterns == nullptr) {
      return;
    }
    const PageId from = mapped(*device, 1_MiB);
    const PageId to = mapped(*device, 2_MiB);
    for (const std::uint64_t size : {1U, 3U, 15U, 16U, 17U, 100U, 4096U, 65537U, 500'001U}) {
      for (const std::uint64_t offset : {0U, 16U, 256U, 1027U}) {
        INFO(size << " bytes at " << offset);
        const PatternSeed seed{size * 7919 + offset};
        patterns->write({from, Bytes{offset}}, Bytes{size}, seed);
        device->wait_device();
        REQUIRE(device->copy({from, Bytes{offset}}, {to, Bytes{offset + 512}}, Bytes{size}));
        REQUIRE(device->wait_copies());
        CHECK_FALSE(patterns->check({to, Bytes{offset + 512}}, Bytes{size}, seed));
        CHECK_FALSE(patterns->check({from, Bytes{offset}}, Bytes{size}, seed));
      }
    }
  });
}

TEST_CASE("The first wrong byte is found, with what it should be") {
  on_every_backend([](const backends::Backend& backend) {
    const auto device = make(backend);
    auto* patterns = device->patterns();
    if (patterns == nullptr) {
      return;
    }
    const PageId page = mapped(*device, 1_MiB);
    for (const std::uint64_t wrong : {0U, 1U, 15U, 16U, 4095U, 99'998U, 99'999U}) {
      INFO("byte " << wrong);
      const PatternSeed mine{wrong + 1};
      patterns->write({page, 256_B}, 100'000_B, mine);
      PatternSeed other{1000};
      while (backends::pattern_byte(other, 0) == backends::pattern_byte(mine, wrong)) {
        ++other.number;
      }
      patterns->write({page, Bytes{256 + wrong}}, 1_B, other);
      const auto mismatch = patterns->check({page, 256_B}, 100'000_B, mine);
      REQUIRE(mismatch);
      CHECK(mismatch->offset == Bytes{wrong});
      CHECK(mismatch->expected == backends::pattern_byte(mine, wrong));
      CHECK(mismatch->found == backends::pattern_byte(other, 0));
      CHECK_FALSE(patterns->check({page, 256_B}, Bytes{wrong}, mine));
    }
  });
}

TEST_CASE("A device that holds bytes measures what it does") {
  on_every_backend([](const backends::Backend& backend) {
    const auto device = make(backend);
    CHECK((device->measurements() != nullptr) == backend.holds_bytes);
    if (device->measurements() == nullptr) {
      return;
    }
    const PageId from = mapped(*device, 1_MiB);
    const PageId to = mapped(*device, 1_MiB);
    REQUIRE(device->copy({from, 0_B}, {to, 0_B}, 1_MiB));
    REQUIRE(device->wait_copies());
    device->unmap(from);
    CHECK(device->measurements()->of(backends::Work::grant).count == 2);
    CHECK((device->measurements()->of(backends::Work::copy).bytes == (1_MiB).count()));
    CHECK(device->measurements()->of(backends::Work::release).count == 1);
  });
}

}  // namespace arenasim::tests
