// Times the parts of isobar_flow on a cube of cells: kernels of the Poisson equation, multigrid
// cycles and solves, and full multigrid. It also times steps of a heated cavity with their kernels.
//
//     isobar_box_times --size 512
//
// One rank. All times are medians of fenced repeats after a warm-up; percentages are of the best copy at the kernels' minimal
// references (kernel_list.hpp).
#include "arguments.hpp"
#include "kernel_works.hpp"
#include "median_seconds.hpp"

#include <isobar/core/field/bandwidth.hpp>
#include <isobar/core/flow/flow_stepper.hpp>
#include <isobar/core/poisson/direct_poisson.hpp>
#include <isobar/core/poisson/mixed_poisson.hpp>

#include <cstdint>
#include <fmt/format.h>

namespace {

using namespace isobar;
using bench::median_seconds;

BoxSpec cube(int n, Boundary side) {
  const Axis axis = Axis::uniform(n, 1.0, side, side);
  return {axis, axis, axis};
}

BoxSpec stretched_cube(int n) {
  const Axis axis = Axis::stretched(n, 1.0, 2.0, Boundary::dirichlet, Boundary::dirichlet);
  return {axis, axis, axis};
}

template <class P> void time_kernels(int n, int repeats) {
  using T = typename P::storage;
  const double copy = copy_bandwidth<T>(n, n, n).best().bytes_per_second;
  fmt::print("\n{}, best copy {:.0f} GB/s\n", precision_name<P>(), copy / 1e9);
  bench::BoxPlace<P> place(n, n);
  const auto works = bench::box_works<P>();
  const auto time = [&](Kernel kernel) {
    const double seconds = median_seconds(repeats, [&] { works.at(kernel)(place); });
    const double rate = modelled_bytes(kernel, Int64(n) * n * n, sizeof(T)) / seconds;
    fmt::print("  {:<28}{:>9.3f} ms{:>8.1f} %\n", traffic(kernel).name, 1e3 * seconds,
               100.0 * rate / copy);
  };
  for (const auto& [kernel, work] : works) time(kernel);
  using enum Kernel;
  fmt::print("{}, between neighbours\n", precision_name<P>());
  place.grid = place.slab;
  for (const Kernel kernel : {box_smooth, box_smooth_twice, box_smooth_twice_from_zero})
    time(kernel);
  fmt::print("{}, on a stretched box\n", precision_name<P>());
  place.grid = BoxGridOf<P>(stretched_cube(n), Partition::whole(n, n), {});
  for (const Kernel kernel : {box_smooth, box_smooth_from_zero, box_smooth_colour}) time(kernel);
}

/// f of the product of sines, or pseudo-random numbers, integrated over cells.
void fill(const Field<double>& f, int n, bool sines) {
  const auto host = Kokkos::create_mirror_view(f.view());
  const double h = 1.0 / n, pi = 3.14159265358979323846;
  std::vector<double> sine(n);
  for (int i = 0; i < n; ++i) sine[std::size_t(i)] = std::sin(pi * (i + 0.5) * h);
  Kokkos::deep_copy(host, 0.0);
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i) {
        std::uint32_t x = std::uint32_t(i) * 73856093U ^ std::uint32_t(j) * 19349663U ^
                          std::uint32_t(k) * 83492791U;
        x = (x ^ (x >> 13)) * 0x5bd1e995U;
        x ^= x >> 15;
        const double value =
            sines ? 3 * pi * pi * sine[std::size_t(i)] * sine[std::size_t(j)] * sine[std::size_t(k)]
                  : x / 4294967296.0 - 0.5;
        host(f.shape().offset + i, k, j + 1) = h * h * h * value;
      }
  Kokkos::deep_copy(f.view(), host);
}

PoissonOptions options(std::vector<double> before, std::vector<double> after,
                       Relaxation relaxation = Relaxation::jacobi) {
  PoissonOptions o;
  o.pre_relaxation = std::move(before);
  o.post_relaxation = std::move(after);
  o.relaxation = relaxation;
  o.coarse_steps = 8;
  o.coarse_relaxation = 0.86;
  return o;
}
PoissonOptions red_black() { return options({1.2}, {1.15}, Relaxation::red_black); }

struct Cube {
  PoissonSetup setup;
  Field<double> f;
  SelfCommunicators<double> ranks;
  SelfCommunicators<float> float_ranks;
  explicit Cube(int n)
      : setup{cube(n, Boundary::dirichlet), Partition::whole(n, n)}, f("f", n, n, n) {}
  PoissonOptions with_levels(PoissonOptions o) const {
    o.levels = int(box_levels(setup.box, 30, 8).size());
    return o;
  }
};

void time_cycles(const char* name, Cube& c, const PoissonOptions& given, int repeats) {
  const PoissonOptions o = c.with_levels(given);
  MultigridPoisson<Double> solver(c.setup, o, c.ranks);
  const auto cycles = [&](int count) {
    return median_seconds(repeats, [&] { solver.cycles().cycles(c.f, count); });
  };
  SolveReport report;
  const double cycle = cycles(2) - cycles(1);
  const double seconds = median_seconds(repeats, [&] {
    report = solver.solve(c.f, {1e-8, 100}, Guess::zero);
  });
  fmt::print("  {:<28} cycle {:>9.3f} ms, {:>3} cycles to {:.1e} {:>9.3f} ms\n", name, 1e3 * cycle,
             report.iterations, report.relative_residual(), 1e3 * seconds);
}

