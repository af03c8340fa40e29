#include "deck/toml_value.hpp"

#include "input/plain_text.hpp"

#include <fmt/format.h>
#include <sstream>

namespace isobar::deck {

Value value_of(const toml::node& node) {
  if (const auto* boolean = node.as_boolean()) return boolean->get();
  if (const auto* integer = node.as_integer()) return integer->get();
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* text = node.as_string()) return text->get();
  if (const toml::array* array = node.as_array()) {
    Value::List list;
    for (const toml::node& entry : *array) list.push_back(value_of(entry));
    return list;
  }
  std::ostringstream name;
  name << node.type();
  Value value = name.str();
  value.type = Value::Type::other;
  return value;
}

std::string one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line, next;
  while (words >> next) line += (line.empty() ? "" : " ") + next;
  return brief(line);
}

/// toml++ prints numbers with all 17 digits. No key takes a table, and toml++ 3.3 computes a negative width for some.
std::string value_text(const toml::node& node) {
  if (node.is_table()) return "{...}";
  if (const auto* number = node.as_floating_point()) return fmt::format("{}", number->get());
  if (const toml::array* array = node.as_array()) {
    std::string list;
    for (const toml::node& entry : *array) list += (list.empty() ? "" : ", ") + value_text(entry);
    return one_line(fmt::format("[{}]", list));
  }
  std::ostringstream text;
  text << toml::toml_formatter(node, toml::format_flags::none);
  return one_line(text.str());
}

} // namespace isobar::deck
