#pragma once
#include "deck/deck_names.hpp"
#include "pressure/deck/deck_equation.hpp"

#include <isobar/core/columns/multigrid_options.hpp>

/// The choices of isobar's deck alone, and the words for them.
namespace isobar::deck {

/// The domains of core, and columns between meridians and parallels.
enum class DomainName { panel, flat, latlon, sphere, equiangular_panel };
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
  multigrid_ell,
  modes,
  cg_modes,
  bicgstab_modes
};
/// See Double, Float and FloatStorage in isobar/core/base/types.hpp; mixed is float inside
/// double.
enum class PrecisionName { double_, float_, float_storage, mixed };
/// Precision of the cycles inside a mixed solver.
enum class InnerPrecision { float_, float_storage };
/// The part of a mixed solver that is in float: whole cycles, or their levels below the finest.
enum class FloatPart { cycles, coarse_levels };

template <>
inline constexpr Words<5> words<DomainName>{"panel", "flat", "latlon", "sphere",
                                            "equiangular-panel"};
template <> inline constexpr Words<4> words<ColumnFactor>{"constant", "mountains", "ramp", "file"};
template <> inline constexpr Words<3> words<GroundShape>{"flat", "mountains", "file"};
template <>
inline constexpr Words<8> words<RhsKind>{"box",  "constant", "random",  "smooth",
                                         "blob", "sources",  "layered", "file"};
template <>
inline constexpr Words<12> words<Method>{
    "multigrid", "cg-fused",      "cg-standard",   "cg-multigrid", "bicgstab", "bicgstab-multigrid",
    "cg-csr",    "multigrid-csr", "multigrid-ell", "modes",        "cg-modes", "bicgstab-modes"};
template <>
inline constexpr Words<4> words<PrecisionName>{"double", "float", "float-storage", "mixed"};
template <> inline constexpr Words<2> words<InnerPrecision>{"float", "float-storage"};
template <> inline constexpr Words<2> words<LevelCoefficients>{"product", "cells"};
template <> inline constexpr Words<2> words<FloatPart>{"cycles", "coarse-levels"};

} // namespace isobar::deck
