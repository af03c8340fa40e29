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

/// Isobar's solver as a library (docs/library.md), on pointers: this header needs neither Kokkos
/// nor a device's compiler. pressure_solver.hpp adds Views. A program without Kokkos initialises
/// it with runtime.hpp, and links the CMake target isobar::host; others link isobar::solver.
namespace isobar {

struct CallerOperators;

/// How to solve. `sections`: TOML as in a deck (docs/deck.md), any of [solver], [mixed], [multigrid], [fields], [decomposition]
/// and [launch]; "" for the defaults. `transport`: The transport of halos between ranks; none: the constructor measures and
/// takes the fastest. `own`: Parts of the solver that are the caller's functions (core/columns/caller_operators.hpp); null: none.
/// `blocks`: The caller's columns on this rank, given by all ranks or none: any rectangles of whole columns, several or none a
/// rank, which hold each column of the domain once. Cells of f and u are those of the blocks, and functions of coefficients are
/// called for their columns only. Without it the solver distributes columns over ranks (PressureSolver::partition).
struct SolverOptions {
  std::string sections;
  std::optional<Transport> transport = {};
  std::shared_ptr<const CallerOperators> own = {};
  std::optional<std::vector<ColumnBlock>> blocks = {};
  SolverOptions(std::string text = "", // NOLINT(google-explicit-constructor)
                std::optional<Transport> way = {})
      : sections(std::move(text)), transport(way) {}
  SolverOptions(const char* text) : sections(text) {} // NOLINT(google-explicit-constructor)
  SolverOptions(std::string text, std::optional<Transport> way, const CallerOperators& parts);
};

/// The meaning of a right-hand side: f itself (means over cells), which the solver multiplies by the cells'
/// volumes; or f integrated over the cells, with lengths in units of the radius (flat: of the box's side).
enum class RightSide { cell_means, integrals };

/// The cost on this rank of moving numbers between the caller's blocks and the solver's columns.
struct Redistributed {
  std::int64_t columns = 0; ///< of this rank's blocks that other ranks solve
  std::int64_t bytes = 0;   ///< of buffers, without the transport's own
  double seconds = 0.0;     ///< in the last call on cells
};

/// Solves for u on the columns of the ranks of a communicator.
///
/// The caller initialises MPI (at least MPI_THREAD_FUNNELED if there are threads) and Kokkos. MPI_Finalize
/// (for a solver with a communicator) and Kokkos::finalize end a solver that still exists: they free its
/// memory and communicators, later calls throw std::logic_error, and its destruction does nothing more. On
/// GPUs Kokkos must have one for each rank. Only the thread that initialised MPI may call.
///
/// A function is collective unless it says otherwise: all ranks of the communicator call it, with the same
/// arguments except for the cells' data. Any number of solvers may exist at once, on any communicators;
/// each has its own duplicate. All ranks that share several solvers must call them in one order.
///
/// Errors are exceptions of one line. Wrong arguments throw std::invalid_argument, the same on all ranks, also
/// if ranks call different functions of one solver. Calls of a solver that was moved from or has ended throw
/// std::logic_error, and so do calls from a caller's function inside the solver's own call (except questions that
/// are not collective). That is an error of one rank only, for which the others wait in their call. EnvironmentError
/// (isobar/comm/mpi/mpi.hpp) stands for MPI and transports, std::bad_alloc and Kokkos' own errors for memory; other
/// ranks may not meet them. An exception of the caller's functions ends the call on all ranks; see
/// pressure_equation.hpp for coefficients. An exception of a monitor or an operator of the caller ends the solve with the present
/// iteration. Its own rank throws it unchanged; others throw std::runtime_error with the rank and the text. u then
/// has no meaning, and the solver may be used again. A solve that does not converge is no error but a report.
class PressureSolver {
public:
  /// Makes a solver on the ranks of a communicator of one group, of which it takes
  /// a duplicate. Ranks that give an invalid communicator refuse it; others wait.
  PressureSolver(MPI_Comm comm, const PressureGrid& grid, const Coefficients& coefficients,
                 const SolverOptions& options = {});
  /// Makes a solver of one rank, without MPI, which need not be initialised.
  PressureSolver(const PressureGrid& grid, const Coefficients& coefficients,
                 const SolverOptions& options = {});
  ~PressureSolver();
  PressureSolver(PressureSolver&&) noexcept;
  PressureSolver& operator=(PressureSolver&&) noexcept;

  /// The columns that the solver assigns to this rank: first_i, first_j, nx, ny, in columns of the
  /// whole domain. With SolverOptions::blocks they do not matter to the caller. Not collective.
  [[nodiscard]] const Partition& partition() const;
  /// The columns of this rank whose cells calls take: SolverOptions::blocks, or the one block of partition(). Not collective.
  [[nodiscard]] const std::vector<ColumnBlock>& blocks() const;

  /// Solves from u = 0. Reads f, writes u; both have (nx, ny, nz) of the partition, without a halo, and may be the
  /// same memory. It has converged when the 2-norm of the volume-integrated residual is at most solver.tolerance
  /// times that of the right-hand side. Entry 0 of the report's norms is the right-hand side's, entry n that after
  /// n iterations. A number of f that is not finite is refused: one line names the first such cell of the lowest
  /// rank that has one. Waits for earlier work of the device on f and u, and returns when u is complete. Allocates
  /// nothing on the device, except staging memory in the first call with host data that are not Order::yxz.
  [[nodiscard]] SolveReport solve(const CellsIn& f, const CellsOut& u,
                                  RightSide kind = RightSide::cell_means);

  /// The same for all blocks of SolverOptions::blocks, in their order. The function
  /// above is for ranks with one block, or with none, whose cells it ignores.
  [[nodiscard]] SolveReport solve(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                  RightSide kind = RightSide::cell_means);

