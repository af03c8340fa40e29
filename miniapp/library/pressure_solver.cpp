#include <isobar/pressure_solver.hpp>

#include "library/argument_agreement.hpp"
#include "library/block_cells.hpp"
#include "library/cell_checks.hpp"
#include "library/engine.hpp"
#include "library/guarded_parts.hpp"
#include "library/owners_numbers.hpp"
#include "library/same_on_ranks.hpp"
#include "library/solver_deck.hpp"
#include "library/solver_ends.hpp"
#include "library/solver_equation.hpp"
#include "library/solver_levels.hpp"
#include "library/solver_parts.hpp"
#include "library/taken_equation.hpp"
#include "library/usable_communicator.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "pressure/setup/solve_controls.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>

#include <algorithm>
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

/// From construction to destruction a call of the solver is under way.
class CallUnderWay {
public:
  explicit CallUnderWay(bool& flag) : flag_(flag) { flag_ = true; }
  ~CallUnderWay() { flag_ = false; }
  CallUnderWay(const CallUnderWay&) = delete;
  CallUnderWay& operator=(const CallUnderWay&) = delete;

private:
  bool& flag_;
};

std::vector<CellsIn> read_only(BlocksOut cells) { return {cells.begin(), cells.end()}; }

/// Cells of a call.
enum class Access { read, written };
struct NamedCells {
  const char* name;
  std::vector<CellsIn> cells; ///< of this rank's blocks
  Access access;
  NamedCells(const char* name, BlocksIn cells, Access access)
      : name(name), cells(cells.begin(), cells.end()), access(access) {}
};

} // namespace

class PressureSolver::Impl {
public:
  /// `comm` is null without MPI.
  Impl(const MPI_Comm* comm, const PressureGrid& grid, const Coefficients& coefficients,
       const SolverOptions& options) {
    if (comm != nullptr) comm_.emplace(usable(*comm));
    if (comm_) require_same_arguments(*comm_, grid, coefficients, options);
    if (!Kokkos::is_initialized())
      throw InputError("Kokkos is not initialised; expected Kokkos::initialize before");
    check_choices(grid, options);
    grid_ = grid;
    sections_ = options.sections;
    check_sizes(grid); // before anything is asked for columns or layers
    if (options.blocks) gather(*options.blocks);
    Equation given = solver_equation(grid, coefficients);
    way_ = options.transport;
    own_ = guarded(options.own ? *options.own : OwnParts{}, kept_);
    std::unique_ptr<SolverLevels> levels = levels_for(given);
    set_up(given, std::move(levels));
    end_in_time_.emplace(comm_.has_value(), [this] { end(); });
  }

  SolveReport solve(BlocksIn f, BlocksOut u, RightSide kind, bool from_guess) {
    const CallUnderWay call = begin_call();
    const std::vector<CellsIn> guess = read_only(u);
    const Scale scale = examine(from_guess ? "solve_from" : "solve", kind,
                                {{"f", f, Access::read}, {"u", guess, Access::written}});
    means_.removed = 0.0;
    const SolveRequest request{
        f, guess, u, kind, scale, controls(scale), engine_->is_singular() ? &means_ : nullptr};
    SolveReport report = from_guess ? engine_->solve_from(request) : engine_->solve(request);
    end_with_callers_exception(report);
    if (from_guess && report.status == SolveStatus::not_finite) refuse_not_finite("u", guess);
    for (double& norm : report.residual_norms) norm = scale.undone(norm);
    return report;
  }

  void update(const Coefficients& coefficients) {
    const CallUnderWay call = begin_call();
    if (comm_) require_same_arguments(*comm_, coefficients);
    Equation given = solver_equation(grid_, coefficients);
    if (coefficients.choose_levels) check_choice_of_levels(coefficients);
    if (coefficients.positions_as_before) given.spec.columns = columns_;
    if (coefficients.choose_levels && choose_levels_anew(given)) return;
    admit(given, reason_against_null_space(deck(), given, &own_)); // with the levels that stay
    TakenEquation taken = take(given, *levels_);
    engine_->update(taken.equation());
    keep(taken);
  }

