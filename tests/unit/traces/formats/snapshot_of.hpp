// Small snapshots of the profiled allocator, written part by part.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

#include "tests/support/read_text.hpp"
#include "tests/unit/traces/pickle/bytes_of.hpp"

namespace arenasim::tests {

/// An entry of a segment.
[[nodiscard]] inline std::string block(std::int64_t address, std::int64_t size, std::int64_t requested,
                                       const std::string& state) {
  return dict(
      {"address", number(address), "size", number(size), "requested_size", number(requested), "state", text(state)});
}

/// `blocks` is a list that is already written.
[[nodiscard]] inline std::string segment(std::int64_t address, std::int64_t size, const std::string& blocks,
                                         int device = 0) {
  return dict({"device", bytes({'K', device}), "address", number(address), "total_size", number(size), "stream",
               bytes({'K', 0}), "segment_type", text("small"), "blocks", blocks});
}

/// An entry of a device's ring.
[[nodiscard]] inline std::string event(const std::string& action, std::int64_t address, std::int64_t size,
                                       std::int64_t time_us, std::int64_t stream = 0) {
  return dict({"action", text(action), "addr", number(address), "size", number(size), "stream", number(stream),
               "time_us", number(time_us)});
}

/// The whole file: both are lists that are already written.
[[nodiscard]] inline std::string snapshot(const std::string& segments, const std::string& traces) {
  return pickled(dict({"segments", segments, "device_traces", traces}));
}

/// A snapshot of one ring and no segments.
[[nodiscard]] inline std::string one_device(std::initializer_list<std::string> events) {
  return snapshot(list({}), list({list(events)}));
}

/// One block in use, one whose free is asked for, one free.
[[nodiscard]] inline std::string full_segment() {
  return segment(4096, 2048,
                 list({block(4096, 512, 100, "active_allocated"), block(4608, 512, 500, "active_pending_free"),
                       block(5120, 1024, 0, "inactive")}));
}

/// Checks that reading a file ends with an error of a class at a place.
inline void check_error(const std::string& pickle, traces::ErrorClass error_class, const std::string& place,
                        const std::string& format = {}) {
  const std::optional<traces::InputError> error = error_of(pickle, format);
  REQUIRE(error);
  CAPTURE(error->what());
  CHECK(name(error->error_class()) == name(error_class));
  CHECK(place_of(*error).find(place) != std::string::npos);
}

}  // namespace arenasim::tests
