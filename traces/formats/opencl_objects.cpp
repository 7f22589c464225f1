#include "traces/formats/opencl_objects.hpp"

#include <utility>

namespace arenasim::traces {

std::uint32_t OpenclObjects::add(std::uint64_t handle) {
  std::uint32_t number = 0;
  if (unused_.empty()) {
    number = static_cast<std::uint32_t>(objects_.size());
    objects_.emplace_back();
  } else {
    number = unused_.back();
    unused_.pop_back();
    objects_[number] = {};
  }
  objects_[number].handle = handle;
  numbers_[handle] = number;
  return number;
}

/// The object of this handle was let go without the log saying so. Gives the key of its storage, which is still live
/// for the intake.
BlockKey OpenclObjects::displace(std::uint64_t handle, const RecordContext& at) {
  const auto known = numbers_.find(handle);
  if (known == numbers_.end()) {
    return kNoOpenclBlock;
  }
  Object& object = objects_[known->second];
  const BlockKey key = std::exchange(object.key, kNoOpenclBlock);
  object.handle = 0;
  object.references = 0;
  const std::uint32_t number = known->second;
  numbers_.erase(known);
  if (object.views == 0) {
    const Records counted = intake_.import().records;
    end(number, at);
    intake_.import().records = counted;  // the record is that of the creation
  }
  return key;
}

void OpenclObjects::create(std::uint64_t handle, core::Bytes size, const RecordContext& at, const Where& where) {
  const BlockKey old = displace(handle, at);
  const BlockKey key = old != kNoOpenclBlock ? old : keys_.next();
  objects_[add(handle)].key = key;
  intake_.alloc(key, size, at, where);
}

void OpenclObjects::create_without_storage(std::uint64_t handle, std::uint64_t parent, const RecordContext& at) {
  if (const BlockKey old = displace(handle, at); old != kNoOpenclBlock) {
    ++intake_.import().repairs.double_allocs;
    const Records counted = intake_.import().records;
    intake_.free(old, nullptr, at, false);
    intake_.import().records = counted;  // the record is that of the creation
  }
  const auto owner = numbers_.find(parent);
  const std::uint32_t parent_number = parent == 0 || owner == numbers_.end() ? kNone : owner->second;
  const std::uint32_t number = add(handle);
  objects_[number].parent = parent_number;
  if (parent_number != kNone) {
    ++objects_[parent_number].views;
  }
}

void OpenclObjects::retain(std::uint64_t handle) {
  if (const auto known = numbers_.find(handle); known != numbers_.end()) {
    ++objects_[known->second].references;
  }
}

OpenclObjects::Released OpenclObjects::release(std::uint64_t handle, const RecordContext& at) {
  const auto known = numbers_.find(handle);
  if (known == numbers_.end() || objects_[known->second].references == 0) {
    return Released::unmatched;
  }
  Object& object = objects_[known->second];
  if (--object.references != 0) {
    return Released::counted;
  }
  if (object.views == 0) {
    end(known->second, at);
  } else if (object.key != kNoOpenclBlock) {
    ++kept_by_views_;
  }
  return Released::last;
}

void OpenclObjects::free_storage(Object& object, const RecordContext& at) {
  if (object.key != kNoOpenclBlock) {
    intake_.free(object.key, nullptr, at, false);
  }
}

/// Nothing holds the object: it goes, and so does the parent that only it kept.
void OpenclObjects::end(std::uint32_t number, const RecordContext& at) {
  while (number != kNone) {
    Object& object = objects_[number];
    free_storage(object, at);
    if (object.handle != 0) {
      numbers_.erase(object.handle);
    }
    unused_.push_back(number);
    number = object.parent;
    if (number != kNone && (--objects_[number].views != 0 || objects_[number].references != 0)) {
      return;
    }
  }
}

}  // namespace arenasim::traces
