#include "deck/value_kinds.hpp"

#include "input/plain_text.hpp"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace isobar::deck {
namespace {

const Fault out_of_range = "out of range";

/// Whether a double holds the integer exactly.
bool is_exact(std::int64_t n) {
  const double rounded = double(n);
  return rounded < 0x1p63 && std::int64_t(rounded) == n;
}

std::string count_text(std::size_t least, std::size_t most) {
  return least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
}

} // namespace

Fault wrong_type(const Value& value) {
  constexpr std::array names{"none", "boolean", "integer", "floating-point", "string", "array"};
  return fmt::format("wrong type ({})", value.type == Value::Type::other
                                            ? value.text
                                            : names[std::size_t(value.type)]);
}

Fault wrong_length(const Value& value) {
  return fmt::format("wrong length ({})", value.list.size());
}

std::string Integer::expected() const {
  return high == INT64_MAX ? fmt::format("an integer from {}", low)
                           : fmt::format("an integer from {} to {}", low, high);
}

Fault Integer::read(const Value& value, std::int64_t& target) const {
  if (value.type != Value::Type::integer) return wrong_type(value);
  if (value.integer < low || value.integer > high) return out_of_range;
  target = value.integer;
  return {};
}

Fault Integer::read(const Value& value, int& target) const {
  std::int64_t found = target;
  Fault fault = read(value, found);
  target = int(found);
  return fault;
}

std::string Number::interval() const {
  if (std::isinf(low) && std::isinf(high)) return "of any size";
  if (std::isinf(high)) return fmt::format("{} {}", left == '(' ? "above" : "from", low);
  return fmt::format("in {}{}, {}{}", left, low, high, right);
}

std::string Number::expected() const { return "a number " + interval(); }

Fault Number::read(const Value& value, double& target) const {
  const bool integer = value.type == Value::Type::integer;
  if (!integer && value.type != Value::Type::number) return wrong_type(value);
  const double found = integer ? double(value.integer) : value.number;
  if (!contains(found) || !std::isfinite(found)) return out_of_range;
  if (integer && !is_exact(value.integer))
    return fmt::format("no double is this integer (the nearest is {:.1f})", found);
  target = found;
  return {};
}

std::string expected_list(std::size_t least, std::size_t most, const Integer& entry) {
  return fmt::format("a list of {} integers from {} to {}", count_text(least, most), entry.low,
                     entry.high);
}

std::string expected_list(std::size_t least, std::size_t most, const Number& entry) {
  return fmt::format("a list of {} numbers {}", count_text(least, most), entry.interval());
}

std::string ListsInPairs::expected() const {
  return fmt::format("a list of up to {} pairs of lists, each {}, not both empty", most,
                     list.expected());
}

Fault ListsInPairs::read(const Value& value, std::vector<std::vector<double>>& target) const {
  if (!value.is_list()) return wrong_type(value);
  if (value.list.size() % 2 != 0 || value.list.size() > 2 * most) return wrong_length(value);
  target.clear();
  for (const Value& entry : value.list)
    if (Fault fault = list.read(entry, target.emplace_back()); !fault.empty()) return fault;
  for (std::size_t i = 0; i < target.size(); i += 2)
    if (target[i].empty() && target[i + 1].empty()) return "a pair of empty lists";
  return {};
}

std::string expected_choice(std::span<const Word> words) {
  std::string text;
  for (const Word& w : words)
    text += fmt::format("{}\"{}\"", text.empty() ? "" : w == words.back() ? " or " : ", ", w);
  return text;
}

Fault read_choice(std::span<const Word> words, const Value& value, std::size_t& number) {
  if (!value.is_text()) return wrong_type(value);
  for (number = 0; number < words.size(); ++number)
    if (value.text == words[number]) return {};
  return "unknown choice";
}

Fault Boolean::read(const Value& value, bool& target) const {
  if (value.type != Value::Type::boolean) return wrong_type(value);
  target = value.boolean;
  return {};
}

Fault Path::read(const Value& value, std::string& target) const {
  if (!value.is_text()) return wrong_type(value);
  if (value.text.empty()) return "empty";
  if (!is_printable(value.text)) return "control characters in a path";
  target = value.text;
  return {};
}

Fault RankGrid::read(const Value& value, std::optional<ProcessGrid>& target) const {
  if (value.is_text("auto")) {
    target.reset();
    return {};
  }
  if (!value.is_list()) return value.is_text() ? "unknown choice" : wrong_type(value);
  if (value.list.size() != 2) return wrong_length(value);
  std::array<int, 2> ranks{};
  for (std::size_t i = 0; i < 2; ++i)
    if (Fault fault = Integer{1, 1'000'000}.read(value.list[i], ranks[i]); !fault.empty())
      return fault;
  target.emplace(ProcessGrid{ranks[0], ranks[1]});
  return {};
}

Value to_value(const std::string& value) { return value.empty() ? Value() : Value(value); }

Value to_value(const std::optional<ProcessGrid>& grid) {
  return grid ? Value(Value::List{grid->px, grid->py}) : Value("auto");
}

} // namespace isobar::deck
