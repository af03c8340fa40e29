#pragma once
#include "fem/fem_problem.hpp"
#include "setup/scaling.hpp"

namespace isobar {

/// The scales of an equation. The deck's u is the scaled equation's
/// u times `u`; its residuals are the scaled ones times `residual`.
struct FemScaling {
  Scale c, u, residual;
};

/// The largest magnitudes in an equation, over all ranks; infinity if a number is not finite.
struct ProblemSizes {
  double f = 0.0, g = 0.0;
  double c = 1.0;
  double length = 1.0; ///< the mesh's length
  double flux = 0.0;   ///< the largest flux through rims without a value
};
/// The directions in which fluxes are evaluated: x and y, and in space z.
std::span<const Point> axes_of(const FemSpace& space);
/// Finds the sizes on the finest space. Collective.
ProblemSizes problem_sizes(const MpiComm& comm, const QuadMesh& mesh, const FemProblem& problem,
                           const FemSpace& finest);

/// Chooses scales so that u, which follows f length^2 / c and g, is near 1 in the scaled equation. No square of a norm then overflows or
/// becomes 0, and float holds the matrix. Scales are powers of two, and 1 for usual sizes (scaling.hpp).
FemScaling scaling_of(const ProblemSizes& sizes);

/// Divides c, reaction and transfers by the scale of c, g by that of u, and f and fluxes by both.
FemProblem scaled(const FemProblem& problem, const FemScaling& scaling);

/// Turns u of the scaled equation into u of the deck. Throws InputError if u is
/// `finished` and a double cannot hold its largest number with all digits. Collective.
void undo(const MpiComm& comm, const FemDeck& deck, const FemScaling& scaling, bool finished,
          std::vector<double>& u);

} // namespace isobar
