// zstd through its library: every frame, skippable ones passed over (RFC 8878).
#include <cstddef>

#include <fmt/format.h>
#include <zstd.h>

#include "traces/container_source.hpp"

namespace arenasim::traces {
namespace {

class ZstdSource final : public ContainerSource {
 public:
  ZstdSource(Source& compressed, const ContainerSetting& setting)
      : ContainerSource(compressed, setting), stream_(ZSTD_createDStream()) {}
  ZstdSource(const ZstdSource&) = delete;
  ZstdSource& operator=(const ZstdSource&) = delete;
  ~ZstdSource() override { ZSTD_freeDStream(stream_); }

 private:
  std::size_t decompress(std::span<std::byte> into) override {
    while (true) {
      if (!refill() && !held_back_) {
        if (inside_frame_) {
          fail_cut("zstd is cut short");
        }
        return 0;
      }
      if (!inside_frame_) {
        frame_ = offset();
      }
      const auto bytes = input();
      ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
      ZSTD_outBuffer out{into.data(), into.size(), 0};
      const std::size_t left = ZSTD_decompressStream(stream_, &out, &in);
      if (ZSTD_isError(left) != 0U) {
        fail(frame_, fmt::format("damaged zstd frame: {}", ZSTD_getErrorName(left)));
      }
      take(in.pos);
      inside_frame_ = left != 0;
      held_back_ = inside_frame_ && out.pos == out.size;
      if (out.pos != 0) {
        return out.pos;
      }
    }
  }

  ZSTD_DStream* stream_;
  std::uint64_t frame_ = 0;
  bool inside_frame_ = false;
  bool held_back_ = false;  // the library may have output that the last call had no room for
};

bool is_zstd(std::string_view start) {
  const bool skippable = start.size() >= 4 && (static_cast<unsigned char>(start[0]) & 0xF0U) == 0x50U &&
                         start.substr(1, 3) == "\x2A\x4D\x18";
  return skippable || start.starts_with("\x28\xB5\x2F\xFD");
}

}  // namespace

const Container kZstd{"zstd", is_zstd,
                      [](Source& compressed, const ContainerSetting& setting) -> std::unique_ptr<Source> {
                        return std::make_unique<ZstdSource>(compressed, setting);
                      }};

}  // namespace arenasim::traces
