#include "traces/id_pages.hpp"

namespace arenasim::traces {
namespace {

constexpr std::uint32_t kStillLive = 2;  // a sparse page of which less than this part is live is made smaller
constexpr std::uint32_t kFewSlots = 16;  // of which no part is worth it

}  // namespace

IdPage::IdPage(const SparseIdPage& page) : IdPage() {
  page.for_each([this](std::size_t at, std::uint32_t slot) { put(at, slot); });
}

SparseIdPage::SparseIdPage(const IdPage& page) {
  take_live_of(page);
}

SparseIdPage SparseIdPage::shrunk() const {
  SparseIdPage page;
  page.take_live_of(*this);
  return page;
}

template <class Page>
void SparseIdPage::take_live_of(const Page& page) {
  slots_.reserve(page.counts.live);
  page.for_each([this](std::size_t at, std::uint32_t slot) {
    bits_[at / kWordIds] |= std::uint64_t{1} << (at % kWordIds);
    slots_.push_back(slot);
  });
  int up_to = 0;
  for (std::size_t word = 0; word < kWords; ++word) {
    up_to += std::popcount(bits_[word]);
    up_to_[word] = static_cast<std::uint16_t>(up_to);
  }
  counts.live = page.counts.live;
  counts.taken = page.counts.taken;
  counts.least = counts.live > kFewSlots ? counts.live / kStillLive : 1;
}

}  // namespace arenasim::traces
