// What a person gives who names no format: containers and format told by content.
#include "tests/fuzz/fuzz_format.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return arenasim::tests::fuzz_any_format({data, size});
}
