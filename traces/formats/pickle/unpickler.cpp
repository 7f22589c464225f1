#include "traces/formats/pickle/unpickler.hpp"

#include "traces/formats/pickle/depth.hpp"
#include "traces/formats/pickle/machine.hpp"

namespace arenasim::traces::pickle {

Unpickled unpickle(std::string_view bytes) {
  return Machine(bytes, nullptr, nullptr).run();
}

/// Where rows would be asked what only dicts can answer, the dicts are kept after all.
Unpickled unpickle(Whole& bytes, RowTaker& taker) {
  Unpickled made = Machine(bytes.text(), &taker, &bytes).run();
  const bool is_shallow = !made.root.is_container() || made.values.surely_within(made.root, kDeepest);
  if (is_shallow && made.values.rows_in_place(made.root)) {
    return made;
  }
  made = {ValueArena({}), {}, 0};
  return unpickle(bytes.text());
}

}  // namespace arenasim::traces::pickle
