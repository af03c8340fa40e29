#pragma once
#include "deck/deck_base.hpp"
#include "deck/deck_shared.hpp"
#include "flow/flow_names.hpp"

#include <isobar/core/box/box_spec.hpp>
#include <isobar/core/multigrid/cycle_options.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The deck of isobar_flow: the Poisson equation in a box, or a flow in it. The initial values here
/// are the defaults; names, limits, units and meanings are in the table of keys (flow_keys.hpp).
namespace isobar {
namespace flow {

/// The table of the deck's keys.
const deck::Schema& schema();

struct Problem {
  ProblemKind kind = ProblemKind::flow;
};
struct Grid {
  int nx = 0, ny = 0, nz = 0;
  std::vector<double> length = {1.0, 1.0, 1.0};     ///< lengths in x, y and z
  std::vector<double> stretching = {1.0, 1.0, 1.0}; ///< cells in the middle over those on the sides
};
/// The sides of the Poisson equation alone; a flow has walls.
struct Sides {
  Boundary west = Boundary::dirichlet, east = Boundary::dirichlet;
  Boundary south = Boundary::dirichlet, north = Boundary::dirichlet;
  Boundary bottom = Boundary::dirichlet, top = Boundary::dirichlet;
};
struct Rhs {
  RhsKind kind = RhsKind::sines;
  std::int64_t seed = 1;
  std::vector<std::vector<double>> charges = {{0.25, 0.5, 0.5, 1.0}, {0.75, 0.5, 0.5, -1.0}};
  std::string file; ///< relative to the current directory, once a deck is read
};
/// The properties of the fluid. Once the deck of a flow is read, it has
/// the viscosity; with a temperature it also has diffusivity and buoyancy.
struct Fluid {
  std::optional<double> reynolds, rayleigh, prandtl;
  std::optional<double> viscosity, diffusivity, buoyancy;
  std::vector<double> gravity = {0.0, 0.0, -1.0}, force = {0.0, 0.0, 0.0}; ///< in x, y and z
  double heat_source = 0.0;
  Initial initial = Initial::rest;
  std::string restart_from;
};
struct Wall {
  WallKind kind = WallKind::no_slip;
  std::vector<double> velocity = {0.0, 0.0, 0.0};
  std::optional<double> temperature{}; ///< none: insulated
  Profile profile = Profile::uniform;  ///< the profile of an inflow
  std::vector<double> opening{};       ///< the opening of an inflow; empty: the whole side
};
/// Bodies in the box.
struct Obstacles {
  std::vector<std::vector<double>> boxes, cylinders;
};
struct Walls {
  Wall west, east, south, north, bottom, top;
};
struct Time {
  TimeScheme scheme = TimeScheme::adams_bashforth;
  std::optional<double> step; ///< none: time.cfl and diffusion limit it
  double cfl = 0.5;
  std::optional<double> end_time, steady_rate;
  std::optional<int> most_steps;
};
struct Solver {
  PoissonMethod method = PoissonMethod::multigrid;
  Precision precision = Precision::double_;
  double tolerance = 1e-8, absolute_tolerance = 0.0;
  int max_iterations = 100;
  SolveStart start = SolveStart::last;
  std::vector<int> mixed_cycles = {2};
};
/// A cycle of a deck. Its smoother is chosen once the deck is read.
struct Cycle {
  CycleKind kind = CycleKind::v;
  SmootherName smoother = SmootherName::automatic;
  int before = 2, after = 2;        ///< smoothing steps
  std::optional<double> relaxation; ///< none: the smoother's own
};
struct Multigrid {
  std::optional<int> levels;
  Cycle cycle;
  std::vector<LevelMerge> merges; ///< excludes merges by the keys of [amalgamation]
  Restriction restriction = Restriction::average;
  Start start = Start::zero;
  std::optional<int> coarse_steps; ///< none: depends on the coarsest level's cells
  CoarsestSolver coarse_solver = CoarsestSolver::steps;
  double coarse_tolerance = 1e-2; ///< for solvers with one: relative to the right-hand side
};
/// The cycles of merged levels, and which levels are merged unless multigrid.merge says it.
struct Amalgamation {
  int level = 0; ///< the first merged level; 0: none
  std::vector<int> ranks = {1}, stages{};
  MergeForm form = MergeForm::gather;
  int cycles = 1;
  Cycle cycle{.smoother = SmootherName::gauss_seidel, .relaxation = {}};
};
struct Output : deck::ReportOutput {
  std::string solution, vtk, netcdf, probes, fluxes, restart;
  std::vector<std::vector<double>> probe_points;
  std::optional<int> every_steps;
  std::optional<double> every_time;
};

/// The sides of the box in the order of their names.
inline constexpr std::array<std::string_view, 6> side_names = {"west",  "east",   "south",
                                                               "north", "bottom", "top"};
inline constexpr std::array<Wall Walls::*, 6> all_walls = {
    &Walls::west, &Walls::east, &Walls::south, &Walls::north, &Walls::bottom, &Walls::top};
inline constexpr std::array<Boundary Sides::*, 6> all_sides = {
    &Sides::west, &Sides::east, &Sides::south, &Sides::north, &Sides::bottom, &Sides::top};

} // namespace flow

struct FlowDeck : DeckBase {
  FlowDeck() : DeckBase(flow::schema()) {}

  flow::Problem problem;
  flow::Grid grid;
  flow::Sides sides;
  flow::Rhs rhs;
  flow::Fluid fluid;
  flow::Walls walls;
  flow::Obstacles obstacles;
  flow::Time time;
  flow::Solver solver;
  flow::Multigrid multigrid;
  flow::Amalgamation amalgamation;
  deck::Decomposition decomposition;
  deck::Run run;
  deck::Verification verification;
  flow::Output output;

  /// The reason for the choice of the smoother, once a deck is read (flow_resolve_smoother.cpp).
  std::string smoother_reason;
  /// The number of multigrid's levels and the reason
  /// for it, once ranks are known (flow_levels.hpp).
  std::string levels_reason;

  bool is_poisson() const { return problem.kind == flow::ProblemKind::poisson; }
  bool is_flow() const { return !is_poisson(); }
  /// Whether the flow continues from a restart file.
  bool continues() const { return is_flow() && fluid.initial == flow::Initial::restart; }
  bool uses_multigrid() const { return solver.method == flow::PoissonMethod::multigrid; }
  /// The merges of coarse levels to fewer ranks; empty on one rank once levels are chosen.
  std::vector<LevelMerge> merges() const;
  /// The key that gives the merges.
  const char* merge_key() const {
    return amalgamation.level > 0 ? "amalgamation.level" : "multigrid.merge";
  }
  bool has_obstacles() const { return !obstacles.boxes.empty() || !obstacles.cylinders.empty(); }
  /// Whether the flow has a temperature. The deck must be resolved.
  bool has_temperature() const { return is_flow() && fluid.diffusivity.has_value(); }
  Int64 unknowns() const { return Int64(grid.nx) * grid.ny * grid.nz; }
  /// The box of u, or of a flow's pressure, for which walls are sides without a flux.
  BoxSpec box() const;
};

/// Reads a deck of isobar_flow, as read_deck and parse_deck
/// (deck/deck.hpp) do for the pressure equation.
FlowDeck read_flow_deck(const std::string& path, const std::vector<Override>& overrides = {});
FlowDeck parse_flow_deck(std::string_view text, const std::string& path,
                         const std::vector<Override>& overrides = {});

/// The text of docs/flow-deck.md, made from the table of keys.
std::string flow_deck_reference();

} // namespace isobar
