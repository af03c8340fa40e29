#pragma once
#include "flow/flow_problem.hpp"

#include <isobar/core/flow/flow_sampler.hpp>

#include <string>
#include <vector>

namespace isobar {

/// The mean of -dT/dn over a side whose temperature is fixed, into the box: a Nusselt number where lengths and temperatures are
/// of size 1.
struct WallFlux {
  std::string side;
  double mean;
};

/// What a run keeps of single places while it goes on: probes and the mean heat flux through walls, as text in CSV.
template <class P> class FlowSeries {
public:
  FlowSeries(const FlowDeck& deck, const FlowStepper<P>& stepper);

  /// Adds a line to each. Collective.
  void add(const FlowStepper<P>& stepper);
  /// Empty where the deck asks for none. The same on all ranks.
  const std::string& probes() const { return probes_; }
  const std::string& fluxes() const { return fluxes_; }

  std::vector<WallFlux> wall_fluxes(const FlowStepper<P>& stepper) const;

private:
  struct Side {
    int index;
    FlowSampler<P> sampler;
  };
  bool has_temperature_, wants_fluxes_;
  std::vector<FlowSampler<P>> velocities_; ///< of u, v and w at all probes
  std::vector<FlowSampler<P>> at_centres_; ///< of pressure or temperature there
  std::vector<Side> sides_;
  std::string probes_, fluxes_;
};

} // namespace isobar
