// The file that a sweep writes into while it runs, and goes on with after an interruption.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "sim/cli/output_options.hpp"
#include "sim/sweep/lines.hpp"

namespace arenasim::sim::cli {

/// Cells may come in any order and from any thread; they are written in order of their numbers, each as soon as those
/// before it are, so that a file that was cut and gone on with has the bytes of one that was not.
class SweepFile {
 public:
  /// `numbers`: the cells that are to come, in order. Without a path nothing is written. Reads what a file at `path`
  /// holds of the plan, and drops a line that was being written. Throws traces::InputError (inconsistent): the file is
  /// of another sweep; OutputError.
  SweepFile(const OutputPath& path, const sweep::Plan& plan, std::vector<std::size_t> numbers);
  SweepFile(const SweepFile&) = delete;
  SweepFile& operator=(const SweepFile&) = delete;
  ~SweepFile();

  /// How many cells the file held already.
  [[nodiscard]] std::size_t found_count() const { return found_count_; }

  void add(sweep::Line line);

  /// Every cell, in order. Throws OutputError where the file could not be completed.
  [[nodiscard]] std::vector<sweep::Line> finish();

 private:
  void go_on(const std::string& path, const sweep::Plan& plan);
  void open(const std::string& path);
  void write(const std::string& text);

  std::string path_;
  int descriptor_ = -1;
  std::vector<std::size_t> numbers_;
  std::size_t found_count_ = 0;
  std::mutex mutex_;
  std::map<std::uint64_t, sweep::Line> waiting_;  // for those before them
  std::vector<sweep::Line> lines_;
};

}  // namespace arenasim::sim::cli
