// The capability to say, for people, how a policy sees a request and a free range: by its rules alone, whatever is
// held.
#pragma once

#include <cstdint>
#include <string>

#include "core/allocator.hpp"
#include "core/ids.hpp"
#include "core/storage.hpp"
#include "core/units.hpp"

namespace arenasim::core {

/// A free range as facts tell of it.
struct FreeRange {
  Place place;
  Bytes bytes;
  StreamId stream;  ///< for whom its page was granted
  std::uint8_t pool = 0;
};

class Explains {
 public:
  virtual ~Explains() = default;

  /// Null where the policy cannot.
  [[nodiscard]] static const Explains* of(const Allocator& policy) { return dynamic_cast<const Explains*>(&policy); }

  /// The bytes that a range must have for a request, before a rest is considered.
  [[nodiscard]] virtual Bytes needs(const Request& request) const = 0;

  /// How the request became that, and what is looked at: `in steps of 512 bytes, from the small pool`. May be empty.
  [[nodiscard]] virtual std::string manner(const Request& request) const = 0;

  /// Why a range that is long enough is not for the request: `it belongs to stream 3`. Empty: it could be.
  [[nodiscard]] virtual std::string objection(const Request& request, const FreeRange& range) const = 0;
};

}  // namespace arenasim::core
