#include "traces/handover.hpp"

#include <optional>
#include <thread>

#include <catch2/catch.hpp>

namespace arenasim::traces {
namespace {

constexpr int kItems = 1003;  // no multiple of how many may wait

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

TEST_CASE("What is pushed is popped in order, however many may wait") {
  for (const std::size_t most : {1U, 4U, 16U}) {
    CAPTURE(most);
    Handover<int> queue{most};
    pass_all(queue);
  }
}

TEST_CASE("Who pops gets what is left at the end") {
  Handover<int> queue{8};
  int item = 7;
  CHECK(queue.push(item));
  queue.end();
  CHECK(queue.pop() == 7);
  CHECK(queue.pop() == std::nullopt);
}

TEST_CASE("Nothing is passed on where nobody pops any more") {
  Handover<int> queue{8};
  queue.stop();
  int item = 7;
  CHECK(!queue.push(item));
}

}  // namespace
}  // namespace arenasim::traces
