#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/host_order.hpp>
#include <isobar/core/grid/partition.hpp>

#include <array>

/// Right-hand sides of the Poisson equation, and a known solution.
namespace isobar {

/// A product of three functions, one for each axis. It satisfies the conditions on the sides of a box and is an eigenfunction of
/// -div grad. Between Dirichlet sides the function is sin(pi x / L), between Neumann sides cos(pi x / L), and between one of each
/// a quarter of a wave. Along a periodic axis it is sin(2 pi x / L), and 1 along an axis of one cell without a Dirichlet side.
class SineProduct {
public:
  explicit SineProduct(const BoxSpec& box);
  /// The value at a point, whose coordinates are in the units of the box's lengths.
  double operator()(double x, double y, double z) const;
  /// The eigenvalue: -div grad of the product, divided by the product.
  double eigenvalue() const;

private:
  struct Wave {
    double number, phase; ///< sin(number x + phase)
  };
  static Wave wave(const Axis& axis);
  std::array<Wave, 3> waves_;
};

/// Fills f, cell means, on this rank's part; with kind "file" f has them already.
/// If the box is singular, subtracts the mean over all ranks. Collective.
void fill_right_side(const FlowDeck& deck, const MpiComm& comm, const Partition& part,
                     const HostField& f);

/// Turns cell means into integrals over cells, and the reverse.
void to_integrals(const BoxSpec& box, const Partition& part, const HostField& values);
void to_means(const BoxSpec& box, const Partition& part, const HostField& values);

} // namespace isobar
