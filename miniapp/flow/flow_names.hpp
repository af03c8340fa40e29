#pragma once
#include "deck/deck_precision.hpp"

#include <isobar/core/flow/flow_spec.hpp>
#include <isobar/core/flow/time_scheme.hpp>
#include <isobar/core/poisson/poisson_options.hpp>

/// The choices of isobar_flow's decks in addition to those of deck_names.hpp, and their words.
namespace isobar {

namespace flow {

enum class ProblemKind { poisson, flow };
/// A product of sines and cosines that satisfies the sides' conditions, random numbers, point charges, or a file.
enum class RhsKind { sines, random, charges, file };
enum class Initial { rest, taylor_green, conduction, restart, taylor_green_3d };
/// The shape of an inflow's velocity over its opening.
enum class Profile { uniform, parabola };
/// jacobi: smoothing steps on the finest level alone, to compare with.
enum class PoissonMethod { multigrid, direct, jacobi };
using deck::Precision;
/// The start of a pressure solve: 0, or the last solution.
enum class SolveStart { zero, last };
/// automatic: chosen by the box (flow_resolve_smoother.cpp).
enum class SmootherName { automatic, jacobi, gauss_seidel, sor, chebyshev };
/// Fewer ranks gather the level, or all ranks have it whole and compute the same.
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
/// The transpose of a box's prolongation is full weighting.
inline constexpr Words<4> box_restrictions{"average", "full-weighting", "half-weighting",
                                           "injection"};
template <> inline constexpr Words<4> words<CoarsestSolver>{"steps", "residual", "cg", "exact"};
template <> inline constexpr Words<2> words<flow::MergeForm>{"gather", "all-gather"};

} // namespace deck
} // namespace isobar
