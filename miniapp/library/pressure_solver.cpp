#include <isobar/pressure_solver.hpp>

#include "library/argument_agreement.hpp"
#include "library/block_cells.hpp"
#include "library/cell_checks.hpp"
#include "library/engine.hpp"
#include "library/guarded_parts.hpp"
#include "library/owners_numbers.hpp"
#include "library/same_on_ranks.hpp"
#include "library/solver_deck.hpp"
#include "library/solver_equation.hpp"
#include "library/solver_parts.hpp"
#include "library/taken_equation.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "pressure/setup/solve_controls.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

/// What `use` does, with the program's own kind of error as a caller gets it.
template <class Use> auto refused(const Use& use) {
  try {
    return use();
  } catch (const InputError& e) {
    throw std::invalid_argument(e.what());
  }
}

MPI_Comm usable(MPI_Comm comm) {
  int initialised = 0;
  check_mpi(MPI_Initialized(&initialised), "MPI_Initialized");
  if (initialised == 0) throw InputError("MPI is not initialised; expected MPI_Init_thread before");
  if (comm == MPI_COMM_NULL) throw InputError("comm = MPI_COMM_NULL: expected a communicator");
  return comm;
}

/// This rank's blocks of cells of a call, and whether their numbers are read from the beginning.
struct NamedCells {
  const char* name;
  BlocksIn cells;
  bool read;
};

/// What is written, for questions.
std::vector<CellsIn> read_only(BlocksOut cells) { return {cells.begin(), cells.end()}; }

} // namespace

class PressureSolver::Impl {
public:
  /// `comm` is null without MPI.
  Impl(const MPI_Comm* comm, const PressureGrid& grid, const Coefficients& coefficients,
       const SolverOptions& options) {
    if (!Kokkos::is_initialized())
      throw InputError("Kokkos is not initialised; expected Kokkos::initialize before");
    if (comm != nullptr) comm_.emplace(usable(*comm));
    if (comm_) require_same_arguments(*comm_, grid, coefficients, options);
    grid_ = grid;
    check_sizes(grid); // before anything is asked for columns or layers
    if (options.blocks) gather(*options.blocks);
    Equation given = solver_equation(grid, coefficients);
    deck_ = solver_deck(grid, cfl_of_sample(given), options.sections);
    keep_two_columns(deck_, given.spec);
    choose_levels(deck_, given.spec, ranks(), options.transport);
    against_null_space_ = reason_against_null_space(deck_, given, options.own.get());
    admit(given, against_null_space_);
    decomposition_.emplace(decompose(deck_, given.spec, ranks(), rank()));
    if (map_) take_grid_of_blocks(given.spec);
    partition_ = decomposition_->partition().in_host_order();
    if (!map_) blocks_ = {{partition_.first_i, partition_.first_j, partition_.nx, partition_.ny}};
    parts_ = parts_of_solver(deck_, given.spec, *decomposition_);
    TakenEquation taken = take(given);
    if (comm_)
      transport_ =
          choose_transport(*comm_, {options.transport}, {{*decomposition_, deck_.layer_counts()}});
    choose_halo_overlap(deck_, transport_.plan);
    if (map_ && !is_partition(*map_, *decomposition_))
      cells_ = std::make_shared<BlockCells>(
          std::make_unique<Redistribution>(comm_or_null(), *map_, *decomposition_, grid_.nz,
                                           transport_.plan),
          blocks_, partition_);
    engine_ =
        make_engine({deck_, taken.equation(), *decomposition_, comm_or_null(), transport_.plan,
                     guarded(options.own ? *options.own : OwnParts{}, kept_)},
                    cells_);
    keep(taken);
  }

  SolveReport solve(BlocksIn f, BlocksOut u, RightSide kind, bool from_guess) {
    const std::vector<CellsIn> guess = read_only(u);
    const Scale scale = examine({{"f", f, true}, {"u", guess, false}});
    means_.removed = 0.0;
    const SolveRequest request{
        f, guess, u, kind, scale, controls(scale), engine_->is_singular() ? &means_ : nullptr};
    if (cells_) cells_->start_count();
    SolveReport report = from_guess ? engine_->solve_from(request) : engine_->solve(request);
    end_with_callers_exception(report);
    if (from_guess && report.status == SolveStatus::not_finite) refuse_not_finite("u", guess);
    for (double& norm : report.residual_norms) norm = scale.undone(norm);
    return report;
  }

