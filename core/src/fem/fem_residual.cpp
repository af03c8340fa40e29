#include "sparse/ell_storage.hpp"

#include <isobar/core/fem/fem_residual.hpp>

#include <cmath>

namespace isobar {

ResidualNorms residual_norms(const CsrRows<double>& a, const FemNumbers& u, const FemNumbers& f) {
  ResidualNorms squares;
  Kokkos::parallel_reduce(
      "isobar/fem_true_residual", AllRows(0, a.rows()),
      KOKKOS_LAMBDA(Int64 n, double& residual, double& magnitude, double& rhs) {
        double sum = 0.0, size = 0.0;
        a.visit(n, [&](Int64 m, double value) {
          const double term = value * u(m);
          sum += term;
          size += term < 0.0 ? -term : term;
        });
        const double r = f(n) - sum;
        size += f(n) < 0.0 ? -f(n) : f(n);
        residual += r * r;
        magnitude += size * size;
        rhs += f(n) * f(n);
      },
      squares.residual, squares.magnitude, squares.rhs);
  return {std::sqrt(squares.residual), std::sqrt(squares.magnitude), std::sqrt(squares.rhs)};
}

} // namespace isobar
