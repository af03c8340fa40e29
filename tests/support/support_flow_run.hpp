#pragma once
#include <isobar/core/flow/flow_sampler.hpp>
#include <isobar/core/flow/flow_stepper.hpp>
#include <isobar/core/flow/obstacle_poisson.hpp>
#include <isobar/core/poisson/multigrid_poisson.hpp>

#include <cmath>
#include <functional>
#include <memory>
#include <numbers>

/// Flows that tests step: a stepper with multigrid for its pressure.
namespace isobar {

inline PoissonOptions flow_multigrid(const FlowSpec& spec, int most_levels = 20) {
  PoissonOptions options;
  options.levels = int(box_levels(pressure_box(spec), most_levels).size());
  options.pre_relaxation = options.post_relaxation = {0.86, 0.86};
  options.coarse_steps = *options.levels > 2 ? 8 : 20; // enough to solve what two levels leave
  return options;
}

template <class P> struct FlowRun {
  using T = typename P::storage;
  FlowSetup setup;
  std::unique_ptr<MultigridPoisson<P>> pressure;
  std::unique_ptr<ObstaclePoisson<P>> beside_obstacles; ///< null without them
  std::unique_ptr<FlowStepper<P>> stepper;

  FlowRun(const FlowSetup& s, Communicators<T>& communicators, int most_levels = 20) : setup(s) {
    pressure =
        std::make_unique<MultigridPoisson<P>>(PoissonSetup{pressure_box(s.spec), s.partition},
                                              flow_multigrid(s.spec, most_levels), communicators);
    if (!s.spec.obstacles.empty())
      beside_obstacles =
          std::make_unique<ObstaclePoisson<P>>(s.spec, s.partition, *pressure, communicators.on(0));
    PoissonSolver<P>& solver =
        beside_obstacles ? static_cast<PoissonSolver<P>&>(*beside_obstacles) : *pressure;
    stepper = std::make_unique<FlowStepper<P>>(s, solver, communicators.on(0));
  }
};

/// A velocity or the temperature as a function of the place.
using FlowFunction = std::function<double(double x, double y, double z)>;

/// Fills owned cells with the function's values where the field's numbers stand. Velocities on
/// walls are 0, those on inflows the function's, and all in obstacles are 0.
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
        std::array<int, 3> below = cell;
        if (field != FlowField::temperature) --below[std::size_t(field)];
        const bool solid =
            spec.is_solid(cell[0], cell[1], cell[2]) ||
            (below[std::size_t(field) % 3] >= 0 && spec.is_solid(below[0], below[1], below[2]));
        const bool on_wall = field != FlowField::temperature && cell[std::size_t(field)] == 0 &&
                             spec.walls()[2 * std::size_t(field)]->kind != WallKind::periodic &&
                             spec.walls()[2 * std::size_t(field)]->kind != WallKind::inflow;
        host(std::size_t(to.shape().place(i, k, j))) = typename P::storage(
            on_wall || solid ? 0.0 : f(place(0, cell[0]), place(1, cell[1]), place(2, cell[2])));
      }
  Kokkos::deep_copy(to.flat(), host);
}

inline constexpr Wall free_slip{WallKind::free_slip}, no_slip{};

inline Axis uniform(int n, double length) {
  return Axis::uniform(n, length, Boundary::neumann, Boundary::neumann);
}

/// A box with the same wall on all sides.
inline FlowSpec box(const Axis& x, const Axis& y, const Axis& z, const Wall& wall) {
  FlowSpec s{x, y, z};
  s.west = s.east = s.south = s.north = s.bottom = s.top = wall;
  return s;
}

inline Partition whole(const FlowSpec& s) {
  return Partition::whole(s.x.cells(), s.y.cells(), s.periodic());
}

/// One rank's flow.
template <class P> struct Alone {
  SelfCommunicators<typename P::storage> self;
  FlowRun<P> run;
  FlowStepper<P>& stepper;
  explicit Alone(const FlowSpec& spec, TimeScheme scheme = TimeScheme::adams_bashforth,
                 const SolveControls& pressure = {1e-10, 100})
      : self(spec.periodic()), run({spec, whole(spec), scheme, pressure}, self),
        stepper(*run.stepper) {}
};

/// A flow with all terms: vortices that act on each other, and buoyancy.
struct Stirred {
  static FlowSpec spec() {
    FlowSpec s = box(uniform(12, 1.0), uniform(6, 0.5), uniform(10, 1.0), no_slip);
    s.viscosity = 0.02, s.diffusivity = 0.01, s.buoyancy = 3.0, s.has_temperature = true;
    s.top.velocity = {1.0, 0.5, 0.0};
    s.west.heat = s.east.heat = WallHeat::fixed;
    s.west.temperature = 1.0;
    return s;
  }
  template <class P> static void start(FlowStepper<P>& stepper) {
    fill(stepper, FlowField::u, [](double x, double y, double z) {
      return std::sin(std::numbers::pi * x) * std::cos(std::numbers::pi * z) * (1.0 + y);
    });
    fill(stepper, FlowField::w, [](double x, double y, double z) {
      return -std::cos(std::numbers::pi * x) * std::sin(std::numbers::pi * z) * (1.0 + y);
    });
    fill(stepper, FlowField::temperature,
         [](double x, double y, double z) { return 1.0 - x + 0.2 * std::sin(3 * y + 5 * z); });
    stepper.restart({});
  }
};

} // namespace isobar
