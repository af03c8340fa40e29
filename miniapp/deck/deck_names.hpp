#pragma once
#include "deck/deck_equation.hpp"

#include <isobar/core/base/types.hpp>
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/solvers/multigrid_options.hpp>

#include <array>
#include <cstddef>
#include <string_view>

/// The choices that a deck offers, and the words for them. Choices that core knows are core's own
/// enumerations. Words stand in the order of the enumerators; the table of keys reads and prints
/// choices through them.
namespace isobar::deck {

/// The domains of core, and columns between meridians and parallels.
enum class DomainName { panel, flat, latlon };
enum class RhsKind { box, constant, random, smooth, blob, sources, layered, file };
enum class Method {
  multigrid,
  cg_fused,
  cg_standard,
  cg_multigrid,
  bicgstab,
  bicgstab_multigrid,
  cg_csr,
  multigrid_csr,
  multigrid_ell
};
/// See Double, Float and FloatStorage in isobar/core/base/types.hpp; mixed is float inside
/// double.
enum class PrecisionName { double_, float_, float_storage, mixed };
/// Precision of the cycles inside a mixed solver.
enum class InnerPrecision { float_, float_storage };
/// The part of a mixed solver that is in float: whole cycles, or their levels below the finest.
enum class FloatPart { cycles, coarse_levels };
enum class Switch { automatic, on, off };
/// Where the files of a run go that missed the tolerance: beside the names given, or under these
/// names.
enum class Unconverged { beside, replace };
/// What ranks do while halos of the finest level travel: nothing; or they compute all rows but those that
/// neighbours wait for, with the exchange in the same queue of the device or in one of its own.
enum class HaloOverlap { automatic, none, rim, queue };

using Word = std::string_view;
template <std::size_t N> using Words = std::array<Word, N>;

template <class E> inline constexpr Words<0> words{};
// The choices of core.
template <> inline constexpr Words<2> words<Domain>{"panel", "flat"};
template <> inline constexpr Words<3> words<Boundary>{"dirichlet", "neumann", "periodic"};
template <> inline constexpr Words<2> words<LayerSpacing>{"graded", "uniform"};
template <> inline constexpr Words<2> words<Layout>{"x-fastest", "z-fastest"};
template <> inline constexpr Words<3> words<CycleKind>{"V", "W", "F"};
template <> inline constexpr Words<2> words<Relaxation>{"jacobi", "red-black"};
template <> inline constexpr Words<2> words<Restriction>{"average", "transpose"};
template <> inline constexpr Words<2> words<Start>{"zero", "full"};
template <> inline constexpr Words<2> words<CoarseSolver>{"smoother", "cg"};
// The choices of the program.
template <> inline constexpr Words<3> words<DomainName>{"panel", "flat", "latlon"};
template <> inline constexpr Words<4> words<ColumnFactor>{"constant", "mountains", "ramp", "file"};
template <>
inline constexpr Words<8> words<RhsKind>{"box",  "constant", "random",  "smooth",
                                         "blob", "sources",  "layered", "file"};
template <>
inline constexpr Words<9> words<Method>{"multigrid",    "cg-fused",      "cg-standard",
                                        "cg-multigrid", "bicgstab",      "bicgstab-multigrid",
                                        "cg-csr",       "multigrid-csr", "multigrid-ell"};
template <>
inline constexpr Words<4> words<PrecisionName>{"double", "float", "float-storage", "mixed"};
template <> inline constexpr Words<2> words<InnerPrecision>{"float", "float-storage"};
template <> inline constexpr Words<2> words<FloatPart>{"cycles", "coarse-levels"};
template <> inline constexpr Words<3> words<Switch>{"auto", "on", "off"};
template <> inline constexpr Words<2> words<Unconverged>{"beside", "replace"};

template <> inline constexpr Words<4> words<HaloOverlap>{"auto", "none", "rim", "queue"};

/// The word of a choice, as decks and reports write it.
template <class E> constexpr Word word(E choice) {
  static_assert(words<E>.size() > 0, "this enumeration has no words");
  return words<E>[std::size_t(choice)];
}

} // namespace isobar::deck