void time_mixed(const char* name, Cube& c, const PoissonOptions& given, int cycles, int repeats) {
  const PoissonOptions o = c.with_levels(given);
  MixedPoisson solver(c.setup, o, {cycles}, c.ranks, c.float_ranks);
  SolveReport report;
  const double seconds = median_seconds(repeats, [&] {
    report = solver.solve(c.f, {1e-8, 100}, Guess::zero);
  });
  fmt::print("  {:<28} {} float cycles a correction, {} corrections to {:.1e} {:>9.3f} ms\n", name,
             cycles, report.iterations, report.relative_residual(), 1e3 * seconds);
}

/// Times the direct solver, unless the build has no library for Fourier transforms.
void time_direct(const char* name, Cube& c, int repeats) {
  if (fft_library().empty()) return;
  DirectPoisson<Double> solver(c.setup, c.ranks.on(0));
  SolveReport report;
  const double seconds = median_seconds(repeats, [&] {
    report = solver.solve(c.f, {1e-8, 1}, Guess::zero);
  });
  fmt::print("  {:<28} {}, residual {:.1e} {:>9.3f} ms\n", name, fft_library(),
             report.relative_residual(), 1e3 * seconds);
}

/// The L2 norm of the difference from the product of sines.
double error(const Field<double>& u, int n) {
  const auto host = Kokkos::create_mirror_view(u.view());
  Kokkos::deep_copy(host, u.view());
  const double h = 1.0 / n, pi = 3.14159265358979323846;
  double square = 0.0;
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i) {
        const double exact = std::sin(pi * (i + 0.5) * h) * std::sin(pi * (j + 0.5) * h) *
                             std::sin(pi * (k + 0.5) * h);
        const double d = host(u.shape().offset + i, k, j + 1) - exact;
        square += d * d * h * h * h;
      }
  return std::sqrt(square);
}

void time_full_multigrid(const char* name, Cube& c, PoissonOptions o, int repeats) {
  const int n = c.setup.box.x.cells();
  o = c.with_levels(o);
  o.start = Start::full;
  o.coarse_steps = 16;
  MultigridPoisson<Double> solver(c.setup, o, c.ranks);
  const double seconds = median_seconds(repeats, [&] { solver.cycles().cycles(c.f, 1); });
  const double after_one = error(solver.solution(), n);
  solver.solve(c.f, {1e-11, 100}, Guess::zero);
  fmt::print("  {:<28} {:>9.3f} ms, {:.2f}e9 unknowns/s, {:.2f} times the discretisation error\n",
             name, 1e3 * seconds, double(n) * n * n / seconds / 1e9,
             after_one / error(solver.solution(), n));
}

void time_steps(int n, int steps) {
  FlowSpec spec;
  spec.x = spec.y = spec.z = Axis::uniform(n, 1.0, Boundary::neumann, Boundary::neumann);
  spec.has_temperature = true;
  spec.viscosity = 0.71;
  spec.buoyancy = 0.71e6;
  spec.west.heat = spec.east.heat = WallHeat::fixed;
  spec.west.temperature = 1.0;
  const PoissonSetup setup{pressure_box(spec), Partition::whole(n, n)};
  PoissonOptions o = red_black();
  o.levels = int(box_levels(setup.box, 30, 8).size());
  SelfCommunicators<double> ranks;
  SelfCommunicators<float> float_ranks;
  const auto time = [&](const char* name, PoissonSolver<Double>& pressure) {
    FlowStepper<Double> flow({spec, setup.partition, TimeScheme::adams_bashforth, {1e-5, 50}},
                             pressure, ranks.on(0));
    StepReport report;
    const double seconds =
        median_seconds(steps, [&] { report = flow.step(flow.stable_step(0.4)); });
    fmt::print("  a step {:.3f} ms, pressure: {}, {} iterations, {}\n", 1e3 * seconds, name,
               report.pressure_iterations(), to_string(report.status));
  };
  fmt::print("\nheated cavity, Ra 1e6\n");
  {
    MixedPoisson mixed(setup, o, {1}, ranks, float_ranks);
    time("mixed, red-black V(1,1)", mixed);
  }
  if (fft_library().empty()) return;
  DirectPoisson<Double> direct(setup, ranks.on(0));
  time("direct", direct);
}

} // namespace

int main(int argc, char** argv) {
  int size = 128, repeats = 7;
  CLI::App app("Times kernels, solves and time steps on a cube of cells", "isobar_box_times");
  app.add_option("--size", size, "cells along each edge, a power of two")->capture_default_str();
  app.add_option("--repeats", repeats, "of each time")->capture_default_str();
  if (const auto code = isobar::read_arguments(app, argc, argv)) return *code;
  const Kokkos::ScopeGuard kokkos;
  fmt::print("{} x {} x {} cells\n", size, size, size);
  time_kernels<Double>(size, repeats);
  time_kernels<Float>(size, repeats);
  {
    Cube c(size);
    const std::vector<double> jacobi(4, 0.86);
    for (const bool sines : {true, false}) {
      fill(c.f, size, sines);
      fmt::print("\nPoisson, u = 0 on all sides, f {}\n", sines ? "a product of sines" : "random");
      time_cycles("Jacobi 0.86 V(4,4)", c, options(jacobi, jacobi), repeats);
      time_cycles("Jacobi V(2,2)", c, options({0.711, 3.034}, {0.512, 1.093}), repeats);
      time_cycles("red-black V(1,1)", c, red_black(), repeats);
      time_mixed("mixed, red-black V(1,1)", c, red_black(), 3, repeats);
      time_direct("direct", c, repeats);
      if (sines)
        time_full_multigrid("full multigrid, V(2,2)", c, options({0.711, 3.034}, {0.512, 1.093}),
                            repeats);
    }
  }
  time_steps(size, 3 * repeats);
}
