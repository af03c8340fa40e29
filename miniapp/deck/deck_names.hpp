#pragma once
#include <isobar/core/base/types.hpp>
#include <isobar/core/grid/geometry.hpp>

#include <array>
#include <cstddef>
#include <string_view>

/// The choices that a deck offers, and the words for them. Words stand in the order of the
/// enumerators; the deck's table (deck_keys.cpp) reads and prints choices through them.
namespace isobar::deck {

enum class RhsKind { box, constant, random, smooth, blob, file };
enum class Method {
  multigrid,
  cg_fused,
  cg_standard,
  cg_multigrid,
  cg_csr,
  multigrid_csr,
  multigrid_ell
};
/// See Double, Float and FloatStorage in isobar/core/scalar.hpp; mixed is float inside double.
enum class PrecisionName { double_, float_, float_storage, mixed };
/// Of the cycles inside a mixed solver.
enum class InnerPrecision { float_, float_storage };
/// What of a mixed solver is in float: whole V-cycles, or their levels below the finest.
enum class FloatPart { cycles, coarse_levels };
/// Of the smoother: all columns at once, or one colour of a chess board after the other.
enum class SmootherName { jacobi, red_black };
enum class StartName { zero, full };
enum class RestrictionName { average, transpose };
enum class CoarseSolverName { smoother, cg };
enum class Switch { automatic, on, off };
/// Where the files of a run go that did not reach the tolerance: beside the names given, or there.
enum class Unconverged { beside, replace };

template <class E> inline constexpr std::array<std::string_view, 0> words{};
template <> inline constexpr std::array<std::string_view, 2> words<Domain>{"panel", "flat"};
template <>
inline constexpr std::array<std::string_view, 2> words<LayerSpacing>{"graded", "uniform"};
template <>
inline constexpr std::array<std::string_view, 2> words<Layout>{"x-fastest", "z-fastest"};
template <>
inline constexpr std::array<std::string_view, 6> words<RhsKind>{"box",    "constant", "random",
                                                                "smooth", "blob",     "file"};
template <>
inline constexpr std::array<std::string_view, 7> words<Method>{
    "multigrid", "cg-fused",      "cg-standard",  "cg-multigrid",
    "cg-csr",    "multigrid-csr", "multigrid-ell"};
template <>
inline constexpr std::array<std::string_view, 4> words<PrecisionName>{"double", "float",
                                                                      "float-storage", "mixed"};
template <>
inline constexpr std::array<std::string_view, 2> words<InnerPrecision>{"float", "float-storage"};
template <>
inline constexpr std::array<std::string_view, 2> words<FloatPart>{"cycles", "coarse-levels"};
template <>
inline constexpr std::array<std::string_view, 2> words<SmootherName>{"jacobi", "red-black"};
template <> inline constexpr std::array<std::string_view, 2> words<StartName>{"zero", "full"};
template <>
inline constexpr std::array<std::string_view, 2> words<RestrictionName>{"average", "transpose"};
template <>
inline constexpr std::array<std::string_view, 2> words<CoarseSolverName>{"smoother", "cg"};
template <> inline constexpr std::array<std::string_view, 3> words<Switch>{"auto", "on", "off"};
template <>
inline constexpr std::array<std::string_view, 2> words<Unconverged>{"beside", "replace"};

/// The word of a choice, as decks and reports write it.
template <class E> constexpr std::string_view word(E choice) {
  static_assert(words<E>.size() > 0, "this enumeration has no words");
  return words<E>[std::size_t(choice)];
}

} // namespace isobar::deck
