#pragma once
#include "deck/deck_schema.hpp"

/// The keys of a deck by what they are about; together they are the table (deck_schema.hpp).
namespace isobar::deck {

/// The problem: [grid], [boundaries], [fields], [physics], [coefficients], [rhs].
std::vector<Key> problem_keys();
std::vector<Key> boundary_keys();
std::vector<Key> coefficient_keys();
/// Its solution: [solver], [mixed], [multigrid].
std::vector<Key> solver_keys();
/// The run: [decomposition], [launch], [run], [verification], [output].
std::vector<Key> run_keys();

} // namespace isobar::deck
