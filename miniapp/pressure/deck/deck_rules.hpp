#pragma once
#include "deck/deck_schema.hpp"
#include "input/plain_text.hpp"
#include "pressure/deck/deck_launch.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <string_view>

/// Reads a deck's list of launch rules, and writes it for reports.
namespace isobar::deck {

struct MarchRules {
  static std::string expected() {
    return "a list of texts like \"double 65536 32x8x16 teams 2\": double or float, least "
           "columns, shape (double: " +
           shapes_text(sizeof(double)) + "; float: " + shapes_text(sizeof(float)) +
           "), 1 to 64 teams a multiprocessor, and, for one kind of GPU, \" on \" and how its "
           "name begins";
  }

  static Fault read(const Value& value, std::vector<LaunchRule>& target) {
    if (!value.is_list()) return "not a list";
    target.clear();
    for (const Value& entry : value.list) {
      if (!entry.is_text()) return "not a list of texts";
      if (Fault fault = read_rule(entry.text, target.emplace_back()); !fault.empty()) return fault;
    }
    return {};
  }

private:
  static std::string shapes_text(std::size_t word) {
    std::string shapes;
    for (const MarchShape& s : compiled_march_shapes(word))
      shapes += (shapes.empty() ? "" : ", ") + shape_text(s);
    return shapes;
  }
  static Fault read_rule(const std::string& text, LaunchRule& full_rule) {
    if (text.find(" waves ") != text.npos)
      return fmt::format("the word waves is renamed to teams ({})", brief(text));
    char word[8] = {};
    long long columns = 0;
    MarchRule& rule = full_rule.march;
    MarchShape& s = rule.shape;
    // NOLINTNEXTLINE(cert-err34-c): a number that overflows differs from the text when it is printed
    std::sscanf(text.c_str(), "%7s %lld %dx%dx%d teams %d", word, &columns, &s.lanes, &s.chunks,
                &s.layers, &s.teams_per_multiprocessor);
    rule.word = std::string_view(word) == "double" ? sizeof(double) : sizeof(float);
    rule.columns = columns;
    if (const std::size_t on = text.find(" on "); on != text.npos)
      full_rule.gpu = text.substr(on + 4);
    if (rule_text(full_rule) != text || columns < 0 || s.teams_per_multiprocessor < 1 ||
        s.teams_per_multiprocessor > 64)
      return fmt::format("no such rule ({})", brief(text));
    for (const MarchShape& known : compiled_march_shapes(rule.word))
      if (shape_text(known) == shape_text(s)) return {};
    return fmt::format("no such shape ({})", shape_text(s));
  }
};

inline Value to_value_of(const MarchRules&, const std::vector<LaunchRule>& rules) {
  Value::List list;
  for (const LaunchRule& rule : rules) list.push_back(rule_text(rule));
  return list;
}

} // namespace isobar::deck
