#include "fem/mesh_file_coefficients.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace isobar {
namespace {

using namespace fem;

std::string quoted(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
  return text.empty() ? "a mesh that has some" : text;
}

/// The names of regions that have quadrilaterals.
std::set<std::string> region_names(const GmshData& data) {
  std::set<std::string> names;
  for (const int set : data.region_set_of)
    names.insert(data.region_sets[set].begin(), data.region_sets[set].end());
  return names;
}

const std::vector<double>& view_of(const FemDeck& deck, const char* key, const std::string& name,
                                   const GmshData& data) {
  const auto view = data.views.find(name);
  if (view != data.views.end()) return view->second;
  std::set<std::string> names;
  for (const auto& entry : data.views) names.insert(entry.first);
  throw InputError(fmt::format("{}: the mesh has no view \"{}\" in $ElementData; expected {}",
                               describe(deck, key), name, quoted(names)));
}

/// The place and number of a quadrilateral in the file: "mesh.msh:28: element 8".
std::string named_quad(const GmshData& data, std::size_t quad) {
  return data.origin.place_of_quad(int(quad)) + data.origin.quad(int(quad));
}

void check_regions(const FemDeck& deck, const GmshData& data) {
  const std::set<std::string> names = region_names(data);
  for (const auto& [region, value] : deck.problem.regions)
    if (!names.contains(region))
      throw InputError(fmt::format("{}: the mesh has no region \"{}\"{}; expected {}",
                                   describe(deck, "problem.regions"), region,
                                   std::ranges::count(data.groups, std::pair{2, region}) > 0
                                       ? ", as no quadrilateral is in this physical group"
                                       : group_of_name(data, region),
                                   quoted(names)));
}

/// The coefficient of a quadrilateral. The deck names one of its regions, or gives the same number to several.
double value_of_quad(const FemDeck& deck, const GmshData& data, std::size_t quad) {
  const std::vector<std::string>& own = data.regions_of(quad);
  const fem::RegionValue* found = nullptr;
  for (const fem::RegionValue& given : deck.problem.regions) {
    if (std::ranges::count(own, given.region) == 0) continue;
    if (found && found->value != given.value)
      throw InputError(fmt::format("{}: {} is in the regions \"{}\" and \"{}\"; expected one of "
                                   "them, or the same number for both",
                                   describe(deck, "problem.regions"), named_quad(data, quad),
                                   found->region, given.region));
    found = &given;
  }
  if (found) return found->value;
  const std::string key = describe(deck, "problem.regions");
  if (own.empty())
    throw InputError(fmt::format("{}: {} belongs to no physical surface with a name; expected one "
                                 "for each",
                                 key, named_quad(data, quad)));
  throw InputError(fmt::format("{}: nothing is said of the region {}, of {}; expected its "
                               "coefficient",
                               key, quoted({own.begin(), own.end()}), named_quad(data, quad)));
}

std::vector<double> values_of_regions(const FemDeck& deck, const GmshData& data) {
  check_regions(deck, data);
  std::vector<std::optional<double>> of_sets(data.region_sets.size());
  std::vector<double> values;
  for (std::size_t quad = 0; quad < data.region_set_of.size(); ++quad) {
    std::optional<double>& value = of_sets[std::size_t(data.region_set_of[quad])];
    if (!value) value = value_of_quad(deck, data, quad);
    values.push_back(*value);
  }
  return values;
}

const std::vector<double>& positive_view(const FemDeck& deck, const GmshData& data) {
  const char* const key = "problem.diffusion_view";
  const std::vector<double>& values = view_of(deck, key, deck.problem.diffusion_view, data);
  const auto least = std::ranges::min_element(values);
  if (*least > 0.0) return values;
  throw InputError(fmt::format("{}: {} has the value {}; expected numbers above 0",
                               describe(deck, key),
                               named_quad(data, std::size_t(least - values.begin())), *least));
}

} // namespace

bool has_mesh_file_coefficients(const FemDeck& deck) {
  const Problem& p = deck.problem;
  return deck.mesh.source == MeshSource::file &&
         !(p.rhs_view.empty() && p.diffusion_view.empty() && p.regions.empty());
}

void take_mesh_file_coefficients(const FemDeck& deck, const GmshData& data, FemProblem& problem) {
  const Problem& p = deck.problem;
  if (!p.rhs_view.empty())
    problem.f = MeshFunction::of_quads(view_of(deck, "problem.rhs_view", p.rhs_view, data));
  if (!p.diffusion_view.empty()) problem.c = MeshFunction::of_quads(positive_view(deck, data));
  if (!p.regions.empty()) problem.c = MeshFunction::of_quads(values_of_regions(deck, data));
}

std::string group_of_name(const GmshData& data, const std::string& name) {
  constexpr std::array kinds{"points", "curves", "surfaces", "volumes"};
  const auto group = std::ranges::find(data.groups, name, &std::pair<int, std::string>::second);
  if (group == data.groups.end() || group->first < 0 || group->first > 3) return {};
  return fmt::format(" (it names a physical group of {})", kinds[std::size_t(group->first)]);
}

} // namespace isobar