  /// The same from the guess in u. The residual f - A u of the whole equation is computed in double for any precision of
  /// the solver, which solves for the correction; the tolerance remains relative to the right-hand side. Entry 1 of the
  /// report's norms is the guess's, entry n + 1 that after n iterations; a guess within the tolerance takes none. The last
  /// norm is the residual of the returned u, computed again in double: if a correction's own norm was too optimistic,
  /// another one follows. A guess that is not finite is refused like f, and stays as it is. The first call allocates three
  /// fields in double, the finest grid in double, the memory of halos and, with coefficients a cell, three fields more.
  [[nodiscard]] SolveReport solve_from(const CellsIn& f, const CellsOut& u,
                                       RightSide kind = RightSide::cell_means);

  [[nodiscard]] SolveReport solve_from(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                       RightSide kind = RightSide::cell_means);

  /// image = A u, the left-hand side of the equation with all of its terms, such as cells, convection, a ground or an
  /// own matrix, in double for any precision of the solver. Reads u, cell means, without a halo; `image` may be the same
  /// memory. cell_means: the image's means over cells, like f's; integrals: volume-integrated, which is A u itself. Refuses
  /// numbers of u that are not finite. The first call of this, the next two or solve_from allocates as solve_from says.
  void apply(const CellsIn& u, const CellsOut& image, RightSide kind = RightSide::cell_means);
  void apply(std::span<const CellsIn> u, std::span<const CellsOut> image,
             RightSide kind = RightSide::cell_means);

  /// r = f - A u in the same way; `kind` says what f and r are. Returns the norm of reports: the
  /// 2-norm over all ranks of the volume-integrated residual. r may be the memory of f or u.
  double residual(const CellsIn& f, const CellsIn& u, const CellsOut& r,
                  RightSide kind = RightSide::cell_means);
  double residual(std::span<const CellsIn> f, std::span<const CellsIn> u,
                  std::span<const CellsOut> r, RightSide kind = RightSide::cell_means);

  /// d = the diagonal of A, divided by the cells' volumes with cell_means. Refuses an own matrix, of which only products are known.
  void diagonal(const CellsOut& d, RightSide kind = RightSide::cell_means);
  void diagonal(std::span<const CellsOut> d, RightSide kind = RightSide::cell_means);

  /// Sets coefficients of the same kind for the next time step, without any allocation on the device
  /// (except with choose_levels). All may change, but functions of the position, cells and convection
  /// must have been there from the beginning, if only with ones or zeros, and cells must stay.
  /// Boundaries, interfaces and own columns stay as they are, and own columns are not evaluated again.
  /// Levels stay as chosen for the first coefficients, unless Coefficients::choose_levels is set. Own
  /// parts are not told. After an error the solver is as it was before. Waits for the device.
  void update(const Coefficients& coefficients);

  /// Sets values on the sides that replace 0, until the next call. Solves then solve A u = f + b, and residual() is
  /// f + b - A u; the values add b to the cells beside the sides. Norms and tolerances are those of f + b, and so is the
  /// integral that must be 0 with a null space. A stays as it is, also in apply(). Functions are called only here, once for
  /// each cell, on the host; their numbers are kept: 9 bytes each, and 8 on the device. Updates keep them and make b anew.
  /// Values without any function are 0 everywhere, as at first. Refused in one line on all ranks: on periodic sides; on
  /// sides other than bottom and top with Flux::vertex; over a ground; with an own matrix. After an error all is as before.
  void set_boundary_values(const BoundaryValues& values);

  /// Changes the keys that end a solve, without any allocation: TOML as in SolverOptions, of [solver] tolerance,
  /// absolute_tolerance, divergence_tolerance, max_iterations, min_iterations and check_after. Keys that are not
  /// named stay as they are. All other keys need a new solver and are refused; after an error nothing has changed.
  void set_options(const std::string& sections);

  /// Sets a function that every rank calls between iterations of a solve, with the norm of the last one; first with
  /// iteration 0 and the right-hand side's. true asks all ranks to stop, and so does an exception. The request
  /// travels with an all-reduce of the next iteration, which is the solve's last one: a request at iteration n ends
  /// the solve with n + 1 iterations; "cg-fused" on GPUs with its batch. So the last iteration itself is not shown.
  /// The solver keeps a copy until the next call: its references must live as long as solves. Not collective.
  void set_monitor(std::function<bool(const IterationState&)> monitor);

  /// Whether u is known up to a constant only: beta is 0 everywhere, and u on no side. Solutions then have the mean 0
  /// over the volume, and f must have the integral 0 but for rounding, or is refused. Its mean, which is rounding, is
  /// removed, and norms are those of the f that is left. Not with modes, convection or an own matrix. Not collective.
  bool has_null_space() const;
  /// From here on f needs no integral of 0: any mean over the volume is removed. One rank that asks is enough. Not collective.
  void remove_mean(bool asked = true);
  /// The mean that the last solve removed from f, in units of its cell means; 0 without a null space. Not collective.
  double removed_mean() const;

  /// One line about multigrid's levels ("" without multigrid). Not collective.
  [[nodiscard]] const std::string& levels() const;
  /// Distance of coefficients a cell from the products that line
  /// relaxation and multigrid take in their place. Not collective.
  [[nodiscard]] const FactorDistance& factor_distance() const;
  /// The cost of the blocks in the last call on cells; zeros without blocks, or if they are the solver's own columns. Not collective.
  [[nodiscard]] Redistributed redistributed() const;
  /// One line with the transport of halos and why it was chosen; "" without MPI. Not collective.
  [[nodiscard]] const std::string& transport() const;
  /// One line for each given option that has no effect. Not collective.
  [[nodiscard]] const std::vector<std::string>& unused_options() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace isobar
