// Runs the commands of a scenario (golden/README.md) over every stream of one device, straight from spec/arena.md, with
// no thought for speed. It shares nothing with the program it judges.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/property/judge/memory.hpp"

namespace arenasim::tests::judge {

class Server {
 public:
  explicit Server(const Settings& settings) : device_(settings) {}

  /// What came of one command, a line each. Throws std::invalid_argument for a command it does not know
  /// and for an alloc of a live id.
  [[nodiscard]] std::vector<std::string> run(const std::string& command);

 private:
  using Numbers = std::vector<std::uint64_t>;
  [[nodiscard]] bool run_allocation(const std::string& name, const Numbers& numbers);
  [[nodiscard]] bool run_stream(const std::string& name, const Numbers& numbers);
  [[nodiscard]] bool run_keeping(const std::string& name, const Numbers& numbers);
  [[nodiscard]] bool run_fault(const std::string& name, const Numbers& numbers);

  void alloc(std::uint64_t id, std::uint64_t size, std::uint64_t stream);
  [[nodiscard]] Reserved reserve(std::uint64_t size, std::uint64_t stream);
  void free(std::uint64_t id);
  void relocate(std::uint64_t stream);
  void relocate(Memory& memory, const std::string& reason);
  void cleanup(std::uint64_t stream);
  void prepare(std::uint64_t stream);
  void set_guard(Slice& slice, bool on);
  void report();
  [[nodiscard]] Memory& memory(std::uint64_t stream);

  Device device_;
  std::map<std::uint64_t, Memory> memories_;
  std::set<std::uint64_t> recording_;
  std::map<std::uint64_t, Slice*> owned_;
  std::map<std::uint64_t, Slice*> guards_;
  std::map<std::uint64_t, Slice*> bindings_;
  std::vector<Slice*> moved_;
};

/// What `arenasim scenario` is to print: the first line, each command after `> `, and below it what came of it.
/// Lines that begin with `#` and empty lines are no commands.
[[nodiscard]] std::string judge(const std::vector<std::string>& scenario);

/// The scenario that a golden file's text holds: its first line and its commands without `> `.
[[nodiscard]] std::vector<std::string> commands_of(const std::string& golden);

}  // namespace arenasim::tests::judge
