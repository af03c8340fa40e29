#include "library/solver_deck.hpp"

#include "deck/deck_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace isobar {
namespace {

constexpr const char* options_name = "options"; // replaces the deck's file in error lines

/// A key that the caller sets by an argument; error lines call it `grid.nx = 0`.
Override setting(const char* key, const std::string& value) {
  return {fmt::format("{} = {}", key, value), key, value};
}

std::vector<Override> sizes(const PressureGrid& grid) {
  return {setting("grid.nx", fmt::format("{}", grid.nx)),
          setting("grid.ny", fmt::format("{}", grid.ny)),
          setting("grid.nz", fmt::format("{}", grid.nz))};
}

std::vector<Override> settings_of(const PressureGrid& grid, double cfl) {
  std::vector<Override> settings = sizes(grid);
  settings.push_back(setting("grid.domain", std::string(deck::word(grid.domain))));
  settings.push_back(setting("grid.flux", std::string(deck::word(grid.flux_or_default()))));
  settings.push_back(setting("grid.layers", std::string(deck::word(grid.layers))));
  if (const auto& ranks = grid.process_grid)
    settings.push_back(
        setting("decomposition.process_grid", fmt::format("[{}, {}]", ranks->px, ranks->py)));
  settings.push_back(setting("physics.cfl", fmt::format("{}", cfl)));
  return settings;
}

/// The keys that end a solve. No kernel is compiled
/// for their values, and no memory depends on them.
constexpr std::array changeable = {
    "solver.tolerance",      "solver.absolute_tolerance", "solver.divergence_tolerance",
    "solver.max_iterations", "solver.min_iterations",     "solver.check_after"};

void take_changeable(const deck::Solver& from, deck::Solver& to) {
  to.tolerance = from.tolerance;
  to.absolute_tolerance = from.absolute_tolerance;
  to.divergence_tolerance = from.divergence_tolerance;
  to.max_iterations = from.max_iterations;
  to.min_iterations = from.min_iterations;
  to.check_after = from.check_after;
}

/// The present value of a key in the deck.
Override as_it_is(const Deck& deck, const char* full_name) {
  const std::string_view name = full_name;
  const std::size_t dot = name.find('.');
  const deck::Key* const key = deck.schema->find_key(name.substr(0, dot), name.substr(dot + 1));
  return setting(full_name, deck::to_json(key->value(deck)).dump());
}

/// A deck with only the keys of these sections.
Deck deck_of_text(const std::string& sections) {
  Deck deck;
  deck.path = options_name;
  deck::read_text(deck, sections);
  return deck;
}

} // namespace

void check_sizes(const PressureGrid& grid) { parse_solver_sections("", options_name, sizes(grid)); }

Deck solver_deck(const PressureGrid& grid, double cfl, const std::string& sections) {
  return parse_solver_sections(sections, options_name, settings_of(grid, cfl));
}

void change_options(Deck& deck, const PressureGrid& grid, const std::string& first,
                    const std::string& sections) {
  const Deck change = deck_of_text(sections);
  for (const auto& [key, subject] : change.given)
    if (std::ranges::find(changeable, std::string_view(key)) == changeable.end())
      throw InputError(fmt::format("{}: wants a new solver; expected one of {}", subject,
                                   fmt::join(changeable, ", ")));
  std::vector<Override> settings = settings_of(grid, *deck.physics.cfl);
  for (const char* const key : changeable)
    if (deck.is_given(key) && !change.is_given(key)) settings.push_back(as_it_is(deck, key));
  const Deck next =
      parse_decks({{first, options_name, true}, {sections, options_name, true}}, settings);
  take_changeable(next.solver, deck.solver);
  deck.given = next.given;
  deck.unused = next.unused;
}

} // namespace isobar
