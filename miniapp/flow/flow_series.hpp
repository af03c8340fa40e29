#pragma once
#include "flow/csv_series.hpp"
#include "flow/flow_problem.hpp"

#include <isobar/core/flow/flow_sampler.hpp>

#include <array>
#include <string>
#include <vector>

namespace isobar {

/// The mean of -dT/dn over a side of fixed temperature, into the box.
/// It is a Nusselt number if lengths and temperatures are of size 1.
struct WallFlux {
  std::string side;
  double mean;
};

/// The mean heat flux of the box by convection and conduction in x, y and z, over the diffusivity:
/// u T / kappa - dT/dx. In the units of WallFlux it is the Nusselt number of the whole box.
using HeatFlux = std::array<double, 3>;

/// The series of a run: probes and the mean heat flux through walls, as text in CSV.
template <class P> class FlowSeries {
public:
  FlowSeries(const FlowDeck& deck, const FlowStepper<P>& stepper);

  /// Adds a row of the stepper's time to each series that has none of that time. Collective.
  void add(const FlowStepper<P>& stepper);
  /// The series of probes and of heat fluxes, the same on all ranks.
  CsvSeries probes, fluxes;

  std::vector<WallFlux> wall_fluxes(const FlowStepper<P>& stepper) const;
  /// The heat flux of the box, for a flow with a temperature. Collective.
  HeatFlux heat_flux(const FlowStepper<P>& stepper) const;

private:
  struct Side {
    int index;
    FlowSampler<P> sampler;
  };
  bool has_temperature_;
  std::vector<FlowSampler<P>> velocities_; ///< u, v and w at all probes
  std::vector<FlowSampler<P>> at_centres_; ///< pressure or temperature at all probes
  std::vector<Side> sides_;
  std::vector<FlowSampler<P>> conduction_; ///< heat conduction in x, y and z
};

} // namespace isobar
