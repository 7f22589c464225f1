// Commands and facts as text, in the form of golden files (golden/README.md).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "core/allocator.hpp"
#include "core/storage.hpp"
#include "sim/device_line.hpp"
#include "sim/observer.hpp"
#include "traces/string_table.hpp"

namespace arenasim::sim {

/// Which commands are shown: those of a scenario all, those of a trace by the table of spec/timing.md.
enum class FactsStyle : std::uint8_t { scenario, trace };

/// Prints what it sees, and on a `report` every pool and the device. What it is given outlives it. Errors of the
/// stream are its owner's to look at.
class FactsText final : public Observer {
 public:
  struct Subject {
    const core::Allocator& allocator;
    const core::Storage& storage;
    const traces::StringTable& strings;  ///< names of markers
  };

  FactsText(std::ostream& out, Subject subject, FactsStyle style);
  ~FactsText() override;
  FactsText(const FactsText&) = delete;
  FactsText& operator=(const FactsText&) = delete;

  /// The first line.
  void begin(const DeviceLine& device);

  /// `> report` and what it says: how `replay --facts` ends.
  void end_with_report();

  [[nodiscard]] core::FactDetail detail() const override { return core::FactDetail::events; }
  void observe(const Batch& batch) override;

 private:
  class Printer;
  std::unique_ptr<Printer> printer_;
};

}  // namespace arenasim::sim
