#pragma once
#include "flow/flow_deck.hpp"

#include <isobar/core/poisson/mode_transform.hpp>

namespace isobar {

/// Refuses the direct solver if this build has no library for Fourier transforms.
inline void refuse_missing_libraries(const FlowDeck& deck) {
  if (deck.solver.method == flow::PoissonMethod::direct && fft_library().empty())
    throw InputError(describe(deck, "solver.method") +
                     ": this build has no library for Fourier transforms: configure with "
                     "-D ISOBAR_ENABLE_FFT=ON (Debian: libfftw3-dev); expected \"multigrid\" or "
                     "\"jacobi\"");
}

} // namespace isobar
