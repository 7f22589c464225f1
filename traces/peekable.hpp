// A source whose beginning can be looked at before it is read.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "traces/source.hpp"

namespace arenasim::traces {

/// What is looked at is kept until it is read: some MiB in memory, more in a temporary file without a name. Pipes and
/// what containers unwrap to cannot be read twice.
class Peekable : public Source {
 public:
  /// `under` must outlive it.
  explicit Peekable(Source& under) : under_(under) {}

  /// The next `bytes` bytes, or fewer where the source ends before; they are still to be read. The view is good until
  /// the next call of `peek` or `read`.
  [[nodiscard]] std::string_view peek(std::size_t bytes);

  /// What has been looked at by `peek` and not read.
  [[nodiscard]] std::string_view seen() const { return std::string_view{seen_.data(), seen_.size()}.substr(given_); }

  /// A reading of all that is still to be read, which stays to be read. It is of no use after the next `peek` or
  /// `read`.
  [[nodiscard]] std::unique_ptr<Source> ahead();

  [[nodiscard]] std::size_t read(std::span<std::byte> into) override;

 private:
  class Ahead;
  struct CloseFile {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
  };

  /// Reads more from the source and keeps it; 0 at the end.
  std::size_t keep_more();
  std::size_t read_kept_file(std::size_t from, std::span<std::byte> into);
  /// What follows `seen_`: what was kept, then the source.
  std::size_t read_behind_seen(std::span<std::byte> into);

  Source& under_;
  std::vector<char> seen_;
  std::size_t given_ = 0;  // of seen_
  std::vector<char> kept_;
  std::size_t kept_given_ = 0;
  std::unique_ptr<std::FILE, CloseFile> file_;  // behind kept_
  std::size_t file_bytes_ = 0;
  std::size_t file_given_ = 0;
};

}  // namespace arenasim::traces
