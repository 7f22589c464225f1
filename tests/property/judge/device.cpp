#include "tests/property/judge/device.hpp"

#include <algorithm>
#include <utility>

namespace arenasim::tests::judge {
namespace {

bool used_up(std::uint64_t& ordered) {
  if (ordered == 0) {
    return false;
  }
  --ordered;
  return true;
}

}  // namespace

std::string to_text(Sum sum) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(sum % 10));
    sum /= 10;
  } while (sum != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<std::uint64_t> Device::map(std::uint64_t size) {
  const bool ordered = used_up(refused_pages);
  if (ordered || (settings_.capacity != 0 && allocated_ + size > settings_.capacity)) {
    say("refuse " + std::to_string(size));
    return std::nullopt;
  }
  say("map " + std::to_string(granted_) + " " + std::to_string(size));
  allocated_ += size;
  ++pages_count_;
  return granted_++;
}

void Device::unmap(std::uint64_t page, std::uint64_t size) {
  say("unmap " + std::to_string(page));
  allocated_ -= size;
  --pages_count_;
}

void Device::say(std::string fact) {
  facts_.push_back(std::move(fact));
}

bool Device::copy(Spot from, Spot to, std::uint64_t size) {
  if (used_up(refused_copies)) {
    say("refuse_copy");
    return false;
  }
  std::string fact = "copy";
  for (const std::uint64_t number : {from.page, from.offset, to.page, to.offset, size}) {
    fact += ' ';
    fact += std::to_string(number);
  }
  say(std::move(fact));
  return true;
}

bool Device::wait() {
  const bool failed = used_up(failed_waits);
  if (failed) {
    say("fail_wait");
  }
  return !failed;
}

std::vector<std::string> Device::take_facts() {
  return std::exchange(facts_, {});
}

}  // namespace arenasim::tests::judge
