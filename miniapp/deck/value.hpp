#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace isobar::deck {

/// A value of decks in TOML and of reports in JSON. Keys know no other type, because the headers of
/// the two libraries take seconds to compile. One source reads TOML (toml_value.cpp) and one writes
/// JSON (value.cpp).
struct Value {
  /// `other`: values of TOML that no key takes, such as dates and tables.
  enum class Type { none, boolean, integer, number, text, list, other };
  using List = std::vector<Value>;

  Value() = default;
  Value(bool value);
  Value(int value);
  Value(std::int64_t value);
  Value(double value);
  Value(const char* value);
  Value(std::string_view value);
  Value(const std::string& value);
  Value(List values);

  bool is_text() const { return type == Type::text; }
  bool is_text(std::string_view word) const { return is_text() && text == word; }
  bool is_list() const { return type == Type::list; }

  Type type = Type::none;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0.0;
  std::string text; ///< name of the type in TOML, for type `other`
  List list;
};

nlohmann::json to_json(const Value& value);

} // namespace isobar::deck
