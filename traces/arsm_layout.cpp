#include "traces/arsm_layout.hpp"

#include <zlib.h>

#include "traces/varint.hpp"

namespace arenasim::traces {

std::uint32_t arsm_checksum(std::string_view first, std::string_view second) {
  uLong sum = crc32_z(0, nullptr, 0);
  for (const std::string_view bytes : {first, second}) {
    if (!bytes.empty()) {  // no bytes at all would start the sum anew
      sum = crc32_z(sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());  // NOLINT: zlib's byte type
    }
  }
  return static_cast<std::uint32_t>(sum);
}

std::string arsm_header_bytes(const ArsmHeader& header) {
  std::string bytes{kArsmMagic};
  append_little(bytes, header.major);
  append_little(bytes, header.minor);
  append_little(bytes, header.header_bytes);
  append_little(bytes, header.flags);
  for (const std::uint64_t number : {header.event_count, header.id_count, header.block_count, header.index_offset,
                                     header.strings_offset, header.file_bytes, header.start_unix_ns}) {
    append_little(bytes, number);
  }
  for (const std::uint32_t number :
       {header.events_per_block, header.device_count, header.stream_count, header.clock, std::uint32_t{0}}) {
    append_little(bytes, number);
  }
  append_little(bytes, arsm_checksum(bytes));
  return bytes;
}

ArsmHeader arsm_header_of(std::string_view bytes) {
  ArsmHeader header;
  header.major = little_at<std::uint16_t>(bytes, 4);
  header.minor = little_at<std::uint16_t>(bytes, 6);
  header.header_bytes = little_at<std::uint32_t>(bytes, 8);
  header.flags = little_at<std::uint32_t>(bytes, 12);
  header.event_count = little_at<std::uint64_t>(bytes, 16);
  header.id_count = little_at<std::uint64_t>(bytes, 24);
  header.block_count = little_at<std::uint64_t>(bytes, 32);
  header.index_offset = little_at<std::uint64_t>(bytes, 40);
  header.strings_offset = little_at<std::uint64_t>(bytes, 48);
  header.file_bytes = little_at<std::uint64_t>(bytes, 56);
  header.start_unix_ns = little_at<std::uint64_t>(bytes, 64);
  header.events_per_block = little_at<std::uint32_t>(bytes, 72);
  header.device_count = little_at<std::uint32_t>(bytes, 76);
  header.stream_count = little_at<std::uint32_t>(bytes, 80);
  header.clock = little_at<std::uint32_t>(bytes, 84);
  return header;
}

std::string arsm_block_header_bytes(const ArsmBlockHeader& header, std::string_view stored) {
  std::string bytes{kArsmBlockMagic};
  append_little(bytes, header.events);
  append_little(bytes, header.first_event);
  append_little(bytes, header.base_time);
  append_little(bytes, header.base_id);
  append_little(bytes, header.raw_bytes);
  append_little(bytes, header.stored_bytes);
  append_little(bytes, header.codec);
  append_little(bytes, arsm_checksum(bytes, stored));
  return bytes;
}

ArsmBlockHeader arsm_block_header_of(std::string_view bytes) {
  ArsmBlockHeader header;
  header.events = little_at<std::uint32_t>(bytes, 4);
  header.first_event = little_at<std::uint64_t>(bytes, 8);
  header.base_time = little_at<std::uint64_t>(bytes, 16);
  header.base_id = little_at<std::uint64_t>(bytes, 24);
  header.raw_bytes = little_at<std::uint32_t>(bytes, 32);
  header.stored_bytes = little_at<std::uint32_t>(bytes, 36);
  header.codec = little_at<std::uint32_t>(bytes, 40);
  return header;
}

}  // namespace arenasim::traces
