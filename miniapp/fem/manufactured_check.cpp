#include "fem/manufactured_check.hpp"

#include "fem/fem_functions.hpp"
#include "run/timed.hpp"

#include <isobar/core/mesh/extrusion.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>

#include <cmath>
#include <fmt/format.h>
#include <type_traits>

namespace isobar {
namespace {

/// The relative error in L2 on a distorted square of so many levels, or on four layers of it.
template <class T>
double manufactured_error(const MpiComm& comm, const TransportPlan& transports, int order,
                          int dimensions, int levels) {
  const KnownFunction exact = known_function(fem::FunctionName::sines, dimensions);
  const QuadMesh square = square_mesh(4, 0.2),
                 mesh = dimensions == 3 ? extruded(square, 4, 1.0) : square;
  FemProblem problem;
  problem.f = [&](Point p) { return -exact.laplacian(p); };
  problem.dirichlet.assign(mesh.rims.size(), exact.value);
  const auto spaces =
      spaces_of_rank(comm, mesh, partition_mesh(mesh, levels, comm.size()),
                     {.levels = levels, .order = order}, problem.dirichlet_rims(mesh));
  const FemSpace& finest = spaces.back();
  const FemNumbers g = dirichlet_values(finest, problem);
  const auto options = FemMultigridOptions::jacobi(2, 0.7);
  FemRanks<T> ranks(comm, spaces, transports);
  FemMultigrid<T> multigrid(ranks.make_levels(spaces, problem, options), options.cycle);
  multigrid.solve(right_hand_side<T>(finest, problem, g),
                  {std::is_same_v<T, double> ? 1e-10 : 1e-5, 60});
  const auto u =
      with_ghosts(comm, transports, finest, solution_on_host<T>(multigrid.solution(), g));
  const std::vector<double> none(u.size(), 0.0);
  return over_ranks(comm, fem_errors(finest, u, exact)).l2 /
         over_ranks(comm, fem_errors(finest, none, exact)).l2;
}

} // namespace

FemErrors over_ranks(const MpiComm& comm, FemErrors errors) {
  for (double* norm : {&errors.l2, &errors.energy})
    *norm = std::sqrt(sum_over_ranks(comm, *norm * *norm));
  return errors;
}

template <class T> std::vector<Check> manufactured_checks(const FemContext& c) {
  const MpiComm alone(MPI_COMM_SELF);
  const MpiComm& comm = c.comm.size() > 256 ? alone : c.comm;
  const int order = c.deck.space.order;
  // Hexahedra have one level less, because there are many of them.
  const int dimensions = c.deck.dimensions(), levels = dimensions == 3 ? 3 : 4;
  const auto error = [&](int of_levels) {
    return manufactured_error<T>(comm, c.transport.plan, order, dimensions, of_levels);
  };
  const double coarse = error(levels - 1), fine = error(levels);
  const double most = (order == 1 ? 5e-3 : 2e-4) * (dimensions == 3 ? 1 << (order + 1) : 1);
  std::vector<Check> checks{
      check_at_most("manufactured_error", fine, most,
                    fmt::format("relative L2 error {:.2e} on {}^{} distorted elements", fine,
                                2 << levels, dimensions))};
  const double seen = std::log2(coarse / fine);
  if (std::is_same_v<T, double>)
    checks.push_back(check_at_most(
        "manufactured_order", std::abs(seen - (order + 1)), 0.2,
        fmt::format("observed order {:.2f} on a distorted {}, that of the elements is {}", seen,
                    dimensions == 3 ? "cube" : "square", order + 1)));
  return checks;
}

template std::vector<Check> manufactured_checks<double>(const FemContext&);
template std::vector<Check> manufactured_checks<float>(const FemContext&);

} // namespace isobar
