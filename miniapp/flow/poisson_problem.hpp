#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>

#include <array>

/// Right-hand sides of the Poisson equation, and a solution that is known.
namespace isobar {

/// A product of three functions, one of each axis, that satisfies what holds on the sides of a box and is an eigenfunction of
/// -div grad: sin(pi x / L) between Dirichlet sides, cos(pi x / L) between Neumann sides, a quarter of a wave between one of each,
/// sin(2 pi x / L) along a periodic axis; 1 along an axis of one cell without a Dirichlet side.
class SineProduct {
public:
  explicit SineProduct(const BoxSpec& box);
  /// At a point; lengths of the box.
  double operator()(double x, double y, double z) const;
  /// -div grad of it is it times this.
  double eigenvalue() const;

private:
  struct Wave {
    double number, phase; ///< sin(number x + phase)
  };
  static Wave wave(const Axis& axis);
  std::array<Wave, 3> waves_;
};

/// Fills f, cell means, on this rank's part; of kind "file" f holds them already. Where the box is singular the mean over all
/// ranks is taken off. Collective.
void fill_right_side(const FlowDeck& deck, const MpiComm& comm, const Partition& part,
                     const HostField& f);

/// Cell means become integrals over cells, and the other way around.
void to_integrals(const BoxSpec& box, const Partition& part, const HostField& values);
void to_means(const BoxSpec& box, const Partition& part, const HostField& values);

} // namespace isobar
