#include "flow/flow_series.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace isobar {
namespace {

std::vector<Sample> samples_of(const FlowDeck& deck, const FlowSpec& spec, FlowField field) {
  std::vector<Sample> samples;
  for (const std::vector<double>& p : deck.output.probe_points)
    samples.push_back(sample_at(spec, field, {p[0], p[1], p[2]}));
  return samples;
}

/// A flow whose walls are insulated. The pressure has no flux through walls:
/// its mirror image equals it, as for a temperature on insulated walls.
FlowSpec insulated(FlowSpec spec) {
  for (Wall* wall : {&spec.west, &spec.east, &spec.south, &spec.north, &spec.bottom, &spec.top})
    wall->heat = WallHeat::insulated;
  spec.has_temperature = true;
  return spec;
}

/// The titles of the probes' columns; nothing if there are no probes.
std::string probe_titles(const FlowDeck& deck, bool has_temperature) {
  if (deck.output.probes.empty()) return {};
  std::string titles = "time";
  for (std::size_t n = 0; n < deck.output.probe_points.size(); ++n)
    titles +=
        fmt::format(",u{0},v{0},w{0},p{0}{1}", n, has_temperature ? fmt::format(",T{}", n) : "");
  return titles;
}

} // namespace

template <class P>
FlowSeries<P>::FlowSeries(const FlowDeck& deck, const FlowStepper<P>& stepper)
    : probes(probe_titles(deck, deck.has_temperature())), has_temperature_(deck.has_temperature()) {
  const FlowGridOf<P>& grid = stepper.grid();
  const FlowSpec& spec = grid.spec();
  if (probes.is_kept()) {
    for (const FlowField field : {FlowField::u, FlowField::v, FlowField::w})
      velocities_.emplace_back(grid, samples_of(deck, spec, field));
    at_centres_.emplace_back(grid, samples_of(deck, insulated(spec), FlowField::temperature));
    if (has_temperature_)
      at_centres_.emplace_back(grid, samples_of(deck, spec, FlowField::temperature));
  }
  for (int n = 0; has_temperature_ && n < 6; ++n) {
    const Axis& axis = n / 2 == 0 ? spec.x : n / 2 == 1 ? spec.y : spec.z;
    if (spec.walls()[std::size_t(n)]->heat == WallHeat::fixed && axis.cells() > 1)
      sides_.push_back({n, FlowSampler<P>(grid, wall_gradient(spec, n))});
  }
  for (int axis = 0; has_temperature_ && axis < 3; ++axis)
    conduction_.emplace_back(grid, mean_conduction(spec, axis));
  if (deck.output.fluxes.empty()) return;
  std::string titles = "time";
  for (const Side& side : sides_) titles += fmt::format(",{}", wall_names[std::size_t(side.index)]);
  fluxes = CsvSeries(titles);
}

template <class P> void FlowSeries<P>::add(const FlowStepper<P>& stepper) {
  const double time = stepper.clock().time;
  if (probes.is_kept()) {
    std::vector<std::vector<double>> columns;
    for (std::size_t n = 0; n < velocities_.size(); ++n)
      columns.push_back(velocities_[n].take(stepper.ranks(), stepper.fields()[n]));
    columns.push_back(at_centres_[0].take(stepper.ranks(), stepper.pressure()));
    if (has_temperature_)
      columns.push_back(at_centres_[1].take(stepper.ranks(), stepper.fields()[3]));
    std::vector<double> row;
    for (std::size_t probe = 0; probe < columns[0].size(); ++probe)
      for (const std::vector<double>& column : columns) row.push_back(column[probe]);
    probes.add(time, row);
  }
  if (!fluxes.is_kept()) return;
  std::vector<double> row;
  for (const WallFlux& flux : wall_fluxes(stepper)) row.push_back(flux.mean);
  fluxes.add(time, row);
}

template <class P>
auto FlowSeries<P>::wall_fluxes(const FlowStepper<P>& stepper) const -> std::vector<WallFlux> {
  std::vector<WallFlux> fluxes;
  for (const Side& side : sides_)
    fluxes.push_back({std::string(wall_names[std::size_t(side.index)]),
                      mean_over_side(stepper.grid().spec(), side.index,
                                     side.sampler.take(stepper.ranks(), stepper.fields()[3]))});
  return fluxes;
}

template <class P> HeatFlux FlowSeries<P>::heat_flux(const FlowStepper<P>& stepper) const {
  const FlowSpec& spec = stepper.grid().spec();
  const double volume = spec.x.length() * spec.y.length() * spec.z.length();
  HeatFlux flux{};
  for (std::size_t d = 0; d < 3; ++d)
    flux[d] = FlowMeasures<P>::heat(stepper.grid(), int(d), stepper.fields()) /
              (volume * spec.diffusivity);
  stepper.ranks().sum(flux);
  for (std::size_t d = 0; d < 3; ++d) {
    const std::vector<double> conducted = conduction_[d].take(stepper.ranks(), stepper.fields()[3]);
    flux[d] = std::accumulate(conducted.begin(), conducted.end(), flux[d]);
  }
  return flux;
}

template class FlowSeries<Double>;
template class FlowSeries<Float>;

} // namespace isobar
