#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

#include <array>
#include <cstddef>
#include <string_view>

/// Choices that the decks of all programs offer, and the words for them.
/// Choices that core knows are core's own enumerations. Words have the order
/// of the enumerators; the table of keys reads and prints choices with them.
namespace isobar::deck {

enum class Switch { automatic, on, off };
/// The names of the files of a run that missed the tolerance: unconverged names, or the given ones.
enum class Unconverged { beside, replace };
/// The work of ranks while halos of the finest level travel: none, or all rows for which no
/// neighbour waits. The exchange is in the same queue of the device, or in a separate one.
enum class HaloOverlap { automatic, none, rim, queue };

using Word = std::string_view;
template <std::size_t N> using Words = std::array<Word, N>;

template <class E> inline constexpr Words<0> words{};
// The choices of core.
template <> inline constexpr Words<4> words<Domain>{"panel", "flat", "sphere", "equiangular-panel"};
template <> inline constexpr Words<2> words<Flux>{"two-point", "vertex"};
template <> inline constexpr Words<3> words<Boundary>{"dirichlet", "neumann", "periodic"};
template <> inline constexpr Words<2> words<LayerSpacing>{"graded", "uniform"};
template <> inline constexpr Words<2> words<Layout>{"x-fastest", "z-fastest"};
template <> inline constexpr Words<3> words<CycleKind>{"V", "W", "F"};
template <> inline constexpr Words<2> words<Relaxation>{"jacobi", "red-black"};
template <> inline constexpr Words<2> words<Restriction>{"average", "transpose"};
template <> inline constexpr Words<2> words<Start>{"zero", "full"};
template <> inline constexpr Words<2> words<CoarseSolver>{"smoother", "cg"};
// The choices of the program.
template <> inline constexpr Words<3> words<Switch>{"auto", "on", "off"};
template <> inline constexpr Words<2> words<Unconverged>{"beside", "replace"};

template <> inline constexpr Words<4> words<HaloOverlap>{"auto", "none", "rim", "queue"};

/// The word of a choice, as decks and reports write it.
template <class E> constexpr Word word(E choice) {
  static_assert(words<E>.size() > 0, "this enumeration has no words");
  return words<E>[std::size_t(choice)];
}

} // namespace isobar::deck
