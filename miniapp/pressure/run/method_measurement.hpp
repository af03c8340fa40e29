#pragma once
#include "pressure/run/pressure_context.hpp"

namespace isobar {

/// Sets up a candidate's solver, solves the right-hand side of the run, or of its first time step, to the deck's tolerance as a warmup.
/// Then it takes the median of three more, or the first one alone where others were much faster (is_far_behind). The context has the candidate's deck. In a sequence it sets up twice and updates twice, and takes the second times.
/// A method is left out if one of these solves does not converge, as one does that a signal ends. The solver is gone afterwards. Collective, with the same result on all ranks. Throws as
/// SolverSetup and fill_run_right_side do.
void measure_method(const RunContext& c, std::vector<MethodCandidate>& candidates,
                    std::size_t which);

} // namespace isobar
