#include "fem/element_map.hpp"
#include "fem/product_rows.hpp"
#include "fem/reference_triangle.hpp"
#include "fem/rim_terms.hpp"
#include "sparse/ell_storage.hpp"

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/fem/fem_problem.hpp>
#include <isobar/core/mesh/mesh_components.hpp>
#include <isobar/core/mesh/refinement.hpp>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

/// The function of coarse numbers, from(unknown), at an unknown of a fine element.
template <class Reference, class Numbers>
KOKKOS_INLINE_FUNCTION double value_in_parent(const FemTables& source, const FemTables& target,
                                              const Numbers& from, int element, int n) {
  const Place p =
      Reference::in_parent(element % 4, Reference::place(local_node(target, element, n)));
  double sum = 0.0;
  for (int b = 0; b < Reference::nodes; ++b)
    sum += Reference::value(b, p) * from(source.elements(target.parent(element), b));
  return sum;
}
/// At fine unknowns that are not fixed, what the coarse numbers are there.
template <int K>
void interpolate(const FemSpace& coarse, const FemSpace& fine, const FemNumbers& from,
                 const FemNumbers& to) {
  const FemTables &source = coarse.tables(), &target = fine.tables(); // copied by the lambda
  Kokkos::parallel_for(
      "isobar/fem_interpolate", AllRows(0, fine.unknowns()), KOKKOS_LAMBDA(Int64 n) {
        if (target.fixed(n)) return;
        const int element = target.around(target.starts(n));
        to(n) = target.is_triangle(element)
                    ? value_in_parent<ReferenceTriangle<K>>(source, target, from, element, int(n))
                    : value_in_parent<ReferenceElement<K>>(source, target, from, element, int(n));
      });
}

/// The same of hexahedra: along z first, then in the plane.
template <int K>
void interpolate_hexahedra(const FemSpace& coarse, const FemSpace& fine, const FemNumbers& from,
                           const FemNumbers& to) {
  const FemTables &source = coarse.plane()->tables(), &target = fine.plane()->tables();
  const auto fixed = fine.tables().fixed;
  const CsrRows<double> along_z = prolongation_along_z(coarse);
  const int column = fine.column_unknowns(), coarse_column = coarse.column_unknowns();
  Kokkos::parallel_for(
      "isobar/fem_interpolate", AllRows(0, fine.unknowns()), KOKKOS_LAMBDA(Int64 n) {
        if (fixed(n)) return;
        const int in_plane = int(n / column), k = int(n % column);
        const auto at_height = [&](int m) {
          double sum = 0.0;
          along_z.visit(
              k, [&](Int64 l, double value) { sum += value * from(Int64(m) * coarse_column + l); });
          return sum;
        };
        to(n) = value_in_parent<ReferenceElement<K>>(
            source, target, at_height, target.around(target.starts(in_plane)), in_plane);
      });
}

void interpolate_between(const FemSpace& coarse, const FemSpace& fine, const FemNumbers& from,
                         const FemNumbers& to) {
  const bool linear = fine.order() == 1;
  if (fine.plane())
    return linear ? interpolate_hexahedra<1>(coarse, fine, from, to)
                  : interpolate_hexahedra<2>(coarse, fine, from, to);
  if (linear) interpolate<1>(coarse, fine, from, to);
  else interpolate<2>(coarse, fine, from, to);
}

void check_coarsest(const FemSpaceOptions& options) {
  if (options.coarsest < 1 || options.coarsest > options.levels)
    throw std::invalid_argument("level " + std::to_string(options.coarsest) +
                                " is to be the coarsest, of levels 1 to " +
                                std::to_string(options.levels));
}

/// Fails where nothing fixes u on a component of the mesh.
void check_components(const QuadMesh& mesh, std::span<const int> rims, const MeshOrigin& origin) {
  const MeshComponent free = free_component(mesh, rims);
  if (free.empty()) return;
  std::ostringstream text;
  text << origin.place_of_quad(free.quads.front()) << "nothing fixes u on the component of "
       << origin.quad(free.quads.front()) << " (" << free.quads.size() << " of "
       << mesh.quads.size() << " quadrilaterals, x = " << free.low.x << " to " << free.high.x
       << ", y = " << free.low.y << " to " << free.high.y << "), whose boundaries are ";
  for (std::size_t n = 0; n < free.rims.size(); ++n)
    text << (n > 0 ? ", " : "") << '"' << mesh.rims[free.rims[n]].name << '"';
  text << ": u is known up to a constant there";
  throw std::invalid_argument(text.str());
}

