#include "fem/fem_file_values.hpp"

#include <isobar/core/mesh/quad_values.hpp>

#include <algorithm>
#include <fmt/format.h>
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

std::set<std::string> region_names(const GmshData& data) {
  std::set<std::string> names(data.regions.begin(), data.regions.end());
  names.erase("");
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

std::vector<double> values_of_regions(const FemDeck& deck, const GmshData& data) {
  const std::string key = describe(deck, "problem.regions");
  const std::set<std::string> names = region_names(data);
  for (const RegionValue& given : deck.problem.regions)
    if (!names.contains(given.region))
      throw InputError(fmt::format("{}: the mesh has no region \"{}\"; expected {}", key,
                                   given.region, quoted(names)));
  std::vector<double> values;
  for (const std::string& region : data.regions) {
    const auto given = std::ranges::find(deck.problem.regions, region, &RegionValue::region);
    if (region.empty())
      throw InputError(fmt::format("{}: quadrilateral {} of the mesh belongs to no physical "
                                   "surface with a name; expected one for each",
                                   key, values.size() + 1));
    if (given == deck.problem.regions.end())
      throw InputError(fmt::format("{}: nothing is said of the region \"{}\"; expected its "
                                   "coefficient",
                                   key, region));
    values.push_back(given->value);
  }
  return values;
}

const std::vector<double>& positive_view(const FemDeck& deck, const GmshData& data) {
  const char* const key = "problem.diffusion_view";
  const std::vector<double>& values = view_of(deck, key, deck.problem.diffusion_view, data);
  const double least = *std::ranges::min_element(values);
  if (least > 0.0) return values;
  throw InputError(
      fmt::format("{}: has the value {}; expected numbers above 0", describe(deck, key), least));
}

} // namespace

bool has_file_values(const FemDeck& deck) {
  const Problem& p = deck.problem;
  return deck.mesh.source == MeshSource::file &&
         !(p.rhs_view.empty() && p.diffusion_view.empty() && p.regions.empty());
}

void take_file_values(const FemDeck& deck, const QuadMesh& mesh, const GmshData& data,
                      FemProblem& problem) {
  const Problem& p = deck.problem;
  if (!p.rhs_view.empty())
    problem.f = QuadValues(mesh, view_of(deck, "problem.rhs_view", p.rhs_view, data));
  if (!p.diffusion_view.empty()) problem.c = QuadValues(mesh, positive_view(deck, data));
  if (!p.regions.empty()) problem.c = QuadValues(mesh, values_of_regions(deck, data));
}

} // namespace isobar
