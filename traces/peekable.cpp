#include "traces/peekable.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "traces/input_error.hpp"

namespace arenasim::traces {
namespace {

constexpr std::size_t kKeptInMemory = std::size_t{4} << 20U;
constexpr std::size_t kPiece = std::size_t{256} << 10U;

[[noreturn]] void fail() {
  throw InputError{ErrorClass::io, WholeFile{}, "cannot keep what was looked at in a temporary file"};
}

std::size_t copy(std::string_view from, std::span<std::byte> into) {
  const std::size_t count = std::min(from.size(), into.size());
  std::memcpy(into.data(), from.data(), count);
  return count;
}

}  // namespace

/// Reads what is kept, then more, which is kept too.
class Peekable::Ahead : public Source {
 public:
  explicit Ahead(Peekable& owner) : owner_(owner) {}

  [[nodiscard]] std::size_t read(std::span<std::byte> into) override {
    const std::string_view seen = owner_.seen();
    const std::size_t in_memory = seen.size() + owner_.kept_.size() - owner_.kept_given_;
    if (at_ == in_memory + owner_.file_bytes_ - owner_.file_given_ && owner_.keep_more() == 0) {
      return 0;
    }
    std::size_t count = 0;
    if (at_ < seen.size()) {
      count = copy(seen.substr(at_), into);
    } else if (const std::size_t at = at_ - seen.size() + owner_.kept_given_; at < owner_.kept_.size()) {
      count = copy(std::string_view{owner_.kept_.data(), owner_.kept_.size()}.substr(at), into);
    } else {
      count = owner_.read_kept_file(at - owner_.kept_.size() + owner_.file_given_, into);
    }
    at_ += count;
    return count;
  }

 private:
  Peekable& owner_;
  std::size_t at_ = 0;  // from the next byte to be read
};

std::string_view Peekable::peek(std::size_t bytes) {
  while (seen_.size() - given_ < bytes) {
    const std::size_t before = seen_.size();
    seen_.resize(given_ + bytes);
    std::size_t got = 0;
    try {
      got = read_behind_seen(std::as_writable_bytes(std::span{seen_}.subspan(before)));
    } catch (...) {
      seen_.resize(before);
      throw;
    }
    seen_.resize(before + got);
    if (got == 0) {
      break;
    }
  }
  return std::string_view{seen_.data(), seen_.size()}.substr(given_, bytes);
}

std::unique_ptr<Source> Peekable::ahead() {
  return std::make_unique<Ahead>(*this);
}

std::size_t Peekable::keep_more() {
  std::vector<char> piece(kPiece);
  const std::size_t got = under_.read(std::as_writable_bytes(std::span{piece}));
  if (got == 0) {
    return 0;
  }
  if (!file_ && kept_.size() < kKeptInMemory) {
    kept_.insert(kept_.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    return got;
  }
  if (!file_) {
    file_.reset(std::tmpfile());
  }
  if (!file_ || std::fseek(file_.get(), 0, SEEK_END) != 0 || std::fwrite(piece.data(), 1, got, file_.get()) != got) {
    fail();
  }
  file_bytes_ += got;
  return got;
}

std::size_t Peekable::read_kept_file(std::size_t from, std::span<std::byte> into) {
  const std::size_t wanted = std::min(into.size(), file_bytes_ - from);
  if (std::fseek(file_.get(), static_cast<long>(from), SEEK_SET) != 0 ||
      std::fread(into.data(), 1, wanted, file_.get()) != wanted) {
    fail();
  }
  return wanted;
}

std::size_t Peekable::read_behind_seen(std::span<std::byte> into) {
  if (kept_given_ < kept_.size()) {
    const std::size_t count = copy(std::string_view{kept_.data(), kept_.size()}.substr(kept_given_), into);
    kept_given_ += count;
    return count;
  }
  kept_ = {};
  kept_given_ = 0;
  if (file_given_ < file_bytes_) {
    const std::size_t count = read_kept_file(file_given_, into);
    file_given_ += count;
    return count;
  }
  file_.reset();
  file_bytes_ = file_given_ = 0;
  return under_.read(into);
}

std::size_t Peekable::read(std::span<std::byte> into) {
  if (given_ == seen_.size()) {
    return read_behind_seen(into);
  }
  const std::size_t count = copy(seen(), into);
  given_ += count;
  if (given_ == seen_.size()) {
    seen_ = {};
    given_ = 0;
  }
  return count;
}

}  // namespace arenasim::traces
