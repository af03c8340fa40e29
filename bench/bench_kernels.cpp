#include "bench_measure.hpp"

#include <isobar/core/field/host_order.hpp>
#include <isobar/core/kernels/cg_kernels.hpp>
#include <isobar/core/kernels/elliptic_operator.hpp>
#include <isobar/core/kernels/refinement_kernels.hpp>
#include <isobar/core/kernels/smoother.hpp>
#include <isobar/core/kernels/transfer.hpp>

#include <map>
#include <utility>

/// Every kernel alone, float and double, in both layouts, 32^2 to 256^2 columns (512^2 on a GPU) of
/// 128 levels.
/// Counters: modelled bytes a second, and percent of a copy of the same field in the same process.
///
///     isobar_bench --benchmark_filter='smooth/double'            also double-z-fastest
namespace {

using namespace isobar;
using bench::nz;

/// Fields of one size; numbers are arbitrary but not zero, as zeros compress in some caches.
template <class P> struct Workplace {
  using T = typename P::storage;
  using A = typename P::arithmetic;
  PlannedGrid<A> fine, coarse;
  FieldOf<P> u, v, f, r, z, p, q, u_coarse;
  ScaledFloat first, e, rounded; ///< what kernels between double and float need
  HostField host;
  HostOrder<T> order;
  CgScalars scalars;

  explicit Workplace(int n)
      : fine(bench::spec(n), Partition::whole(n, n)),
        coarse(bench::spec(n), Partition::whole(n, n).coarsened(), 1),
        u_coarse("coarse", n / 2, n / 2, nz), host("host", n, n, nz), order(n, n, nz) {
    for (FieldOf<P>* field : {&u, &v, &f, &r, &z, &p, &q}) {
      *field = FieldOf<P>("bench", n, n, nz);
      Kokkos::deep_copy(field->flat(), T(0.125));
    }
    Kokkos::deep_copy(u_coarse.flat(), T(0.125));
    for (ScaledFloat* x : {&first, &e, &rounded}) {
      x->field = Field<float>("bench", n, n, nz);
      Kokkos::deep_copy(x->field.flat(), 0.125F);
    }
    Kokkos::deep_copy(host, 0.125);
    scalars.begin(0.0, 0.0, 0.5);
  }
};

template <class P> using Work = bench::Work<Workplace<P>>;

/// The kernels by name; those with a second buffer write to and fro, as a solver does.
template <class P> std::map<Kernel, Work<P>> kernels() {
  using W = Workplace<P>;
  return {
      {Kernel::apply, [](W& w) { Operator<P>::apply(w.fine, w.u, w.v); }},
      {Kernel::residual, [](W& w) { Operator<P>::residual(w.fine, w.u, w.f, w.r); }},
      {Kernel::residual_norm,
       [](W& w) {
         benchmark::DoNotOptimize(Operator<P>::residual_norm_squared(w.fine, w.u, w.f));
       }},
      {Kernel::solve_columns, [](W& w) { Smoother<P>::solve_columns(w.fine, w.r, w.z); }},
      {Kernel::smooth,
       [](W& w) {
         Smoother<P>::smooth(w.fine, 0.5, w.u, w.f, w.v);
         std::swap(w.u, w.v);
       }},
      {Kernel::smooth_colour,
       [](W& w) { Smoother<P>::smooth_colour(w.fine, 0.5, Colour::red, w.u, w.f); }},
      {Kernel::smooth_from_zero,
       [](W& w) { Smoother<P>::smooth_from_zero(w.fine, 0.5, w.f, w.v); }},
      {Kernel::restrict_residual,
       [](W& w) { Transfer<P>::restrict_residual(w.fine, w.u, w.f, w.u_coarse); }},
      {Kernel::restrict_transpose,
       [](W& w) { Transfer<P>::restrict_transpose(w.fine, w.r, w.u_coarse); }},
      {Kernel::interpolate, [](W& w) { Transfer<P>::interpolate(w.fine, w.u_coarse, w.u); }},
      {Kernel::prolongate, [](W& w) { Transfer<P>::prolongate(w.fine, w.u, w.u_coarse, w.u); }},
      {Kernel::prolongate_smooth,
       [](W& w) {
         Transfer<P>::prolongate_smooth(w.fine, 0.5, w.u, w.f, w.u_coarse, w.v);
         std::swap(w.u, w.v);
       }},
      {Kernel::restrict_rhs, [](W& w) { Transfer<P>::restrict_rhs(w.fine, w.f, w.u_coarse); }},
      {Kernel::mirror_sides, [](W& w) { mirror_sides(w.fine, w.u); }},
      {Kernel::cg_tridiag, [](W& w) { CgKernels<P>::tridiag(w.fine, w.scalars, w.q, w.r, w.z); }},
      {Kernel::cg_spmv, [](W& w) { CgKernels<P>::spmv(w.fine, w.scalars, w.z, w.u, w.p, w.q); }},
  };
}

/// Those between double and float.
std::map<Kernel, Work<Double>> mixed_kernels() {
  using W = Workplace<Double>;
  using K = RefinementKernels<>;
  const auto keep = [](double norm) { benchmark::DoNotOptimize(norm); };
  return {
      {Kernel::to_float, [=](W& w) { keep(K::to_float(w.fine, w.f, w.rounded)); }},
      {Kernel::to_double, [](W& w) { K::to_double(w.fine, w.e, w.u); }},
      {Kernel::residual_float, [=](W& w) { keep(K::residual(w.fine, w.e, w.f, w.rounded)); }},
      {Kernel::correct_float,
       [=](W& w) { keep(K::correct(w.fine, w.first, w.e, w.f, w.v, w.rounded)); }},
      {Kernel::correct,
       [=](W& w) {
         keep(K::correct(w.fine, w.u, w.e, w.f, w.v, w.rounded));
         std::swap(w.u, w.v);
       }},
  };
}

template <class P> void add_all() {
  using W = Workplace<P>;
  for (const int n : bench::sizes()) {
    for (const auto& [kernel, work] : kernels<P>()) bench::add<P, W>(kernel, work, n);
    if constexpr (std::is_same_v<P, Double>)
      for (const auto& [kernel, work] : mixed_kernels()) bench::add<P, W>(kernel, work, n);
    const std::size_t bytes = sizeof(typename P::storage) + sizeof(double);
    bench::add<P, W>(
        "transpose_in", [](W& w) { w.order.integrate(w.fine.matrix(), w.host, w.f); }, bytes, n);
    bench::add<P, W>(
        "transpose_out", [](W& w) { w.order.to_host(w.u, w.host); }, bytes, n);
  }
}

} // namespace

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  add_all<Double>();
  add_all<Float>();
  add_all<ZFastest<Double>>();
  add_all<ZFastest<Float>>();
  bench::add_stored();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
