#include "fem/rim_terms.hpp"
#include "sparse/ell_storage.hpp"

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/fem/fem_problem.hpp>

namespace isobar {
namespace {

/// Returns, for each unknown, the mean of the numbers of the quadrilaterals around it.
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
