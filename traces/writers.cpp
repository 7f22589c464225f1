#include <array>

#include "traces/writer.hpp"
#include "traces/writers/arsm_writer.hpp"
#include "traces/writers/csv_writer.hpp"
#include "traces/writers/intervals_writer.hpp"
#include "traces/writers/kineto_writer.hpp"
#include "traces/writers/rmm_writer.hpp"

namespace arenasim::traces {

std::span<const WriterRow* const> writers() {
  static constexpr std::array table{&kCsvWriter, &kArsmWriter, &kRmmWriter, &kIntervalsWriter, &kKinetoWriter};
  return table;
}

}  // namespace arenasim::traces
