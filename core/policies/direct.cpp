#include "core/policies/direct.hpp"

namespace arenasim::core {

Direct::Direct(const Workplace& at) : BlockAllocator(at) {
  add_pool({.kind = "direct"});
}

Result<BlockSlot> Direct::take(const Request& request) {
  const auto size = rounded(request.size, limits().alignment);
  return size ? grant(*size) : tl::make_unexpected(size.error());
}

void Direct::put(BlockSlot block, StreamId /*stream*/) {
  give_back(block);
}

void Direct::release(StreamId /*stream*/) {}

std::optional<std::string> Direct::flaw() const {
  std::uint64_t kept_count = 0;
  for_each_block([&](BlockSlot slot) {
    if (blocks()[slot].state != BlockState::held || !blocks().is_whole_page(slot)) {
      ++kept_count;
    }
  });
  return kept_count == 0
             ? std::nullopt
             : std::optional{"direct has " + std::to_string(kept_count) + " blocks that are not a held page"};
}

namespace {

tl::expected<std::unique_ptr<Allocator>, OptionError> make_direct(const Workplace& at, const Options& /*options*/) {
  return std::make_unique<Direct>(at);
}

}  // namespace

const Policy kDirectPolicy{
    "direct", "a page for every request, given back at the free", "a program without a pool", {}, make_direct,
    nullptr,  {.serves_again = true, .gives_all_back = true}};

}  // namespace arenasim::core
