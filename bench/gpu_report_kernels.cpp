#include "gpu_report_fields.hpp"

#include <isobar/core/columns/kernels/cg_kernels.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

#include <utility>

namespace isobar::gpu_report {
namespace {

constexpr int launches = on_host ? 1 : 10;
constexpr double rho = 2.0 / 3.0;

/// The bounds of a row.
struct Bounds {
  std::optional<double> study, goal, stretch;
};

/// Measures kernels of a fine level in P with a coarse level in Q.
template <class P, class Q = P> class Kernels {
public:
  using T = typename P::storage;

  Kernels(const Sizes& sizes, double copy)
      : sizes_(sizes), copy_(copy), grid_(whole_grid<typename P::arithmetic>(sizes)),
        u_(random_field<T>(sizes.columns, sizes.nz, 1)),
        f_(random_field<T>(sizes.columns, sizes.nz, 2)),
        out_(random_field<T>(sizes.columns, sizes.nz, 3)),
        coarse_(random_field<typename Q::storage>(sizes.columns / 2, sizes.nz, 4)) {
    scalars_.begin({0.0}, 0.0, 0.5);
  }

  Row smooth(const std::string& what, const Bounds& bounds) {
    return row(what, Kernel::smooth, bounds, [&] {
      Smoother<P>::smooth(grid_, rho, u_, f_, out_);
      std::swap(u_, out_);
    });
  }
  Row restrict_residual(const std::string& what, const Bounds& bounds) {
    return row(what, Kernel::restrict_residual, bounds,
               [&] { Transfer<P, Q>::restrict_residual(grid_, u_, f_, coarse_); });
  }
  /// u shrinks towards the solution with each launch; the correction keeps it random.
  Row prolongate_smooth(const std::string& what, const Bounds& bounds) {
    randomise(coarse_, 5);
    return row(what, Kernel::prolongate_smooth, bounds, [&] {
      Transfer<P, Q>::prolongate_smooth(grid_, rho, u_, f_, coarse_, out_);
      std::swap(u_, out_);
    });
  }
  /// CG's kernels keep their sums on the device, as in a solve.
  Row cg_spmv(const std::string& what, const Bounds& bounds) {
    const Field<T> q = random_field<T>(sizes_.columns, sizes_.nz, 6);
    return row(what, Kernel::cg_spmv, bounds,
               [&] { CgKernels<P>::spmv(grid_, scalars_, f_, u_, out_, q); });
  }
  Row cg_tridiag(const std::string& what, const Bounds& bounds) {
    return row(what, Kernel::cg_tridiag, bounds,
               [&] { CgKernels<P>::tridiag(grid_, scalars_, f_, u_, out_); });
  }

private:
  template <class Work>
  Row row(const std::string& what, Kernel kernel, const Bounds& b, const Work& work) {
    // A mixed transfer makes 0.25 of its references to the coarse level's words.
    const double coarse_part = 0.25 * (double(sizeof(typename Q::storage)) - double(sizeof(T)));
    const double bytes = modelled_bytes(kernel, grid_.unknowns(), sizeof(T)) +
                         coarse_part * double(grid_.unknowns());
    const auto percent = [&](double s) { return 100.0 * bytes / s / copy_; };
    return {what,   "%",       b.study,
            b.goal, b.stretch, seconds(sizes_.repeats, launches, work).as(percent)};
  }

  Sizes sizes_;
  double copy_;
  GridOf<P> grid_;
  Field<T> u_, f_, out_;
  Field<typename Q::storage> coarse_;
  CgScalars scalars_;
};

} // namespace

CopyRates measure_copies(const Sizes& s) {
  return {copy_bandwidth<double>(s.columns, s.columns, s.nz, one_rank, s.repeats),
          copy_bandwidth<float>(s.columns, s.columns, s.nz, one_rank, s.repeats)};
}

std::vector<Row> kernel_rows(const Sizes& sizes, const CopyRates& copies) {
  std::vector<Row> rows;
  {
    Kernels<Double> kernels(sizes, copies.in_double());
    rows.push_back(kernels.smooth("smoother, double", {91, 90, 95}));
    rows.push_back(kernels.restrict_residual("residual + restriction, double", {82, 88, 92}));
    rows.push_back(kernels.prolongate_smooth("prolongation + smooth, double", {63, 74, 85}));
    rows.push_back(kernels.cg_spmv("CG spmv, double", {91, 89, 94}));
    rows.push_back(kernels.cg_tridiag("CG tridiag, double", {90, 88, 94}));
  }
  rows.push_back(
      Kernels<Double, Float>(sizes, copies.in_double())
          .prolongate_smooth("prolongation + smooth, double fine, float coarse", {71, {}, {}}));
  rows.push_back(Kernels<Float>(sizes, copies.in_float()).smooth("smoother, float", {78, 86, 92}));
  return rows;
}

} // namespace isobar::gpu_report