  void apply(BlocksIn u, BlocksOut image, RightSide kind) {
    const CallUnderWay call = begin_call();
    const Scale scale = examine(
        "apply", kind, {{"u", u, Access::read}, {"image", read_only(image), Access::written}});
    engine_->operator_calls(scale).apply(u, image, kind);
    kept_->rethrow(comm_or_null());
  }
  double residual(BlocksIn f, BlocksIn u, BlocksOut r, RightSide kind) {
    const CallUnderWay call = begin_call();
    const Scale scale = examine(
        "residual", kind,
        {{"f", f, Access::read}, {"u", u, Access::read}, {"r", read_only(r), Access::written}});
    const double norm = engine_->operator_calls(scale).residual(f, u, r, kind);
    kept_->rethrow(comm_or_null());
    return norm;
  }
  void diagonal(BlocksOut d, RightSide kind) {
    const CallUnderWay call = begin_call();
    const Scale scale = examine("diagonal", kind, {{"d", read_only(d), Access::written}});
    engine_->operator_calls(scale).diagonal(d, kind);
  }

  void set_options(const std::string& sections) {
    const CallUnderWay call = begin_call();
    if (comm_) require_same_options(*comm_, sections);
    change_options(levels_->deck, grid_, sections_, sections);
  }

  void set_monitor(std::function<bool(const IterationState&)> monitor) {
    const CallUnderWay call = begin_call();
    monitor_ = std::move(monitor);
  }
  void remove_mean(bool asked) { means_.asked = asked; }
  bool has_null_space() const {
    require_engine();
    return engine_->is_singular();
  }
  double removed_mean() const { return means_.removed; }
  const Partition& partition() const { return partition_; }
  const std::vector<ColumnBlock>& blocks() const { return blocks_; }
  Redistributed redistributed() const { return cells_ ? cells_->count() : Redistributed{}; }
  /// Those of the one block; a rank without blocks has none, whatever it gives.
  template <class T> std::span<const CellData<T>> one_block(const CellData<T>& cells) const {
    return {&cells, blocks_.empty() ? 0U : 1U};
  }
  const Deck& deck() const { return levels_->deck; }
  const FactorDistance& factor_distance() const {
    require_engine();
    return engine_->factor_distance();
  }
  const std::string& transport() const { return transport_.reason; }

private:
  const MpiComm* comm_or_null() const { return comm_ ? &*comm_ : nullptr; }
  void require_engine() const {
    if (!engine_)
      throw std::logic_error("this solver has ended with MPI or Kokkos; expected no call after "
                             "MPI_Finalize or Kokkos::finalize");
  }

  /// Refuses calls that the caller's own functions make, which this solver calls, and those after its end.
  CallUnderWay begin_call() {
    if (is_called_)
      throw std::logic_error("a solver is called in a function that it calls itself; expected "
                             "questions only");
    require_engine();
    return CallUnderWay(is_called_);
  }

