#include "traces/formats/umpire_sqlite.hpp"

#include <string_view>

#include "traces/formats/umpire/database.hpp"
#include "traces/formats/umpire/options.hpp"
#include "traces/formats/umpire/parser.hpp"
#include "traces/formats/umpire/replay.hpp"
#include "traces/whole.hpp"

namespace arenasim::traces {
namespace {

constexpr std::string_view kMagic{"SQLite format 3\0", 16};

/// The whole file is held: pages of a database stand in any order.
void read_sqlite(const Reading& reading) {
  Whole bytes(reading.source);
  bytes.read_all();
  Intake intake(reading.options, reading.sink, reading.strings, reading.import, Intake::Ids::dense);
  umpire::Database database({bytes.data(), bytes.size()});
  umpire::Parser parser;
  umpire::Replay replay(intake, reading.format_options.text("allocator"));
  for (std::string_view text; database.next(text);) {
    const auto where = [&] { return Position{RowPosition{database.row()}}; };
    try {
      replay.take(parser.parse(text), where);
    } catch (const umpire::Malformed& fault) {
      intake.skip(InputError(fault.error_class, where(), fault.text, fault.field));
    }
  }
  replay.finish();
  intake.finish(WholeFile{});
}

bool is_sqlite(const Glimpse& start) {
  return start.bytes.starts_with(kMagic);
}

}  // namespace

const Format kUmpireSqliteFormat{.name = "umpire-sqlite",
                                 .sentence = "Umpire replay log in an SQLite database, table EVENTS",
                                 .knows = umpire::kKnows,
                                 .options = umpire::kOptions,
                                 .sniff = is_sqlite,
                                 .read = read_sqlite};

}  // namespace arenasim::traces
