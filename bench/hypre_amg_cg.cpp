#include "hypre_amg_cg.hpp"

#include "hypre_stopwatch.hpp"

namespace hypre {
namespace {

using Pcg = Handle<HYPRE_Solver, HYPRE_ParCSRPCGDestroy>;
using Amg = Handle<HYPRE_Solver, HYPRE_BoomerAMGDestroy>;

void configure(Amg& amg, const AmgSettings& s) {
  check(HYPRE_BoomerAMGCreate(&amg), "HYPRE_BoomerAMGCreate");
  check(HYPRE_BoomerAMGSetMaxIter(amg, 1), "HYPRE_BoomerAMGSetMaxIter");
  check(HYPRE_BoomerAMGSetTol(amg, 0.0), "HYPRE_BoomerAMGSetTol");
  check(HYPRE_BoomerAMGSetStrongThreshold(amg, s.strong_threshold),
        "HYPRE_BoomerAMGSetStrongThreshold");
  check(HYPRE_BoomerAMGSetCoarsenType(amg, s.coarsening), "HYPRE_BoomerAMGSetCoarsenType");
  check(HYPRE_BoomerAMGSetInterpType(amg, s.interpolation), "HYPRE_BoomerAMGSetInterpType");
  check(HYPRE_BoomerAMGSetPMaxElmts(amg, s.most_entries), "HYPRE_BoomerAMGSetPMaxElmts");
  check(HYPRE_BoomerAMGSetAggNumLevels(amg, s.aggressive), "HYPRE_BoomerAMGSetAggNumLevels");
  check(HYPRE_BoomerAMGSetRelaxType(amg, s.relaxation), "HYPRE_BoomerAMGSetRelaxType");
  check(HYPRE_BoomerAMGSetNumSweeps(amg, 1), "HYPRE_BoomerAMGSetNumSweeps");
}

} // namespace

AmgOutcome solve_by_amg_cg(MPI_Comm comm, HYPRE_ParCSRMatrix a, HYPRE_ParVector b,
                           HYPRE_ParVector x, const AmgSettings& settings, double tolerance) {
  AmgOutcome outcome;
  Stopwatch watch(comm);
  Amg amg;
  Pcg pcg;
  configure(amg, settings);
  check(HYPRE_ParCSRPCGCreate(comm, &pcg), "HYPRE_ParCSRPCGCreate");
  check(HYPRE_ParCSRPCGSetTol(pcg, tolerance), "HYPRE_ParCSRPCGSetTol");
  check(HYPRE_ParCSRPCGSetMaxIter(pcg, max_iterations), "HYPRE_ParCSRPCGSetMaxIter");
  check(HYPRE_ParCSRPCGSetTwoNorm(pcg, 1), "HYPRE_ParCSRPCGSetTwoNorm");
  check(HYPRE_ParCSRPCGSetPrecond(pcg, HYPRE_BoomerAMGSolve, HYPRE_BoomerAMGSetup, amg),
        "HYPRE_ParCSRPCGSetPrecond");
  check(HYPRE_ParCSRPCGSetup(pcg, a, b, x), "HYPRE_ParCSRPCGSetup");
  outcome.setup = watch.lap();
  outcome.converged = check_solve(HYPRE_ParCSRPCGSolve(pcg, a, b, x), "HYPRE_ParCSRPCGSolve");
  outcome.solve = watch.lap();
  HYPRE_Int iterations = 0;
  check(HYPRE_ParCSRPCGGetNumIterations(pcg, &iterations), "HYPRE_ParCSRPCGGetNumIterations");
  outcome.iterations = iterations;
  return outcome;
}

} // namespace hypre
