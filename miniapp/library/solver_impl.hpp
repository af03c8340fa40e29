#pragma once
#include "library/block_cells.hpp"
#include "library/boundary_numbers.hpp"
#include "library/engine.hpp"
#include "library/kept_exception.hpp"
#include "library/same_on_ranks.hpp"
#include "library/solver_ends.hpp"
#include "library/solver_levels.hpp"
#include "library/taken_equation.hpp"

#include <isobar/comm/communicators/transport_choice.hpp>
#include <isobar/pressure_solver.hpp>

namespace isobar {

/// Marks that a call of the solver is under way, from construction to destruction.
class CallUnderWay {
public:
  explicit CallUnderWay(bool& flag) : flag_(flag) { flag_ = true; }
  ~CallUnderWay() { flag_ = false; }
  CallUnderWay(const CallUnderWay&) = delete;
  CallUnderWay& operator=(const CallUnderWay&) = delete;

private:
  bool& flag_;
};

/// The use of a call's cells. Boundary values are added to a right-hand side only.
enum class Access { right_side, read, written };
struct NamedCells {
  const char* name;
  std::vector<CellsIn> cells; ///< the cells of this rank's blocks
  Access access;
  NamedCells(const char* name, BlocksIn cells, Access access)
      : name(name), cells(cells.begin(), cells.end()), access(access) {}
};

/// The implementation of PressureSolver: its setup
/// (solver_setup.cpp) and its calls (solver_calls.cpp).
class PressureSolver::Impl {
public:
  /// `comm` is null without MPI.
  Impl(const MPI_Comm* comm, const PressureGrid& grid, const Coefficients& coefficients,
       const SolverOptions& options);

  SolveReport solve(BlocksIn f, BlocksOut u, RightSide kind, bool from_guess);

  void update(const Coefficients& coefficients);

  void apply(BlocksIn u, BlocksOut image, RightSide kind);
  double residual(BlocksIn f, BlocksIn u, BlocksOut r, RightSide kind);
  void diagonal(BlocksOut d, RightSide kind);

  void set_options(const std::string& sections);

  void set_boundary_values(const BoundaryValues& values);

  void set_monitor(std::function<bool(const IterationState&)> monitor);
  void remove_mean(bool asked) { means_.asked = asked; }
  bool has_null_space() const {
    require_engine();
    return is_singular(engine_->equation().spec());
  }
  double removed_mean() const { return means_.removed; }
  const Partition& partition() const { return partition_; }
  const std::vector<ColumnBlock>& blocks() const { return blocks_; }
  Redistributed redistributed() const { return cells_ ? cells_->count() : Redistributed{}; }
  /// The cells of a rank's one block. A rank without blocks has none, whatever the caller gives.
  template <class Void>
  std::span<const CellData<Void>> one_block(const CellData<Void>& cells) const {
    return {&cells, blocks_.empty() ? 0U : 1U};
  }
  const Deck& deck() const { return levels_->deck; }
  const FactorDistance& factor_distance() const {
    require_engine();
    return engine_->equation().distance();
  }
  const std::string& transport() const { return transport_.reason; }

private:
  const MpiComm* comm_or_null() const { return comm_ ? &*comm_ : nullptr; }
  void require_engine() const;

  /// Refuses calls that the caller's own functions make inside a
  /// call of this solver, and calls after the solver has ended.
  CallUnderWay begin_call();

  /// Frees everything that needs MPI and Kokkos.
  void end();

  int ranks() const { return comm_ ? comm_->size() : 1; }
  int rank() const { return comm_ ? comm_->rank() : 0; }

  /// Returns the problem of work() on this rank: its line, or the text of its exception.
  static std::string problem_of(const std::function<std::string()>& work);

  /// Does work() on this rank, then throws on all ranks if any rank has an exception or a line.
  void on_all_ranks(const std::function<std::string()>& work);

