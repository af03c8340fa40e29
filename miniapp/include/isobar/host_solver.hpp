#pragma once
#include <isobar/boundary_values.hpp>
#include <isobar/cell_data.hpp>
#include <isobar/comm/halo/transport.hpp>
#include <isobar/comm/topology/column_blocks.hpp>
#include <isobar/core/grid/rank_one.hpp>
#include <isobar/core/multigrid/solve_report.hpp>
#include <isobar/pressure_equation.hpp>
#include <mpi.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Isobar's solver for programs of other people (docs/library.md), on pointers: this header needs neither Kokkos nor a device's
/// compiler. pressure_solver.hpp adds what there is for Views. A program that does not know Kokkos initialises it with
/// runtime.hpp, and links the CMake target isobar::host; others link isobar::solver.
namespace isobar {

struct OwnParts;

/// How to solve. `sections`: TOML as in a deck (docs/deck.md), any of [solver], [mixed], [multigrid],
/// [fields], [decomposition] and [launch]; "" for the defaults. `transport`: the way of halos between ranks;
/// none: the fastest one, which the constructor measures. `own`: parts of the solver that are the caller's functions
/// (core/columns/own_parts.hpp); null: none. `blocks`: the columns that the caller has on this rank, which all ranks give or none:
/// any rectangles of whole columns, several or none a rank, each column of the domain in one of them; cells of f and u are those of the
/// blocks, and functions of coefficients are asked for their columns alone. Without it the solver deals columns to ranks (PressureSolver::partition).
struct SolverOptions {
  std::string sections;
  std::optional<Transport> transport = {};
  std::shared_ptr<const OwnParts> own = {};
  std::optional<std::vector<ColumnBlock>> blocks = {};
  SolverOptions(std::string text = "", // NOLINT(google-explicit-constructor)
                std::optional<Transport> way = {})
      : sections(std::move(text)), transport(way) {}
  SolverOptions(const char* text) : sections(text) {} // NOLINT(google-explicit-constructor)
  SolverOptions(std::string text, std::optional<Transport> way, const OwnParts& parts);
};

/// What a right-hand side holds: f itself (means over cells), which the solver multiplies by the cells'
/// volumes; or f integrated over the cells, with lengths in units of the radius (in the flat box of its side).
enum class RightSide { cell_means, integrals };

/// What moving numbers between the caller's blocks and the solver's columns took on this rank.
struct Redistributed {
  std::int64_t columns = 0; ///< of this rank's blocks that other ranks solve
  std::int64_t bytes = 0;   ///< of buffers, the transport's own aside
  double seconds = 0.0;     ///< in the last call on cells
};

/// Solves for u on the columns of the ranks of a communicator.
///
/// The caller initialises MPI (at least MPI_THREAD_FUNNELED where there are threads) and Kokkos. A solver that is still there in
/// MPI_Finalize (if it has a communicator) or in Kokkos::finalize ends in it: its memory and communicators are given back, later
/// calls throw std::logic_error, and its destruction does nothing more. On GPUs Kokkos must have been given one for each rank.
/// Only the thread that initialised MPI calls.
///
/// Unless it says otherwise, a function is collective: all ranks of the communicator call it, with the same
/// arguments but for the cells' data. Any number of solvers may exist at once, on any communicators; each has a
/// duplicate of its own. Calls of several solvers on shared ranks have to come in one order on all of them.
///
/// Errors are exceptions of one line: std::invalid_argument for what the caller gave, the same on all ranks, also where ranks call
/// different functions of one solver;
/// std::logic_error for calls of a solver that was moved from or has ended, or that the solver's own call of a function of the caller's
/// makes (questions that are not collective may be asked there). Those are errors of one rank alone: others wait for it in their call;
/// EnvironmentError (isobar/comm/mpi/mpi.hpp) for MPI and transports, std::bad_alloc and Kokkos' own for memory, which
/// other ranks may not meet. An exception of the caller's own functions ends the call on all ranks: see
/// pressure_equation.hpp for coefficients. One of a monitor or an own part ends the solve with the iteration that is under way. It goes
/// on as it is on the rank that it came from; others throw std::runtime_error with the rank and the text. What
/// stands in u then is of no meaning, and the solver may be used again. A solve that does not converge is no error but a report.
class PressureSolver {
public:
  /// On the ranks of a communicator of one group, of which the solver takes a duplicate. A communicator that is none is refused on the ranks
  /// that give it; others wait.
  PressureSolver(MPI_Comm comm, const PressureGrid& grid, const Coefficients& coefficients,
                 const SolverOptions& options = {});
  /// One rank, without MPI, which needs not be initialised.
  PressureSolver(const PressureGrid& grid, const Coefficients& coefficients,
                 const SolverOptions& options = {});
  ~PressureSolver();
  PressureSolver(PressureSolver&&) noexcept;
  PressureSolver& operator=(PressureSolver&&) noexcept;

