#pragma once
#include "hypre_check.hpp"

#include <HYPRE.h>
#include <HYPRE_parcsr_ls.h>

#include <string>

/// CG with one cycle of BoomerAMG as preconditioner, for all of the bench's systems in distributed compressed rows.
namespace hypre {

/// Numbers of hypre. One sweep of the smoother before and after the coarse correction.
struct AmgSettings {
  std::string name;
  double strong_threshold = 0.25;
  int coarsening = 10;   ///< 10 HMIS, 6 Falgout
  int interpolation = 6; ///< 6 extended+i, 0 classical modified
  int most_entries = 4;  ///< of a row of the interpolation
  int aggressive = 0;    ///< levels of aggressive coarsening
  int relaxation = 6;    ///< 6 hybrid symmetric Gauss-Seidel, 8 with l1, 18 l1-Jacobi
};

struct AmgOutcome {
  double setup = 0.0, solve = 0.0; ///< seconds of hypre's Setup and Solve
  int iterations = 0;
  bool converged = false;
};

inline constexpr int max_iterations = 1000;

/// A x = b from the x that is given to ||r||_2 <= tolerance ||b||_2. Collective.
AmgOutcome solve_by_amg_cg(MPI_Comm comm, HYPRE_ParCSRMatrix a, HYPRE_ParVector b,
                           HYPRE_ParVector x, const AmgSettings& settings, double tolerance);

} // namespace hypre
