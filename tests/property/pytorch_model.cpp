#include "tests/property/pytorch_model.hpp"

#include <algorithm>

namespace arenasim::tests {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;

std::uint64_t up(std::uint64_t size, std::uint64_t unit) {
  return (size + unit - 1) / unit * unit;
}

}  // namespace

std::uint64_t PytorchModel::block_size(std::uint64_t size) const {
  size = std::max<std::uint64_t>(size + rules_.added, 1);
  if (rules_.steps > 1) {
    std::uint64_t power = 1;
    while (power * 2 <= size) {
      power *= 2;
    }
    std::uint64_t step = power;
    while (step < size) {
      step += std::max<std::uint64_t>(power / rules_.steps, 1);
    }
    size = step;
  }
  return up(size, 512);
}

PytorchModel::Place PytorchModel::best(std::uint64_t size, int stream, bool small) {
  Place best;
  Place end;  // of a range: it serves when nothing else does
  for (Segment& segment : segments_) {
    if (segment.stream != stream || segment.small != small) {
      continue;
    }
    for (std::size_t i = 0; i < segment.blocks.size(); ++i) {
      const Block& block = segment.blocks[i];
      if (block.id || block.size < size) {
        continue;
      }
      if (rules_.expandable && i + 1 == segment.blocks.size()) {
        end = {&segment, i};
      } else if (best.segment == nullptr || block.size < best.segment->blocks[best.block].size) {
        best = {&segment, i};
      }
    }
  }
  best = best.segment == nullptr ? end : best;
  if (best.segment != nullptr) {
    const std::uint64_t found = best.segment->blocks[best.block].size;
    const bool wrong = size < rules_.max_split ? found >= rules_.max_split : found >= size + rules_.most_rounding;
    best.segment = wrong ? nullptr : best.segment;
  }
  return best;
}

PytorchModel::Place PytorchModel::grow(std::uint64_t size, int stream, bool small) {
  std::uint64_t more = small ? 2 * kMebibyte : size < 10 * kMebibyte ? rules_.large_segment : up(size, 2 * kMebibyte);
  if (rules_.expandable) {
    more = up(size, unit(small));
    for (Segment& segment : segments_) {
      if (segment.stream != stream || segment.small != small) {
        continue;
      }
      Block& last = segment.blocks.back();
      more = up(size - (last.id ? 0 : last.size), unit(small));
      if (more > rules_.capacity || reserved() > rules_.capacity - more) {
        return {};
      }
      if (last.id) {
        segment.blocks.push_back({.offset = last.offset + last.size, .size = more, .since = 0, .id = {}});
      } else {
        last.size += more;
      }
      return {&segment, segment.blocks.size() - 1};
    }
  }
  if (more > rules_.capacity || reserved() > rules_.capacity - more) {
    return {};
  }
  segments_.push_back({.page = next_page_++,
                       .stream = stream,
                       .small = small,
                       .blocks = {{.offset = 0, .size = more, .since = 0, .id = {}}}});
  return {&segments_.back(), 0};
}

std::optional<PytorchModel::Held> PytorchModel::allocate(std::uint64_t id, std::uint64_t requested, int stream) {
  const std::uint64_t size = block_size(requested);
  const bool small = size <= kMebibyte;
  ++(small ? small_requests_ : large_requests_);
  Place place = best(size, stream, small);
  if (place.segment == nullptr) {
    place = grow_or_reclaim(size, stream, small);
  }
  if (place.segment == nullptr) {
    return std::nullopt;
  }
  std::vector<Block>& blocks = place.segment->blocks;
  const auto at = blocks.begin() + static_cast<std::ptrdiff_t>(place.block);
  const std::uint64_t rest = at->size - size;
  const bool splits = small || rules_.expandable ? rest >= 512 : rest > kMebibyte && size < rules_.max_split;
  at->id = id;
  const Held held{.page = place.segment->page, .offset = at->offset, .size = splits ? size : at->size};
  if (splits) {
    at->size = size;
    blocks.insert(
        at + 1,
        {.offset = held.offset + size, .size = rest, .since = small ? small_requests_ : large_requests_, .id = {}});
  }
  return held;
}

