// `pytorch` rule by rule, as scenarios: where requests go, what is split, what is given back and when.
#include <catch2/catch.hpp>

#include <string>

#include "tests/support/scenario_run.hpp"

namespace arenasim::tests {
namespace {

/// What came of the commands; each is audited. `capacity` in MiB, 0 is none.
std::string facts(const std::string& options, std::uint64_t capacity, const std::string& commands) {
  const std::string policy = options.empty() ? "pytorch" : "pytorch:" + options;
  const std::string device = "device max_page=1099511627776 alignment=256 capacity=" + std::to_string(capacity << 20U) +
                             " memory=" + policy + "\n";
  const std::string text = facts_on_paper(device + commands, {.audits = true});
  std::string found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (!line.starts_with("> ") && !line.starts_with("device max_page")) {
      found += line + "\n";
    }
    at = end + 1;
  }
  return found;
}

}  // namespace

TEST_CASE("Segments are 2 MiB, 20 MiB, or the request in multiples of 2 MiB") {
  CHECK(facts("", 0,
              "alloc 1 1048576 0\nalloc 2 1048577 0\nalloc 3 10485759 0\nalloc 4 10485760 0\nalloc 5 11534337 0\n") ==
        "map 0 2097152\nplace 0 0 0 1048576\n"
        "map 1 20971520\nplace 1 1 0 1048577\n"
        "place 1 1 1049088 10485759\n"
        "map 2 10485760\nplace 1 2 0 10485760\n"
        "map 3 12582912\nplace 1 3 0 11534337\n");
}

TEST_CASE("A request of no bytes has a block of 512") {
  CHECK(facts("", 0, "alloc 1 0 0\nalloc 2 1 0\n") == "map 0 2097152\nplace 0 0 0 0\nplace 0 0 512 1\n");
}

TEST_CASE("The smallest block that is large enough serves, of equals the lowest address") {
  // Three holes: 3072, 1536 and 1536 bytes.
  const std::string holes =
      "alloc 1 3072 0\nalloc 2 512 0\nalloc 3 1536 0\nalloc 4 512 0\nalloc 5 1536 0\nalloc 6 512 0\n"
      "free 5\nfree 1\nfree 3\n";
  CHECK(facts("", 0, holes + "alloc 7 1500 0\nalloc 8 1500 0\nalloc 9 1500 0\nalloc 10 1537 0\n")
            .ends_with("place 0 0 3584 1500\nplace 0 0 5632 1500\nplace 0 0 0 1500\nplace 0 0 7680 1537\n"));
}

TEST_CASE("A large block keeps a rest of up to 1 MiB, and splits off more") {
  const std::string segment = "alloc 1 20971520 0\nfree 1\n";
  CHECK(facts("", 0, segment + "alloc 2 19922944 0\nalloc 3 1048577 0\n")
            .ends_with("place 1 0 0 19922944\nmap 1 20971520\nplace 1 1 0 1048577\n"));
  CHECK(facts("", 0, segment + "alloc 2 19922432 0\nalloc 3 1048577 0\n")
            .ends_with("place 1 0 0 19922432\nplace 1 0 19922432 1048577\n"));
}

TEST_CASE("What is freed joins its free neighbours, but never across a segment's border") {
  CHECK(facts("", 0,
              "alloc 1 1048576 0\nalloc 2 1048576 0\nalloc 3 1048576 0\nfree 1\nfree 2\nfree 3\n"
              "alloc 4 1048576 0\nalloc 5 1048576 0\nalloc 6 1048576 0\n")
            .ends_with("place 0 0 0 1048576\nplace 0 0 1048576 1048576\nplace 0 1 0 1048576\n"));
}

TEST_CASE("Each stream has pools of its own") {
  CHECK(facts("", 0, "alloc 1 512 0\nfree 1\nalloc 2 512 1\n") ==
        "map 0 2097152\nplace 0 0 0 512\nmap 1 2097152\nplace 0 1 0 512\n");
}