  void update(const Coefficients& coefficients) {
    if (comm_) require_same_arguments(*comm_, coefficients);
    Equation given = solver_equation(grid_, coefficients);
    admit(given, against_null_space_);
    if (coefficients.positions_as_before) given.spec.columns = columns_;
    TakenEquation taken = take(given);
    engine_->update(taken.equation());
    keep(taken);
  }

  void apply(BlocksIn u, BlocksOut image, RightSide kind) {
    const Scale scale = examine({{"u", u, true}, {"image", read_only(image), false}});
    engine_->operator_calls(scale).apply(u, image, kind);
    kept_->rethrow(comm_or_null());
  }
  double residual(BlocksIn f, BlocksIn u, BlocksOut r, RightSide kind) {
    const Scale scale = examine({{"f", f, true}, {"u", u, true}, {"r", read_only(r), false}});
    const double norm = engine_->operator_calls(scale).residual(f, u, r, kind);
    kept_->rethrow(comm_or_null());
    return norm;
  }
  void diagonal(BlocksOut d, RightSide kind) {
    engine_->operator_calls(examine({{"d", read_only(d), false}})).diagonal(d, kind);
  }

  void set_monitor(std::function<bool(const IterationState&)> monitor) {
    monitor_ = std::move(monitor);
  }
  void remove_mean(bool asked) { means_.asked = asked; }
  bool has_null_space() const { return engine_->is_singular(); }
  double removed_mean() const { return means_.removed; }
  const Partition& partition() const { return partition_; }
  Redistributed redistributed() const { return cells_ ? cells_->count() : Redistributed{}; }
  /// Those of the one block; a rank without blocks has none, whatever it gives.
  template <class T> std::span<const CellData<T>> one_block(const CellData<T>& cells) const {
    return {&cells, blocks_.empty() ? 0U : 1U};
  }
  const Deck& deck() const { return deck_; }
  const FactorDistance& factor_distance() const { return engine_->factor_distance(); }
  const std::string& transport() const { return transport_.reason; }

private:
  const MpiComm* comm_or_null() const { return comm_ ? &*comm_ : nullptr; }
  int ranks() const { return comm_ ? comm_->size() : 1; }
  int rank() const { return comm_ ? comm_->rank() : 0; }

  /// What work() says on this rank: its line, or that of what it throws.
  static std::string problem_of(const std::function<std::string()>& work) {
    try {
      return work();
    } catch (const EnvironmentError&) {
      throw;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& e) {
      return e.what();
    } catch (...) { // of the caller's function, which is kept
      return "";
    }
  }

  /// Does work() on this rank, then throws on all ranks if an exception or a line is on any.
  void on_all_ranks(const std::function<std::string()>& work) {
    kept_->refuse(comm_or_null(), problem_of(work));
  }

  /// The same with numbers of these functions, which ranks may have for columns of their own blocks alone: work() is done again
  /// until all that it asks for has come.
  void on_all_ranks(const TakenFunctions& functions, const std::function<std::string()>& work) {
    if (!map_ || !comm_) return on_all_ranks(work);
    const OwnersNumbers owners(*comm_, *map_, kept_);
    for (const auto& function : functions) function->note_wanted();
    std::string problem = problem_of(work);
    while (owners.get(functions)) problem = problem_of(work);
    for (const auto& function : functions) function->close();
    kept_->refuse(comm_or_null(), problem);
  }

  void gather(const std::vector<ColumnBlock>& own) {
    if (comm_) map_.emplace(gather_blocks(*comm_, grid_.nx, grid_.rows(), own));
    else map_.emplace(grid_.nx, grid_.rows(), std::vector<std::vector<ColumnBlock>>{own});
    blocks_ = own;
  }

  /// Where blocks are what a grid of ranks would get, Isobar deals columns to that grid, and nothing has to move.
  void take_grid_of_blocks(const GridSpec& spec) {
    const ProcessGrid grid = process_grid_of(*map_);
    if (grid.px == 0 || grid_.domain == Domain::sphere || deck_.decomposition.process_grid == grid)
      return;
    Deck other = deck_;
    other.decomposition.process_grid = grid;
    try {
      const Decomposition d = decompose(other, spec, ranks(), rank());
      if (!is_partition(*map_, d)) return;
      deck_ = std::move(other);
      decomposition_.emplace(d);
    } catch (const InputError&) { // levels do not go together with it, so blocks are moved
    }
  }

