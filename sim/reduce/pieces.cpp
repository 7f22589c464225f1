#include "sim/reduce/pieces.hpp"

#include <unordered_map>
#include <utility>

namespace arenasim::sim::reduce {
namespace {

using traces::EventKind;

bool begins(EventKind kind) {
  return kind == EventKind::alloc || kind == EventKind::preexisting;
}

bool frees(EventKind kind) {
  return kind == EventKind::free || kind == EventKind::free_requested || kind == EventKind::free_completed;
}

}  // namespace

Pieces::Pieces(std::vector<traces::Event> events) : events_(std::move(events)) {
  std::unordered_map<std::uint64_t, std::size_t> piece_of_id;
  for (const traces::Event& event : events_) {
    const auto owner = frees(event.kind) ? piece_of_id.find(event.id) : piece_of_id.end();
    if (owner != piece_of_id.end()) {
      piece_of_.push_back(owner->second);
      continue;
    }
    if (begins(event.kind)) {
      piece_of_id[event.id] = piece_count_;
    }
    piece_of_.push_back(piece_count_++);
    allocation_.push_back(begins(event.kind));
  }
}

std::vector<traces::Event> Pieces::kept(const std::vector<bool>& keep) const {
  std::vector<traces::Event> left;
  for (std::size_t at = 0; at < events_.size(); ++at) {
    if (keep[piece_of_[at]]) {
      left.push_back(events_[at]);
    }
  }
  return left;
}

}  // namespace arenasim::sim::reduce
