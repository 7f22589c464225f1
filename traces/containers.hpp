// Sources that decompress another source.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "traces/source.hpp"

namespace arenasim::traces {

/// What a container source needs to know.
struct ContainerSetting {
  std::uint64_t max_bytes = 0;  ///< of output; past it reading throws `limit`
  std::string inside_of;        ///< the container around this one, for messages; empty for the file itself
};

/// Opens a container for reading; `compressed` must outlive what it gives.
using MakeContainer = std::unique_ptr<Source> (*)(Source& compressed, const ContainerSetting& setting);

struct Container {
  std::string_view name;
  bool (*sniff)(std::string_view start);
  MakeContainer open;
};

/// All members, one after another; zero bytes may follow. By zlib.
extern const Container kGzip;

/// All frames, skippable ones passed over. By libzstd.
extern const Container kZstd;

}  // namespace arenasim::traces