TEST_CASE("A block freed on another stream goes back to the stream that had it") {
  const std::string commands = "alloc 1 512 0\nalloc 2 512 1\nfree_requested 1\nfree_completed 1\nalloc 3 512 0\n";
  CHECK(facts("", 0, commands).ends_with("place 0 0 0 512\n"));
}

TEST_CASE("Until its free completed a block is nobody else's") {
  CHECK(facts("", 0, "alloc 1 512 0\nfree_requested 1\nalloc 2 512 0\nfree_completed 1\nalloc 3 512 0\n") ==
        "map 0 2097152\nplace 0 0 0 512\nplace 0 0 512 512\nplace 0 0 0 512\n");
}

TEST_CASE("A cleanup gives back wholly free segments and no others") {
  CHECK(facts("", 0, "alloc 1 512 0\nalloc 2 20971520 0\nalloc 3 30000000 0\nfree 2\nfree 3\ncleanup 1\ncleanup 0\n") ==
        "map 0 2097152\nplace 0 0 0 512\nmap 1 20971520\nplace 1 1 0 20971520\nmap 2 31457280\nplace 1 2 0 30000000\n"
        "unmap 1\nunmap 2\n");
}

TEST_CASE("A request may split a large block that is wanted whole, unless a limit keeps it") {
  // pytorch 95827: 4 GB, given back, something little, 4 GB again.
  const auto asked = [](const std::string& between) {
    return "alloc 1 4000000000 0\nfree 1\nalloc 2 " + between + " 0\nalloc 3 4000000000 0\n";
  };
  const std::string first = "map 0 4001366016\nplace 1 0 0 4000000000\n";
  CHECK(facts("", 0, asked("10000")) == first + "map 1 2097152\nplace 0 1 0 10000\nplace 1 0 0 4000000000\n");
  CHECK(facts("", 0, asked("2000000")) == first + "place 1 0 0 2000000\nmap 1 4001366016\nplace 1 1 0 4000000000\n");
  CHECK(facts("max_split_size_mb=512", 0, asked("2000000")) ==
        first + "map 1 20971520\nplace 1 1 0 2000000\nplace 1 0 0 4000000000\n");
}

TEST_CASE("An oversize block serves a request that is less than 20 MiB smaller") {
  const auto asked = [](std::uint64_t second) {
    return "alloc 1 209715200 0\nfree 1\nalloc 2 " + std::to_string(second) + " 0\n";
  };
  const std::string all = "max_split_size_mb=100";
  CHECK(facts(all, 0, asked(188'744'192)).ends_with("place 1 0 0 188744192\n"));
  CHECK(facts(all, 0, asked(188'743'680)).ends_with("map 1 188743680\nplace 1 1 0 188743680\n"));
  CHECK(facts(all + ",max_non_split_rounding_mb=21", 0, asked(188'743'680)).ends_with("place 1 0 0 188743680\n"));
}

TEST_CASE("A request at the limit is not split off an oversize block, one below it never gets one") {
  CHECK(facts("max_split_size_mb=100", 0, "alloc 1 115343360 0\nfree 1\nalloc 2 104857600 0\nalloc 3 2000000 0\n")
            .ends_with("place 1 0 0 104857600\nmap 1 20971520\nplace 1 1 0 2000000\n"));
  CHECK(facts("max_split_size_mb=100", 0, "alloc 1 104857600 0\nfree 1\nalloc 2 104857088 0\n")
            .ends_with("map 1 104857600\nplace 1 1 0 104857088\n"));
}

TEST_CASE("A refused segment is asked for again once every free one is given back") {
  // cupy 7678: a limit of 1 GiB, 512 MiB, given back, 768 MiB.
  CHECK(facts("", 1024, "alloc 1 536870912 0\nfree 1\nalloc 2 805306368 0\n") ==
        "map 0 536870912\nplace 1 0 0 536870912\nrefuse 805306368\nretry OutOfMemory\nunmap 0\n"
        "map 1 805306368\nplace 1 1 0 805306368\n");
}

