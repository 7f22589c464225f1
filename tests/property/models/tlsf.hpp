// One TLSF page by the words of spec/policies.md: regions in a list, size classes as vectors, everything searched.
#pragma once

#include <bit>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <vector>

namespace arenasim::tests {

class TlsfModel {
 public:
  TlsfModel(std::uint64_t page, std::uint64_t align, std::string strategy)
      : align_(align), strategy_(std::move(strategy)), page_(page), regions_{{0, page, true}} {}

  std::string alloc(std::uint32_t id, std::uint64_t size, int /*stream*/) {
    const auto region = find(size);
    if (region == regions_.end()) {
      return "out_of_memory";
    }
    unlist(region);
    const std::uint64_t start = (region->offset + align_ - 1) / align_ * align_;
    const std::uint64_t end = region->offset + region->size;
    if (start > region->offset) {
      list(regions_.insert(region, {region->offset, start - region->offset, true}));
    }
    const auto rest = regions_.insert(std::next(region), {start + size, end - start - size, true});
    if (std::next(rest) == regions_.end()) {
      // the new tail, in no list, maybe empty
    } else if (rest->size == 0) {
      regions_.erase(rest);
    } else {
      list(rest);
    }
    *region = {start, size, false};
    held_[id] = region;
    return "0+" + std::to_string(start);
  }

  void free(std::uint32_t id, int /*stream*/) {
    auto region = held_.at(id);
    held_.erase(id);
    region->is_free = true;
    if (region != regions_.begin() && std::prev(region)->is_free) {
      const auto before = std::prev(region);
      unlist(before);
      before->size += region->size;
      regions_.erase(region);
      region = before;
    }
    if (const auto behind = std::next(region); behind->is_free) {
      unlist(behind);
      region->size += behind->size;
      regions_.erase(behind);
    }
    if (std::next(region) != regions_.end()) {
      list(region);
    }
  }

  [[nodiscard]] std::uint64_t reserved() const { return page_; }

 private:
  struct Region {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    bool is_free = false;
  };
  using At = std::list<Region>::iterator;

  static std::uint64_t class_of(std::uint64_t size) {
    if (size <= 256) {
      return (size - 1) / 8;
    }
    const auto highest = static_cast<std::uint64_t>(std::bit_width(size)) - 1;
    return 32 + (highest - 8) * 32 + (size >> (highest - 5)) % 32;
  }

  void list(At region) { lists_[class_of(region->size)].insert(lists_[class_of(region->size)].begin(), region); }
  void unlist(At region) {
    if (std::next(region) != regions_.end()) {
      auto& all = lists_[class_of(region->size)];
      std::erase(all, region);
      if (all.empty()) {
        lists_.erase(class_of(region->size));
      }
    }
  }

  [[nodiscard]] bool fits(At region, std::uint64_t size) const {
    return region->is_free && region->size >= size + (align_ - region->offset % align_) % align_;
  }

  /// The first list at or behind the class, walked; `list` is where it was.
  At walk_from(std::uint64_t first_class, std::uint64_t size) {
    const auto all = lists_.lower_bound(first_class);
    if (all != lists_.end()) {
      for (const At region : all->second) {
        if (fits(region, size)) {
          return region;
        }
      }
    }
    return regions_.end();
  }

  At find(std::uint64_t size) {
    const std::uint64_t step = size > 256 ? std::bit_floor(size) / 32 : 8;
    const std::uint64_t big = size > 248 && size <= 256 ? class_of(257) : class_of(size + step);
    const At tail = std::prev(regions_.end());
    std::vector<std::uint64_t> order{big, kTail, class_of(size)};
    if (strategy_ == "min-memory") {
      order = {class_of(size), kTail, big};
    } else if (strategy_ == "min-offset") {
      for (At region = regions_.begin(); region != regions_.end(); ++region) {
        if (fits(region, size)) {
          return region;
        }
      }
      return regions_.end();
    }
    if (lists_.empty()) {
      order = {kTail};
    } else if (strategy_ == "min-time") {
      const auto first = lists_.lower_bound(big);
      if (first != lists_.end() && fits(first->second.front(), size)) {
        return first->second.front();
      }
      order = {kTail, big, class_of(size)};
    }
    for (const std::uint64_t each : order) {
      const At found = each != kTail ? walk_from(each, size) : fits(tail, size) ? tail : regions_.end();
      if (found != regions_.end()) {
        return found;
      }
    }
    for (auto all = lists_.upper_bound(big); lists_.lower_bound(big) != lists_.end() && all != lists_.end(); ++all) {
      if (const At found = walk_from(all->first, size); found != regions_.end()) {
        return found;
      }
    }
    return regions_.end();
  }

  static constexpr std::uint64_t kTail = ~std::uint64_t{0};

  std::uint64_t align_;
  std::string strategy_;
  std::uint64_t page_;
  std::list<Region> regions_;
  std::map<std::uint64_t, std::vector<At>> lists_;
  std::map<std::uint32_t, At> held_;
};

}  // namespace arenasim::tests
