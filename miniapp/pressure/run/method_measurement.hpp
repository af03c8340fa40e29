#pragma once
#include "pressure/run/pressure_context.hpp"

namespace isobar {

/// Sets up a candidate's solver. As a warmup it solves the right-hand side of the run, or of its
/// first time step, to the deck's tolerance. Then it takes the median of three more solves, or the
/// first one alone if others were much faster (is_far_behind). The context has the candidate's
/// deck. A sequence is set up and updated twice, and the second times count. A method is left out
/// if a solve does not converge, or is interrupted. The solver is freed. Collective, with one
/// result on all ranks. Throws as SolverSetup and fill_run_right_side do.
void measure_method(const RunContext& c, std::vector<MethodCandidate>& candidates,
                    std::size_t which);

} // namespace isobar
