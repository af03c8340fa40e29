#include "bench_measure.hpp"
#include "coupled_works.hpp"
#include "flow_works.hpp"
#include "mode_works.hpp"

#include <isobar/core/grid/host_order.hpp>

/// Benchmarks of every kernel on fields, float and double, in both layouts, 32^2 to 256^2 columns (512^2 on a GPU) of 128 layers.
namespace {

using namespace isobar;
using bench::nz;

template <class P> struct Kernels : bench::Workplace<P> {
  explicit Kernels(int n) : bench::Workplace<P>(n, nz) {}
};

template <class P> struct CoupledKernels : bench::CoupledPlace<P> {
  explicit CoupledKernels(int n) : bench::CoupledPlace<P>(n, nz) {}
};

template <class P> struct FlowKernels : bench::FlowPlace<P> {
  explicit FlowKernels(int n) : bench::FlowPlace<P>(n, nz) {}
};

struct MixedKernels : bench::TwoPrecisions<Double, Float> {
  explicit MixedKernels(int n) : bench::TwoPrecisions<Double, Float>(n, nz) {}
};

template <class P> struct BoxKernels : bench::BoxPlace<P> {
  explicit BoxKernels(int n) : bench::BoxPlace<P>(n, nz) {}
};

template <class P> struct Modes : bench::ModePlace<P> {
  explicit Modes(int n) : bench::ModePlace<P>(n, nz) {}
};

template <class P, class M> struct Products : bench::ModeProducts<P, M> {
  explicit Products(int n) : bench::ModeProducts<P, M>(n, nz) {}
};

template <class P, class M> void add_products(int n) {
  using W = Products<P, M>;
  for (const auto& [kernel, work] : bench::mode_products<P, M>())
    bench::add<P, W>(
        kernel, [work = work](W& w) { work(w); }, n);
}

/// A transposition of a field from host order and back.
template <class P> struct Transposition {
  using T = typename P::storage;
  GridLevel<typename P::arithmetic> grid;
  FieldOf<P> u;
  HostField host;
  HostOrder<P> order;
  explicit Transposition(int n)
      : grid(bench::spec(n, nz), Partition::whole(n, n)), u("bench", n, n, nz),
        host("host", n, n, nz), order(n, n, nz) {
    Kokkos::deep_copy(u.flat(), T(0.125));
    Kokkos::deep_copy(host, 0.125);
  }
};

template <class P> void add_all() {
  using W = bench::Workplace<P>;
  for (const int n : bench::sizes()) {
    for (const auto& [kernel, work] : bench::kernel_works<P>())
      bench::add<P, Kernels<P>>(
          kernel, [work = work](W& w) { work(w); }, n);
    if constexpr (P::layout == Layout::x_fastest)
      for (const auto& [kernel, work] : bench::coupled_works<P>())
        bench::add<P, CoupledKernels<P>>(
            kernel, [work = work](CoupledKernels<P>& w) { work(w); }, n);
    if constexpr (P::layout == Layout::x_fastest)
      for (const auto& [kernel, work] : bench::flow_works<P>())
        bench::add<P, FlowKernels<P>>(
            kernel, [work = work](FlowKernels<P>& w) { work(w); }, n);
    if constexpr (std::is_same_v<P, Double>)
      for (const auto& [kernel, work] : bench::mixed_works<Double, Float>())
        bench::add<P, MixedKernels>(
            kernel, [work = work](MixedKernels& w) { work(w); }, n);
    if constexpr (P::layout == Layout::x_fastest)
      for (const auto& [kernel, work] : bench::box_works<P>())
        bench::add<P, BoxKernels<P>>(
            kernel, [work = work](BoxKernels<P>& w) { work(w); }, n);
    if constexpr (P::layout == Layout::x_fastest) {
      for (const auto& [kernel, work] : bench::mode_works<P>())
        bench::add<P, Modes<P>>(
            kernel, [work = work](Modes<P>& w) { work(w); }, n);
      add_products<P, P>(n);
    }
    if constexpr (std::is_same_v<P, Double>) add_products<Double, Float>(n);
    using H = Transposition<P>;
    const std::size_t bytes = sizeof(typename P::storage) + sizeof(double);
    bench::add<P, H>(
        "transpose_in", [](H& w) { w.order.integrate(w.grid, w.host, w.u); }, bytes, n);
    bench::add<P, H>(
        "transpose_out", [](H& w) { w.order.to_host(w.u, w.host); }, bytes, n);
  }
}

} // namespace

namespace isobar::bench {

void add_fields() {
  add_all<Double>();
  add_all<Float>();
  add_all<ZFastest<Double>>();
  add_all<ZFastest<Float>>();
}

std::string without_benchmark() {
  std::vector<Kernel> there = stored_kernels();
  for (const auto& [kernel, work] : kernel_works<Double>()) there.push_back(kernel);
  for (const auto& [kernel, work] : mixed_works<Double, Float>()) there.push_back(kernel);
  for (const auto& [kernel, work] : box_works<Double>()) there.push_back(kernel);
  for (const auto& [kernel, work] : coupled_works<Double>()) there.push_back(kernel);
  for (const auto& [kernel, work] : flow_works<Double>()) there.push_back(kernel);
  for (const auto& [kernel, work] : mode_works<Double>()) there.push_back(kernel);
  for (const auto& [kernel, work] : mode_products<Double, Double>()) there.push_back(kernel);
  for (const auto& [kernel, work] : mode_products<Double, Float>()) there.push_back(kernel);
  return missing_kernels(there);
}

} // namespace isobar::bench
