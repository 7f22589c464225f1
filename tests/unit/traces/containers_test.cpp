#include "traces/containers.hpp"

#include <catch2/catch.hpp>

#include <zlib.h>
#include <zstd.h>

#include "tests/support/read_text.hpp"
#include "tests/support/temporary_file.hpp"

namespace arenasim::tests {
namespace {

const std::string kTrace = "time_ns,event,id,size\n0,alloc,1,100\n1,alloc,2,100\n5,free,1,\n";

std::string gzipped(const std::string& text) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());  // NOLINT
  stream.avail_out = static_cast<uInt>(out.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstandard(const std::string& text) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}

TEST_CASE("Containers are told by content and unwrapped up to three deep, every member and frame") {
  const std::size_t half = kTrace.size() / 2;
  const std::string skippable{"\x50\x2A\x4D\x18\x03\0\0\0abc", 11};
  const std::vector<std::pair<std::string, std::vector<std::string>>> wrapped{
      {gzipped(kTrace), {"gzip"}},
      {gzipped(kTrace.substr(0, half)) + gzipped(kTrace.substr(half)) + std::string(600, '\0'), {"gzip"}},
      {zstandard(kTrace), {"zstd"}},
      {zstandard(kTrace.substr(0, half)) + skippable + zstandard(kTrace.substr(half)), {"zstd"}},
      {skippable + zstandard(kTrace), {"zstd"}},
      {gzipped(zstandard(gzipped(kTrace))), {"gzip", "zstd", "gzip"}},
  };
  for (const auto& [bytes, containers] : wrapped) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{1000}}) {
      const ReadText read = read_text(bytes, {}, {}, piece);
      CHECK(read.events.size() == 3);
      CHECK(read.contents.import.containers == containers);
    }
  }
}

TEST_CASE("Damaged containers are refused with the place of the damage") {
  std::string bad_crc = gzipped(kTrace);
  bad_crc[bad_crc.size() - 8] ^= 1;
  std::string bad_checksum = zstandard(kTrace);
  bad_checksum.back() ^= 1;
  const std::string good = gzipped(kTrace);
  const std::vector<std::tuple<std::string, std::string, std::string>> damaged{
      {bad_crc, "container", "@0"},
      {good + bad_crc, "container", tests::at_offset(good.size())},
      {good + "text", "container", tests::at_offset(good.size())},
      {good + std::string(2, '\0') + "text", "container", tests::at_offset(good.size() + 2)},
      {bad_checksum, "container", "@0"},
      {zstandard(kTrace) + bad_checksum, "container", tests::at_offset(bad_checksum.size())},
      {gzipped(gzipped(gzipped(good))), "limit", "@0"},
  };
  for (const auto& [bytes, error_class, place] : damaged) {
    for (const auto& options : {traces::ReadOptions{}, lenient()}) {
      const auto error = error_of(bytes, {}, options);
      REQUIRE(error);
      CAPTURE(error->what());
      CHECK(name(error->error_class()) == error_class);
      CHECK(place_of(*error) == place);
    }
  }
}

TEST_CASE("A container cut anywhere is an error at its end, and lenient keeps the whole lines before the cut") {
  for (const std::string& whole : {gzipped(kTrace), zstandard(kTrace)}) {
    for (std::size_t length = 4; length < whole.size(); ++length) {
      CAPTURE(length);
      const std::string cut = whole.substr(0, length);
      const auto error = error_of(cut);
      REQUIRE(error);
      CHECK(name(error->error_class()) == "container");
      CHECK(place_of(*error) == tests::at_offset(length));
      try {
        const ReadText read = read_text(cut, {}, lenient());
        CHECK(read.events.size() <= 3);
        CHECK(read.contents.import.repairs.truncated_tail);
      } catch (const traces::InputError&) {  // cut before any record
      }
    }
  }
}

TEST_CASE("What unwraps to more than the cap is refused") {
  traces::ReadOptions options;
  options.max_unwrapped_bytes = kTrace.size() - 1;
  const auto error = error_of(gzipped(kTrace), {}, options);
  REQUIRE(error);
  CHECK(name(error->error_class()) == "limit");
  options.max_unwrapped_bytes = kTrace.size();
  CHECK_FALSE(error_of(gzipped(kTrace), {}, options));
}

}  // namespace
}  // namespace arenasim::tests