TEST_CASE("Free segments of every stream go back before a request fails, and then it fails") {
  CHECK(facts("", 64, "alloc 1 20971520 0\nalloc 2 20971520 1\nfree 1\nfree 2\nalloc 3 62914560 2\n")
            .ends_with("refuse 62914560\nretry OutOfMemory\nunmap 0\nunmap 1\nmap 2 62914560\nplace 1 2 0 62914560\n"));
  CHECK(facts("", 64, "alloc 1 20971520 0\nalloc 2 62914560 0\n")
            .ends_with("refuse 62914560\nretry OutOfMemory\nrefuse 62914560\nfail OutOfMemory\n"));
}

TEST_CASE("Before all are given back, oversize segments go: one that is enough, else from the largest down") {
  const std::string segments = "alloc 1 209715200 0\nalloc 2 251658240 0\nalloc 3 20971520 0\nfree 1\nfree 2\nfree 3\n";
  CHECK(facts("max_split_size_mb=100", 480, segments + "alloc 4 188743680 0\n")
            .ends_with("refuse 188743680\nunmap 0\nmap 3 188743680\nplace 1 3 0 188743680\n"));
  CHECK(facts("max_split_size_mb=100", 480, segments + "alloc 4 419430400 0\n")
            .ends_with("refuse 419430400\nunmap 1\nunmap 0\nmap 3 419430400\nplace 1 3 0 419430400\n"));
  CHECK(facts("max_split_size_mb=100", 480, segments + "alloc 4 241172480 0\nalloc 5 220200960 0\n")
            .ends_with("place 1 1 0 241172480\nrefuse 220200960\nunmap 0\nretry OutOfMemory\nunmap 2\n"
                       "map 3 220200960\nplace 1 3 0 220200960\n"));
}

TEST_CASE("Above the threshold old free segments go back before a new one is asked for") {
  const std::string commands =
      "alloc 1 20971520 0\nalloc 2 31457280 0\nfree 1\nalloc 3 10485760 0\nfree 2\nalloc 4 52428800 0\n";
  CHECK(facts("garbage_collection_threshold=0.4", 100, commands)
            .ends_with("place 1 0 0 10485760\nunmap 1\nmap 2 52428800\nplace 1 2 0 52428800\n"));
  CHECK(facts("garbage_collection_threshold=0.5", 110, commands).ends_with("map 2 52428800\nplace 1 2 0 52428800\n"));
  CHECK(facts("garbage_collection_threshold=0.4", 0, commands)
            .ends_with("0 10485760\nmap 2 52428800\nplace 1 2 0 52428800\n"));
}

TEST_CASE("Of free segments those at least as old as the mean go, again until the threshold is met") {
  // Ages 3, 1 and 1, in requests, when the last one finds no block and 90 MiB are held.
  const std::string commands =
      "alloc 1 10485760 0\nalloc 2 20971520 0\nalloc 3 20971520 0\nfree 1\nalloc 9 20971520 1\n"
      "alloc 10 20971520 1\nfree 2\nfree 3\nalloc 4 31457280 0\n";
  CHECK(facts("garbage_collection_threshold=0.5", 160, commands)
            .ends_with("place 1 4 0 20971520\nunmap 0\nmap 5 31457280\nplace 1 5 0 31457280\n"));
  CHECK(facts("garbage_collection_threshold=0.5", 150, commands)
            .ends_with("place 1 4 0 20971520\nunmap 0\nunmap 1\nunmap 2\nmap 5 31457280\nplace 1 5 0 31457280\n"));
}

TEST_CASE("A part of the capacity may be all that is held, and then a second try can be left out") {
  const std::string commands = "alloc 1 20971520 0\nfree 1\nalloc 2 41943040 0\n";
  CHECK(facts("per_process_memory_fraction=0.5", 100, commands)
            .ends_with("retry OutOfMemory\nunmap 0\nmap 1 41943040\nplace 1 1 0 41943040\n"));
  CHECK(facts("per_process_memory_fraction=0.5,throw_on_cudamalloc_oom=True", 100, commands)
            .ends_with("place 1 0 0 20971520\nfail OutOfMemory\n"));
}

