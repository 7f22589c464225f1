// The native binary as bytes: where each number of its headers stands (spec/formats.md 2).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace arenasim::traces {

inline constexpr std::string_view kArsmMagic = "ARSM";
inline constexpr std::string_view kArsmBlockMagic = "ARSB";
inline constexpr std::string_view kArsmStringsMagic = "ARSS";
inline constexpr std::string_view kArsmIndexMagic = "ARSI";
inline constexpr std::string_view kArsmTrailerMagic = "ARSE";

inline constexpr std::uint16_t kArsmMajor = 1;
inline constexpr std::size_t kArsmHeaderBytes = 96;
inline constexpr std::size_t kArsmBlockHeaderBytes = 48;
inline constexpr std::size_t kArsmStringsHeaderBytes = 20;
inline constexpr std::size_t kArsmIndexHeaderBytes = 8;
inline constexpr std::size_t kArsmIndexRowBytes = 40;
inline constexpr std::size_t kArsmTrailerBytes = 16;

inline constexpr std::uint32_t kArsmHasTags = 1U << 0U;
inline constexpr std::uint32_t kArsmHasTwoStepFrees = 1U << 1U;
inline constexpr std::uint32_t kArsmHasDeviceFree = 1U << 2U;
inline constexpr std::uint32_t kArsmKeepsIds = 1U << 3U;
inline constexpr std::uint32_t kArsmKnownFlags =
    kArsmHasTags | kArsmHasTwoStepFrees | kArsmHasDeviceFree | kArsmKeepsIds;

inline constexpr std::uint32_t kArsmPlain = 0;  ///< codecs
inline constexpr std::uint32_t kArsmZstd = 1;

inline constexpr std::uint32_t kArsmMaxBlockEvents = 1U << 20U;
inline constexpr std::uint32_t kArsmMaxRawBytes = 256U << 20U;
inline constexpr std::array<std::string_view, 6> kArsmClocks{"ns", "us", "ms", "s", "tick", "ordinal"};

struct ArsmHeader {
  std::uint16_t major = kArsmMajor;
  std::uint16_t minor = 0;
  std::uint32_t header_bytes = kArsmHeaderBytes;
  std::uint32_t flags = 0;
  std::uint64_t event_count = 0;
  std::uint64_t id_count = 0;
  std::uint64_t block_count = 0;
  std::uint64_t index_offset = 0;
  std::uint64_t strings_offset = 0;  ///< 0: none
  std::uint64_t file_bytes = 0;
  std::uint64_t start_unix_ns = 0;  ///< 0: unknown
  std::uint32_t events_per_block = 0;
  std::uint32_t device_count = 0;
  std::uint32_t stream_count = 0;
  std::uint32_t clock = 0;
};

struct ArsmBlockHeader {
  std::uint32_t events = 0;
  std::uint64_t first_event = 0;
  std::uint64_t base_time = 0;
  std::uint64_t base_id = 0;
  std::uint32_t raw_bytes = 0;
  std::uint32_t stored_bytes = 0;
  std::uint32_t codec = kArsmPlain;
};

/// Where a block is and what came before it.
struct ArsmIndexRow {
  std::uint64_t offset = 0;
  std::uint64_t first_event = 0;
  std::uint64_t base_time = 0;
  std::uint64_t live_bytes = 0;
  std::uint64_t live_count = 0;

  friend bool operator==(const ArsmIndexRow&, const ArsmIndexRow&) = default;
};

/// With the checksum in its place.
[[nodiscard]] std::string arsm_header_bytes(const ArsmHeader& header);

/// The numbers of kArsmHeaderBytes bytes, unchecked.
[[nodiscard]] ArsmHeader arsm_header_of(std::string_view bytes);

/// A block's header with the checksum over it and `stored`.
[[nodiscard]] std::string arsm_block_header_bytes(const ArsmBlockHeader& header, std::string_view stored);

/// The numbers of kArsmBlockHeaderBytes bytes, unchecked.
[[nodiscard]] ArsmBlockHeader arsm_block_header_of(std::string_view bytes);

/// CRC-32 as zlib computes it, over two stretches.
[[nodiscard]] std::uint32_t arsm_checksum(std::string_view first, std::string_view second = {});

}  // namespace arenasim::traces
