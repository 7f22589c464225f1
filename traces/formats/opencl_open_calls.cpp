#include "traces/formats/opencl_open_calls.hpp"

#include <algorithm>

namespace arenasim::traces {
namespace {

std::optional<std::uint64_t> thread_of(const OpenclCall& call) {
  return call.prefix.thread_id ? call.prefix.thread_id : call.prefix.thread_number;
}

}  // namespace

std::uint32_t OpenclOpenCalls::function_number(std::string_view function) {
  const auto known = functions_.find(function);
  if (known != functions_.end()) {
    return known->second;
  }
  const auto number = static_cast<std::uint32_t>(functions_.size());
  functions_.emplace(function, number);
  return number;
}

void OpenclOpenCalls::enter(const OpenclCall& call, const OpenclRequest& request) {
  open_[Place{thread_of(call).value_or(0), function_number(call.function)}].push_back(request);
}

std::optional<OpenclRequest> OpenclOpenCalls::exit(const OpenclCall& call) {
  const auto thread = thread_of(call);
  const auto place = open_.find(Place{thread.value_or(0), function_number(call.function)});
  if (place == open_.end() || place->second.empty()) {
    return std::nullopt;
  }
  std::vector<OpenclRequest>& calls = place->second;
  ambiguous_pairs_ += !thread && calls.size() > 1 ? 1U : 0U;
  const OpenclRequest newest = calls.back();
  calls.pop_back();
  return newest;
}

OpenclRequest* OpenclOpenCalls::find_freeing(OpenclKind kind, std::uint64_t pointer) {
  for (auto& [place, calls] : open_) {
    const auto found = std::find_if(calls.begin(), calls.end(), [&](const OpenclRequest& request) {
      return request.kind == kind && request.pointer == pointer;
    });
    if (found != calls.end()) {
      return &*found;
    }
  }
  return nullptr;
}

std::uint64_t OpenclOpenCalls::count() const {
  std::uint64_t count = 0;
  for (const auto& [place, calls] : open_) {
    count += calls.size();
  }
  return count;
}

}  // namespace arenasim::traces
