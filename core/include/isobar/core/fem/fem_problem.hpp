#pragma once
#include <isobar/core/fem/assembly.hpp>
#include <isobar/core/fem/mesh_function.hpp>
#include <isobar/core/multigrid/null_space.hpp>

#include <cstdint>
#include <functional>

namespace isobar {

/// The flux into the mesh through a rim, at a place whose outward normal has length 1.
using FluxFunction = std::function<double(Point place, Point normal)>;

/// The condition on a rim without a value: c du/dn + transfer u = flux, Neumann's condition where transfer is 0 and Robin's else.
struct OpenRim {
  double transfer = 0.0; ///< 0 or more
  FluxFunction flux{};   ///< empty: 0
};

/// -div( c grad u ) + k u = f with u = g on some rims, and a flux through the others.
struct FemProblem {
  MeshFunction f = [](Point) { return 0.0; };
  MeshFunction c{};                     ///< empty: 1; taken at the centre of each element
  std::vector<PointFunction> dirichlet; ///< g of each rim of the mesh; empty where it has no value
  MeshFunction reaction{};     ///< k, 0 or more; empty: 0; taken at the centre of each element
  std::vector<OpenRim> open{}; ///< of each rim; empty: nothing flows through those without a value
  NullSpace null_space =
      NullSpace::none; ///< declared: nothing fixes u, which is known up to a constant

  /// The rims that fix u by a value. `origin` names quadrilaterals in messages.
  /// Throws std::invalid_argument if there are not as many as the mesh has, or if u is known up to a constant on a component of the mesh. There no
  /// rim with an edge has a value or a transfer, and there is no reaction. With a declared null space the same must hold of the whole mesh, which has
  /// one component then.
  std::vector<int> dirichlet_rims(const QuadMesh& mesh, const MeshOrigin& origin = {}) const;
};

/// The spaces of all levels, the coarsest first: on the mesh and its refinements. Throws as FemSpace does, and std::invalid_argument if the
/// coarsest is none of the levels.
struct FemSpaceOptions {
  int levels = 1;
  int order = 1;
  Numbering numbering = Numbering::two_level;
  std::uint64_t seed = 1; ///< of Numbering::random
  int coarsest = 1;       ///< of the levels that get a space, from 1, the mesh itself
};
std::vector<FemSpace> fem_spaces(const QuadMesh& coarsest, const FemSpaceOptions& options,
                                 std::span<const int> dirichlet_rims);
/// The same on a rank's parts of all levels (mesh_parts), as many as the options have.
std::vector<FemSpace> fem_spaces(std::span<const MeshPart> parts, const FemSpaceOptions& options,
                                 std::span<const int> dirichlet_rims);

/// A function at the unknowns, and at the centres of the elements. If it has numbers of quadrilaterals, an unknown gets the mean of
/// the ones around it. On a part of a mesh this mean is right where all of them are present: wherever rows of owned unknowns read it.
FemNumbers at_unknowns(const FemSpace& space, const MeshFunction& function);
FemNumbers at_elements(const FemSpace& space, const MeshFunction& function);
/// c and k of each element, and what the rims add. Integrals over edges have Gauss points, two for order 1 and three for order 2, and so do faces along both axes.
FemCoefficients coefficients_of(const FemSpace& space, const FemProblem& problem);

/// g of Dirichlet unknowns, 0 elsewhere: what a solve starts from in the paper.
FemNumbers dirichlet_values(const FemSpace& space, const FemProblem& problem);
/// g of Dirichlet unknowns of the finest space, and elsewhere what coarser ones have made of theirs: smooth enough
/// for full multigrid, whose coarse levels then see what is left of u.
FemNumbers smooth_lift(std::span<const FemSpace> spaces, const FemProblem& problem);

/// The right-hand side of the equation for u - g in the numbers of a solver, and u from its solution: of owned unknowns.
template <class T>
Kokkos::View<T*, MemorySpace> right_hand_side(const FemSpace& space, const FemProblem& problem,
                                              const FemNumbers& g);
template <class T>
std::vector<double> solution_on_host(const Kokkos::View<T*, MemorySpace>& solved,
                                     const FemNumbers& g);

} // namespace isobar
