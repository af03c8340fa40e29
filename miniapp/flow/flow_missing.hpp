#pragma once
#include "flow/flow_deck.hpp"

#include <fmt/format.h>

namespace isobar {

/// Refuses what decks can say and the program does not do yet, instead of doing something else.
inline void refuse_what_is_missing(const FlowDeck& deck) {
  const auto refuse = [&](bool asked_for, const char* key, const char* expected) {
    if (asked_for)
      throw InputError(
          fmt::format("{}: not in this version; expected {}", describe(deck, key), expected));
  };
  refuse(deck.solver.method == flow::PoissonMethod::direct, "solver.method",
         "\"multigrid\" or \"jacobi\"");
}

} // namespace isobar
