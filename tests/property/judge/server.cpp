#include "tests/property/judge/server.hpp"

#include <sstream>
#include <stdexcept>

namespace arenasim::tests::judge {

Memory& Server::memory(std::uint64_t stream) {
  return memories_.try_emplace(stream, device_).first->second;
}

void Server::alloc(std::uint64_t id, std::uint64_t size, std::uint64_t stream) {
  if (owned_.contains(id)) {
    throw std::invalid_argument("alloc of a live id");
  }
  const Reserved reserved = reserve(size, stream);
  if (const auto* reason = std::get_if<std::string>(&reserved)) {
    device_.say("fail " + *reason);
    return;
  }
  Slice* slice = std::get<Slice*>(reserved);
  slice->owner = id;
  owned_[id] = slice;
  device_.say("place " + std::to_string(slice->page->pool_index) + " " + std::to_string(slice->page->number) + " " +
              std::to_string(slice->offset) + " " + std::to_string(size));
}

Reserved Server::reserve(std::uint64_t size, std::uint64_t stream) {
  Memory& mine = memory(stream);
  const Update update = recording_.contains(stream) ? Update::forbidden
                        : recording_.empty()        ? Update::allow
                                                    : Update::add_only;
  if (update == Update::allow) {
    if (const auto reason = mine.wanted_relocation()) {
      relocate(mine, *reason);
    }
  }
  Reserved first = mine.reserve(size, update);
  const auto* reason = std::get_if<std::string>(&first);
  if (reason == nullptr || update != Update::allow || *reason == "TooLarge") {
    return first;
  }
  device_.say("retry " + *reason);
  if (*reason == "PageSizesExhausted") {
    relocate(mine, "ArenaFull");
  } else {
    cleanup(stream);
  }
  return mine.reserve(size, Update::allow);
}

void Server::free(std::uint64_t id) {
  const auto found = owned_.find(id);
  if (found == owned_.end()) {
    device_.say("absent");
    return;
  }
  found->second->owned = false;
  owned_.erase(found);
}

void Server::relocate(Memory& of, const std::string& reason) {
  for (const auto& [source, target] : of.relocate(reason)) {
    if (target->owned) {
      owned_[target->owner] = target;
      moved_.push_back(target);
    }
  }
}

void Server::relocate(std::uint64_t stream) {
  if (recording_.empty() && memory(stream).has_outdated()) {
    relocate(memory(stream), "Explicit");
  }
}

void Server::cleanup(std::uint64_t stream) {
  if (!recording_.empty()) {
    device_.say("refused Recording");
    return;
  }
  relocate(stream);
  memory(stream).cleanup(true);
}

void Server::prepare(std::uint64_t stream) {
  static_cast<void>(memory(stream));
  for (auto& [number, each] : memories_) {
    if (recording_.empty() && each.has_outdated()) {
      relocate(each, "Capture");
    }
  }
}

void Server::set_guard(Slice& slice, bool on) {
  if (!slice.page->sliced) {
    slice.guarded = on;
  } else if (on) {
    ++slice.page->guards;
  } else {
    --slice.page->guards;
  }
}

void Server::report() {
  for (const auto& [stream, each] : memories_) {
    each.report(stream);
  }
  device_.say("device allocated=" + to_text(device_.allocated()) + " pages=" + std::to_string(device_.pages_count()));
}

bool Server::run_allocation(const std::string& name, const Numbers& numbers) {
  if (name == "alloc") {
    alloc(numbers.at(0), numbers.at(1), numbers.at(2));
  } else if (name == "free" || name == "free_completed") {
    free(numbers.at(0));
  } else {
    return name == "free_requested" || name == "advance" || name == "marker" || name == "audit";
  }
  return true;
}

bool Server::run_stream(const std::string& name, const Numbers& numbers) {
  if (name == "cleanup") {
    cleanup(numbers.at(0));
  } else if (name == "relocate") {
    relocate(numbers.at(0));
  } else if (name == "prepare") {
    prepare(numbers.at(0));
  } else if (name == "record") {
    recording_.insert(numbers.at(0));
  } else if (name == "seal") {
    recording_.erase(numbers.at(0));
  } else if (name == "mode") {
    memory(numbers.at(0)).mode(numbers.at(1));
  } else {
    return false;
  }
  return true;
}

bool Server::run_keeping(const std::string& name, const Numbers& numbers) {
  const auto owner = [&](std::map<std::uint64_t, Slice*>& keepers) {
    const auto found = owned_.find(numbers.at(0));
    return found != owned_.end() && keepers.try_emplace(found->first, found->second).second ? found->second : nullptr;
  };
  const auto keeper = [&](std::map<std::uint64_t, Slice*>& keepers) {
    const auto node = keepers.extract(numbers.at(0));
    return node.empty() ? nullptr : node.mapped();
  };
  if (name == "guard" || name == "unguard") {
    const bool on = name == "guard";
    if (Slice* slice = on ? owner(guards_) : keeper(guards_)) {
      set_guard(*slice, on);
    }
  } else if (name == "bind" || name == "unbind") {
    const bool on = name == "bind";
    if (Slice* slice = on ? owner(bindings_) : keeper(bindings_)) {
      slice->bound = on;
    }
  } else {
    return false;
  }
  return true;
}

bool Server::run_fault(const std::string& name, const Numbers& numbers) {
  if (name == "refuse_pages") {
    device_.refused_pages = numbers.at(0);
  } else if (name == "refuse_copies") {
    device_.refused_copies = numbers.at(0);
  } else if (name == "fail_waits") {
    device_.failed_waits = numbers.at(0);
  } else if (name == "report") {
    report();
  } else {
    return false;
  }
  return true;
}

std::vector<std::string> Server::run(const std::string& command) {
  std::istringstream words(command);
  std::string name;
  words >> name;
  Numbers numbers;
  for (std::uint64_t number = 0; words >> number;) {
    numbers.push_back(number);
  }
  if (!run_allocation(name, numbers) && !run_stream(name, numbers) && !run_keeping(name, numbers) &&
      !run_fault(name, numbers)) {
    throw std::invalid_argument("the judge has no command " + name);
  }
  for (const Slice* slice : moved_) {
    device_.say("moved " + std::to_string(slice->owner) + " " + std::to_string(slice->page->number) + " " +
                std::to_string(slice->offset));
  }
  moved_.clear();
  return device_.take_facts();
}

std::string judge(const std::vector<std::string>& scenario) {
  std::string text = scenario.at(0) + "\n";
  Server server(parse_settings(scenario.at(0)));
  for (std::size_t line = 1; line < scenario.size(); ++line) {
    const std::string& command = scenario[line];
    if (command.empty() || command.front() == '#') {
      continue;
    }
    text += "> " + command + "\n";
    for (const std::string& fact : server.run(command)) {
      text += fact + "\n";
    }
  }
  return text;
}

std::vector<std::string> commands_of(const std::string& golden) {
  std::vector<std::string> scenario;
  for (const std::string& line : split(golden, '\n')) {
    if (scenario.empty()) {
      scenario.push_back(line);
    } else if (line.starts_with("> ")) {
      scenario.push_back(line.substr(2));
    }
  }
  return scenario;
}

}  // namespace arenasim::tests::judge
