#pragma once
#include <fmt/format.h>
#include <isobar/core/launch/march_shape.hpp>
#include <string>

/// The rules of [launch] as text: "double 65536 32x8x16 teams 2".
namespace isobar::deck {

inline std::string shape_text(const MarchShape& s) {
  return fmt::format("{}x{}x{}", s.lanes, s.chunks, s.layers);
}

inline std::string rule_text(const MarchRule& rule) {
  return fmt::format("{} {} {} teams {}", rule.word == sizeof(double) ? "double" : "float",
                     rule.columns, shape_text(rule.shape), rule.shape.teams_per_multiprocessor);
}

} // namespace isobar::deck
