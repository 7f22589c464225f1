#include "traces/formats/arsm_blocks.hpp"

#include <utility>

namespace arenasim::traces {
namespace {

constexpr std::size_t kMostBlocks = 1;  // besides the one in use and the one that is being decoded

}  // namespace

ArsmBlocks::ArsmBlocks(const ArsmFile& file) : file_(file), queue_(kMostBlocks) {}

ArsmBlocks::~ArsmBlocks() {
  queue_.stop();
  if (thread_.joinable()) {
    thread_.join();
  }
}

const ArsmBlock& ArsmBlocks::next() {
  if (thread_.joinable()) {
    queue_.give_back(std::move(last_));
    last_ = queue_.pop().value();
  } else if (read(0, file_.header().header_bytes, last_) && file_.header().block_count > 1) {
    thread_ = std::thread{[this, offset = last_.block.end] { run(offset); }};
  }
  if (last_.error) {
    std::rethrow_exception(last_.error);
  }
  return last_.block;
}

void ArsmBlocks::run(std::uint64_t offset) {
  Decoded decoded;
  bool more = true;
  for (std::uint64_t number = 1; more && number < file_.header().block_count; ++number) {
    more = read(number, offset, decoded);
    offset = decoded.block.end;
    more = queue_.push(decoded) && more;
  }
  queue_.end();
}

bool ArsmBlocks::read(std::uint64_t number, std::uint64_t offset, Decoded& into) const {
  try {
    file_.read_block(offset, number, into.block);
    return true;
  } catch (...) {
    into.error = std::current_exception();
    return false;
  }
}

}  // namespace arenasim::traces
