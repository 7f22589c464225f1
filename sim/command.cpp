#include "sim/command.hpp"

namespace arenasim::sim {

std::string_view name(CommandKind kind) {
  constexpr std::array<std::string_view, kCommandKindCount> names{
      "preexisting",   "alloc",      "free",     "free_requested", "free_completed", "marker",
      "probe",         "cleanup",    "relocate", "prepare",        "record",         "seal",
      "mode",          "guard",      "unguard",  "bind",           "unbind",         "refuse_pages",
      "refuse_copies", "fail_waits", "report",   "advance",        "audit"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace arenasim::sim
