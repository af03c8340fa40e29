#pragma once
#include <isobar/cell_views.hpp>
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/columns/caller_operators.hpp>
#include <isobar/core/multigrid/solve.hpp>
#include <isobar/host_solver.hpp>

/// PressureSolver (host_solver.hpp) for programs with Kokkos, CMake target
/// isobar::solver. Cells may be Views (cell_views.hpp), and parts of the
/// solver may be the caller's own functions (caller_operators.hpp).