/// Fails unless constants, and nothing else, solve the equation without right-hand side.
void check_null_space(const QuadMesh& mesh, std::span<const int> fixing, bool has_reaction) {
  if (has_reaction)
    throw std::invalid_argument("a null space of constants is declared, and the reaction fixes u");
  const auto check = [&](int rim) {
    if (std::ranges::count(fixing, rim) > 0)
      throw std::invalid_argument("a null space of constants is declared, and the boundary \"" +
                                  mesh.rims[rim].name + "\" fixes u");
  };
  for (const RimEdge& r : mesh.rim_edges) check(r.rim);
  if (mesh.layers)
    for (int rim : {mesh.layers.bottom_rim, mesh.layers.top_rim}) check(rim);
  if (free_component(mesh, {}).quads.size() < mesh.quads.size())
    throw std::invalid_argument("a null space of constants is declared, and the mesh has several "
                                "components, with a constant for each");
}

/// The mean of the quadrilaterals around each unknown.
std::vector<double> means_at_unknowns(const FemSpace& space, std::span<const double> of_quads) {
  std::vector<double> sums(std::size_t(space.unknowns()), 0.0);
  std::vector<int> counts(sums.size(), 0);
  for (int e = 0; e < space.elements(); ++e)
    for (int n : space.table().of(e)) {
      sums[n] += of_quads[space.coarsest_quad(e)];
      ++counts[n];
    }
  for (std::size_t n = 0; n < sums.size(); ++n) sums[n] /= counts[n];
  return sums;
}

Point centre_of(const FemSpace& space, int element) {
  Point centre;
  const auto nodes = space.table().of(element);
  const int corners = space.plane() ? 8 : ElementTable::is_triangle(nodes) ? 3 : 4;
  for (int k = 0; k < corners; ++k) {
    const Point& corner = space.table().points[nodes[k]];
    centre.x += corner.x / corners;
    centre.y += corner.y / corners;
    centre.z += corner.z / corners;
  }
  return centre;
}

} // namespace

std::vector<int> FemProblem::dirichlet_rims(const QuadMesh& mesh, const MeshOrigin& origin) const {
  if (dirichlet.size() != mesh.rims.size())
    throw std::invalid_argument("the mesh has " + std::to_string(mesh.rims.size()) +
                                " boundaries, the problem says something of " +
                                std::to_string(dirichlet.size()));
  std::vector<int> rims;
  for (std::size_t r = 0; r < dirichlet.size(); ++r)
    if (dirichlet[r]) rims.push_back(int(r));
  std::vector<int> fixing = rims;
  for (std::size_t r = 0; r < open.size(); ++r)
    if (!dirichlet[r] && open[r].transfer > 0.0) fixing.push_back(int(r));
  if (null_space == NullSpace::constants) {
    check_null_space(mesh, fixing, bool(reaction));
    return rims;
  }
  if (reaction) return rims;
  const auto fixes = [&](int rim) { return std::ranges::count(fixing, rim) > 0; };
  if (mesh.layers && (fixes(mesh.layers.bottom_rim) || fixes(mesh.layers.top_rim))) return rims;
  if (fixing.empty())
    throw std::invalid_argument("no boundary has a Dirichlet value: u is known up to a constant");
  check_components(mesh, fixing, origin);
  return rims;
}

namespace {

/// The space itself, or that of hexahedra on it.
FemSpace extruded(FemSpace plane, const Layers& layers, std::span<const int> dirichlet_rims) {
  if (!layers) return plane;
  return {std::move(plane), layers, dirichlet_rims};
}

} // namespace

std::vector<FemSpace> fem_spaces(const QuadMesh& coarsest, const FemSpaceOptions& options,
                                 std::span<const int> dirichlet_rims) {
  check_coarsest(options);
  std::vector<FemSpace> spaces;
  QuadMesh mesh = coarsest;
  for (int level = 1; level <= options.levels; ++level) {
    if (level > 1) mesh = refined(mesh);
    if (level < options.coarsest) continue;
    FemSpace space(mesh, options.order, options.numbering, dirichlet_rims, options.seed);
    spaces.push_back(extruded(std::move(space), mesh.layers, dirichlet_rims));
  }
  return spaces;
}