PytorchModel::Place PytorchModel::grow_or_reclaim(std::uint64_t size, int stream, bool small) {
  collect();
  Place place = grow(size, stream, small);
  if (place.segment == nullptr && release_oversize(size, stream, small)) {
    place = grow(size, stream, small);
  }
  if (place.segment == nullptr) {
    ++retries_;
    release([](const Segment&) { return true; });
    place = grow(size, stream, small);
  }
  return place;
}

void PytorchModel::collect() {
  const auto least =
      static_cast<std::uint64_t>(static_cast<unsigned __int128>(rules_.capacity) * rules_.gc_percent / 100);
  for (bool freed = rules_.gc_percent != 0 && !rules_.expandable; freed && reserved() > least;) {
    std::uint64_t ages = 0;
    std::uint64_t count = 0;
    const auto age = [this](const Segment& segment) { return large_requests_ - segment.blocks[0].since; };
    for (const Segment& segment : segments_) {
      if (segment.free() && !segment.small) {
        ages += age(segment);
        ++count;
      }
    }
    freed = segments_.remove_if([&](const Segment& segment) {
      return segment.free() && !segment.small && age(segment) * count >= ages;
    }) > 0;
  }
}

bool PytorchModel::release_oversize(std::uint64_t size, int stream, bool small) {
  const std::uint64_t wanted = std::max(size, rules_.max_split);
  if (rules_.max_split == ~std::uint64_t{0} || rules_.expandable) {
    return false;
  }
  std::vector<Segment*> found;
  for (Segment& segment : segments_) {
    if (segment.free() && segment.stream == stream && segment.small == small && segment.size() >= rules_.max_split) {
      found.push_back(&segment);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Segment* a, const Segment* b) { return a->size() < b->size(); });
  const auto drop = [this](const Segment* gone) {
    segments_.remove_if([&](const Segment& each) { return &each == gone; });
  };
  for (Segment* segment : found) {
    if (segment->size() >= wanted) {
      drop(segment);
      return true;
    }
  }
  std::uint64_t released = 0;
  for (; released < wanted && !found.empty(); found.pop_back()) {
    released += found.back()->size();
    drop(found.back());
  }
  return released >= wanted;
}

void PytorchModel::release(const std::function<bool(const Segment&)>& of) {
  segments_.remove_if([&](const Segment& segment) { return of(segment) && segment.free(); });
  for (Segment& segment : segments_) {
    Block& last = segment.blocks.back();
    if (!rules_.expandable || !of(segment) || last.id) {
      continue;
    }
    last.size %= unit(segment.small);
    if (last.size == 0) {
      segment.blocks.pop_back();
    }
  }
}

void PytorchModel::free(std::uint64_t id) {
  for (Segment& segment : segments_) {
    std::vector<Block>& blocks = segment.blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i].id != id) {
        continue;
      }
      blocks[i].id.reset();
      blocks[i].since = segment.small ? small_requests_ : large_requests_;
      const auto join = [&](std::size_t front) {
        blocks[front].size += blocks[front + 1].size;
        blocks[front].since = blocks[i].since;
        blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(front) + 1);
      };
      if (i + 1 < blocks.size() && !blocks[i + 1].id) {
        join(i);
      }
      if (i > 0 && !blocks[i - 1].id) {
        join(i - 1);
      }
      return;
    }
  }
}

void PytorchModel::cleanup(int stream) {
  release([stream](const Segment& segment) { return segment.stream == stream; });
}

std::uint64_t PytorchModel::reserved() const {
  std::uint64_t bytes = 0;
  for (const Segment& segment : segments_) {
    bytes += segment.size();
  }
  return bytes;
}

}  // namespace arenasim::tests
