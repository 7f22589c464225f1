// Which addresses were met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenasim::traces::pytorch {

/// Open addressing, 8 bytes a place.
class AddressSet {
 public:
  /// False where it is in already.
  bool insert(std::uint64_t address);

  [[nodiscard]] bool contains(std::uint64_t address) const;

 private:
  /// Where the address is, or would go; there is an empty place.
  [[nodiscard]] std::size_t place(std::uint64_t address) const;
  void grow();

  std::vector<std::uint64_t> places_;  // 0: empty
  std::size_t count_ = 0;
  unsigned shift_ = 64;  // leaves as many bits of a hash as number the places
  bool has_null_ = false;
};

}  // namespace arenasim::traces::pytorch
