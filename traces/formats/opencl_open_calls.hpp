// Calls that have begun and not ended: which enter an exit belongs to (spec/opencl_log.md, Calls).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "traces/formats/opencl_call.hpp"
#include "traces/formats/opencl_request.hpp"

namespace arenasim::traces {

class OpenclOpenCalls {
 public:
  void enter(const OpenclCall& call, const OpenclRequest& request);

  /// What the newest open call of that function on that thread asked for; nothing where none is open. Without a thread
  /// in the prefix any thread's is taken, and counted as ambiguous where there is more than one.
  [[nodiscard]] std::optional<OpenclRequest> exit(const OpenclCall& call);

  /// An open call that lets go of that object or pointer; null where there is none.
  [[nodiscard]] OpenclRequest* find_freeing(OpenclKind kind, std::uint64_t pointer);

  [[nodiscard]] std::uint64_t ambiguous_pairs() const { return ambiguous_pairs_; }

  /// Calls that are still open.
  [[nodiscard]] std::uint64_t count() const;

 private:
  /// Calls of one function on one thread nest, so that they close from the inside.
  using Place = std::pair<std::uint64_t, std::uint32_t>;

  [[nodiscard]] std::uint32_t function_number(std::string_view function);

  std::map<std::string, std::uint32_t, std::less<>> functions_;
  std::map<Place, std::vector<OpenclRequest>> open_;  // by thread and function
  std::uint64_t ambiguous_pairs_ = 0;
};

}  // namespace arenasim::traces
