#include "deck/deck_keys.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace isobar::deck {
namespace {

/// Levenshtein distance: letters to insert, delete or replace.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t(0));
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, replaced}));
    }
  }
  return row[b.size()];
}

struct Renamed {
  std::string_view section, old_name, new_name;
};
/// Keys of earlier versions. A deck that has one is refused, with its new name.
constexpr Renamed renamed[] = {
    {"grid", "levels", "grid.layers"},
    {"multigrid", "vertical_factor", "multigrid.merged_layers"},
};

} // namespace

const std::vector<Section>& sections() {
  static const std::vector<Section> table = {
      {"grid", "the domain and its cells"},
      {"boundaries",
       "what holds on the domain's sides: u = 0, no flux, or the opposite side's columns"},
      {"fields", "how fields lie in memory"},
      {"physics", "the numbers of the atmosphere, in SI units"},
      {"coefficients", "what makes the equation -w^2 div(alpha grad u) - w^2 xi . grad u + beta u "
                       "= f, lengths in units of "
                       "the radius: alpha_h in horizontal directions, lam^2 alpha_v in the "
                       "vertical one; profiles are "
                       "functions of the height and columns those of the horizontal position that "
                       "they are multiplied by"},
      {"rhs", "the right-hand side f, as cell means"},
      {"solver", "how the equation is solved, and how well"},
      {"mixed", "float inside double: what precision \"mixed\" does"},
      {"multigrid", "the multigrid cycle"},
      {"decomposition", "how the columns are dealt out to the ranks"},
      {"launch", "how kernels are launched on a GPU; hosts ignore it (isobar_tune prints one)"},
      {"run", "how often the solve runs, and what it says meanwhile"},
      {"verification", "what makes a result valid"},
      {"output", "files that are written"},
  };
  return table;
}

const std::vector<Key>& keys() {
  static const std::vector<Key> table = [] {
    std::vector<Key> all;
    for (const std::vector<Key>& part : {problem_keys(), solver_keys(), run_keys()})
      all.insert(all.end(), part.begin(), part.end());
    return all;
  }();
  return table;
}

const Key* find_key(std::string_view section, std::string_view name) {
  for (const Key& key : keys())
    if (key.section == section && key.name == name) return &key;
  return nullptr;
}

std::string_view new_name(std::string_view section, std::string_view name) {
  for (const Renamed& key : renamed)
    if (key.section == section && key.old_name == name) return key.new_name;
  return {};
}

std::string nearest_key(std::string_view section, std::string_view name) {
  // The name says more than the section: keys often stand in the wrong section.
  const auto cost = [&](const Key& key) {
    return 4 * distance(name, key.name) + distance(section, key.section);
  };
  return std::ranges::min_element(keys(), {}, cost)->full_name();
}

std::string nearest_section(std::string_view name) {
  const auto cost = [&](const Section& section) { return distance(name, section.name); };
  return std::ranges::min_element(sections(), {}, cost)->name;
}

} // namespace isobar::deck
