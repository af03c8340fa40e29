#pragma once
#include <isobar/core/flow/flow_sampler.hpp>
#include <isobar/core/flow/flow_stepper.hpp>
#include <isobar/core/poisson/multigrid_poisson.hpp>

#include <functional>
#include <memory>

/// Flows that tests step: a stepper with multigrid for its pressure.
namespace isobar {

inline MultigridOptions flow_multigrid(const FlowSpec& spec, int most_levels = 20) {
  MultigridOptions options;
  options.levels = int(box_levels(pressure_box(spec), most_levels).size());
  options.pre_relaxation = options.post_relaxation = {0.86, 0.86};
  options.coarse_steps = 8;
  return options;
}

template <class P> struct FlowRun {
  using T = typename P::storage;
  FlowSetup setup;
  std::unique_ptr<MultigridPoisson<P>> pressure;
  std::unique_ptr<FlowStepper<P>> stepper;

  FlowRun(const FlowSetup& s, Communicators<T>& communicators, int most_levels = 20) : setup(s) {
    pressure =
        std::make_unique<MultigridPoisson<P>>(PoissonSetup{pressure_box(s.spec), s.partition},
                                              flow_multigrid(s.spec, most_levels), communicators);
    stepper = std::make_unique<FlowStepper<P>>(s, *pressure, communicators.on(0));
  }
};

/// A velocity or the temperature as a function of the place.
using FlowFunction = std::function<double(double x, double y, double z)>;

/// Fills owned cells with the function's values where the field's numbers stand; velocities on walls are 0.
template <class P>
void fill(const FlowStepper<P>& stepper, FlowField field, const FlowFunction& f) {
  const FlowGridOf<P>& grid = stepper.grid();
  const FlowSpec& spec = grid.spec();
  const FieldOf<P>& to = stepper.fields()[std::size_t(field)];
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), to.flat());
  const std::array<const Axis*, 3> axes{&spec.x, &spec.y, &spec.z};
  const auto place = [&](int axis, int cell) {
    const Axis& a = *axes[std::size_t(axis)];
    return int(field) == axis ? a.interfaces[std::size_t(cell)] : a.centre(cell);
  };
  for (int j = 0; j < grid.ny(); ++j)
    for (int i = 0; i < grid.nx(); ++i)
      for (int k = 0; k < grid.nz(); ++k) {
        const std::array<int, 3> cell{grid.partition().first_i + i, grid.partition().first_j + j,
                                      k};
        const bool on_wall = field != FlowField::temperature && cell[std::size_t(field)] == 0 &&
                             spec.walls()[2 * std::size_t(field)]->kind != WallKind::periodic;
        host(std::size_t(to.shape().place(i, k, j))) = typename P::storage(
            on_wall ? 0.0 : f(place(0, cell[0]), place(1, cell[1]), place(2, cell[2])));
      }
  Kokkos::deep_copy(to.flat(), host);
}

} // namespace isobar
