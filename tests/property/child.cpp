#include "tests/property/child.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace arenasim::tests {
namespace {

constexpr unsigned kMostSeconds = 60;
constexpr char kNothing = '0';
constexpr char kFound = '1';

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(descriptor, text.data(), text.size());
    if (written <= 0) {
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void run_child(int descriptor, const std::function<std::optional<std::string>()>& finding) {
  const int nowhere = ::open("/dev/null", O_WRONLY);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGTERM}) {
    static_cast<void>(std::signal(signal, SIG_DFL));
  }
  ::alarm(kMostSeconds);
  std::optional<std::string> found;
  try {
    found = finding();
  } catch (const std::exception& error) {
    found = std::string{"threw: "} + error.what();
  } catch (...) {
    found = "threw what is no std::exception";
  }
  write_all(descriptor, found ? kFound + *found : std::string(1, kNothing));
  ::_exit(0);
}

}  // namespace

std::optional<std::string> in_a_child(const std::function<std::optional<std::string>()>& finding) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    throw std::runtime_error("no pipe");
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    run_child(ends[1], finding);
  }
  ::close(ends[1]);
  std::string said;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; (count = ::read(ends[0], part.data(), part.size())) > 0;) {
    said.append(part.data(), static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) {
    return std::string{"ended by signal: "} + ::strsignal(WTERMSIG(status));
  }
  if (said.empty()) {
    return "ended with status " + std::to_string(WEXITSTATUS(status));
  }
  return said.front() == kNothing ? std::nullopt : std::optional{said.substr(1)};
}

}  // namespace arenasim::tests
