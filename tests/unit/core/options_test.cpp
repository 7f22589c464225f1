#include "core/options.hpp"

#include <array>

#include <catch2/catch.hpp>

namespace arenasim::core {
namespace {

constexpr std::array kSpecs{
    OptionSpec{"fit", OptionType::choice, "first", "which free slice", "first|best|next"},
    OptionSpec{"page", OptionType::bytes, "2MiB", "page size", "", 1},
    OptionSpec{"slots", OptionType::count, "64", "slots", "", 1, 64},
    OptionSpec{
        .name = "conf", .type = OptionType::text, .fallback = "", .sentence = "all the rest", .takes_rest = true},
};

}  // namespace

TEST_CASE("Options not given have their defaults") {
  const auto options = Options::parse(kSpecs, "page=1.5MiB");
  REQUIRE(options);
  CHECK(options->bytes("page") == 1536_KiB);
  CHECK(options->text("fit") == "first");
  CHECK(options->count("slots") == 64);
}

TEST_CASE("Brackets and quotes keep commas, and one option may take the rest") {
  const auto pairs = split_options("a=[1,2:3],b='x,y',conf=c:1,d:2", kSpecs);
  REQUIRE(pairs);
  CHECK((*pairs)[0].second == "1,2:3");
  CHECK((*pairs)[1].second == "x,y");
  CHECK((*pairs)[2].second == "c:1,d:2");
}

TEST_CASE("A wrong option is refused with the nearest right one") {
  CHECK(Options::parse(kSpecs, "slot=3").error().text == "there is no option 'slot'; did you mean 'slots'?");
  CHECK(Options::parse(kSpecs, "fit=bost").error().text ==
        "option 'fit' is 'bost', expected one of first|best|next; did you mean 'best'?");
  CHECK(Options::parse(kSpecs, "slots=65").error().text ==
        "option 'slots' is '65', expected a whole number from 1 to 64");
  CHECK(Options::parse(kSpecs, "page=1MiB,page=2MiB").error().text == "option 'page' is given twice");
  CHECK(Options::parse(kSpecs, "page").error().text == "options are key=value, not 'page'");
  CHECK(Options::parse(kSpecs, "fit=[best").error().text ==
        "the value of 'fit' opens a bracket or quote and never closes it");
}

}  // namespace arenasim::core
