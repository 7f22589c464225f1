// `--explain EVENT`: which free ranges there were at one event, what became of the request, and why not the others.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/allocator.hpp"
#include "core/explains.hpp"
#include "core/fact.hpp"
#include "core/storage.hpp"
#include "sim/observer.hpp"

namespace arenasim::sim {

/// Follows every free range up to the event and keeps what it needs of that one.
class Explanation final : public Observer {
 public:
  /// `allocator` outlives it.
  Explanation(const core::Allocator& allocator, std::uint64_t event) : allocator_(allocator), event_(event) {}

  [[nodiscard]] core::FactDetail detail() const override { return core::FactDetail::ranges; }
  void observe(const Batch& batch) override;

  /// False where the replay ended before the event.
  [[nodiscard]] bool reached() const { return reached_; }

  /// Lines for a person, the first a heading.
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  struct Page {
    core::StreamId stream;
    std::uint8_t pool = 0;
  };

  void apply(const core::Fact& fact);
  void keep(const Moment& moment, std::span<const core::Fact> facts);
  [[nodiscard]] const core::Fact* fact_of(core::FactKind kind) const;
  [[nodiscard]] std::string heading() const;
  [[nodiscard]] std::string outcome() const;
  void add_device_lines(std::vector<std::string>& lines) const;
  void add_ranges(std::vector<std::string>& lines) const;
  [[nodiscard]] std::string verdict(const core::FreeRange& range) const;
  [[nodiscard]] core::Bytes needed() const;
  [[nodiscard]] std::string pool_name(std::uint8_t pool) const;
  [[nodiscard]] core::Request request() const;

  const core::Allocator& allocator_;
  std::uint64_t event_;
  bool reached_ = false;
  std::map<std::uint64_t, std::map<core::Bytes, core::Bytes>> free_;  // bytes by offset, by page
  std::map<std::uint64_t, Page> pages_;
  Moment moment_;                        // of the event
  std::vector<core::Fact> facts_;        // of the event
  std::vector<core::FreeRange> ranges_;  // before it
};

}  // namespace arenasim::sim
