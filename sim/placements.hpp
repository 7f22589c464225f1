// Every buffer with its place, as an interval CSV: what packers of buffers read and write (spec/formats.md, 8).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "core/storage.hpp"
#include "sim/observer.hpp"

namespace arenasim::sim {

/// Writes `id,lower,upper,size,offset,page`: held from the event `lower` up to but not `upper`. A row comes when its
/// buffer is freed; one that moved shows where it lay at last. What only the recording failed to get is left out.
class PlacementsText final : public Observer {
 public:
  /// Errors of the stream are its owner's to look at; it outlives the observer.
  explicit PlacementsText(std::ostream& out);

  [[nodiscard]] core::FactDetail detail() const override { return core::FactDetail::events; }
  void observe(const Batch& batch) override;

  /// What is still held ends behind the last event.
  void finish();

 private:
  struct Buffer {
    std::uint64_t id = 0;
    std::uint64_t lower = 0;
    core::Bytes size{};
    core::Place place{};
    bool held = false;
  };

  void apply(const core::Fact& fact, const Moment& moment);
  void write(Buffer& buffer, std::uint64_t upper);
  [[nodiscard]] Buffer& at(core::AllocationId allocation);

  std::ostream& out_;
  std::vector<Buffer> buffers_;  // by allocation
  std::uint64_t events_count_ = 0;
};

}  // namespace arenasim::sim
