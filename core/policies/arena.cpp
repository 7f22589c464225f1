#include "core/policies/arena.hpp"

#include <array>

#include "core/reservation_server.hpp"

namespace arenasim::core {
namespace {

constexpr OptionSpec kMode{"mode", OptionType::choice, "auto", "how a stream's memory behaves before a window opens",
                           "auto|persistent|size-match"};

constexpr std::array kArenaOptions{
    kMode,
    OptionSpec{"padding", OptionType::choice, "keep", "reuse: a free slice offers its padding too, and nothing is lost",
               "keep|reuse"},
    OptionSpec{"fit", OptionType::choice, "first", "which free slice of the first page with room", "first|best|next"},
    OptionSpec{"slack", OptionType::bytes, "1MiB", "added to a request before its page is sized"},
    OptionSpec{"granule", OptionType::bytes, "1MiB", "page sizes are multiples of it", "", 1},
    OptionSpec{"min-page", OptionType::bytes, "2MiB", "the smallest page", "", 1},
    OptionSpec{"slots", OptionType::count, "64", "page sizes in use at once", "", 1, 64},
    OptionSpec{"small-page", OptionType::bytes, "8MiB", "the page of the pool for small requests", "", 1},
    OptionSpec{"small-slice", OptionType::bytes, "64KiB", "the largest small request"},
    OptionSpec{"growth", OptionType::choice, "fit", "page size by request, or at least twice the current one",
               "fit|double"},
    OptionSpec{"trigger", OptionType::text, "pressure", "when a relocation is wanted",
               "pressure|never|always|fragmentation:X"},
    OptionSpec{"order", OptionType::choice, "cheapest", "which pages a relocation empties first",
               "cheapest|emptiest|oldest"},
    OptionSpec{"budget", OptionType::bytes, "", "the most bytes one relocation copies; not set: no limit"},
};

constexpr std::array kExclusiveOptions{kMode};

BaseMode base_mode(const Options& options) {
  const std::string& mode = options.text("mode");
  if (mode == "persistent") {
    return BaseMode::persistent;
  }
  return mode == "size-match" ? BaseMode::size_match : BaseMode::auto_;
}

Carving carving(const Options& options) {
  const std::string& fit = options.text("fit");
  Carving carving;
  carving.reuse_padding = options.text("padding") == "reuse";
  if (fit != "first") {
    carving.fit = fit == "best" ? SliceFit::best : SliceFit::next;
  }
  return carving;
}

ArenaConstants arena_constants(const Options& options) {
  return {.slack = options.bytes("slack"),
          .granule = options.bytes("granule"),
          .min_page = options.bytes("min-page"),
          .slots = options.count("slots"),
          .growth = options.text("growth") == "double" ? Growth::doubled : Growth::fit};
}

RelocationRules relocation_rules(const Options& options) {
  const std::string& order = options.text("order");
  RelocationRules rules;
  if (order != "cheapest") {
    rules.order = order == "emptiest" ? EvictionOrder::emptiest : EvictionOrder::oldest;
  }
  if (options.has("budget")) {
    rules.budget = options.bytes("budget");
  }
  return rules;
}

using Made = tl::expected<std::unique_ptr<Allocator>, OptionError>;

Made make_arena(const Workplace& at, const Options& options) {
  const auto trigger = Trigger::parse(options.text("trigger"));
  if (!trigger) {
    return tl::make_unexpected(OptionError{"option 'trigger' is '" + options.text("trigger") +
                                           "', expected pressure, never, always or fragmentation:X"});
  }
  const SmallPool small{options.bytes("small-page"), options.bytes("small-slice")};
  if (small.max_slice > small.page_size) {
    return tl::make_unexpected(OptionError{"option 'small-slice' is larger than 'small-page'"});
  }
  const ArenaConstants constants = arena_constants(options);
  const auto make_pools = [=, cut = carving(options)](Space& space) -> std::unique_ptr<GeneralPools> {
    return std::make_unique<AdaptivePools>(space, constants, small, cut);
  };
  return std::make_unique<ReservationServer>(at.storage, at.copies, at.facts, make_pools,
                                             ServerRules{base_mode(options), *trigger, relocation_rules(options)});
}

Made make_exclusive(const Workplace& at, const Options& options) {
  const auto make_pools = [](Space& space) -> std::unique_ptr<GeneralPools> {
    return std::make_unique<ExclusivePools>(space);
  };
  return std::make_unique<ReservationServer>(at.storage, at.copies, at.facts, make_pools,
                                             ServerRules{.base = base_mode(options), .trigger = {}, .relocation = {}});
}

}  // namespace

const Policy kArenaPolicy{"arena",
                          "pages that grow with what is asked for, relocated off when they fall behind",
                          "cubecl-server 0.11.3, adaptive memory",
                          kArenaOptions,
                          make_arena,
                          nullptr,
                          {.gives_all_back = true}};

const Policy kExclusivePolicy{"exclusive",
                              "pages that serve one allocation each, sized by a moving average",
                              "cubecl-server 0.11.3, exclusive pages",
                              kExclusiveOptions,
                              make_exclusive,
                              nullptr,
                              {.gives_all_back = true}};

}  // namespace arenasim::core
