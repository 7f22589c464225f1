// Lives of cl_mem objects: counted references, views that keep the storage they look into, storage that is freed last
// (spec/opencl_log.md, Objects).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/units.hpp"
#include "traces/intake.hpp"

namespace arenasim::traces {

/// Keys of blocks, given to objects and pointers alike; 0 is never given.
class OpenclKeys {
 public:
  [[nodiscard]] BlockKey next() { return ++last_; }

 private:
  BlockKey last_ = 0;
};

/// A key that no block has: for frees of what is not known.
inline constexpr BlockKey kNoOpenclBlock = 0;

class OpenclObjects {
 public:
  OpenclObjects(Intake& intake, OpenclKeys& keys) : intake_(intake), keys_(keys) {}

  enum class Released : std::uint8_t {
    unmatched,  ///< no such object
    counted,    ///< others still hold it
    last,       ///< the program's last reference; the storage may live on for a view
  };

  /// An object with storage. One that still has the handle is freed first, as a double alloc.
  void create(std::uint64_t handle, core::Bytes size, const RecordContext& at, const Where& where);

  /// An object without storage of its own. It keeps the storage of `parent` alive, where that is an object known here.
  void create_without_storage(std::uint64_t handle, std::uint64_t parent, const RecordContext& at);

  void retain(std::uint64_t handle);

  /// Frees storage that nothing holds any more: one event at most.
  Released release(std::uint64_t handle, const RecordContext& at);

  [[nodiscard]] bool knows(std::uint64_t handle) const { return numbers_.contains(handle); }

  /// How often storage outlived the program's last reference to it.
  [[nodiscard]] std::uint64_t kept_by_views() const { return kept_by_views_; }

 private:
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

  struct Object {
    std::uint64_t handle = 0;
    BlockKey key = kNoOpenclBlock;  ///< of its storage; none: kNoOpenclBlock
    std::uint64_t references = 1;
    std::uint64_t views = 0;
    std::uint32_t parent = kNone;
  };

  [[nodiscard]] std::uint32_t add(std::uint64_t handle);
  void free_storage(Object& object, const RecordContext& at);
  void end(std::uint32_t number, const RecordContext& at);
  [[nodiscard]] BlockKey displace(std::uint64_t handle, const RecordContext& at);

  Intake& intake_;
  OpenclKeys& keys_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of objects, by handle
  std::vector<Object> objects_;
  std::vector<std::uint32_t> unused_;
  std::uint64_t kept_by_views_ = 0;
};

}  // namespace arenasim::traces