  /// The CFL number of a sample of the equation, which has to be the same on all ranks, as levels are chosen by it.
  double cfl_of_sample(const Equation& given) {
    TakenEquation sample(given, slots_of_sample(grid_.nx, grid_.rows()), kept_);
    PressureGrid grid = grid_;
    if (const auto& columns = sample.equation().spec.columns) grid.columns = columns->geometry;
    double cfl = 0.0;
    on_all_ranks(sample.functions(), [&] {
      if (!map_ || rank() == 0 || sample.functions().empty())
        cfl = solver_cfl(grid, sample.equation());
      return "";
    });
    if (comm_ && !map_ && !sample.functions().empty())
      on_all_ranks([&] { return difference_from_first_rank(*comm_, sample.functions()); });
    if (comm_ && !sample.functions().empty()) // without what rounding may do to a choice
      check_mpi(MPI_Bcast(&cfl, 1, MPI_DOUBLE, 0, comm_->get()), "MPI_Bcast");
    return cfl;
  }

  /// The equation with all numbers that the solver needs of it, now and in solves.
  TakenEquation take(const Equation& given) {
    TakenEquation taken(given, slots_of(parts_), kept_);
    if (taken.functions().empty()) return taken;
    on_all_ranks(taken.functions(), [&] { return taken.ask(parts_), ""; });
    if (comm_ && !map_)
      on_all_ranks(
          [&] { return difference_from_owners(*comm_, *decomposition_, taken.functions()); });
    return taken;
  }

  /// Lets go of the caller's functions: those of own columns are not asked for in updates either.
  void keep(TakenEquation& taken) {
    taken.close();
    columns_ = taken.equation().spec.columns;
    if (columns_) grid_.columns = columns_->geometry;
  }

  /// A function of the caller's that has thrown ends solves like this.
  void end_with_callers_exception(const SolveReport& report) {
    const bool may_be = report.stop_asked || report.status == SolveStatus::not_finite ||
                        report.status == SolveStatus::breakdown;
    if (may_be) kept_->rethrow(comm_or_null());
  }

  void refuse_not_finite(const char* name, BlocksIn cells) {
    on_all_ranks([&] { return line_about_numbers(name, cells, blocks_); });
  }

  /// Refuses cells of a wrong shape, and numbers that are not finite, on all ranks if there are some on any; else says by
  /// what to divide those that are read. One reduction over the ranks does for all.
  Scale examine(std::initializer_list<NamedCells> all) {
    std::string problem;
    for (const NamedCells& c : all)
      if (problem.empty()) problem = shape_problem(c.name, c.cells, blocks_, grid_.nz, rank());
    std::array<double, 2> most{0.0, problem.empty() ? 0.0 : 1.0};
    for (const NamedCells& c : all)
      if (c.read && problem.empty()) most[0] = std::max(most[0], largest(c.cells));
    if (comm_)
      check_mpi(MPI_Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_DOUBLE, MPI_MAX, comm_->get()),
                "MPI_Allreduce");
    if (most[1] > 0.0) throw InputError(comm_ ? comm_->first_text(problem) : problem);
    for (const NamedCells& c : all)
      if (c.read && !std::isfinite(most[0])) refuse_not_finite(c.name, c.cells);
    constexpr int exponents = 1000; // of which the inverse is a number, too
    return {std::clamp(scale_of(most[0]).exponent, -exponents, exponents)};
  }

  SolveControls controls(Scale scale) const {
    const deck::Solver& s = deck_.solver;
    SolveControls controls{s.tolerance, s.max_iterations, {}};
    take_stopping(controls, s);
    controls = scaled(controls, scale);
    if (monitor_)
      controls.monitor = [this, scale](const IterationState& state) {
        return asks_to_stop(
            {state.iteration, scale.undone(state.residual_norm), state.relative_residual});
      };
    return controls;
  }

  /// An exception of the monitor asks all ranks to stop.
  bool asks_to_stop(const IterationState& state) const {
    bool stop = true;
    if (kept_->empty()) kept_->runs([&] { stop = monitor_(state); });
    return stop;
  }

  std::optional<MpiComm> comm_;
  std::shared_ptr<KeptException> kept_ = std::make_shared<KeptException>();
  Deck deck_;
  PressureGrid grid_;
  std::shared_ptr<const ColumnFields> columns_; ///< as the engine has them
  std::optional<Decomposition> decomposition_;
  Partition partition_;
  std::optional<BlockMap> map_;       ///< of the caller's blocks, if there are some
  std::vector<ColumnBlock> blocks_;   ///< of this rank, or its own columns
  std::shared_ptr<BlockCells> cells_; ///< of blocks that are not the own columns
  std::vector<Partition> parts_;      ///< of the domain, that coefficients are needed of
  TransportChoice transport_;
  std::function<bool(const IterationState&)> monitor_;
  std::string against_null_space_; ///< "" if there may be one
  MeanRemoval means_;
  std::unique_ptr<Engine> engine_;
};

