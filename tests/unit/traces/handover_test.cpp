#include "traces/handover.hpp"

#include <optional>
#include <thread>

#include <catch2/catch.hpp>

namespace arenasim::traces {
namespace {

constexpr int kItems = 1003;  // no multiple of what wakes a thread

/// Every item in order, from a thread that pushes them.
void pass_all(Handover<int>& queue) {
  std::thread pusher{[&queue] {
    for (int number = 0; number < kItems; ++number) {
      int item = number;
      queue.push(item);
    }
    queue.end();
  }};
  int expected = 0;
  bool in_order = true;
  while (const std::optional<int> item = queue.pop()) {
    in_order = in_order && *item == expected;
    ++expected;
    queue.give_back(*item);
  }
  pusher.join();
  CHECK(in_order);
  CHECK(expected == kItems);
}

TEST_CASE("What is pushed is popped in order, whatever number wakes the other thread") {
  for (const std::size_t most : {1U, 4U, 16U}) {
    for (std::size_t enough = 1; enough <= most; ++enough) {
      CAPTURE(most, enough);
      Handover<int> queue{most, enough};
      pass_all(queue);
    }
  }
}

TEST_CASE("Who pops gets what is left at the end, though it is not enough to be woken for") {
  Handover<int> queue{8, 4};
  int item = 7;
  CHECK(queue.push(item));
  queue.end();
  CHECK(queue.pop() == 7);
  CHECK(queue.pop() == std::nullopt);
}

TEST_CASE("Nothing is passed on where nobody pops any more") {
  Handover<int> queue{8, 4};
  queue.stop();
  int item = 7;
  CHECK(!queue.push(item));
}

}  // namespace
}  // namespace arenasim::traces