  /// The columns that the solver deals to this rank: first_i, first_j, nx, ny, in columns of the whole domain. With
  /// SolverOptions::blocks they are no concern of the caller's. Not collective.
  [[nodiscard]] const Partition& partition() const;
  /// The columns of this rank whose cells calls get: SolverOptions::blocks, or the one block of partition(). Not collective.
  [[nodiscard]] const std::vector<ColumnBlock>& blocks() const;

  /// Solves from u = 0. Reads f, writes u; both have (nx, ny, nz) of the partition, without a halo, and may be
  /// the same memory. Converged when the 2-norm of the volume-integrated residual is at most solver.tolerance
  /// times that of the right-hand side. Entry 0 of the report's norms is the right-hand side's, entry n that after
  /// n iterations. A number of f that is not finite is refused: one line names the first such cell of the lowest rank that
  /// has one. Waits for what the device did before with f and u, and returns when u is complete. Nothing is
  /// allocated on the device, but the first time staging memory for data of a host that is not Order::yxz.
  [[nodiscard]] SolveReport solve(const CellsIn& f, const CellsOut& u,
                                  RightSide kind = RightSide::cell_means);

  /// The same of all blocks of SolverOptions::blocks, in their order. The function above is for ranks with one block, or with none,
  /// whose cells it does not look at.
  [[nodiscard]] SolveReport solve(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                  RightSide kind = RightSide::cell_means);

  /// The same from the guess that stands in u. The residual f - A u of the whole equation is taken in double whatever the precision
  /// of the solver, which solves for the correction; the tolerance remains relative to the right-hand side. Entry 1 of
  /// the report's norms is the guess's, entry n + 1 that after n iterations; a guess within the tolerance takes none.
  /// The last norm is the residual of the u that comes back, taken again in double: a correction whose own norm says too
  /// much is followed by another one. A guess that is not finite is refused as f is, and stays as it is. The first call allocates three fields in double, the finest grid in
  /// double, what halos need and, with coefficients a cell, three fields more.
  [[nodiscard]] SolveReport solve_from(const CellsIn& f, const CellsOut& u,
                                       RightSide kind = RightSide::cell_means);

  [[nodiscard]] SolveReport solve_from(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                       RightSide kind = RightSide::cell_means);

  /// image = A u, the equation's left-hand side of u: in double whatever the precision of the solver, with all that the equation has, as
  /// cells, convection, a ground or an own matrix. Reads u, cell means, without a halo; the same memory as `image` is allowed. cell_means: the
  /// image's means over cells, as those of f; integrals: volume-integrated, which is A u itself. Refuses numbers of u that are not finite. The
  /// first call of this, the next two or solve_from allocates as solve_from says.
  void apply(const CellsIn& u, const CellsOut& image, RightSide kind = RightSide::cell_means);
  void apply(std::span<const CellsIn> u, std::span<const CellsOut> image,
             RightSide kind = RightSide::cell_means);

  /// r = f - A u in the same way, both f and r as `kind` says. Returns the norm of reports: the 2-norm over all ranks of the
  /// volume-integrated residual. r may be the memory of f or u.
  double residual(const CellsIn& f, const CellsIn& u, const CellsOut& r,
                  RightSide kind = RightSide::cell_means);
  double residual(std::span<const CellsIn> f, std::span<const CellsIn> u,
                  std::span<const CellsOut> r, RightSide kind = RightSide::cell_means);