TEST_CASE("An expandable range grows at its end by what is missing, in units") {
  CHECK(facts("expandable_segments=true", 0,
              "alloc 1 15728640 0\nalloc 2 15728640 0\nalloc 3 512 0\nalloc 4 2097152 0\n") ==
        "map 0 20971520\nplace 1 0 0 15728640\nresize 0 41943040\nplace 1 0 15728640 15728640\n"
        "map 1 2097152\nplace 0 1 0 512\nplace 1 0 31457280 2097152\n");
}

TEST_CASE("Free blocks of a range join whatever was mapped when, and the end serves last") {
  CHECK(facts("expandable_segments=true", 0,
              "alloc 1 15728640 0\nalloc 2 15728640 0\nalloc 3 2097152 0\nfree 1\nfree 2\nalloc 4 31457280 0\n")
            .ends_with("place 1 0 0 31457280\n"));
  // The hole is longer than the end, yet the end could become longer still.
  CHECK(facts("expandable_segments=true", 0, "alloc 1 15728640 0\nalloc 2 15728640 0\nfree 1\nalloc 3 4194304 0\n")
            .ends_with("place 1 0 0 4194304\n"));
}

TEST_CASE("A range splits off rests from 512 bytes on") {
  CHECK(facts("expandable_segments=true", 0, "alloc 1 20971008 0\nalloc 2 20971520 0\n")
            .ends_with("place 1 0 0 20971008\nresize 0 41943040\nplace 1 0 20971008 20971520\n"));
}

TEST_CASE("A cleanup takes free units off the end of a range, and all of one that is free") {
  CHECK(facts("expandable_segments=true", 0,
              "alloc 1 20971520 0\nalloc 2 41943040 0\nfree 2\ncleanup 0\nfree 1\ncleanup 0\n") ==
        "map 0 20971520\nplace 1 0 0 20971520\nresize 0 62914560\nplace 1 0 20971520 41943040\nresize 0 "
        "20971520\nunmap 0\n");
}

TEST_CASE("A range at the capacity gives back what other ranges have free, then the request fails") {
  CHECK(
      facts("expandable_segments=true", 40, "alloc 1 20971520 0\nalloc 2 20971520 1\nfree 2\nalloc 3 20971520 0\n")
          .ends_with("refuse 20971520\nretry OutOfMemory\nunmap 1\nresize 0 41943040\nplace 1 0 20971520 20971520\n"));
  CHECK(facts("expandable_segments=true", 40, "alloc 1 20971520 0\nalloc 3 41943040 0\n")
            .ends_with("refuse 41943040\nretry OutOfMemory\nrefuse 41943040\nfail OutOfMemory\n"));
}

TEST_CASE("The npu flavour puts 32 bytes more into a block") {
  CHECK(facts("flavour=npu", 0, "alloc 1 480 0\nalloc 2 512 0\nalloc 3 512 0\n") ==
        "map 0 2097152\nplace 0 0 0 480\nplace 0 0 512 512\nplace 0 0 1536 512\n");
  CHECK(facts("flavour=npu", 0, "alloc 1 1048576 0\n") == "map 0 20971520\nplace 1 0 0 1048576\n");
}

TEST_CASE("Requests past the largest page are too large, whatever rounding would make of them") {
  for (const std::string size :
       {"1099511627777", "18446744073709551615", "18446744073709551104", "9223372036854775808"}) {
    CHECK(facts("", 0, "alloc 1 " + size + " 0\n") == "fail TooLarge\n");
    CHECK(facts("flavour=npu,roundup_power2_divisions=4", 0, "alloc 1 " + size + " 0\n") == "fail TooLarge\n");
  }
}

TEST_CASE("Sizes stepped between powers of two share blocks") {
  const std::string commands = "alloc 1 34603008 0\nfree 1\nalloc 2 41943040 0\n";
  CHECK(facts("", 0, commands).ends_with("map 1 41943040\nplace 1 1 0 41943040\n"));
  CHECK(facts("roundup_power2_divisions=4", 0, commands).ends_with("place 1 0 0 41943040\n"));
}

}  // namespace arenasim::tests
