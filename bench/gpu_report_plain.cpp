#include "gpu_report_fields.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include "plain_smoother.hpp"

#include <isobar/core/columns/kernels/smoother.hpp>

#include <fmt/format.h>
#include <limits>
#endif

namespace isobar::gpu_report {
namespace {

/// The study's figures are of its marching smoother, with raw pointers in double.
const Row in_double{"Kokkos over plain CUDA, smoother, double", "ratio", 1.00, 1.05, 1.00, {}},
    in_float{"Kokkos over plain CUDA, smoother, float", "ratio", 1.07, 1.05, 1.00, {}};

#if defined(KOKKOS_ENABLE_CUDA)

constexpr int launches = 10;
constexpr double rho = 2.0 / 3.0;

/// Largest | x a - y b | over the owned cells; infinity for a NaN, which no maximum keeps.
template <class T> double largest(double x, const Field<T>& a, double y, const Field<T>& b) {
  const FieldShape shape = a.shape();
  double most = 0.0;
  using Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;
  Kokkos::parallel_reduce(
      "isobar/difference", Range(0, shape.unknowns()),
      KOKKOS_LAMBDA(Int64 cell, double& m) {
        const int i = int(cell % shape.nx), k = int(cell / shape.nx % shape.nz),
                  j = int(cell / shape.nx / shape.nz);
        const double value = fabs(x * a(i, k, j) - y * b(i, k, j));
        if (!(value <= m)) m = value >= 0.0 ? value : std::numeric_limits<double>::infinity();
      },
      Kokkos::Max<double>(most));
  return most;
}

/// Both smoothers in turn on the same fields, so that clocks and caches are the same to both.
template <class P> Row measure(const Sizes& s, Row row, double tolerance) {
  using T = typename P::storage;
  const PlannedGrid<T> grid = whole_grid<T>(s);
  if (!plain_smoother_fits(grid)) {
    row.remark = "the plain one has 32 x 8 x 16 threads and levels only";
    return row;
  }
  const auto u = random_field<T>(s.columns, s.nz, 1), f = random_field<T>(s.columns, s.nz, 2),
             by_kokkos = random_field<T>(s.columns, s.nz, 3),
             by_plain = random_field<T>(s.columns, s.nz, 4);
  // A random u is small beside M^-1 f: what a smoother does with it would be lost in rounding.
  Smoother<P>::solve_columns(grid, by_kokkos, u);
  std::vector<double> kokkos, plain, ratios;
  for (int n = -2; n < s.repeats; ++n) {
    const double a = sample(launches, [&] { Smoother<P>::smooth(grid, rho, u, f, by_kokkos); }),
                 b = sample(launches, [&] { plain_smooth(grid, rho, u, f, by_plain); });
    if (n < 0) continue;
    kokkos.push_back(a);
    plain.push_back(b);
    ratios.push_back(a / b);
  }
  row.measured = statistics(ratios);
  const double x = statistics(kokkos).median, y = statistics(plain).median;
  row.measured->median = x / y;
  const double difference =
      largest(1.0, by_kokkos, 1.0, by_plain) / largest(1.0, by_kokkos, 0.0, by_kokkos);
  row.detail = fmt::format("{:.4f} / {:.4f} ms, difference {:.1e}", 1e3 * x, 1e3 * y, difference);
  if (!(difference <= tolerance)) row.remark = "the results differ";
  return row;
}

#else

template <class P> Row measure(const Sizes&, Row row, double) {
  row.remark = "needs a CUDA build";
  return row;
}

#endif

} // namespace

std::vector<Row> plain_rows(const Sizes& sizes) {
  return {measure<Double>(sizes, in_double, 1e-10), measure<Float>(sizes, in_float, 1e-4)};
}

} // namespace isobar::gpu_report
