// gzip through zlib: every member, then nothing but zero bytes (RFC 1952).
#include <algorithm>
#include <cstddef>
#include <limits>

#include <zlib.h>

#include "traces/container_source.hpp"

namespace arenasim::traces {
namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest window, gzip's header and trailer

class GzipSource final : public ContainerSource {
 public:
  GzipSource(Source& compressed, const ContainerSetting& setting) : ContainerSource(compressed, setting) {
    if (inflateInit2(&stream_, kGzipWindow) != Z_OK) {
      fail(0, "zlib cannot start");
    }
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { inflateEnd(&stream_); }

 private:
  std::size_t decompress(std::span<std::byte> into) override {
    while (between_members_ ? next_member() : true) {
      if (!refill()) {
        fail_cut("gzip is cut short");
      }
      const std::size_t got = inflate_some(into);
      if (got != 0) {
        return got;
      }
    }
    return 0;
  }

  std::size_t inflate_some(std::span<std::byte> into) {
    const auto bytes = input();
    const std::size_t room = std::min<std::size_t>(into.size(), std::numeric_limits<uInt>::max());
    // zlib's interface is not const
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));  // NOLINT
    stream_.avail_in = static_cast<uInt>(bytes.size());
    stream_.next_out = reinterpret_cast<Bytef*>(into.data());  // NOLINT
    stream_.avail_out = static_cast<uInt>(room);
    const int result = inflate(&stream_, Z_NO_FLUSH);
    take(bytes.size() - stream_.avail_in);
    if (result == Z_STREAM_END) {
      between_members_ = true;
      inflateReset(&stream_);
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      fail(member_, "damaged gzip member");
    }
    return room - stream_.avail_out;
  }

  /// True when another member begins; false at the end.
  bool next_member() {
    while (refill()) {
      const std::byte first = input().front();
      if (first == std::byte{0x1F} && !zeros_) {
        member_ = offset();
        between_members_ = false;
        return true;
      }
      if (first != std::byte{0}) {
        fail(offset(), "bytes behind the last gzip member");
      }
      zeros_ = true;
      take(1);
    }
    return false;
  }

  z_stream stream_{};
  std::uint64_t member_ = 0;
  bool between_members_ = false;
  bool zeros_ = false;
};

}  // namespace

const Container kGzip{"gzip", [](std::string_view start) { return start.starts_with("\x1F\x8B\x08"); },
                      [](Source& compressed, const ContainerSetting& setting) -> std::unique_ptr<Source> {
                        return std::make_unique<GzipSource>(compressed, setting);
                      }};

}  // namespace arenasim::traces
