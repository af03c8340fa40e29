#include "pressure/classes/locked_values.hpp"

#include "deck/deck_schema.hpp"
#include "io/sha256.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

namespace isobar {
namespace {

constexpr std::array<std::string_view, 7> locked_sections = {
    "grid", "boundaries", "physics", "coefficients", "rhs", "sequence", "verification"};
constexpr std::array<std::string_view, 3> sections_of_the_algorithm = {"solver", "mixed",
                                                                       "multigrid"};
/// These keys change only the work of ranks between exchanges, and no number.
constexpr std::array<std::string_view, 3> free_of_multigrid = {
    "multigrid.overlap_rows", "multigrid.replicated_from", "multigrid.merge"};
/// Keys that are younger than the published classes, which have their defaults. They are not part of a hash.
constexpr std::array<std::string_view, 8> younger = {"grid.flux",
                                                     "coefficients.ground",
                                                     "solver.absolute_tolerance",
                                                     "solver.divergence_tolerance",
                                                     "solver.min_iterations",
                                                     "multigrid.coefficients",
                                                     "solver.restart",
                                                     "solver.sor_factor"};
/// The keys that end a solve with any algorithm.
constexpr std::array<std::string_view, 2> tolerances = {"solver.tolerance",
                                                        "solver.absolute_tolerance"};
/// Keys whose values may be larger.
constexpr std::array<std::string_view, 2> minimums = {"run.repeats", "sequence.least_seconds"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::ranges::count(list, word) > 0;
}

bool is_locked(const ProblemClass& c, const deck::Key& key) {
  const std::string name = key.full_name();
  if (contains(minimums, name) || contains(tolerances, name)) return true;
  // The CFL number has the same information; it depends on the columns, and its last digit on the compiler.
  if (name == "physics.time_step") return false;
  if (contains(locked_sections, key.section)) return true;
  if (c.algorithm == ClassAlgorithm::open) return false;
  return contains(sections_of_the_algorithm, key.section) && !contains(free_of_multigrid, name);
}

bool suffices(const std::string& key, const nlohmann::json& found, const nlohmann::json& wanted) {
  return contains(minimums, key) ? found >= wanted : found == wanted;
}

struct Published {
  std::string_view name, algorithm, hash;
};
/// A class that is changed gets a new name: results of one name stay comparable.
constexpr std::array<Published, 18> published = {{{"S", "open", "67910abe9f285e4a"},
                                                  {"S", "reference", "99837399bac2ab5a"},
                                                  {"M", "open", "fa22188b8fb1c6e2"},
                                                  {"M", "reference", "e0e4e8657905382e"},
                                                  {"L", "open", "1d3abf91c756d299"},
                                                  {"L", "reference", "5ccf64c92db185eb"},
                                                  {"XL", "open", "cd96c4971f3ff3dd"},
                                                  {"XL", "reference", "9762e077ff7faa4a"},
                                                  {"fill", "open", "f25c31b805948864"},
                                                  {"fill", "reference", "54eaf1284f094ec9"},
                                                  {"sphere-S", "open", "aa11803453a5a4c9"},
                                                  {"sphere-S", "reference", "952c155a9dae251b"},
                                                  {"sphere-M", "open", "eefe7391ef83f26f"},
                                                  {"sphere-M", "reference", "8d359da1d95c877a"},
                                                  {"sphere-L", "open", "c308ef65c4ab4a15"},
                                                  {"sphere-L", "reference", "1c0d81fb994dc5aa"},
                                                  {"sphere-XL", "open", "8a0da19fd2e43eb6"},
                                                  {"sphere-XL", "reference", "50507d5703844cf9"}}};

} // namespace

nlohmann::json locked_values(const ProblemClass& c, const Deck& deck) {
  nlohmann::json values;
  for (const deck::Key& key : deck.schema->keys())
    if (is_locked(c, key)) values[key.full_name()] = to_json(key.value(deck));
  return values;
}

std::string locked_hash(const ProblemClass& c, const Deck& deck, const Deck& wanted) {
  nlohmann::json values = locked_values(c, deck);
  const nlohmann::json there = locked_values(c, wanted);
  for (const auto& [key, value] : there.items())
    if (suffices(key, values.at(key), value)) values[key] = value;
  const Deck defaults;
  for (const std::string_view key : younger) {
    const std::string name(key);
    if (values.contains(name) && values.at(name) == locked_values(c, defaults).at(name))
      values.erase(name);
  }
  if (c.fill)
    for (const char* columns : {"grid.nx", "grid.ny"}) values.erase(columns);
  values["algorithm"] = c.algorithm_name();
  values["rules"] = rules;
  return sha256(values.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
      .substr(0, 16);
}

std::string published_hash(const ProblemClass& c) {
  const std::string_view name = c.fill ? "fill" : std::string_view(c.name);
  for (const Published& p : published)
    if (p.name == name && p.algorithm == c.algorithm_name()) return std::string(p.hash);
  return {};
}

std::vector<Departure> deck_departures(const ProblemClass& c, const Deck& found,
                                       const Deck& wanted) {
  std::vector<Departure> departures;
  const nlohmann::json here = locked_values(c, found), there = locked_values(c, wanted);
  for (const auto& [key, value] : there.items())
    if (!suffices(key, here.at(key), value)) departures.push_back({key, here.at(key), value});
  const bool in_double = found.solver.precision == deck::PrecisionName::double_ || found.is_mixed();
  if (c.algorithm == ClassAlgorithm::open && !in_double)
    departures.push_back(
        {"solver.precision", deck::word(found.solver.precision), "double or mixed"});
  if (c.algorithm == ClassAlgorithm::open && found.chooses_method())
    departures.push_back({"solver.method", "auto", "the name of a method"});
  if (const std::string hash = locked_hash(c, wanted, wanted); hash != published_hash(c))
    departures.push_back({"class hash of the build", hash, published_hash(c)});
  return departures;
}

} // namespace isobar
