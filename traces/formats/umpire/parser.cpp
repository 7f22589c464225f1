#include "traces/formats/umpire/parser.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "traces/formats/umpire/malformed.hpp"
#include "traces/formats/umpire/plain_line.hpp"
#include "traces/text.hpp"

namespace arenasim::traces::umpire {
namespace {

using simdjson::ondemand::object;
using simdjson::ondemand::value;

constexpr std::array<std::pair<std::string_view, Operation>, 11> kOperations{
    {{"allocate", Operation::allocate},
     {"deallocate", Operation::deallocate},
     {"reallocate", Operation::reallocate},
     {"reallocate_ex", Operation::reallocate},
     {"coalesce", Operation::coalesce},
     {"release", Operation::release},
     {"make_allocator", Operation::make_allocator},
     {"makeAllocator", Operation::make_allocator},
     {"make_memory_resource", Operation::make_memory_resource},
     {"makeMemoryResource", Operation::make_memory_resource},
     {"", Operation::other}}};

Operation operation_of(std::string_view name) {
  const auto* const found =
      std::find_if(kOperations.begin(), kOperations.end() - 1, [name](const auto& row) { return row.first == name; });
  return found->second;
}

/// The text of a value up to the next one, without what is around it.
std::string_view token_of(value& from) {
  std::string_view token = from.raw_json_token();
  while (!token.empty() &&
         (token.back() == ' ' || token.back() == '\t' || token.back() == '\r' || token.back() == '\n')) {
    token.remove_suffix(1);
  }
  return token;
}

void read_payload(object members, Record& record) {
  for (auto member : members) {
    const std::string_view key = member.unescaped_key();
    value of = member.value();
    if (key == "size") {
      record.size = token_of(of);
    } else if (key == "memory_ptr") {
      record.pointer = token_of(of);
    } else if (key == "ptr") {
      record.current = token_of(of);
    } else if (key == "allocator_ref") {
      record.allocator_ref = token_of(of);
    } else if (key == "allocator_name" || key == "name") {
      record.allocator_name = of.get_string();
    }
  }
}

void read_result(value result, Record& record) {
  record.has_result = true;
  if (result.type() != simdjson::ondemand::json_type::object) {
    record.allocator_ref = token_of(result);
    return;
  }
  for (auto member : result.get_object()) {
    const std::string_view key = member.unescaped_key();
    value of = member.value();
    if (key == "memory_ptr") {
      record.new_pointer = token_of(of);
    } else if (key == "allocator_ref") {
      record.allocator_ref = token_of(of);
    }
  }
}

void read_arguments(object members, Record& record) {
  for (auto member : members) {
    const std::string_view key = member.unescaped_key();
    value of = member.value();
    if (key == "pointer") {
      record.pointer = token_of(of);
    } else if (key == "allocator_ref") {
      record.allocator_ref = token_of(of);
    } else if (key == "size") {
      record.size = token_of(of);
    } else if (key == "current_ptr") {
      record.current = token_of(of);
    } else if (key == "new_ptr") {
      record.new_pointer = token_of(of);
    }
  }
}

void read_tags(object members, Record& record) {
  for (auto member : members) {
    if (std::string_view(member.unescaped_key()) == "allocator_name") {
      record.allocator_name = member.value().get_string();
    }
  }
}

/// What a line says besides the record itself.
struct Head {
  bool has_event = false;
  bool has_name = false;
};

void read_member(std::string_view key, value of, Record& record, Head& head) {
  if (key == "string_args" || key == "numeric_args") {
    read_arguments(of.get_object(), record);
  } else if (key == "timestamp") {
    record.timestamp = token_of(of);
  } else if (key == "name") {
    head.has_name = true;
    record.name = of.get_string();
  } else if (key == "tags") {
    read_tags(of.get_object(), record);
  } else if (key == "event") {
    head.has_event = true;
    record.name = of.get_string();
  } else if (key == "payload") {
    read_payload(of.get_object(), record);
  } else if (key == "result") {
    read_result(of, record);
  }
}

}  // namespace

class Parser::Parts {
 public:
  Record parse(std::string_view line) {
    if (buffer_.size() < line.size() + simdjson::SIMDJSON_PADDING) {
      buffer_.resize(2 * line.size() + simdjson::SIMDJSON_PADDING);
    }
    std::copy(line.begin(), line.end(), buffer_.begin());  // a row of a database may be no text at all
    try {
      simdjson::ondemand::document document = parser_.iterate(buffer_.data(), line.size(), buffer_.size());
      return read(document);
    } catch (const simdjson::simdjson_error& error) {
      throw malformed(line, error);
    }
  }

 private:
  [[nodiscard]] static Record read(simdjson::ondemand::document& document) {
    Record record;
    Head head;
    for (auto member : document.get_object()) {
      const std::string_view key = member.unescaped_key();
      read_member(key, member.value(), record, head);
    }
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
      throw simdjson::simdjson_error(simdjson::TRAILING_CONTENT);
    }
    if (!head.has_event && !head.has_name) {
      throw Malformed{ErrorClass::missing_field, 0, "neither `event` nor `name`", "name"};
    }
    record.form = head.has_event ? Form::old : Form::latest;
    record.operation = operation_of(record.name);
    return record;
  }

  [[nodiscard]] static Malformed malformed(std::string_view line, const simdjson::simdjson_error& error) {
    if (error.error() == simdjson::UTF8_ERROR) {
      const std::size_t byte = std::min(find_invalid_utf8(line), line.size());
      return {ErrorClass::encoding, byte + 1, "not UTF-8", {}};
    }
    if (error.error() == simdjson::INCORRECT_TYPE && line.starts_with('{')) {
      return {ErrorClass::bad_value, 0, "a member that is not of its type", {}};
    }
    const std::uint64_t column = line.starts_with('{') ? line.size() + 1 : 1;
    return {ErrorClass::syntax, column, std::string("no JSON object: ") + error.what(), {}};
  }

  simdjson::ondemand::parser parser_;
  std::vector<char> buffer_;
};

Parser::Parser() : parts_(std::make_unique<Parts>()) {}

Parser::~Parser() = default;

Record Parser::parse(std::string_view line) {
  Record record;
  return parse_plain_line(line, record) ? record : parts_->parse(line);
}

}  // namespace arenasim::traces::umpire
