#include "core/relocation.hpp"

#include <algorithm>

namespace arenasim::core {
namespace {

/// An outdated page with something live on it.
struct Candidate {
  PageSlot page;
  Bytes live;
};

struct Survey {
  Bytes live;
  bool bound = false;
};

Survey survey(const Space& space, const Page& page) {
  Survey result;
  for (SliceSlot each = page.first; each != kNoSlot; each = space.slice(each).next) {
    const Slice& slice = space.slice(each);
    result.live += slice.free() ? Bytes{} : slice.size;
    result.bound = result.bound || slice.bound();
  }
  return result;
}

void tell_blocked(Space& space, const Page& page) {
  space.device().tell({.kind = FactKind::relocation_blocked, .flag = page.guards == 0, .page = page.id});
}

/// Pages that may be emptied, in the order of pools and pages.
std::vector<Candidate> candidates(Space& space, const Arena& arena) {
  std::vector<Candidate> found;
  for (const auto& pool : arena.outdated()) {
    for (PageSlot slot = pool->first_page(); slot != kNoSlot; slot = space.page(slot).next) {
      const Page& page = space.page(slot);
      const Survey seen = survey(space, page);
      if (page.empty()) {
        continue;
      }
      if (page.guards > 0 || seen.bound) {
        tell_blocked(space, page);
      } else {
        found.push_back({slot, seen.live});
      }
    }
  }
  return found;
}

void sort_by(EvictionOrder order, const Space& space, std::vector<Candidate>& pages) {
  std::stable_sort(pages.begin(), pages.end(), [&](const Candidate& left, const Candidate& right) {
    const Page& left_page = space.page(left.page);
    const Page& right_page = space.page(right.page);
    switch (order) {
      case EvictionOrder::cheapest:
        return left.live < right.live;
      case EvictionOrder::emptiest:
        return static_cast<Uint128>(left.live.count()) * right_page.size.count() <
               static_cast<Uint128>(right.live.count()) * left_page.size.count();
      case EvictionOrder::oldest:
        return left_page.id < right_page.id;
    }
    return false;
  });
}

SliceSlot target_for(Arena& arena, Bytes size, bool may_add) {
  const SliceSlot in_room = arena.reserve_in_room(size);
  if (in_room != kNoSlot || !may_add) {
    return in_room;
  }
  return arena.current().add_page(size).value_or(kNoSlot);
}

void give_up_targets(Space& space, const std::vector<Move>& moves) {
  for (const Move& move : moves) {
    space.take_back(move.target);
  }
}

/// A target for all that is live on a page; nothing, and no target held, when one finds no place.
std::vector<Move> moves_off(Space& space, Arena& arena, PageSlot page, bool may_add) {
  std::vector<Move> moves;
  for (SliceSlot each = space.page(page).first; each != kNoSlot; each = space.slice(each).next) {
    if (space.slice(each).free()) {
      continue;
    }
    const SliceSlot target = target_for(arena, space.slice(each).size, may_add);
    if (target == kNoSlot) {
      give_up_targets(space, moves);
      return {};
    }
    moves.push_back({each, target});
  }
  return moves;
}

/// Queues the copies until one is refused.
bool copy_all(Space& space, const std::vector<Move>& moves) {
  return std::all_of(moves.begin(), moves.end(), [&](const Move& move) {
    return space.device().copy(space.place(move.source), space.place(move.target), space.slice(move.source).size);
  });
}

/// The owner of the source finds its allocation at the target from now on.
void commit_one(Space& space, const Move& move) {
  const Slice source = space.slice(move.source);
  const Place from = space.place(move.source);
  const Place to = space.place(move.target);
  if (source.owner() != kNoAllocation) {
    space.give(move.target, source.owner());
  } else {
    space.slice(move.target).let_go();
  }
  space.slice(move.target).stick(source.stuck());
  space.slice(move.source).stick(false);
  space.device().tell({.kind = FactKind::moved,
                       .pool = space.page(space.slice(move.target).page()).pool->index(),
                       .allocation = source.owner(),
                       .page = from.page,
                       .offset = from.offset,
                       .other_page = to.page,
                       .other_offset = to.offset,
                       .bytes = source.size,
                       .extra = space.padding(source)});
  space.take_back(move.source);
}

}  // namespace

Relocation Relocation::plan(Space& space, Arena& arena, bool may_add, const RelocationRules& rules) {
  std::vector<Candidate> pages = candidates(space, arena);
  sort_by(rules.order, space, pages);
  Bytes left = rules.budget.value_or(Bytes::max());
  std::vector<Move> planned;
  for (const Candidate& candidate : pages) {
    if (candidate.live > left) {
      continue;
    }
    const std::vector<Move> moves = moves_off(space, arena, candidate.page, may_add);
    if (!moves.empty() && rules.budget) {
      left -= candidate.live;
    }
    planned.insert(planned.end(), moves.begin(), moves.end());
  }
  return Relocation{std::move(planned)};
}

tl::expected<Landed, Abandonment> Relocation::copy(Space& space) && {
  space.device().wait_device();
  const bool copied = copy_all(space, moves_);
  if (!space.device().wait_copies()) {
    for (const Move& move : moves_) {
      space.slice(move.source).stick(true);
      space.slice(move.target).stick(true);
    }
    give_up_targets(space, moves_);
    return tl::make_unexpected(Abandonment::unknown);
  }
  if (!copied) {
    give_up_targets(space, moves_);
    return tl::make_unexpected(Abandonment::refused);
  }
  return Landed{std::move(moves_)};
}

Moved Landed::commit(Space& space, Arena& arena) && {
  Moved done;
  for (const Move& move : moves_) {
    commit_one(space, move);
    ++done.moves_count;
    done.moved += space.slice(move.target).size;
  }
  const std::size_t pages = arena.shape().outdated_pages;
  const Uint128 allocated = space.device().allocated();
  arena.drain();
  done.pages_freed_count = pages - arena.shape().outdated_pages;
  done.freed = Bytes{static_cast<std::uint64_t>(allocated - space.device().allocated())};
  return done;
}

}  // namespace arenasim::core