  /// Lets go of all that MPI and Kokkos have to be there for.
  void end() {
    monitor_ = {};
    engine_.reset();
    cells_.reset();
    transport_.plan = Transport::staged;
    own_ = {};
    comm_.reset();
  }

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
  void take_grid_of_blocks(const GridSpec& spec, Deck& deck, Decomposition& decomposition) const {
    const ProcessGrid grid = process_grid_of(*map_);
    if (grid.px == 0 || grid_.domain == Domain::sphere || deck.decomposition.process_grid == grid)
      return;
    Deck other = deck;
    other.decomposition.process_grid = grid;
    try {
      const Decomposition d = decompose(other, spec, ranks(), rank());
      if (!is_partition(*map_, d)) return;
      deck = std::move(other);
      decomposition = d;
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

  /// The equation with all numbers that a solver with these levels needs of it, now and in solves.
  TakenEquation take(const Equation& given, const SolverLevels& levels) {
    TakenEquation taken(given, slots_of(levels.parts), kept_);
    if (taken.functions().empty()) return taken;
    on_all_ranks(taken.functions(), [&] { return taken.ask(levels.parts), ""; });
    if (comm_ && !map_)
      on_all_ranks(
          [&] { return difference_from_owners(*comm_, levels.decomposition, taken.functions()); });
    return taken;
  }

  /// The levels that are best for an equation. Collective.
  std::unique_ptr<SolverLevels> levels_for(Equation& given) {
    return levels_for(given, solver_deck(grid_, cfl_of_sample(given), sections_));
  }
  std::unique_ptr<SolverLevels> levels_for(Equation& given, Deck deck) {
    keep_two_columns(deck, given.spec);
    choose_levels(deck, given.spec, ranks(), way_);
    admit(given, reason_against_null_space(deck, given, &own_));
    Decomposition d = decompose(deck, given.spec, ranks(), rank());
    if (map_) take_grid_of_blocks(given.spec, deck, d);
    std::vector<Partition> parts = parts_of_solver(deck, given.spec, d);
    return std::make_unique<SolverLevels>(
        SolverLevels{std::move(deck), std::move(d), std::move(parts)});
  }

  /// All that depends on levels. What was there before goes when all of it is made.
  void set_up(const Equation& given, std::unique_ptr<SolverLevels> levels) {
    TakenEquation taken = take(given, *levels);
    if (comm_ && !engine_)
      transport_ =
          choose_transport(*comm_, {way_}, {{levels->decomposition, levels->deck.layer_counts()}});
    choose_halo_overlap(levels->deck, transport_.plan);
    if (!engine_) deal_columns(levels->decomposition);
    engine_ = make_engine({levels->deck, taken.equation(), levels->decomposition, comm_or_null(),
                           transport_.plan, own_},
                          cells_);
    levels_ = std::move(levels);
    keep(taken);
  }

  /// Which columns are this rank's own, for good, and how they come from the caller's blocks.
  void deal_columns(const Decomposition& d) {
    partition_ = d.partition().in_host_order();
    if (!map_) blocks_ = {{partition_.first_i, partition_.first_j, partition_.nx, partition_.ny}};
    else if (!is_partition(*map_, d))
      cells_ = std::make_shared<BlockCells>(
          std::make_unique<Redistribution>(comm_or_null(), *map_, d, grid_.nz, transport_.plan),
          blocks_, partition_);
  }

  /// Numbers of the whole domain that updates do not ask for again are known of this rank's columns alone.
  void check_choice_of_levels(const Coefficients& c) const {
    if (grid_.columns)
      throw InputError("choose_levels = true: not available with grid.columns; expected false");
    if (c.positions_as_before && columns_)
      throw InputError("choose_levels = true: not available with positions_as_before; expected "
                       "positions_as_before = false");
  }

  /// Whether the CFL number has moved so far from the one that the levels were chosen for that other ones are better, on columns that are
  /// dealt to ranks as they were: then all is set up anew for this equation.
  bool choose_levels_anew(Equation& given) {
    if (!deck().uses_multigrid()) return false;
    constexpr double least_factor = 1.5; // or time steps about a threshold would set up each time
    Deck next = solver_deck(grid_, cfl_of_sample(given), sections_);
    const double factor = *next.physics.cfl / *deck().physics.cfl;
    if (factor < least_factor && 1.0 / factor < least_factor) return false;
    next.solver = deck().solver;
    next.given = deck().given;
    next.unused = deck().unused;
    std::unique_ptr<SolverLevels> levels = levels_for(given, std::move(next));
    if (!levels->may_replace(*levels_)) return false;
    set_up(given, std::move(levels));
    return true;
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

  /// Refuses cells of a wrong shape, and numbers that are not finite, on all ranks if there are some on any, and calls that are not the
  /// same on all; else says by what to divide those that are read. One reduction over the ranks does for all.
  Scale examine(const char* call, RightSide kind, const std::vector<NamedCells>& cells) {
    if (cells_) cells_->start_count();
    std::string problem = right_side_problem(kind);
    for (const NamedCells& c : cells)
      if (problem.empty()) problem = shape_problem(c.name, c.cells, blocks_, grid_.nz, rank());
    for (const NamedCells& c : cells)
      if (problem.empty() && c.access == Access::written)
        problem = written_problem(c.name, c.cells, rank());
    CallOfRanks all{0.0, !problem.empty()};
    for (const NamedCells& c : cells)
      if (problem.empty() && c.access == Access::read)
        all.largest = std::max(all.largest, largest(c.cells));
    if (comm_) all = require_same_call(*comm_, call, kind, all);
    if (all.is_refused) throw InputError(comm_ ? comm_->first_text(problem) : problem);
    for (const NamedCells& c : cells)
      if (c.access == Access::read && !std::isfinite(all.largest))
        refuse_not_finite(c.name, c.cells);
    constexpr int exponents = 1000; // of which the inverse is a number, too
    return {std::clamp(scale_of(all.largest).exponent, -exponents, exponents)};
  }

  SolveControls controls(Scale scale) const {
    const deck::Solver& s = levels_->deck.solver;
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
  std::string sections_;         ///< of the options
  std::optional<Transport> way_; ///< of halos, as it was asked for
  OwnParts own_;
  PressureGrid grid_;
  std::shared_ptr<const ColumnFields> columns_; ///< as the engine has them
  Partition partition_;
  std::optional<BlockMap> map_;       ///< of the caller's blocks, if there are some
  std::vector<ColumnBlock> blocks_;   ///< of this rank, or its own columns
  std::shared_ptr<BlockCells> cells_; ///< of blocks that are not the own columns
  TransportChoice transport_;
  std::function<bool(const IterationState&)> monitor_;
  MeanRemoval means_;
  std::unique_ptr<SolverLevels> levels_; ///< the engine refers to them
  std::unique_ptr<Engine> engine_;       ///< null once the solver has ended
  bool is_called_ = false;
  std::optional<EndsInTime> end_in_time_;
};

namespace {

template <class Impl> Impl& there(const std::unique_ptr<Impl>& impl) {
  if (!impl)
    throw std::logic_error(
        "this solver was moved from; expected a call of the one that it was moved to");
  return *impl;
}

} // namespace

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
  return refused([&] {
    Impl& solver = there(impl_);
    return solver.solve(solver.one_block(f), solver.one_block(u), kind, false);
  });
}
SolveReport PressureSolver::solve(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                  RightSide kind) {
  return refused([&] { return there(impl_).solve(f, u, kind, false); });
}
SolveReport PressureSolver::solve_from(const CellsIn& f, const CellsOut& u, RightSide kind) {
  return refused([&] {
    Impl& solver = there(impl_);
    return solver.solve(solver.one_block(f), solver.one_block(u), kind, true);
  });
}
SolveReport PressureSolver::solve_from(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                       RightSide kind) {
  return refused([&] { return there(impl_).solve(f, u, kind, true); });
}
void PressureSolver::apply(const CellsIn& u, const CellsOut& image, RightSide kind) {
  refused([&] {
    Impl& impl = there(impl_);
    impl.apply(impl.one_block(u), impl.one_block(image), kind);
  });
}
void PressureSolver::apply(std::span<const CellsIn> u, std::span<const CellsOut> image,
                           RightSide kind) {
  refused([&] { there(impl_).apply(u, image, kind); });
}
double PressureSolver::residual(const CellsIn& f, const CellsIn& u, const CellsOut& r,
                                RightSide kind) {
  return refused([&] {
    Impl& impl = there(impl_);
    return impl.residual(impl.one_block(f), impl.one_block(u), impl.one_block(r), kind);
  });
}
double PressureSolver::residual(std::span<const CellsIn> f, std::span<const CellsIn> u,
                                std::span<const CellsOut> r, RightSide kind) {
  return refused([&] { return there(impl_).residual(f, u, r, kind); });
}
void PressureSolver::diagonal(const CellsOut& d, RightSide kind) {
  refused([&] {
    Impl& impl = there(impl_);
    impl.diagonal(impl.one_block(d), kind);
  });
}
void PressureSolver::diagonal(std::span<const CellsOut> d, RightSide kind) {
  refused([&] { there(impl_).diagonal(d, kind); });
}
void PressureSolver::update(const Coefficients& coefficients) {
  refused([&] { there(impl_).update(coefficients); });
}
void PressureSolver::set_options(const std::string& sections) {
  refused([&] { there(impl_).set_options(sections); });
}
void PressureSolver::set_monitor(std::function<bool(const IterationState&)> monitor) {
  there(impl_).set_monitor(std::move(monitor));
}
void PressureSolver::remove_mean(bool asked) { there(impl_).remove_mean(asked); }
bool PressureSolver::has_null_space() const { return there(impl_).has_null_space(); }
double PressureSolver::removed_mean() const { return there(impl_).removed_mean(); }
const Partition& PressureSolver::partition() const { return there(impl_).partition(); }
const std::vector<ColumnBlock>& PressureSolver::blocks() const { return there(impl_).blocks(); }
Redistributed PressureSolver::redistributed() const { return there(impl_).redistributed(); }
const FactorDistance& PressureSolver::factor_distance() const {
  return there(impl_).factor_distance();
}
const std::string& PressureSolver::levels() const { return there(impl_).deck().levels_reason; }
const std::string& PressureSolver::transport() const { return there(impl_).transport(); }
const std::vector<std::string>& PressureSolver::unused_options() const {
  return there(impl_).deck().unused;
}

} // namespace isobar
