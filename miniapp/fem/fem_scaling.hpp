#pragma once
#include "fem/fem_problem.hpp"
#include "setup/scaling.hpp"

namespace isobar {

/// The scales of an equation: u of the deck is that of the scaled equation times u, and residuals are those times residual.
struct FemScaling {
  Scale c, u, residual;
};

/// The largest sizes of what an equation is made of, on all ranks: infinity where a number is not finite.
struct ProblemSizes {
  double f = 0.0, g = 0.0;
  double c = 1.0;
  double length = 1.0; ///< of the mesh
  double flux = 0.0;   ///< through rims without a value
};
/// On the finest space. Collective.
ProblemSizes problem_sizes(const MpiComm& comm, const QuadMesh& mesh, const FemProblem& problem,
                           const FemSpace& finest);

/// u follows f length^2 / c and g, so that it is near 1 for what the scaled equation has in place of them. No square of a norm overflows then or
/// becomes 0, and float holds the matrix. Powers of two, and none for usual sizes (scaling.hpp).
FemScaling scaling_of(const ProblemSizes& sizes);

/// c, reaction and transfers over c's scale, g over that of u, f and fluxes over both.
FemProblem scaled(const FemProblem& problem, const FemScaling& scaling);

/// u of the deck from that of the scaled equation. Throws InputError if a double does not hold the largest number of a u that is `finished`, or
/// not with all of its digits. Collective.
void undo(const MpiComm& comm, const FemDeck& deck, const FemScaling& scaling, bool finished,
          std::vector<double>& u);

} // namespace isobar
