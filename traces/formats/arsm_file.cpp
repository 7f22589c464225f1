#include "traces/formats/arsm_file.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <zstd.h>

#include "traces/event_columns.hpp"
#include "traces/input_error.hpp"
#include "traces/text.hpp"
#include "traces/unwrap.hpp"
#include "traces/varint.hpp"

namespace arenasim::traces {
namespace {

[[noreturn]] void fail(ErrorClass error_class, std::uint64_t offset, std::string text, std::string path = {}) {
  throw InputError{error_class, OffsetPosition{offset, std::move(path)}, std::move(text)};
}

/// Stored bytes as they were before compression.
std::string unpacked(std::string stored, std::uint32_t codec, std::uint32_t raw_bytes, std::uint64_t offset,
                     const std::string& path) {
  if (codec == kArsmPlain) {
    if (stored.size() != raw_bytes) {
      fail(ErrorClass::inconsistent, offset, "stored and raw bytes differ without compression", path);
    }
    return stored;
  }
  if (codec != kArsmZstd) {
    fail(ErrorClass::unsupported, offset, fmt::format("codec {}; 0 and 1 are known", codec), path);
  }
  std::string raw(raw_bytes, '\0');
  const std::size_t length = ZSTD_decompress(raw.data(), raw.size(), stored.data(), stored.size());
  if (ZSTD_isError(length) != 0U) {
    fail(ErrorClass::syntax, offset, fmt::format("zstd frame: {}", ZSTD_getErrorName(length)), path);
  }
  if (length != raw_bytes) {
    fail(ErrorClass::inconsistent, offset, fmt::format("unpacks to {} bytes, not {}", length, raw_bytes), path);
  }
  return raw;
}

std::string_view column_text(std::string_view& rest, std::uint32_t length, std::uint64_t offset, EventColumn column,
                             const std::string& path) {
  if (length > rest.size()) {
    fail(ErrorClass::syntax, offset, "the column ends behind its block",
         fmt::format("{} column {}", path, name(column)));
  }
  const std::string_view text = rest.substr(0, length);
  rest.remove_prefix(length);
  return text;
}

/// The columns of a raw payload.
ColumnBlock<std::string_view> columns_of(std::string_view raw, const ArsmBlockHeader& header, bool with_device_free,
                                         std::uint64_t offset, const std::string& path) {
  const std::size_t count = with_device_free ? kEventColumns : kEventColumns - 1;
  if (raw.size() < count * sizeof(std::uint32_t)) {
    fail(ErrorClass::syntax, offset, "too short for the lengths of its columns", path);
  }
  ColumnBlock<std::string_view> block{header.events, header.base_time, header.base_id, {}};
  std::string_view rest = raw.substr(count * sizeof(std::uint32_t));
  for (std::size_t column = 0; column < count; ++column) {
    const auto length = little_at<std::uint32_t>(raw, column * sizeof(std::uint32_t));
    block.columns[column] = column_text(rest, length, offset, static_cast<EventColumn>(column), path);
  }
  if (!rest.empty()) {
    fail(ErrorClass::syntax, offset, "bytes behind the last column", path);
  }
  return block;
}

}  // namespace

ArsmFile::ArsmFile(Source& source, bool lenient) {
  std::string buffer(std::size_t{256} << 10U, '\0');
  try {
    while (const std::size_t got = source.read(std::as_writable_bytes(std::span{buffer}))) {
      bytes_.append(std::string_view{buffer}.substr(0, got));
    }
  } catch (const CutContainer&) {
    if (!lenient) {
      throw;
    }
  }
  const std::string head = bytes_.read(0, kArsmHeaderBytes);
  if (!head.starts_with(kArsmMagic) && head.size() >= kArsmMagic.size()) {
    fail(ErrorClass::syntax, 0, "does not begin with ARSM");
  }
  if (head.size() < kArsmHeaderBytes) {
    fail(ErrorClass::truncated, size(), "ends inside the header");
  }
  header_ = arsm_header_of(head);
  check_header(head);
}

void ArsmFile::check_header(const std::string& bytes) const {
  if (header_.major != kArsmMajor) {
    fail(ErrorClass::unsupported, 4, fmt::format("version {}.{}; 1 is read", header_.major, header_.minor));
  }
  constexpr std::size_t sum_at = kArsmHeaderBytes - sizeof(std::uint32_t);
  if (arsm_checksum(std::string_view{bytes}.substr(0, sum_at)) != little_at<std::uint32_t>(bytes, sum_at)) {
    fail(ErrorClass::checksum, sum_at, "the header does not match its checksum", "header");
  }
  if (header_.header_bytes < kArsmHeaderBytes) {
    fail(ErrorClass::syntax, 8, fmt::format("a header of {} bytes; 96 are the least", header_.header_bytes), "header");
  }
  if ((header_.flags & ~kArsmKnownFlags) != 0) {
    fail(ErrorClass::unsupported, 12, fmt::format("flags {:#x}; only bits 0 to 3 are known", header_.flags), "header");
  }
  if (header_.events_per_block == 0 || header_.events_per_block > kArsmMaxBlockEvents) {
    fail(ErrorClass::limit, 72, fmt::format("{} events a block; 1 to 2^20 are read", header_.events_per_block),
         "header");
  }
  if (header_.clock >= kArsmClocks.size()) {
    fail(ErrorClass::bad_value, 84, fmt::format("clock {}; 0 to 5 are known", header_.clock), "header");
  }
}

void ArsmFile::check_frame() const {
  const bool has_trailer =
      size() >= kArsmTrailerBytes && bytes_.read(size() - kArsmTrailerMagic.size(), 4) == kArsmTrailerMagic;
  if (header_.file_bytes != size() || !has_trailer) {
    fail(ErrorClass::truncated, size(),
         header_.file_bytes == size() ? std::string{"no trailer"}
                                      : fmt::format("{} bytes; the header says {}", size(), header_.file_bytes));
  }
  const std::string trailer = bytes_.read(size() - kArsmTrailerBytes, kArsmTrailerBytes);
  if (arsm_checksum(std::string_view{trailer}.substr(0, 8)) != little_at<std::uint32_t>(trailer, 8)) {
    fail(ErrorClass::checksum, size() - kArsmTrailerBytes, "the trailer does not match its checksum", "trailer");
  }
  if (little_at<std::uint64_t>(trailer, 0) != header_.index_offset) {
    fail(ErrorClass::inconsistent, size() - kArsmTrailerBytes, "header and trailer differ on where the index is",
         "trailer");
  }
}

std::string ArsmFile::bytes(std::uint64_t offset, std::uint64_t count, const std::string& path) const {
  if (offset > size() || count > size() - offset) {
    fail(ErrorClass::truncated, size(), "the file ends early", path);
  }
  return bytes_.read(offset, static_cast<std::size_t>(count));
}

std::vector<std::string> ArsmFile::strings() const {
  std::vector<std::string> texts;
  const std::uint64_t offset = header_.strings_offset;
  if (offset == 0) {
    return texts;
  }
  const std::string path = "strings";
  const std::string head = bytes(offset, kArsmStringsHeaderBytes, path);
  const auto raw_bytes = little_at<std::uint32_t>(head, 8);
  std::string stored = bytes(offset + kArsmStringsHeaderBytes, little_at<std::uint32_t>(head, 12), path);
  if (arsm_checksum(std::string_view{head}.substr(0, 16), stored) != little_at<std::uint32_t>(head, 16)) {
    fail(ErrorClass::checksum, offset, "does not match its checksum", path);
  }
  if (!head.starts_with(kArsmStringsMagic)) {
    fail(ErrorClass::syntax, offset, "does not begin with ARSS", path);
  }
  if (raw_bytes > kArsmMaxRawBytes) {
    fail(ErrorClass::limit, offset + 8, fmt::format("{} raw bytes", raw_bytes), path);
  }
  const std::string raw = unpacked(std::move(stored), little_at<std::uint32_t>(head, 4), raw_bytes, offset, path);
  std::string_view rest = raw;
  while (!rest.empty()) {
    const auto length = take_varint(rest);
    if (!length || *length > rest.size()) {
      fail(ErrorClass::syntax, offset, "a text that ends behind its section", path);
    }
    const std::string_view text = rest.substr(0, static_cast<std::size_t>(*length));
    if (const auto fault = text_fault(text, kMaxTagBytes)) {
      fail(fault->error_class, offset, fault->text, fmt::format("string {}", texts.size()));
    }
    texts.emplace_back(text);
    rest.remove_prefix(text.size());
  }
  return texts;
}

void ArsmFile::check_block_header(const ArsmBlockHeader& header, std::uint64_t offset, const std::string& path) const {
  if (header.events == 0 || header.events > header_.events_per_block) {
    fail(ErrorClass::inconsistent, offset + 4,
         fmt::format("{} events in a block of at most {}", header.events, header_.events_per_block), path);
  }
  if (header.raw_bytes > kArsmMaxRawBytes || header.raw_bytes > std::uint64_t{64} * header.events + 4096) {
    fail(ErrorClass::limit, offset + 32, fmt::format("{} raw bytes for {} events", header.raw_bytes, header.events),
         path);
  }
}

std::string ArsmFile::stored_block(std::uint64_t offset, const std::string& path, ArsmBlock& block) const {
  const std::string head = bytes(offset, kArsmBlockHeaderBytes, path);
  if (!head.starts_with(kArsmBlockMagic)) {
    fail(ErrorClass::syntax, offset, "does not begin with ARSB", path);
  }
  block.header = arsm_block_header_of(head);
  block.offset = offset;
  const std::uint32_t stored_bytes = block.header.stored_bytes;
  block.end = offset + kArsmBlockHeaderBytes + stored_bytes;
  std::string stored = bytes(offset + kArsmBlockHeaderBytes, stored_bytes, path);
  if (arsm_checksum(std::string_view{head}.substr(0, 44), stored) != little_at<std::uint32_t>(head, 44)) {
    fail(ErrorClass::checksum, offset, "does not match its checksum", path);
  }
  return stored;
}

void ArsmFile::check_sums() const {
  check_frame();
  std::uint64_t offset = header_.header_bytes;
  ArsmBlock block;
  for (std::uint64_t number = 0; number < header_.block_count; ++number) {
    static_cast<void>(stored_block(offset, fmt::format("block {}", number), block));
    offset = block.end;
  }
  static_cast<void>(strings());
  const std::uint64_t length = kArsmIndexHeaderBytes + header_.block_count * kArsmIndexRowBytes;
  const std::string index = bytes(header_.index_offset, length + sizeof(std::uint32_t), "index");
  if (arsm_checksum(std::string_view{index}.substr(0, length)) != little_at<std::uint32_t>(index, length)) {
    fail(ErrorClass::checksum, header_.index_offset, "does not match its checksum", "index");
  }
}

void ArsmFile::read_block(std::uint64_t offset, std::uint64_t number, ArsmBlock& block) const {
  const std::string path = fmt::format("block {}", number);
  std::string stored = stored_block(offset, path, block);
  check_block_header(block.header, offset, path);
  const std::string raw = unpacked(std::move(stored), block.header.codec, block.header.raw_bytes, offset, path);
  const bool with_device_free = (header_.flags & kArsmHasDeviceFree) != 0;
  const auto columns = columns_of(raw, block.header, with_device_free, offset, path);
  if (const auto fault = decode_events(columns, block.events)) {
    fail(fault->error_class, offset, fault->text, fmt::format("{} column {}", path, name(fault->column)));
  }
}

void ArsmFile::check_index(std::span<const ArsmIndexRow> found) const {
  const std::string path = "index";
  const std::uint64_t offset = header_.index_offset;
  const std::uint64_t length = kArsmIndexHeaderBytes + found.size() * kArsmIndexRowBytes;
  const std::string index = bytes(offset, length + sizeof(std::uint32_t), path);
  if (!index.starts_with(kArsmIndexMagic)) {
    fail(ErrorClass::syntax, offset, "does not begin with ARSI", path);
  }
  if (little_at<std::uint32_t>(index, 4) != found.size()) {
    fail(ErrorClass::inconsistent, offset + 4, "another number of blocks than the header's", path);
  }
  if (arsm_checksum(std::string_view{index}.substr(0, length)) != little_at<std::uint32_t>(index, length)) {
    fail(ErrorClass::checksum, offset, "does not match its checksum", path);
  }
  for (std::size_t row = 0; row < found.size(); ++row) {
    const std::size_t at = kArsmIndexHeaderBytes + row * kArsmIndexRowBytes;
    const ArsmIndexRow told{little_at<std::uint64_t>(index, at), little_at<std::uint64_t>(index, at + 8),
                            little_at<std::uint64_t>(index, at + 16), little_at<std::uint64_t>(index, at + 24),
                            little_at<std::uint64_t>(index, at + 32)};
    if (told != found[row]) {
      fail(ErrorClass::inconsistent, offset + at, fmt::format("differs from block {}", row), path);
    }
  }
  if (offset + length + sizeof(std::uint32_t) + kArsmTrailerBytes != size()) {
    fail(ErrorClass::inconsistent, offset, "the index does not end where the trailer begins", path);
  }
}

}  // namespace arenasim::traces
