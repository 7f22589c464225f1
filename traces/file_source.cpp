#include "traces/file_source.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "traces/input_error.hpp"

namespace arenasim::traces {
namespace {

[[noreturn]] void fail(std::string_view verb, int error) {
  throw InputError{ErrorClass::io, WholeFile{},
                   fmt::format("cannot {}: {}", verb, std::generic_category().message(error))};
}

int open_file(const std::string& path) {
  if (path == "-") {
    return STDIN_FILENO;
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // NOLINT(cppcoreguidelines-pro-type-vararg)
  if (descriptor < 0) {
    fail("open", errno);
  }
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    fail("read", EISDIR);
  }
  return descriptor;
}

}  // namespace

class FileSource::Hash {
 public:
  Hash() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_, EVP_sha256(), nullptr); }
  ~Hash() { EVP_MD_CTX_free(context_); }
  Hash(const Hash&) = delete;
  Hash& operator=(const Hash&) = delete;

  void add(std::span<const std::byte> bytes) { EVP_DigestUpdate(context_, bytes.data(), bytes.size()); }

  std::string finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    EVP_DigestFinal_ex(context_, digest.data(), &length);
    std::string text;
    for (unsigned at = 0; at < length; ++at) {
      text += fmt::format("{:02x}", digest[at]);
    }
    return text;
  }

 private:
  EVP_MD_CTX* context_;
};

FileSource::FileSource(const std::string& path) : descriptor_(open_file(path)), hash_(std::make_unique<Hash>()) {}

FileSource::~FileSource() {
  if (descriptor_ != STDIN_FILENO) {
    ::close(descriptor_);
  }
}

std::size_t FileSource::read(std::span<std::byte> into) {
  while (true) {
    const ssize_t got = ::read(descriptor_, into.data(), into.size());
    if (got >= 0) {
      const auto count = static_cast<std::size_t>(got);
      hash_->add(into.first(count));
      return count;
    }
    if (errno != EINTR) {
      fail("read", errno);
    }
  }
}

std::string FileSource::sha256() {
  std::vector<std::byte> rest(std::size_t{256} << 10U);
  while (read(rest) != 0) {
  }
  return hash_->finish();
}

}  // namespace arenasim::traces
