#include "traces/formats/dtr_program.hpp"

#include <utility>

#include <fmt/format.h>

#include "traces/numbers.hpp"

namespace arenasim::traces {

void DtrProgram::fail(ErrorClass error_class, std::string text, std::string field) const {
  throw InputError(error_class, position_, std::move(text), std::move(field));
}

void DtrProgram::add(EventKind kind, BlockKey storage, core::Bytes size, Tag tag) {
  RecordContext at;
  at.time = now_;
  at.tag = tag;
  steps_->push_back(DtrStep{kind, storage, size, at, position_});
}

BlockKey DtrProgram::make(std::uint64_t bytes, Tag tag) {
  const BlockKey storage = storages_.size();
  storages_.push_back(Storage{bytes, 0});
  add(EventKind::alloc, storage, core::Bytes{bytes}, tag);
  return storage;
}

void DtrProgram::drop(BlockKey storage) {
  if (--storages_[storage].references == 0) {
    add(EventKind::free, storage, core::Bytes{storages_[storage].bytes}, Tag{});
  }
}

void DtrProgram::bind(const std::string& name, BlockKey storage) {
  if (!tensors_.emplace(name, storage).second) {
    fail(ErrorClass::inconsistent, fmt::format("tensor {} is live already", traces::quoted(name)), "NAME");
  }
  ++storages_[storage].references;
}

BlockKey DtrProgram::storage_of(const std::string& name, const char* field) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) {
    fail(ErrorClass::bad_value, fmt::format("no tensor {} is live", traces::quoted(name)), field);
  }
  return found->second;
}

void DtrProgram::advance(std::uint64_t time) {
  if (time > std::numeric_limits<std::uint64_t>::max() - now_.time_since_epoch().count()) {
    fail(ErrorClass::range, "times pass 2^64-1 in sum", "TIME");
  }
  now_ += core::SimDuration{time};
}

void DtrProgram::expect_result(const std::string& name, bool memory_now) const {
  const bool due = expected_ && expected_->memory.has_value() != memory_now;
  if (!due || expected_->results[expected_->next] != name) {
    fail(ErrorClass::inconsistent,
         fmt::format("{} of {} does not follow the instruction that makes it", memory_now ? "MEMORY" : "ALIAS",
                     traces::quoted(name)),
         "NAME");
  }
}

void DtrProgram::run_memory(const DtrInstruction& instruction) {
  expect_result(instruction.name, true);
  if (!expected_->constant) {
    expected_->memory = instruction.memory;
    return;
  }
  bind(instruction.name, make(instruction.memory, Tag{}));
  expected_.reset();
}

void DtrProgram::run_alias(const DtrInstruction& instruction) {
  expect_result(instruction.name, false);
  Expected& call = *expected_;
  const std::int64_t alias = instruction.alias;
  if (alias < -1 || (alias >= 0 && static_cast<std::uint64_t>(alias) >= call.arguments.size())) {
    fail(ErrorClass::range, fmt::format("alias {} of a call with {} arguments", alias, call.arguments.size()), "ALIAS");
  }
  bind(instruction.name, alias == -1 ? make(*call.memory, call.tag) : call.arguments[static_cast<std::size_t>(alias)]);
  call.memory.reset();
  if (++call.next == call.results.size()) {
    expected_.reset();
  }
}

void DtrProgram::run_call(const DtrInstruction& instruction) {
  Expected call;
  call.results = instruction.results;
  call.tag = strings_.intern(instruction.name);
  for (const std::string& argument : instruction.arguments) {
    call.arguments.push_back(storage_of(argument, "ARGS"));
  }
  advance(instruction.time);
  if (!call.results.empty()) {
    expected_ = std::move(call);
  }
}

void DtrProgram::run_mutate(const DtrInstruction& instruction) {
  for (const std::string& argument : instruction.arguments) {
    static_cast<void>(storage_of(argument, "ARGS"));
  }
  advance(instruction.time);
  for (const std::uint64_t index : instruction.mutated) {
    if (index >= instruction.arguments.size()) {
      fail(ErrorClass::range, fmt::format("argument {} of {} is mutated", index, instruction.arguments.size()),
           "MUTATE");
    }
    BlockKey& storage = tensors_.find(instruction.arguments[index])->second;
    const BlockKey old = storage;
    storage = make(storages_[old].bytes, strings_.intern(instruction.name));
    ++storages_[storage].references;
    drop(old);
  }
}

void DtrProgram::run_copy_from(const DtrInstruction& instruction) {
  static_cast<void>(storage_of(instruction.destination, "DST"));
  const BlockKey origin = storage_of(instruction.origin, "SRC");
  ++storages_[origin].references;
  drop(std::exchange(tensors_.find(instruction.destination)->second, origin));
}

void DtrProgram::run_release(const std::string& name) {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) {
    add(EventKind::free, kDtrUnknownTensor, {}, Tag{});
    return;
  }
  drop(found->second);
  tensors_.erase(found);
}

void DtrProgram::run(const DtrInstruction& instruction, LinePosition position, std::vector<DtrStep>& steps) {
  position_ = position;
  steps_ = &steps;
  if (expected_ && instruction.verb != DtrVerb::memory && instruction.verb != DtrVerb::alias) {
    fail(ErrorClass::inconsistent,
         fmt::format("expected MEMORY or ALIAS of {}", traces::quoted(expected_->results[expected_->next])),
         "INSTRUCTION");
  }
  switch (instruction.verb) {
    case DtrVerb::constant:
      expected_ = Expected{{instruction.name}, {}, {}, true, 0, {}};
      break;
    case DtrVerb::memory:
      return run_memory(instruction);
    case DtrVerb::alias:
      return run_alias(instruction);
    case DtrVerb::call:
      return run_call(instruction);
    case DtrVerb::mutate:
      return run_mutate(instruction);
    case DtrVerb::copy:
      return bind(instruction.destination, storage_of(instruction.origin, "SRC"));
    case DtrVerb::copy_from:
      return run_copy_from(instruction);
    case DtrVerb::release:
      return run_release(instruction.name);
    case DtrVerb::annotate:
      add(EventKind::marker, 0, {}, strings_.intern(instruction.name));
      break;
  }
}

void DtrProgram::require_complete(LinePosition position) const {
  if (expected_) {
    throw InputError(
        ErrorClass::truncated, position,
        fmt::format("the log ends before MEMORY or ALIAS of {}", traces::quoted(expected_->results[expected_->next])));
  }
}

}  // namespace arenasim::traces
