#include "traces/formats/pickle/bytes.hpp"

#include "traces/input_error.hpp"

namespace arenasim::traces::pickle {

void ByteReader::refuse_cut() const {
  throw InputError(ErrorClass::truncated, OffsetPosition{bytes_.size(), {}}, "the pickle ends before STOP");
}

}  // namespace arenasim::traces::pickle
