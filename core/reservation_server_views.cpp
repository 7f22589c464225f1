// What a server shows of itself: its pools, its pages drawn, and whether they are sound.
#include "core/drawing.hpp"
#include "core/reservation_server.hpp"

namespace arenasim::core {

namespace {

/// The reference numbers the pages of a pool with 16 bits.
constexpr std::uint64_t kMostPagesThere = 65536;

}  // namespace

Description ReservationServer::describe() const {
  Description description;
  bool passed = false;
  for (const auto& [stream, memory] : memories_) {
    for (const auto& named : memory->pools()) {
      PoolDescription pool = named.pool->describe();
      pool.stream = stream;
      pool.kind = named.kind;
      description.pools.push_back(pool);
      passed = passed || pool.pages_peak_count > kMostPagesThere;
    }
  }
  if (passed) {
    description.notes.emplace_back("a pool held more than 65536 pages, where the reference's page numbers wrap");
  }
  return description;
}

std::vector<std::string> ReservationServer::draw() const {
  std::vector<std::string> lines;
  for (const auto& [stream, memory] : memories_) {
    for (const auto& named : memory->pools()) {
      for (PageSlot page = named.pool->first_page(); page != kNoSlot; page = space_.page(page).next) {
        lines.push_back("stream " + std::to_string(stream.number()) + ' ' + std::string{named.kind} + " page " +
                        std::to_string(space_.page(page).id.number()) + ' ' + core::draw(space_, page));
      }
    }
  }
  return lines;
}

Bytes ReservationServer::needs(const Request& request) const {
  return device_.alignment().round_up(request.size).value_or(request.size);
}

std::string ReservationServer::manner(const Request& request) const {
  return "aligned to " + std::to_string(device_.alignment().bytes().count()) + " bytes, in the memory of stream " +
         std::to_string(request.stream.number());
}

std::string ReservationServer::objection(const Request& request, const FreeRange& range) const {
  return range.stream == request.stream ? std::string{}
                                        : "it belongs to the memory of stream " + std::to_string(range.stream.number());
}

std::optional<std::string> ReservationServer::audit() const {
  const auto wrong = flaw();
  if (!wrong) {
    return std::nullopt;
  }
  if (wrong->page == kNoSlot) {
    return wrong->text;
  }
  return wrong->text + "; page " + std::to_string(space_.page(wrong->page).id.number()) + ' ' +
         core::draw(space_, wrong->page);
}

std::optional<Flaw> ReservationServer::flaw() const {
  Uint128 mapped = 0;
  for (const auto& [stream, memory] : memories_) {
    for (const auto& named : memory->pools()) {
      if (auto wrong = named.pool->flaw()) {
        return wrong;
      }
      if (auto wrong = flaw_of_owners(*named.pool)) {
        return wrong;
      }
      for (PageSlot page = named.pool->first_page(); page != kNoSlot; page = space_.page(page).next) {
        mapped += space_.page(page).size.count();
      }
    }
  }
  if (mapped != device_.allocated()) {
    return Flaw{"the device has granted other bytes than the pools hold pages for"};
  }
  return std::nullopt;
}

std::optional<Flaw> ReservationServer::flaw_of_owners(const Pool& pool) const {
  for (PageSlot page = pool.first_page(); page != kNoSlot; page = space_.page(page).next) {
    for (SliceSlot each = space_.page(page).first; each != kNoSlot; each = space_.slice(each).next) {
      const AllocationId owner = space_.slice(each).owner();
      if (owner != kNoAllocation && space_.where(owner) != each) {
        return Flaw{"allocation " + std::to_string(owner.number()) + " is noted at slice " +
                        std::to_string(space_.where(owner)) + " and sits at " + std::to_string(each),
                    page};
      }
    }
  }
  return std::nullopt;
}

}  // namespace arenasim::core
