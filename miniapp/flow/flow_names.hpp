#pragma once
#include "deck/deck_precision.hpp"

#include <isobar/core/flow/flow_spec.hpp>
#include <isobar/core/flow/time_scheme.hpp>
#include <isobar/core/poisson/poisson_options.hpp>

/// The choices of isobar_flow's decks in addition to those of deck_names.hpp, and their words.
namespace isobar {

namespace flow {

enum class ProblemKind { poisson, flow };
/// The right-hand side: a product of sines and cosines that satisfies the
/// sides' conditions, random numbers, point charges, or numbers of a file.
enum class RhsKind { sines, random, charges, file };
enum class Initial { rest, taylor_green, conduction, restart, taylor_green_3d };
/// The shape of an inflow's velocity over its opening.
enum class Profile { uniform, parabola };
/// The method of the Poisson solver. jacobi: smoothing
/// steps on the finest level alone, for comparison.
enum class PoissonMethod { multigrid, direct, jacobi };
using deck::Precision;
/// The start of a pressure solve: 0, or the last solution.
enum class SolveStart { zero, last };
/// The smoother. automatic: the box decides (flow_resolve_smoother.cpp).
enum class SmootherName { automatic, jacobi, gauss_seidel, sor, chebyshev };
/// Who has a merged level: fewer ranks gather it, or all ranks have it whole and compute the same.
enum class MergeForm { gather, all_gather };

} // namespace flow

namespace deck {

template <> inline constexpr Words<2> words<flow::ProblemKind>{"poisson", "flow"};
template <> inline constexpr Words<4> words<flow::RhsKind>{"sines", "random", "charges", "file"};
template <>
inline constexpr Words<5> words<WallKind>{"no-slip", "free-slip", "periodic", "inflow", "outflow"};
template <> inline constexpr Words<2> words<flow::Profile>{"uniform", "parabola"};
template <>
inline constexpr Words<5> words<flow::Initial>{"rest", "taylor-green", "conduction", "restart",
                                               "taylor-green-3d"};
template <> inline constexpr Words<2> words<TimeScheme>{"adams-bashforth", "runge-kutta"};
template <> inline constexpr Words<3> words<flow::PoissonMethod>{"multigrid", "direct", "jacobi"};
template <> inline constexpr Words<2> words<flow::SolveStart>{"zero", "last"};
template <>
inline constexpr Words<5> words<flow::SmootherName>{"auto", "jacobi", "gauss-seidel", "sor",
                                                    "chebyshev"};
/// The words for restrictions. Full weighting is the transpose of a box's prolongation.
inline constexpr Words<4> box_restrictions{"average", "full-weighting", "half-weighting",
                                           "injection"};
template <> inline constexpr Words<4> words<CoarsestSolver>{"steps", "residual", "cg", "exact"};
template <> inline constexpr Words<2> words<flow::MergeForm>{"gather", "all-gather"};

} // namespace deck
} // namespace isobar
