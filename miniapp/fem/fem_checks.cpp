#include "fem/fem_checks.hpp"

#include "fem/manufactured_check.hpp"
#include "run/timed.hpp"
#include "setup/random_number.hpp"

#include <isobar/core/fem/fem_residual.hpp>
#include <isobar/core/field/blas.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <span>

namespace isobar {
namespace {

template <class T> using Vector = Kokkos::View<T*, MemorySpace>;

template <class T> constexpr double roundoff = 0.5 * double(std::numeric_limits<T>::epsilon());

/// A random vector of a level. Any number of ranks above one gives the
/// same vector; one rank gives another, because its numbering differs.
template <class T>
Vector<T> random_vector(const FemLevel<T>& level, const FemSpace& space, std::uint64_t seed) {
  const Vector<T> x = level.make_vector("isobar random");
  const auto mirror = Kokkos::create_mirror_view(x);
  const std::vector<Int64>& ids = space.distributed().ids;
  for (std::size_t n = 0; n < mirror.extent(0); ++n)
    mirror(n) = T(random_number(seed, ids.empty() ? n : std::uint64_t(ids[n])));
  Kokkos::deep_copy(x, mirror);
  return x;
}

/// A level with its space.
template <class T> struct SpaceLevel {
  const FemSpace& space;
  const FemLevel<T>& level;
};

/// | <A x, y> - <x, B y> | over || A x || || y ||. It is 0 if B is the
/// transpose of A. The operator A maps vectors of `from` to vectors of `to`.
template <class T>
double asymmetry(const SparseMatrix<T>& a, const SpaceLevel<T>& from, const SparseMatrix<T>& b,
                 const SpaceLevel<T>& to) {
  const Vector<T> x = random_vector(from.level, from.space, 1),
                  y = random_vector(to.level, to.space, 2);
  const Vector<T> ax = to.level.make_vector("isobar Ax"), by = from.level.make_vector("isobar By");
  a.apply(1.0, from.level.read(x), ax);
  b.apply(1.0, to.level.read(y), by);
  std::array<double, 4> sums{Blas<T>::dot(ax, ax), Blas<T>::dot(y, y), Blas<T>::dot(ax, y),
                             Blas<T>::dot(x, by)};
  to.level.communicator().sum(sums);
  const double scale = std::sqrt(sums[0] * sums[1]);
  return scale > 0.0 ? std::abs(sums[2] - sums[3]) / scale : 0.0;
}

FemNumbers on_device(std::span<const double> host) {
  const FemNumbers numbers("isobar true vector", host.size());
  const auto mirror = Kokkos::create_mirror_view(numbers);
  std::ranges::copy(host, mirror.data());
  Kokkos::deep_copy(numbers, mirror);
  return numbers;
}
std::span<const double> row_of(const HostField& host) { return {host.data(), host.extent(1)}; }

/// Combines norms of rows over all ranks.
ResidualNorms over_ranks(const MpiComm& comm, ResidualNorms norms) {
  for (double* norm : {&norms.residual, &norms.magnitude, &norms.rhs})
    *norm = std::sqrt(sum_over_ranks(comm, *norm * *norm));
  return norms;
}

template <class T>
TrueResidual true_residual(const FemContext& c, const FemSpace& finest, const SolveDemands& demands,
                           const SolveReport& solve, const HostField& right_side,
                           const HostField& solved) {
  const FemCoefficients coefficients = coefficients_of(finest, c.scaled);
  const FemNumbers u = on_device(with_ghosts(c.comm, c.transport.plan, finest, row_of(solved)));
  const ResidualNorms norms =
      over_ranks(c.comm, residual_norms(assemble_stiffness<double>(finest, coefficients), u,
                                        on_device(row_of(right_side))));
  const double scale = norms.rhs > 0.0 ? norms.rhs : 1.0;
  // Each entry of a matrix in T differs from the one in double by a rounding.
  const double roundings = std::is_same_v<T, double> ? 1.0 : 2.0;
  return with_checks(demands,
                     {norms.residual / scale, roundings * roundoff<T> * norms.magnitude / scale},
                     solve.relative_residual());
}

/// The energy norm of the interpolation's error over the root of c, including reaction and transfers.
double energy_of_interpolation(const fem::Problem& problem, const KnownErrors& errors) {
  const double c = problem.diffusion.number;
  return std::hypot(errors.of_interpolation.energy,
                    std::sqrt(problem.reaction.number / c) * errors.of_interpolation.l2,
                    errors.on_rims / std::sqrt(c));
}

} // namespace

template <class T>
std::vector<Check> matrix_checks(std::span<const FemSpace> spaces,
                                 const std::vector<const FemLevel<T>*>& levels) {
  double symmetry = 0.0, transpose = 0.0;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const FemMatrices<T>& m = levels[l]->matrices();
    const SpaceLevel<T> fine{spaces[spaces.size() - 1 - l], *levels[l]};
    symmetry = std::max(symmetry, asymmetry(*m.stiffness, fine, *m.stiffness, fine));
    if (!m.restriction) continue;
    const SpaceLevel<T> coarse{spaces[spaces.size() - 2 - l], *levels[l + 1]};
    transpose = std::max(transpose, asymmetry(*m.prolongation, coarse, *m.restriction, fine));
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
                               const SolveDemands& demands, const SolveReport& solve,
                               const HostField& right_side, const HostField& solved) {
  const TrueResidual truth = true_residual<T>(c, finest, demands, solve, right_side, solved);
  SolutionChecks checks{check_convergence(demands, solve), truth.relative};
  for (const std::vector<Check>& more : {truth.checks, manufactured_checks<T>(c)})
    checks.all.insert(checks.all.end(), more.begin(), more.end());
  return checks;
}

std::vector<double> nodal_values(const FemSpace& space, const PointFunction& function) {
  std::vector<double> values;
  for (const Point& p : space.table().points) values.push_back(function(p));
  values.resize(std::size_t(space.tables().places));
  return values;
}

KnownErrors known_errors(const FemContext& c, const FemSpace& finest, const std::vector<double>& u,
                         const ExactFunction& exact) {
  const std::vector<double> nodal = nodal_values(finest, exact.value);
  const std::vector<double> none(nodal.size(), 0.0);
  const auto errors = [&](const std::vector<double>& v) {
    return over_ranks(c.comm, fem_errors(finest, v, exact));
  };
  std::vector<double> transfers(c.mesh.rims.size(), 0.0);
  for (std::size_t r = 0; r < c.problem.open.size(); ++r) transfers[r] = c.problem.open[r].transfer;
  const double on_rims = rim_error(finest, nodal, exact.value, transfers);
  return {errors(u), errors(nodal), errors(none),
          std::sqrt(sum_over_ranks(c.comm, on_rims * on_rims))};
}

/// The error in the energy norm may be a quarter above the interpolation's, because integrals are
/// not exact and Q1's rims are not the curve. The relative error in that norm exceeds the relative
/// residual at most by the root of A's condition number. This is about the root of the number of
/// unknowns.
Check check_known_errors(const FemSetting& c, double tolerance, const KnownErrors& errors) {
  const bool is_float = c.deck.solver.precision == fem::Precision::float_;
  const double solving = (tolerance + (is_float ? roundoff<float> : roundoff<double>)) *
                         std::sqrt(double(c.unknowns())) *
                         std::hypot(errors.norm.l2, errors.norm.energy);
  return check_at_most("known_solution", errors.of_u.energy,
                       1.25 * energy_of_interpolation(c.deck.problem, errors) + solving,
                       fmt::format("error {:.2e} in the energy norm, {:.2e} in L2; that of the "
                                   "interpolation is {:.2e} and {:.2e}",
                                   errors.of_u.energy, errors.of_u.l2,
                                   errors.of_interpolation.energy, errors.of_interpolation.l2));
}

template std::vector<Check> matrix_checks(std::span<const FemSpace>,
                                          const std::vector<const FemLevel<double>*>&);
template std::vector<Check> matrix_checks(std::span<const FemSpace>,
                                          const std::vector<const FemLevel<float>*>&);
template SolutionChecks solution_checks<double>(const FemContext&, const FemSpace&,
                                                const SolveDemands&, const SolveReport&,
                                                const HostField&, const HostField&);
template SolutionChecks solution_checks<float>(const FemContext&, const FemSpace&,
                                               const SolveDemands&, const SolveReport&,
                                               const HostField&, const HostField&);

} // namespace isobar
