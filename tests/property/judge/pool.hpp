// Pages of one kind and the rule that carves them: sliced, exclusive, persistent, dedicated (spec/arena.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/property/judge/page.hpp"

namespace arenasim::tests::judge {

class Pool {
 public:
  Pool(Device& device, int index) : device_(&device), index_(index) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  virtual ~Pool() = default;

  [[nodiscard]] virtual bool accepts(std::uint64_t size) const = 0;
  /// In room held; null where there is none.
  [[nodiscard]] virtual Slice* try_reserve(std::uint64_t size) = 0;
  /// On a new page; null where the device refused it.
  [[nodiscard]] virtual Slice* add_page(std::uint64_t size) = 0;
  virtual void cleanup(bool is_explicit, std::uint64_t reservations) = 0;
  [[nodiscard]] virtual std::string kind() const = 0;
  /// One line, `what` standing for the kind.
  void report(std::uint64_t stream, const std::string& what) const;

  [[nodiscard]] int index() const { return index_; }
  [[nodiscard]] const std::vector<std::unique_ptr<Page>>& pages() const { return pages_; }

 protected:
  [[nodiscard]] Page* new_page(std::uint64_t size, bool sliced);
  [[nodiscard]] Slice* fill(Page& page, std::uint64_t size);
  [[nodiscard]] Slice* served(Slice* slice);
  /// Gives back the empty pages that `wanted` names, in order.
  void release(const std::function<bool(Page&)>& wanted);
  [[nodiscard]] const Settings& settings() const { return device_->settings(); }
  std::vector<std::unique_ptr<Page>>& own_pages() { return pages_; }

 private:
  Device* device_;
  int index_;
  std::vector<std::unique_ptr<Page>> pages_;
  std::size_t pages_peak_ = 0;
  std::uint64_t largest_ = 0;
};

class SlicedPool final : public Pool {
 public:
  SlicedPool(Device& device, int index, std::uint64_t page_size, std::uint64_t max_slice)
      : Pool(device, index), page_size_(page_size), max_slice_(max_slice) {}

  [[nodiscard]] bool accepts(std::uint64_t size) const override { return size <= max_slice_; }
  [[nodiscard]] Slice* try_reserve(std::uint64_t size) override;
  [[nodiscard]] Slice* add_page(std::uint64_t size) override;
  void cleanup(bool is_explicit, std::uint64_t reservations) override;
  [[nodiscard]] std::string kind() const override;
  void release_empty();
  [[nodiscard]] std::uint64_t page_size() const { return page_size_; }

 private:
  std::uint64_t page_size_;
  std::uint64_t max_slice_;
};

class ExclusivePool final : public Pool {
 public:
  /// Period 0: pages never age out.
  ExclusivePool(Device& device, int index, std::uint64_t largest_size, std::uint64_t period)
      : Pool(device, index), largest_size_(largest_size), period_(period), average_(double(largest_size) / 2) {}

  [[nodiscard]] bool accepts(std::uint64_t size) const override { return size <= largest_size_; }
  [[nodiscard]] Slice* try_reserve(std::uint64_t size) override;
  [[nodiscard]] Slice* add_page(std::uint64_t size) override;
  void cleanup(bool is_explicit, std::uint64_t reservations) override;
  [[nodiscard]] std::string kind() const override;

 private:
  std::uint64_t largest_size_;
  std::uint64_t period_;
  double average_;
  std::uint64_t last_check_ = 0;
};

class PersistentPool final : public Pool {
 public:
  explicit PersistentPool(Device& device) : Pool(device, 255) {}

  [[nodiscard]] bool accepts(std::uint64_t /*size*/) const override { return true; }
  [[nodiscard]] Slice* try_reserve(std::uint64_t size) override;
  [[nodiscard]] Slice* add_page(std::uint64_t size) override;
  void cleanup(bool is_explicit, std::uint64_t reservations) override;
  [[nodiscard]] std::string kind() const override { return "persistent"; }
  /// True when any page is filed under the effective size of `size`.
  [[nodiscard]] bool knows(std::uint64_t size) const;
};

class DedicatedPool final : public Pool {
 public:
  explicit DedicatedPool(Device& device) : Pool(device, 254) {}

  [[nodiscard]] bool accepts(std::uint64_t /*size*/) const override { return true; }
  [[nodiscard]] Slice* try_reserve(std::uint64_t size) override;
  [[nodiscard]] Slice* add_page(std::uint64_t size) override;
  void cleanup(bool is_explicit, std::uint64_t reservations) override;
  [[nodiscard]] std::string kind() const override { return "dedicated"; }

 private:
  std::vector<std::uint64_t> vacant_;  ///< indices to use again, the next one last
};

}  // namespace arenasim::tests::judge
