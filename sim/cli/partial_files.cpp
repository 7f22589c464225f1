#include "sim/cli/partial_files.hpp"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstring>

#include <unistd.h>

namespace arenasim::sim::cli {
namespace {

using Path = std::array<char, 4096>;

// A signal handler can reach nothing but globals. An empty path is a free place.
std::array<Path, 8> partial_paths;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

extern "C" void remove_partial_files_and_end(int signal) {
  for (const Path& path : partial_paths) {
    if (path[0] != '\0') {
      ::unlink(path.data());
    }
  }
  ::_exit(128 + signal);
}

/// Holds signals back while the table changes.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t both;
    ::sigemptyset(&both);
    ::sigaddset(&both, SIGINT);
    ::sigaddset(&both, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &both, &before_);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

}  // namespace

void handle_signals() {
  struct sigaction action {};
  action.sa_handler = remove_partial_files_and_end;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

PartialFile::PartialFile(const std::string& path) {
  const SignalsHeld held;
  for (std::size_t place = 0; place < partial_paths.size(); ++place) {
    if (partial_paths[place][0] == '\0' && path.size() < partial_paths[place].size()) {
      std::memcpy(partial_paths[place].data(), path.c_str(), path.size() + 1);
      place_ = static_cast<int>(place);
      return;
    }
  }
}

PartialFile::~PartialFile() {
  const SignalsHeld held;
  if (place_ >= 0) {
    partial_paths[static_cast<std::size_t>(place_)][0] = '\0';
  }
}

}  // namespace arenasim::sim::cli
