// SVM and USM blocks: named by address, without a count (spec/opencl_log.md, Objects).
#pragma once

#include <cstdint>
#include <map>

#include "core/units.hpp"
#include "traces/formats/opencl_objects.hpp"
#include "traces/intake.hpp"

namespace arenasim::traces {

class OpenclPointers {
 public:
  OpenclPointers(Intake& intake, OpenclKeys& keys) : intake_(intake), keys_(keys) {}

  /// A block that still has the address is freed first, as a double alloc.
  void allocate(std::uint64_t address, core::Bytes size, const RecordContext& at, const Where& where);

  /// A free of an address where no block begins is given to the intake as unmatched.
  void free(std::uint64_t address, const RecordContext& at);

  [[nodiscard]] bool knows(std::uint64_t address) const { return blocks_.contains(address); }

  /// True where the address lies inside a live block.
  [[nodiscard]] bool inside(std::uint64_t address) const;

 private:
  struct Block {
    core::Bytes size;
    BlockKey key = kNoOpenclBlock;
  };

  Intake& intake_;
  OpenclKeys& keys_;
  std::map<std::uint64_t, Block> blocks_;  // by address
};

}  // namespace arenasim::traces
