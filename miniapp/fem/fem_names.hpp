#pragma once
#include "deck/deck_precision.hpp"

#include <isobar/core/fem/fem_choices.hpp>
#include <isobar/core/fem/numbering.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>
#include <isobar/core/mesh/mesh_partition.hpp>
#include <isobar/core/multigrid/null_space.hpp>

#include <optional>
#include <string>

/// The choices that decks of isobar_fem offer beside those of deck_names.hpp, and the words for them.
namespace isobar {

namespace fem {

enum class MeshSource { circle, annulus, square, vessel, file };
/// Functions of the place (fem_functions.hpp).
enum class FunctionName { one, x, y, sines, polynomial, logarithm };
/// Diffusion coefficients that vary.
enum class DiffusionName { wave, radial, jump };
enum class Method { multigrid, cg_multigrid };
/// MatrixFormat, whose header needs Kokkos, and FemRows in one choice.
enum class Format { csr, ell, sliced_ell, ell_t, macro, bands };
using deck::Precision;
enum class Encoding { binary, ascii };

/// A number, or a function of these names.
template <class E> struct NumberOrName {
  double number = 0.0;
  std::optional<E> name{};
};
using Function = NumberOrName<FunctionName>;
using Diffusion = NumberOrName<DiffusionName>;

/// What holds on a rim of the mesh.
struct RimValue {
  std::string rim;
  bool open = false; ///< nothing flows through it
  Function value{};  ///< of u, else
};

/// The flux through a rim without a value.
struct RimFlux {
  std::string rim;
  bool of_solution = false; ///< as the known solution wants it
  Function value{};         ///< else
};

/// The factor of u in Robin's condition on a rim.
struct RimTransfer {
  std::string rim;
  double value = 1.0;
};

/// The diffusion coefficient of a region of the mesh.
struct RegionValue {
  std::string region;
  double value = 1.0;
};

} // namespace fem

namespace deck {

template <>
inline constexpr Words<5> words<fem::MeshSource>{"circle", "annulus", "square", "vessel", "file"};
template <> inline constexpr Words<3> words<CellShape>{"quadrilaterals", "triangles", "mixed"};
template <>
inline constexpr Words<6> words<fem::FunctionName>{"one",   "x",          "y",
                                                   "sines", "polynomial", "logarithm"};
template <> inline constexpr Words<3> words<fem::DiffusionName>{"wave", "radial", "jump"};
template <>
inline constexpr Words<6> words<Numbering>{"two-level", "cuthill-mckee", "coordinate",
                                           "random",    "hierarchical",  "macro"};
template <> inline constexpr Words<3> words<PartitionMethod>{"auto", "metis", "bisection"};
template <> inline constexpr Words<2> words<fem::Method>{"multigrid", "cg-multigrid"};
template <>
inline constexpr Words<6> words<fem::Format>{"csr", "ell", "sliced-ell", "ell-t", "macro", "bands"};
template <>
inline constexpr Words<8> words<FemSmoother>{
    "jacobi",         "chebyshev",    "l1-jacobi",           "spai",
    "chebyshev-spai", "gauss-seidel", "colour-gauss-seidel", "ilu"};
template <> inline constexpr Words<2> words<NullSpace>{"none", "constants"};
template <> inline constexpr Words<2> words<FemCoarseSolver>{"cg", "direct"};
template <> inline constexpr Words<2> words<fem::Encoding>{"binary", "ascii"};

} // namespace deck
} // namespace isobar