  /// d = the diagonal of A, divided by the cells' volumes with cell_means. An own matrix, of which only products are known, is refused.
  void diagonal(const CellsOut& d, RightSide kind = RightSide::cell_means);
  void diagonal(std::span<const CellsOut> d, RightSide kind = RightSide::cell_means);

  /// Other coefficients of the same kind, for the next time step, without any allocation on the device (but with choose_levels). All may change
  /// but what the constructor was without: functions of the position, cells, and convection, which has to be there from
  /// the beginning, be it with ones or zeros; cells have to stay. Boundaries, interfaces and own columns stay as they are,
  /// and own columns are not asked for again. Levels stay as they were chosen
  /// for the first coefficients, unless Coefficients::choose_levels is set. Own parts are not
  /// told. After an error the solver is as it was before. Waits.
  void update(const Coefficients& coefficients);

  /// What holds on the sides in place of 0, until the next call: from here on solves solve A u = f + b, and residual() is f + b - A u, where b is
  /// what the values add to the cells beside the sides. Norms and tolerances are those of f + b, and so is the integral that has to be 0
  /// with a null space. A stays as it is, also in apply(). Functions are called here alone, once for each cell, on the host, and
  /// their numbers are kept: 9 bytes each, and 8 on the device. Updates keep them and make b anew. Values without any function: 0 everywhere, as
  /// in the beginning. Refused in one line on all ranks: on periodic sides; on sides other than bottom and top with Flux::vertex; over a
  /// ground; with an own matrix. After an error all is as before.
  void set_boundary_values(const BoundaryValues& values);

  /// Changes what ends a solve, without any allocation: TOML as in SolverOptions, of [solver] tolerance, absolute_tolerance,
  /// divergence_tolerance, max_iterations, min_iterations and check_after. What is not named stays as it is. All other keys are
  /// refused, as they want a new solver; after an error nothing has changed.
  void set_options(const std::string& sections);

  /// Called on every rank between iterations of a solve, with the norm of the last one, at first with iteration 0 and that of the right-hand
  /// side; true asks all ranks to stop, and so does an exception. The wish travels with a sum of the next iteration, which is the solve's last
  /// one: a monitor that asks at iteration n ends the solve with n + 1 iterations; "cg-fused" on GPUs with its batch. So
  /// the last iteration itself is not shown. The solver
  /// keeps a copy until the next call: what it refers to must live as long as solves. Not collective.
  void set_monitor(std::function<bool(const IterationState&)> monitor);

  /// Whether u is known up to a constant only: beta is 0 everywhere, and u on no side. The solver finds that. Solutions have the mean 0 over the
  /// volume then, and f has to have the integral 0 but for rounding, or is refused. Its mean, rounding, is removed, and norms are those of
  /// the f that is left. Not with modes, convection or an own matrix. Not collective.
  bool has_null_space() const;
  /// From here on f needs no integral of 0: its mean over the volume is removed, whatever it is. One rank that asks is enough. Not collective.
  void remove_mean(bool asked = true);
  /// The mean that the last solve removed from f, in units of its cell means; 0 without a null space. Not collective.
  double removed_mean() const;

  /// One line about multigrid's levels ("" without multigrid). Not collective.
  [[nodiscard]] const std::string& levels() const;
  /// How far coefficients a cell are from the products that line relaxation and multigrid have in their place. Not
  /// collective.
  [[nodiscard]] const FactorDistance& factor_distance() const;
  /// What the blocks cost in the last call on cells; zeros without blocks, and where they are the solver's own columns. Not collective.
  [[nodiscard]] Redistributed redistributed() const;
  /// One line about the way of halos, and why; "" without MPI. Not collective.
  [[nodiscard]] const std::string& transport() const;
  /// One line for each option that was given and has no effect. Not collective.
  [[nodiscard]] const std::vector<std::string>& unused_options() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace isobar
