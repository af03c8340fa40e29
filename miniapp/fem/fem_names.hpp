#pragma once
#include "deck/deck_precision.hpp"

#include <isobar/core/fem/fem_choices.hpp>
#include <isobar/core/fem/numbering.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>
#include <isobar/core/mesh/mesh_partition.hpp>
#include <isobar/core/multigrid/null_space.hpp>

#include <optional>
#include <string>

/// The choices of isobar_fem's decks, in addition to those of deck_names.hpp, and their words.
namespace isobar {

namespace fem {

enum class MeshSource { circle, annulus, square, vessel, file };
/// The named functions of the position (fem_functions.hpp).
enum class FunctionName { one, x, y, sines, polynomial, logarithm };
/// Variable diffusion coefficients.
enum class DiffusionName { wave, radial, jump };
enum class Method { multigrid, cg_multigrid };
/// MatrixFormat and FemRows in one choice. The header of MatrixFormat needs Kokkos.
enum class Format { csr, ell, sliced_ell, ell_t, macro, bands };
using deck::Precision;
enum class Encoding { binary, ascii };

/// A number, or a function by its name of E.
template <class E> struct NumberOrName {
  double number = 0.0;
  std::optional<E> name{};
};
using Function = NumberOrName<FunctionName>;
using Diffusion = NumberOrName<DiffusionName>;

/// The relaxation factor of smoothing steps. If neither member is set, it is the smoother's own.
struct Relaxation {
  std::optional<double> factor;
  bool by_eigenvalue = false; ///< from the largest eigenvalue on each level
};

/// The deck's value of u on a rim of the mesh.
struct RimValue {
  std::string rim;
  bool open = false; ///< whether nothing flows through the rim
  Function value{};  ///< the value of u, unless open
};

/// The flux through a rim without a value.
struct RimFlux {
  std::string rim;
  bool of_solution = false; ///< whether it is the flux of the known solution
  Function value{};         ///< unless of_solution
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
