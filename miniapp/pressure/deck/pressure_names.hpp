#pragma once
#include "deck/deck_names.hpp"
#include "pressure/deck/deck_equation.hpp"

#include <isobar/core/columns/multigrid_options.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

/// The choices that only isobar's deck has, and their words.
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
  bicgstab_modes,
  cg_sor,
  gcr,
  gcr_multigrid,
  gcr_modes,
  gmres,
  gmres_multigrid,
  gmres_modes,
  cr,
  cr_multigrid,
  cr_modes
};
/// The Krylov methods, which take any matrix and a preconditioner.
enum class Krylov { none, cg, bicgstab, gcr, gmres, cr };
/// The part inside a Krylov method, or the method alone; columns: line relaxation.
enum class Inside { columns, sor, multigrid, modes, stored };
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
inline constexpr Words<22> words<Method>{
    "multigrid",          "cg-fused",       "cg-standard",     "cg-multigrid",  "bicgstab",
    "bicgstab-multigrid", "cg-csr",         "multigrid-csr",   "multigrid-ell", "modes",
    "cg-modes",           "bicgstab-modes", "cg-sor",          "gcr",           "gcr-multigrid",
    "gcr-modes",          "gmres",          "gmres-multigrid", "gmres-modes",   "cr",
    "cr-multigrid",       "cr-modes"};
template <>
inline constexpr Words<4> words<PrecisionName>{"double", "float", "float-storage", "mixed"};
template <> inline constexpr Words<2> words<InnerPrecision>{"float", "float-storage"};
template <> inline constexpr Words<2> words<LevelCoefficients>{"product", "cells"};
template <> inline constexpr Words<2> words<FloatPart>{"cycles", "coarse-levels"};

/// The two parts of a method.
struct MethodParts {
  Krylov krylov;
  Inside inside;

  bool operator==(const MethodParts&) const = default;
};
inline constexpr auto method_parts = std::to_array<MethodParts>({
    {Krylov::none, Inside::multigrid},
    {Krylov::none, Inside::columns}, // its kernels contain the matrix
    {Krylov::cg, Inside::columns},
    {Krylov::cg, Inside::multigrid},
    {Krylov::bicgstab, Inside::columns},
    {Krylov::bicgstab, Inside::multigrid},
    {Krylov::none, Inside::stored},
    {Krylov::none, Inside::stored},
    {Krylov::none, Inside::stored},
    {Krylov::none, Inside::modes},
    {Krylov::cg, Inside::modes},
    {Krylov::bicgstab, Inside::modes},
    {Krylov::cg, Inside::sor},
    {Krylov::gcr, Inside::columns},
    {Krylov::gcr, Inside::multigrid},
    {Krylov::gcr, Inside::modes},
    {Krylov::gmres, Inside::columns},
    {Krylov::gmres, Inside::multigrid},
    {Krylov::gmres, Inside::modes},
    {Krylov::cr, Inside::columns},
    {Krylov::cr, Inside::multigrid},
    {Krylov::cr, Inside::modes},
});
static_assert(method_parts.size() == words<Method>.size());
constexpr MethodParts parts_of(Method m) { return method_parts[std::size_t(m)]; }

/// Whether the method takes matrices that are not symmetric.
constexpr bool is_for_any_matrix(Krylov k) {
  return k == Krylov::bicgstab || k == Krylov::gcr || k == Krylov::gmres;
}
/// Whether the method keeps a basis between restarts.
constexpr bool restarts(Krylov k) { return k == Krylov::gcr || k == Krylov::gmres; }

/// "\"cg-standard\" or \"gcr\"": the methods whose parts meet the condition.
template <class Holds> std::string methods_text(const Holds& holds) {
  std::string text;
  std::size_t left = std::size_t(std::count_if(method_parts.begin(), method_parts.end(), holds));
  for (std::size_t n = 0; n < method_parts.size(); ++n) {
    if (!holds(method_parts[n])) continue;
    text += '"' + std::string(words<Method>[n]) + '"';
    --left;
    if (left > 0) text += left == 1 ? " or " : ", ";
  }
  return text;
}

} // namespace isobar::deck
