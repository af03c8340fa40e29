#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/core/flow/flow_stepper.hpp>

#include <array>

/// The flow of a deck: its equation and its initial fields.
namespace isobar {

/// The flow of a resolved deck.
FlowSpec flow_spec(const FlowDeck& deck);

/// The initial value of a field at the place of its numbers (FlowField), by the cell's global indices. The velocity
/// across a wall is 0; across an inflow it is the velocity of the entering fluid. Restarts have their own values.
class InitialState {
public:
  explicit InitialState(const FlowDeck& deck);
  double operator()(FlowField field, int i, int j, int k) const;

private:
  double velocity(FlowField field, const std::array<double, 3>& place) const;
  double three_dimensional(FlowField field, const std::array<double, 3>& place) const;
  bool is_inside_obstacle(std::size_t across, std::array<int, 3> cell) const;
  double entering(std::size_t across, const std::array<int, 3>& cell) const;
  double temperature(const std::array<double, 3>& place) const;

  FlowSpec spec_;
  flow::Walls walls_;
  flow::Initial kind_;
  double kx_ = 0.0, ky_ = 0.0, kz_ = 0.0; ///< wave numbers of the vortex
  int across_ = -1;                       ///< the axis along which heat is conducted; -1: none
  double low_ = 0.0, high_ = 0.0;         ///< temperatures at that axis' ends
};

} // namespace isobar
