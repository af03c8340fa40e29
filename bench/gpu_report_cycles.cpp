#include "gpu_report_fields.hpp"

#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/columns/pcg.hpp>

namespace isobar::gpu_report {
namespace {

constexpr int cycles = 20, levels = 5;
/// References of the single-GPU paper's kernels (the paper's count, without caches).
constexpr double paper_cycle = 29.6, paper_iteration = 15.0;

Measured milliseconds(const Measured& s) {
  return s.as([](double x) { return 1e3 * x; });
}

/// Percent of a copy's bandwidth, if each cell moves `references` doubles.
Row useful(const std::string& what, const Sizes& s, const Measured& time, double references,
           double copy, std::optional<double> goal) {
  const double bytes = references * sizeof(double) * double(s.columns) * s.columns * s.nz;
  return {what, "%", {},
          goal, {},  time.as([&](double seconds) { return 100.0 * bytes / seconds / copy; })};
}

GridSetup setup(const Sizes& s) {
  return {grid_spec(s), Partition::whole(s.columns, s.columns), s.march};
}

/// Seconds of one V(1,1) cycle of five levels, among many that the host launches without a norm between them.
template <class P, class Q> Measured cycle_seconds(const Sizes& s) {
  SelfCommunicators<typename P::storage> fine;
  SelfCommunicators<typename Q::storage> coarse;
  MultigridOptions options;
  options.levels = levels;
  Multigrid<P> multigrid(MatrixFreeLevels<P, Q>::make(setup(s), options, fine, coarse), options);
  const auto f = random_field<typename P::storage>(s.columns, s.nz, 1);
  return seconds(s.repeats, 1, [&] { multigrid.cycles(f, cycles); }).as([](double x) {
    return x / cycles;
  });
}

/// Seconds of an iteration of CG in two kernels. The difference of a long and a short solve
/// excludes the beginning and end of a solve.
Measured iteration_seconds(const Sizes& s) {
  SelfCommunicator<double> self;
  FusedPcg<Double> cg(make_grid<Double>(setup(s)), self);
  const auto f = random_field<double>(s.columns, s.nz, 1);
  const auto solve = [&](int iterations) {
    return seconds(s.repeats, 1, [&] { cg.solve(f, {1e-300, iterations}); });
  };
  const double few = solve(CgState::most).median;
  return solve(CgState::most + 2 * cycles).as([few](double x) { return (x - few) / (2 * cycles); });
}

/// References of Isobar's V(1,1) cycle: on each level a first step from zero, residual and correction.
/// Each coarser level has a quarter of the cells. The coarsest has two steps.
double own_cycle() {
  const int coarsest = levels - 1;
  const auto r = [](Kernel k) { return traffic(k).references; };
  double sum = 0.0, cells = 1.0;
  for (int l = 0; l < coarsest; ++l, cells /= 4.0)
    sum += cells * (r(Kernel::smooth_from_zero) + r(Kernel::restrict_residual) +
                    r(Kernel::prolongate_smooth));
  return sum + cells * (r(Kernel::smooth_from_zero) + r(Kernel::smooth));
}

} // namespace

std::vector<Row> cycle_rows(const Sizes& s, const CopyRates& copies) {
  const Measured cycle = cycle_seconds<Double, Double>(s), iteration = iteration_seconds(s);
  const double own_iteration =
      traffic(Kernel::cg_spmv).references + traffic(Kernel::cg_tridiag).references;
  const double copy = copies.in_double();
  return {
      {"V(1,1) cycle, double", "ms", 1.03, 0.92, 0.85, milliseconds(cycle)},
      {"V(1,1) cycle, double fine, float coarse", "ms", 0.88, 0.78, 0.72,
       milliseconds(cycle_seconds<Double, Float>(s))},
      {"V(1,1) cycle, float", "ms", 0.57, 0.53, 0.45, milliseconds(cycle_seconds<Float, Float>(s))},
      {"CG iteration, double", "ms", 0.79, 0.82, 0.66, milliseconds(iteration)},
      useful("V-cycle by the papers' 29.6 references", s, cycle, paper_cycle, copy, 100.0),
      useful("V-cycle by our own references", s, cycle, own_cycle(), copy, {}),
      useful("CG iteration by the papers' 15 references", s, iteration, paper_iteration, copy,
             100.0),
      useful("CG iteration by our own references", s, iteration, own_iteration, copy, {}),
  };
}

} // namespace isobar::gpu_report
