#include "fem/fem_checks.hpp"

#include "fem/fem_functions.hpp"
#include "problem/random_number.hpp"
#include "verification/symmetry.hpp"

#include <isobar/core/fem/fem_residual.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

namespace isobar {
namespace {

template <class T> using Vector = Kokkos::View<T*, MemorySpace>;

template <class T> constexpr double roundoff = 0.5 * double(std::numeric_limits<T>::epsilon());

template <class T> Vector<T> random_vector(Int64 count, std::uint64_t seed) {
  const Vector<T> x("isobar random", std::size_t(count));
  const auto mirror = Kokkos::create_mirror_view(x);
  for (std::size_t n = 0; n < mirror.extent(0); ++n) mirror(n) = T(random_number(seed, n));
  Kokkos::deep_copy(x, mirror);
  return x;
}

/// | <A x, y> - <x, B y> | over || A x || || y ||, where B should be the transpose of A.
template <class T> double asymmetry(const SparseMatrix<T>& a, const SparseMatrix<T>& b) {
  const Vector<T> x = random_vector<T>(b.rows(), 1), y = random_vector<T>(a.rows(), 2);
  const Vector<T> ax("isobar Ax", std::size_t(a.rows())), by("isobar By", std::size_t(b.rows()));
  a.apply(1.0, x, ax);
  b.apply(1.0, y, by);
  const double scale = std::sqrt(Blas<T>::dot(ax, ax) * Blas<T>::dot(y, y));
  return scale > 0.0 ? std::abs(Blas<T>::dot(ax, y) - Blas<T>::dot(x, by)) / scale : 0.0;
}

FemNumbers on_device(const HostField& host) {
  const FemNumbers numbers("isobar true vector", host.extent(1));
  const auto mirror = Kokkos::create_mirror_view(numbers);
  for (std::size_t n = 0; n < mirror.extent(0); ++n) mirror(n) = host(0, n, 0);
  Kokkos::deep_copy(numbers, mirror);
  return numbers;
}

template <class T>
TrueResidual true_residual(const FemContext& c, const FemSpace& finest, const SolveDemands& demands,
                           const SolveReport& solve, const HostField& right_side,
                           const HostField& solved) {
  const FemNumbers diffusion = c.problem.c ? at_elements(finest, c.problem.c) : FemNumbers();
  const ResidualNorms norms = residual_norms(assemble_stiffness<double>(finest, diffusion),
                                             on_device(solved), on_device(right_side));
  const double scale = norms.rhs > 0.0 ? norms.rhs : 1.0;
  // A matrix in T differs from the one in double by a rounding of each entry.
  const double roundings = std::is_same_v<T, double> ? 1.0 : 2.0;
  return with_checks(demands,
                     {norms.residual / scale, roundings * roundoff<T> * norms.magnitude / scale},
                     solve.relative_residual());
}

/// The relative error in L2 on a distorted square of so many levels.
template <class T> double manufactured_error(int order, int levels) {
  const KnownFunction exact = known_function(fem::FunctionName::sines);
  const QuadMesh mesh = square_mesh(4, 0.2);
  FemProblem problem;
  problem.f = [&](Point p) { return -exact.laplacian(p); };
  problem.dirichlet.assign(mesh.rims.size(), exact.value);
  const auto spaces =
      fem_spaces(mesh, {.levels = levels, .order = order}, problem.dirichlet_rims(mesh));
  const FemSpace& finest = spaces.back();
  const FemNumbers g = dirichlet_values(finest, problem);
  const auto options = FemMultigridOptions::jacobi(2, 0.7);
  SelfCommunicator<T> alone;
  FemMultigrid<T> multigrid(make_fem_levels<T>(spaces, problem, options, alone), options.cycle);
  multigrid.solve(right_hand_side<T>(finest, problem, g),
                  {std::is_same_v<T, double> ? 1e-10 : 1e-5, 60});
  const std::vector<double> u = solution_on_host<T>(multigrid.solution(), g), none(u.size(), 0.0);
  return fem_errors(finest, u, exact).l2 / fem_errors(finest, none, exact).l2;
}

template <class T> std::vector<Check> manufactured_checks(int order) {
  const double coarse = manufactured_error<T>(order, 3), fine = manufactured_error<T>(order, 4);
  std::vector<Check> checks{
      check_at_most("manufactured_error", fine, order == 1 ? 5e-3 : 2e-4,
                    fmt::format("relative L2 error {:.2e} on 32^2 distorted elements", fine))};
  const double seen = std::log2(coarse / fine);
  if (std::is_same_v<T, double>)
    checks.push_back(check_at_most(
        "manufactured_order", std::abs(seen - (order + 1)), 0.2,
        fmt::format("observed order {:.2f}, that of the elements is {}", seen, order + 1)));
  return checks;
}

} // namespace

template <class T> std::vector<Check> matrix_checks(const std::vector<const FemLevel<T>*>& levels) {
  double symmetry = 0.0, transpose = 0.0;
  for (const FemLevel<T>* level : levels) {
    const FemMatrices<T>& m = level->matrices();
    symmetry = std::max(symmetry, asymmetry(*m.stiffness, *m.stiffness));
    if (m.restriction) transpose = std::max(transpose, asymmetry(*m.prolongation, *m.restriction));
  }
  const double bound = std::is_same_v<T, double> ? 1e-12 : 1e-5;
  return {check_at_most(
              "symmetry", symmetry, bound,
              fmt::format("|<Ax,y> - <x,Ay>| = {:.1e} ||Ax|| ||y|| on the worst level", symmetry)),
          check_at_most("transfers", transpose, bound,
                        fmt::format("|<Px,y> - <x,Ry>| = {:.1e} ||Px|| ||y|| on the worst level",
                                    transpose))};
}

template <class T>
SolutionChecks solution_checks(const FemContext& c, const FemSpace& finest,
                               const SolveReport& solve, const HostField& right_side,
                               const HostField& solved) {
  const SolveDemands demands{c.deck.solver.tolerance, c.deck.verification};
  const TrueResidual truth = true_residual<T>(c, finest, demands, solve, right_side, solved);
  SolutionChecks checks{check_convergence(demands, solve), truth.relative};
  for (const std::vector<Check>& more : {truth.checks, manufactured_checks<T>(c.deck.space.order)})
    checks.all.insert(checks.all.end(), more.begin(), more.end());
  return checks;
}

KnownErrors known_errors(const FemSpace& finest, const std::vector<double>& u,
                         const ExactFunction& exact) {
  std::vector<double> nodal;
  for (const Point& p : finest.table().points) nodal.push_back(exact.value(p));
  const std::vector<double> none(u.size(), 0.0);
  return {fem_errors(finest, u, exact), fem_errors(finest, nodal, exact),
          fem_errors(finest, none, exact)};
}

/// Integrals are not exact and Q1's rims are not the curve, so that a quarter more is allowed. The relative residual is at most the
/// root of A's condition number, about the root of the unknowns, below the relative error in the energy norm.
Check check_known_errors(const FemDeck& deck, const FemSpace& finest, const KnownErrors& errors) {
  const bool is_float = deck.solver.precision == fem::Precision::float_;
  const double solving = (deck.solver.tolerance + (is_float ? roundoff<float> : roundoff<double>)) *
                         std::sqrt(double(finest.unknowns())) *
                         std::hypot(errors.norm.l2, errors.norm.energy);
  return check_at_most("known_solution", errors.of_u.energy,
                       1.25 * errors.of_interpolation.energy + solving,
                       fmt::format("error {:.2e} in the energy norm, {:.2e} in L2; that of the "
                                   "interpolation is {:.2e} and {:.2e}",
                                   errors.of_u.energy, errors.of_u.l2,
                                   errors.of_interpolation.energy, errors.of_interpolation.l2));
}

template std::vector<Check> matrix_checks(const std::vector<const FemLevel<double>*>&);
template std::vector<Check> matrix_checks(const std::vector<const FemLevel<float>*>&);
template SolutionChecks solution_checks<double>(const FemContext&, const FemSpace&,
                                                const SolveReport&, const HostField&,
                                                const HostField&);
template SolutionChecks solution_checks<float>(const FemContext&, const FemSpace&,
                                               const SolveReport&, const HostField&,
                                               const HostField&);

} // namespace isobar