  /// Does work() in the same way, with numbers of these functions. Ranks may have the functions
  /// only for columns of their own blocks, so work() is repeated until it has all its numbers.
  void on_all_ranks(const TakenFunctions& functions, const std::function<std::string()>& work);

  void gather(const std::vector<ColumnBlock>& own);

  /// Distributes columns over the grid of ranks that the
  /// blocks form, if they form one; then no cell has to move.
  void take_grid_of_blocks(const GridSpec& spec, Deck& deck, Decomposition& decomposition) const;

  /// The CFL number, from a sample of the equation. It decides the levels, so it must be the same on all ranks.
  double cfl_of_sample(const Equation& given);

  /// The equation with all numbers that a solver with these levels needs, now and in solves.
  TakenEquation take(const Equation& given, const SolverLevels& levels);

  /// The best levels for an equation. Collective.
  std::unique_ptr<SolverLevels> levels_for(Equation& given);
  std::unique_ptr<SolverLevels> levels_for(Equation& given, Deck deck);

  /// Makes all that depends on levels. The old parts are freed after all new ones are made.
  void set_up(const Equation& given, std::unique_ptr<SolverLevels> levels);

  /// Makes the object that moves cells between the caller's blocks and these
  /// columns; null if there are no blocks, or the blocks are the columns.
  std::shared_ptr<BlockCells> cells_between(const Decomposition& d) const;

  /// Gives the engine the boundary values on its columns. Collective.
  void place_boundary_values();

  /// Refuses the choice of levels if it needs numbers of the whole domain that this rank knows only
  /// for its own columns. Updates do not evaluate them.
  void check_choice_of_levels(const Coefficients& c) const;

  /// Chooses levels again if the CFL number has changed enough since the last choice. If
  /// other levels are better now, sets up everything for them and this equation, and returns
  /// true. Without blocks the distribution of columns must stay, as the caller relies on it.
  bool choose_levels_anew(Equation& given);

  /// Keeps the numbers and drops the caller's functions.
  /// Updates do not call the functions of own columns either.
  void keep(TakenEquation& taken);

  /// Ends a solve in which a caller's function has thrown.
  void end_with_callers_exception(const SolveReport& report);

  void refuse_not_finite(const char* name, BlocksIn cells);

  /// Refuses cells of a wrong shape, numbers that are not finite, and calls that differ between ranks, on all ranks
  /// if any rank has some. Returns the divisor of the numbers that are read. Takes one reduction over the ranks.
  Scale examine(const char* call, RightSide kind, const std::vector<NamedCells>& cells);

  SolveControls controls(Scale scale) const;

  /// Calls the monitor; its exception asks all ranks to stop.
  bool asks_to_stop(const IterationState& state) const;

  std::optional<MpiComm> comm_;
  std::shared_ptr<KeptException> kept_ = std::make_shared<KeptException>();
  std::string sections_;         ///< the options' sections
  std::optional<Transport> way_; ///< the transport of halos that the caller asked for
  CallerOperators own_;
  PressureGrid grid_;
  std::shared_ptr<const ColumnFields> columns_; ///< the engine's columns
  Partition partition_;
  std::optional<BlockMap> map_;       ///< the map of the caller's blocks, if any
  std::vector<ColumnBlock> blocks_;   ///< this rank's blocks, or its own columns
  std::shared_ptr<BlockCells> cells_; ///< null unless blocks differ from the own columns
  TransportChoice transport_;
  std::function<bool(const IterationState&)> monitor_;
  MeanRemoval means_;
  std::shared_ptr<const BoundaryNumbers> boundary_; ///< the values on blocks_; null: 0 on all sides
  std::unique_ptr<SolverLevels> levels_;            ///< the levels, to which the engine refers
  std::unique_ptr<Engine> engine_;                  ///< null once the solver has ended
  bool is_called_ = false;
  std::optional<EndsInTime> end_in_time_;
};

} // namespace isobar
