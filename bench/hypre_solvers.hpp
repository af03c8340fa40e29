#pragma once
#include "hypre_amg_cg.hpp"
#include "hypre_problem.hpp"
#include "hypre_stopwatch.hpp"

#include <isobar/core/multigrid/cycle_options.hpp>

#include <string>
#include <vector>

namespace hypre {

/// PFMG's settings; the defaults were the fastest, setup included, of `pfmg_variants()`.
struct PfmgSettings {
  std::string name;
  int relax_type = 2; ///< 1 weighted Jacobi, 2 red-black Gauss-Seidel
  int rap_type = 1;   ///< coarse operators: 0 Galerkin, 1 five- or seven-point
  int skip_relax = 0; ///< 1: no relaxation on levels where hypre finds it of no use
};

/// A cycle of Isobar's multigrid, with these factors before and after the coarse correction.
struct CycleSettings {
  std::string name;
  isobar::Relaxation relaxation = isobar::Relaxation::red_black;
  std::vector<double> factors;
  int float_cycles = 0; ///< of each correction in mixed precision; 0: double throughout
};

struct Outcome {
  double assembly_seconds = 0.0; ///< filling and assembling matrix and vectors
  double setup_seconds = 0.0;    ///< hypre's Setup
  double solve_seconds = 0.0;    ///< hypre's Solve
  int iterations = 0;
  bool converged = false;
  double true_residual = 0.0;  ///< ||b - A u|| / ||b||, recomputed from u
  double given_residual = 0.0; ///< the same of the field that was given, if any
};

/// A x = b by preconditioned CG from x = 0 to ||r||_2 <= tolerance ||b||_2. Collective. `given`,
/// if not empty, is a solution by somebody else on this rank's cells (Box::index), whose
/// residual hypre's matrix is asked for: it shows that both solve the same system.
Outcome solve_struct(const Problem& problem, const PfmgSettings& settings, double tolerance,
                     const std::vector<double>& given);
Outcome solve_boomeramg(const Problem& problem, const AmgSettings& settings, double tolerance,
                        const std::vector<double>& given);

/// Isobar's multigrid for the Poisson equation, in the same terms. Its assembly is that of the right-hand side. Leaves its
/// solution in Box::index order. Throws InputError if its ranks would have other parts.
Outcome solve_isobar(const Problem& problem, const CycleSettings& settings, double tolerance,
                     std::vector<double>& solution);

/// The settings that were tried, the default first.
std::vector<CycleSettings> cycle_variants();
std::vector<PfmgSettings> pfmg_variants();
std::vector<AmgSettings> boomeramg_variants();

} // namespace hypre