std::vector<FemSpace> fem_spaces(std::span<const MeshPart> parts, const FemSpaceOptions& options,
                                 std::span<const int> dirichlet_rims) {
  if (int(parts.size()) != options.levels)
    throw std::invalid_argument("there are parts of " + std::to_string(parts.size()) +
                                " levels, and " + std::to_string(options.levels) +
                                " are asked for");
  check_coarsest(options);
  std::vector<FemSpace> spaces;
  spaces.reserve(parts.size());
  for (const MeshPart& part : parts.subspan(std::size_t(options.coarsest) - 1)) {
    const FemSpace* const last = spaces.empty() ? nullptr : &spaces.back();
    const FemSpace* const coarser = last && last->plane() ? last->plane() : last;
    FemSpace space(part, options.order, options.numbering, dirichlet_rims, coarser, options.seed);
    spaces.push_back(extruded(std::move(space), part.mesh.layers, dirichlet_rims));
  }
  return spaces;
}

FemNumbers at_unknowns(const FemSpace& space, const MeshFunction& function) {
  std::vector<double> numbers;
  if (function.has_quads()) numbers = means_at_unknowns(space, function.of_quads());
  else
    for (const Point& p : space.table().points) numbers.push_back(function(p));
  return on_device("isobar fem numbers", numbers);
}

FemNumbers at_elements(const FemSpace& space, const MeshFunction& function) {
  std::vector<double> numbers;
  for (int e = 0; e < space.elements(); ++e)
    numbers.push_back(function.has_quads() ? function.of_quads()[space.coarsest_quad(e)]
                                           : function(centre_of(space, e)));
  return on_device("isobar fem numbers", numbers);
}

FemCoefficients coefficients_of(const FemSpace& space, const FemProblem& problem) {
  const FemSpace& plane = space.plane() ? *space.plane() : space;
  FemCoefficients coefficients(problem.c ? at_elements(plane, problem.c) : FemNumbers());
  if (problem.reaction) coefficients.reaction = at_elements(plane, problem.reaction);
  if (!problem.open.empty()) coefficients.rims = rim_terms(space, problem.open);
  return coefficients;
}

FemNumbers dirichlet_values(const FemSpace& space, const FemProblem& problem) {
  std::vector<double> numbers(std::size_t(space.unknowns()), 0.0);
  for (const auto& [unknown, rim] : space.fixed())
    numbers[unknown] = problem.dirichlet[rim](space.table().points[unknown]);
  return on_device("isobar fem numbers", numbers);
}

FemNumbers smooth_lift(std::span<const FemSpace> spaces, const FemProblem& problem) {
  FemNumbers lift = dirichlet_values(spaces.front(), problem);
  for (std::size_t l = 1; l < spaces.size(); ++l) {
    const FemNumbers next = dirichlet_values(spaces[l], problem);
    interpolate_between(spaces[l - 1], spaces[l], lift, next);
    lift = next;
  }
  return lift;
}

template <class T>
Kokkos::View<T*, MemorySpace> right_hand_side(const FemSpace& space, const FemProblem& problem,
                                              const FemNumbers& g) {
  const FemNumbers load =
      assemble_load(space, at_unknowns(space, problem.f), g, coefficients_of(space, problem));
  const Kokkos::View<T*, MemorySpace> f("isobar right-hand side", load.extent(0));
  Kokkos::parallel_for(
      "isobar/fem_rhs", AllRows(0, space.owned()), KOKKOS_LAMBDA(Int64 n) { f(n) = T(load(n)); });
  return f;
}

template <class T>
std::vector<double> solution_on_host(const Kokkos::View<T*, MemorySpace>& solved,
                                     const FemNumbers& g) {
  const auto u = Kokkos::create_mirror_view_and_copy(HostSpace(), solved);
  const auto lift = Kokkos::create_mirror_view_and_copy(HostSpace(), g);
  std::vector<double> sum(u.extent(0));
  for (std::size_t n = 0; n < sum.size(); ++n) sum[n] = double(u(n)) + lift(n);
  return sum;
}

#define ISOBAR_FEM_PROBLEM(T)                                                                      \
  template Kokkos::View<T*, MemorySpace> right_hand_side(const FemSpace&, const FemProblem&,       \
                                                         const FemNumbers&);                       \
  template std::vector<double> solution_on_host(const Kokkos::View<T*, MemorySpace>&,              \
                                                const FemNumbers&);
ISOBAR_FEM_PROBLEM(double)
ISOBAR_FEM_PROBLEM(float)
#undef ISOBAR_FEM_PROBLEM

} // namespace isobar
