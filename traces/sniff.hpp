// Telling formats by content (spec/formats.md 0.2), and what the formats' own tests share.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "traces/format.hpp"

namespace arenasim::traces {

/// The first format of the table whose test says yes. Throws `unknown_format` with the tests that came nearest,
/// `unsupported` for pickle protocols that are not read, `encoding` for UTF-16.
[[nodiscard]] const Format& sniff(const Glimpse& start);

/// The lines of a text trace from the first that is neither blank nor a `#` comment, behind a byte order mark, without
/// their ends: at most `count`. The last may be cut where the glimpse ends.
[[nodiscard]] std::vector<std::string_view> first_lines(const Glimpse& start, std::size_t count);

/// The first of them; empty where there is none.
[[nodiscard]] std::string_view first_line(const Glimpse& start);

/// The columns of the first line: small letters, trimmed, without quotes.
[[nodiscard]] std::vector<std::string> header_columns(const Glimpse& start);

/// True where every name is a column.
[[nodiscard]] bool has_columns(const std::vector<std::string>& columns, std::initializer_list<std::string_view> names);

}  // namespace arenasim::traces