SolverOptions::SolverOptions(std::string text, std::optional<Transport> way, const OwnParts& parts)
    : sections(std::move(text)), transport(way), own(std::make_shared<const OwnParts>(parts)) {}

PressureSolver::PressureSolver(MPI_Comm comm, const PressureGrid& grid,
                               const Coefficients& coefficients, const SolverOptions& options)
    : impl_(refused([&] { return std::make_unique<Impl>(&comm, grid, coefficients, options); })) {}
PressureSolver::PressureSolver(const PressureGrid& grid, const Coefficients& coefficients,
                               const SolverOptions& options)
    : impl_(refused([&] { return std::make_unique<Impl>(nullptr, grid, coefficients, options); })) {
}
PressureSolver::~PressureSolver() = default;
PressureSolver::PressureSolver(PressureSolver&&) noexcept = default;
PressureSolver& PressureSolver::operator=(PressureSolver&&) noexcept = default;

SolveReport PressureSolver::solve(const CellsIn& f, const CellsOut& u, RightSide kind) {
  return refused(
      [&] { return impl_->solve(impl_->one_block(f), impl_->one_block(u), kind, false); });
}
SolveReport PressureSolver::solve(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                  RightSide kind) {
  return refused([&] { return impl_->solve(f, u, kind, false); });
}
SolveReport PressureSolver::solve_from(const CellsIn& f, const CellsOut& u, RightSide kind) {
  return refused(
      [&] { return impl_->solve(impl_->one_block(f), impl_->one_block(u), kind, true); });
}
SolveReport PressureSolver::solve_from(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                       RightSide kind) {
  return refused([&] { return impl_->solve(f, u, kind, true); });
}
void PressureSolver::apply(const CellsIn& u, const CellsOut& image, RightSide kind) {
  refused([&] { impl_->apply(impl_->one_block(u), impl_->one_block(image), kind); });
}
void PressureSolver::apply(std::span<const CellsIn> u, std::span<const CellsOut> image,
                           RightSide kind) {
  refused([&] { impl_->apply(u, image, kind); });
}
double PressureSolver::residual(const CellsIn& f, const CellsIn& u, const CellsOut& r,
                                RightSide kind) {
  return refused([&] {
    return impl_->residual(impl_->one_block(f), impl_->one_block(u), impl_->one_block(r), kind);
  });
}
double PressureSolver::residual(std::span<const CellsIn> f, std::span<const CellsIn> u,
                                std::span<const CellsOut> r, RightSide kind) {
  return refused([&] { return impl_->residual(f, u, r, kind); });
}
void PressureSolver::diagonal(const CellsOut& d, RightSide kind) {
  refused([&] { impl_->diagonal(impl_->one_block(d), kind); });
}
void PressureSolver::diagonal(std::span<const CellsOut> d, RightSide kind) {
  refused([&] { impl_->diagonal(d, kind); });
}
void PressureSolver::remove_mean(bool asked) { impl_->remove_mean(asked); }
bool PressureSolver::has_null_space() const { return impl_->has_null_space(); }
double PressureSolver::removed_mean() const { return impl_->removed_mean(); }
void PressureSolver::update(const Coefficients& coefficients) {
  refused([&] { impl_->update(coefficients); });
}
void PressureSolver::set_monitor(std::function<bool(const IterationState&)> monitor) {
  impl_->set_monitor(std::move(monitor));
}
const Partition& PressureSolver::partition() const { return impl_->partition(); }
Redistributed PressureSolver::redistributed() const { return impl_->redistributed(); }
const FactorDistance& PressureSolver::factor_distance() const { return impl_->factor_distance(); }
const std::string& PressureSolver::levels() const { return impl_->deck().levels_reason; }
const std::string& PressureSolver::transport() const { return impl_->transport(); }
const std::vector<std::string>& PressureSolver::unused_options() const {
  return impl_->deck().unused;
}

} // namespace isobar
