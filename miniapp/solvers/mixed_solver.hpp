#pragma once
#include "solvers/solver.hpp"

namespace isobar {

/// The deck's mixed solver: multigrid refines a double solution with float V-cycles, cg-multigrid
/// runs CG in double with the float V-cycle as preconditioner.
std::unique_ptr<Solver<Double>> make_mixed(const Deck& deck, const GridSpec& spec,
                                           const Partition& partition,
                                           MpiCommunicator<double>& outer,
                                           MpiCommunicator<float>& inner);
/// Device bytes that make_mixed allocates on a rank.
Int64 mixed_bytes(const Deck& deck, const Partition& partition);

} // namespace isobar
