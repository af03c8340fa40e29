#pragma once
#include <isobar/core/fem/assembly.hpp>
#include <isobar/core/fem/mesh_function.hpp>
#include <isobar/core/multigrid/null_space.hpp>

#include <cstdint>
#include <functional>

namespace isobar {

/// The flux into the mesh through a rim, at a place with its outward normal of length 1.
using FluxFunction = std::function<double(Point place, Point normal)>;

/// The condition on a rim without a value: c du/dn + transfer u = flux.
/// It is Neumann's condition if transfer is 0, and Robin's otherwise.
struct OpenRim {
  double transfer = 0.0; ///< 0 or more
  FluxFunction flux{};   ///< if empty, the flux is 0
};

/// The problem -div( c grad u ) + k u = f with u = g on some rims, and a flux through the others.
struct FemProblem {
  MeshFunction f = [](Point) { return 0.0; };
  MeshFunction c{};                     ///< taken at the centre of each element; if empty, c is 1
  std::vector<PointFunction> dirichlet; ///< g of each rim of the mesh; empty if not given
  MeshFunction reaction{};     ///< k >= 0, taken at the centre of each element; if empty, 0
  std::vector<OpenRim> open{}; ///< one a rim; if empty, rims without a value are closed
  NullSpace null_space =
      NullSpace::none; ///< declares whether nothing fixes u, so that it is known up to a constant

  /// Returns the rims that fix u by a value. `origin` names quadrilaterals in messages. Throws
  /// std::invalid_argument if the problem and the mesh have different numbers of rims. Throws it
  /// also if u is known only up to a constant on a component of the mesh. This is so if there is no
  /// reaction, and no rim with an edge there has a value or a transfer. A declared null space
  /// requires this of the whole mesh, which must have one component. Throws it also if that is not
  /// so.
  std::vector<int> dirichlet_rims(const QuadMesh& mesh, const MeshOrigin& origin = {}) const;
};

/// The options of the spaces of all levels.
struct FemSpaceOptions {
  int levels = 1;
  int order = 1;
  Numbering numbering = Numbering::two_level;
  std::uint64_t seed = 1; ///< seed of Numbering::random
  int coarsest = 1;       ///< the coarsest level that gets a space; 1 is the mesh itself
};
/// Returns the spaces on a mesh and its refinements, the coarsest first. Throws as FemSpace
/// does, and std::invalid_argument if options.coarsest is none of the levels.
std::vector<FemSpace> fem_spaces(const QuadMesh& coarsest, const FemSpaceOptions& options,
                                 std::span<const int> dirichlet_rims);
/// Returns the spaces on a rank's parts of all levels
/// (mesh_parts()), of which there are as many as the options have.
std::vector<FemSpace> fem_spaces(std::span<const MeshPart> parts, const FemSpaceOptions& options,
                                 std::span<const int> dirichlet_rims);

/// Returns a function at the unknowns. If the function has numbers of quadrilaterals, an unknown
/// gets the mean of the quadrilaterals around it. On a part of a mesh this mean is right where all
/// of them are present. This is so wherever rows of owned unknowns read it.
FemNumbers at_unknowns(const FemSpace& space, const MeshFunction& function);
/// Returns a function at the centres of the elements.
FemNumbers at_elements(const FemSpace& space, const MeshFunction& function);
/// Returns c and k of each element, and the terms of rims. Integrals over edges have two Gauss
/// points for order 1, and three for order 2. Integrals over faces have as many along both axes.
FemCoefficients coefficients_of(const FemSpace& space, const FemProblem& problem);

/// Returns g at Dirichlet unknowns, and 0 elsewhere. In the paper a solve starts from these values.
FemNumbers dirichlet_values(const FemSpace& space, const FemProblem& problem);
/// Returns g at Dirichlet unknowns of the finest space, and elsewhere the interpolation of the
/// coarser spaces' values. This is smooth enough for full multigrid, whose coarse levels can then
/// represent the rest of u.
FemNumbers smooth_lift(std::span<const FemSpace> spaces, const FemProblem& problem);

/// Returns the right-hand side of the equation for u - g at the owned unknowns, in a solver's type
/// of numbers.
template <class T>
Kokkos::View<T*, MemorySpace> right_hand_side(const FemSpace& space, const FemProblem& problem,
                                              const FemNumbers& g);
/// Returns u at the owned unknowns, from the solution for u - g.
template <class T>
std::vector<double> solution_on_host(const Kokkos::View<T*, MemorySpace>& solved,
                                     const FemNumbers& g);

} // namespace isobar
