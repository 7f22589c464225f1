#include "sim/cli/descriptor_buffer.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "sim/cli/failures.hpp"

namespace arenasim::sim::cli {

DescriptorBuffer::DescriptorBuffer(int descriptor, std::string path)
    : descriptor_(descriptor), path_(std::move(path)), pending_{} {
  setp(pending_.data(), pending_.data() + pending_.size());
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type character) {
  write_pending();
  if (!traits_type::eq_int_type(character, traits_type::eof())) {
    *pptr() = traits_type::to_char_type(character);
    pbump(1);
  }
  return traits_type::not_eof(character);
}

std::streamsize DescriptorBuffer::xsputn(const char* text, std::streamsize size) {
  if (size < epptr() - pptr()) {
    return std::streambuf::xsputn(text, size);
  }
  write_pending();
  write_all(text, static_cast<std::size_t>(size));
  return size;
}

int DescriptorBuffer::sync() {
  write_pending();
  return 0;
}

void DescriptorBuffer::write_pending() {
  const auto size = static_cast<std::size_t>(pptr() - pbase());
  setp(pending_.data(), pending_.data() + pending_.size());
  write_all(pending_.data(), size);
}

void DescriptorBuffer::write_all(const char* text, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(descriptor_, text, size);
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0 && errno == EPIPE) {
      throw ClosedPipe{};
    }
    if (written < 0) {
      throw OutputError{path_, "cannot write: " + std::generic_category().message(errno)};
    }
    text += written;
    size -= static_cast<std::size_t>(written);
  }
}

}  // namespace arenasim::sim::cli
