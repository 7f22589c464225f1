#include "tests/fuzz/fuzz_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using arenasim::tests::fuzz_format;
  const std::span bytes{data, size};
  fuzz_format("columns", bytes, {{"id", "1"}, {"size", "2"}, {"toggle", "true"}, {"time", "3"}});
  fuzz_format("columns", bytes, {{"id", "1"}, {"size", "2"}, {"time", "3"}, {"end", "4"}});
  return fuzz_format("columns", bytes,
                     {{"id", "id"}, {"size", "size"}, {"event", "event"}, {"header", "true"}, {"delimiter", ";"}});
}
