#pragma once
#include "flow/flow_problem.hpp"

#include <isobar/core/grid/host_order.hpp>

/// Copies of a flow's fields from and to the host.
namespace isobar {

/// Fills owned cells of all fields with the initial state and restarts the clock. Collective.
template <class P> void set_initial_state(const FlowDeck& deck, FlowStepper<P>& stepper);

/// The fields of output files in the centres of cells: velocities
/// as the means of two opposite faces, pressure, temperature.
struct CentredFields {
  HostField u, v, w, pressure, temperature; ///< temperature is empty if the flow has none
};
template <class P> CentredFields centred_fields(const FlowStepper<P>& stepper);

} // namespace isobar
