// Free blocks in order of address: first fit without a look at every block that is too small. Blocks are parted by the
// power of two of their size; every block of a larger power fits, so only those of the request's own are tried.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "core/policies/block_chains.hpp"
#include "core/units.hpp"

namespace arenasim::core {

class AddressOrder {
 public:
  /// Adds a block of at least one byte; no other may have its address.
  void insert(Bytes address, Bytes size, BlockSlot block);

  /// Removes a block that was added with that address and size.
  void erase(Bytes address, Bytes size);

  /// The block of lowest address that has at least `size` bytes, of which there is one; kNoSlot where there is none.
  [[nodiscard]] BlockSlot first_fit(Bytes size) const;

  [[nodiscard]] bool contains(Bytes address, Bytes size, BlockSlot block) const;
  [[nodiscard]] std::size_t size() const;

  /// Calls `visit(block)` for each, by powers of two and addresses. The order must not change meanwhile.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const auto& power : by_power_) {
      for (const auto& [address, entry] : power) {
        visit(entry.block);
      }
    }
  }

 private:
  struct Entry {
    Bytes size;
    BlockSlot block = kNoSlot;
  };

  std::array<std::map<Bytes, Entry>, 64> by_power_;
};

}  // namespace arenasim::core
