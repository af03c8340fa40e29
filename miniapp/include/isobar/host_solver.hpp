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

/// Isobar's solver as a library (docs/library.md), on pointers. This header needs neither Kokkos
/// nor a device's compiler; pressure_solver.hpp adds Views. A program without Kokkos initialises it
/// with runtime.hpp and links the CMake target isobar::host. Other programs link isobar::solver.
namespace isobar {

struct CallerOperators;

/// How to solve. `sections`: TOML as in a deck (docs/deck.md), any of [solver], [mixed],
/// [multigrid], [fields], [decomposition] and [launch]; "" for the defaults. `transport`: how halos
/// move between ranks; if none is given, the constructor measures all and takes the fastest. `own`:
/// parts of the solver that are the caller's functions (core/columns/caller_operators.hpp); null:
/// none.
///
/// `blocks`: the caller's columns on this rank, given by all ranks or by none. They are rectangles
/// of whole columns, any number a rank, and hold each column of the domain once. Cells of f and u
/// are those of the blocks, and functions of coefficients are called for their columns only.
/// Without blocks the solver distributes columns over ranks (PressureSolver::partition).
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

/// The meaning of a right-hand side. `cell_means`: f itself as means over cells,
/// which the solver multiplies by the cells' volumes. `integrals`: f integrated
/// over the cells, with lengths in units of the radius (flat: of the box's side).
enum class RightSide { cell_means, integrals };

/// The cost on this rank of moving numbers between the caller's blocks and the solver's columns.
struct Redistributed {
  std::int64_t columns = 0; ///< columns of this rank's blocks that other ranks solve
  std::int64_t bytes = 0;   ///< bytes of buffers, without the transport's own
  double seconds = 0.0;     ///< the time in the last call on cells
};

/// Solves for u on the columns of the ranks of a communicator.
///
/// The caller initialises MPI (at least MPI_THREAD_FUNNELED if there are threads) and Kokkos.
/// MPI_Finalize (for a solver with a communicator) and Kokkos::finalize end a solver that still
/// exists. They free its memory and communicators, later calls throw std::logic_error, and its
/// destructor does nothing more. On GPUs Kokkos must have one GPU for each rank. Only the thread
/// that initialised MPI may call.
///
/// A function is collective unless it says otherwise: all ranks of the communicator call it, with
/// the same arguments except for the cells' data. Any number of solvers may exist at once, on any
/// communicators; each has its own duplicate. Ranks that share several solvers must call them in
/// the same order.
///
/// Errors are exceptions of one line. Wrong arguments throw std::invalid_argument, the same on all
/// ranks, also if ranks call different functions of one solver. A call throws std::logic_error if
/// the solver was moved from or has ended, or if a caller's function makes it inside the solver's
/// own call. Questions that are not collective are allowed there. A std::logic_error is an error of
/// one rank only, for which the others wait in their call. EnvironmentError
/// (isobar/comm/mpi/mpi.hpp) reports errors of MPI and transports; std::bad_alloc and Kokkos' own
/// errors report a lack of memory. Other ranks may not meet them.
///
/// An exception of the caller's functions ends the call on all ranks; pressure_equation.hpp says
/// how for coefficients. An exception of a caller's monitor or operator ends the solve with the
/// present iteration. Its own rank throws it unchanged; others throw std::runtime_error with the
/// rank and the text. u then has no meaning, and the solver may be used again. A solve that does
/// not converge is no error: its report says so.
class PressureSolver {
public:
  /// Makes a solver on the ranks of a communicator of one group, which it
  /// duplicates. Ranks that give an invalid communicator refuse it; the others wait.
  PressureSolver(MPI_Comm comm, const PressureGrid& grid, const Coefficients& coefficients,
                 const SolverOptions& options = {});
  /// Makes a solver of one rank, without MPI, which need not be initialised.
  PressureSolver(const PressureGrid& grid, const Coefficients& coefficients,
                 const SolverOptions& options = {});
  ~PressureSolver();
  PressureSolver(PressureSolver&&) noexcept;
  PressureSolver& operator=(PressureSolver&&) noexcept;

  /// The columns that the solver assigns to this rank: first_i, first_j, nx, ny, in columns of the
  /// whole domain. A caller that gives SolverOptions::blocks needs none of them. Not collective.
  [[nodiscard]] const Partition& partition() const;
  /// The columns of this rank whose cells a call takes:
  /// SolverOptions::blocks, or the one block of partition(). Not collective.
  [[nodiscard]] const std::vector<ColumnBlock>& blocks() const;

  /// Solves from u = 0. Reads f and writes u; both have (nx, ny, nz) of the partition, without a
  /// halo, and may be the same memory. The solve has converged when the 2-norm of the
  /// volume-integrated residual is at most solver.tolerance times that of the right-hand side.
  /// Entry 0 of the report's norms is the norm of the right-hand side, entry n the norm of the
  /// residual after n iterations.
  ///
  /// Throws std::invalid_argument if a number of f is not finite; its line names the first such
  /// cell of the lowest rank that has one. Waits for earlier work of the device on f and u, and
  /// returns when u is complete. Allocates nothing on the device, except staging memory in the
  /// first call with host data that are not Order::yxz.
  [[nodiscard]] SolveReport solve(const CellsIn& f, const CellsOut& u,
                                  RightSide kind = RightSide::cell_means);

  /// Solves for the cells of all blocks of SolverOptions::blocks, in their order. The function
  /// above is for ranks with one block, and for ranks without any, whose cells it ignores.
  [[nodiscard]] SolveReport solve(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                  RightSide kind = RightSide::cell_means);

  /// Solves from the guess in u. The residual f - A u of the whole equation is computed in double
  /// for any precision of the solver, which solves for the correction. The tolerance remains
  /// relative to the right-hand side. Entry 1 of the report's norms is the norm of the guess's
  /// residual, entry n+1 the norm after n iterations. A guess within the tolerance takes no
  /// iteration.
  ///
  /// The last norm is that of the residual of the returned u, computed again in double. If a
  /// correction's own norm was too optimistic, another correction follows. A guess that is not
  /// finite is refused like f, and stays as it is. The first call allocates three fields in double,
  /// the finest grid in double, the memory of halos and, with coefficients a cell, three fields
  /// more.
  [[nodiscard]] SolveReport solve_from(const CellsIn& f, const CellsOut& u,
                                       RightSide kind = RightSide::cell_means);

  [[nodiscard]] SolveReport solve_from(std::span<const CellsIn> f, std::span<const CellsOut> u,
                                       RightSide kind = RightSide::cell_means);

  /// Computes image = A u in double for any precision of the solver. The image is the left-hand
  /// side of the equation with all terms, such as coefficients a cell, convection, a ground or an
  /// own matrix. Reads u, means over cells, without a halo; `image` may be the same memory. With
  /// cell_means the image is means over cells, like f; with integrals it is volume-integrated,
  /// which is A u itself. Refuses numbers of u that are not finite. The first call of this
  /// function, of residual(), diagonal() or solve_from allocates what solve_from says.
  void apply(const CellsIn& u, const CellsOut& image, RightSide kind = RightSide::cell_means);
  void apply(std::span<const CellsIn> u, std::span<const CellsOut> image,
             RightSide kind = RightSide::cell_means);

  /// Computes r = f - A u in double; `kind` says what f and r are.
  /// Returns the norm that reports have: the 2-norm over all ranks of
  /// the volume-integrated residual. r may be the memory of f or u.
  double residual(const CellsIn& f, const CellsIn& u, const CellsOut& r,
                  RightSide kind = RightSide::cell_means);
  double residual(std::span<const CellsIn> f, std::span<const CellsIn> u,
                  std::span<const CellsOut> r, RightSide kind = RightSide::cell_means);

  /// Computes d = the diagonal of A, divided by the cells' volumes with
  /// cell_means. Refuses an own matrix, whose products are all that is known.
  void diagonal(const CellsOut& d, RightSide kind = RightSide::cell_means);
  void diagonal(std::span<const CellsOut> d, RightSide kind = RightSide::cell_means);

  /// Sets coefficients of the same kind for the next time step, without any allocation on the
  /// device (except with choose_levels). All may change. But functions of the position,
  /// coefficients a cell and convection must have been there from the beginning, if only with ones
  /// or zeros. Coefficients a cell must stay coefficients a cell. Boundaries, interfaces and own
  /// columns stay as they are, and own columns are not evaluated again. Levels stay as chosen for
  /// the first coefficients, unless Coefficients::choose_levels is set. Own parts
  /// (SolverOptions::own) do not learn of the change. After an error the solver is as it was
  /// before. Waits for the device.
  void update(const Coefficients& coefficients);

  /// Sets the values of the boundary conditions, 0 at first, until the next call. The values add
  /// terms b to the cells beside the sides. Solves then solve A u = f + b, and residual() is f + b
  /// - A u. Norms and tolerances are those of f + b, and with a null space its integral must be 0.
  /// A stays as it is, also in apply(). The solver calls the functions only here, once for each
  /// cell, on the host. It keeps their numbers: 9 bytes each, and 8 on the device. Updates keep
  /// them and compute b again. A side without a function has the value 0.
  ///
  /// Throws std::invalid_argument on all ranks if a side is periodic, or if there is a ground or an
  /// own matrix. Throws it also with Flux::vertex if a side is neither bottom nor top. After an
  /// error the solver is as it was before.
  void set_boundary_values(const BoundaryValues& values);

  /// Changes the keys that end a solve, without any allocation. `sections`: TOML as in
  /// SolverOptions, with the keys tolerance, absolute_tolerance, divergence_tolerance,
  /// max_iterations, min_iterations and check_after of [solver]. Keys that are not named stay as
  /// they are. All other keys need a new solver and are refused; after an error nothing has
  /// changed.
  void set_options(const std::string& sections);

  /// Sets a function that every rank calls between iterations of a solve, with the norm of the last
  /// iteration. The first call has iteration 0 and the norm of the right-hand side. A result of
  /// true asks all ranks to stop, and so does an exception. The request travels with an all-reduce
  /// of the next iteration, which is the solve's last one. So a request at iteration n ends the
  /// solve with n + 1 iterations ("cg-fused" on GPUs: with its batch). The monitor does not see the
  /// last iteration. The solver keeps a copy until the next call: whatever the function refers to
  /// must live as long as solves. Not collective.
  void set_monitor(std::function<bool(const IterationState&)> monitor);

  /// Whether u is known up to a constant only: beta is 0 everywhere, and no side fixes u. Solutions
  /// then have the mean 0 over the volume. The integral of f must be 0 up to rounding, or f is
  /// refused. The solver removes the mean that rounding leaves in f, and norms are those of the f
  /// that remains. Such an equation is refused with modes, convection or an own matrix. Not
  /// collective.
  bool has_null_space() const;
  /// Makes later solves remove any mean of f over the volume, so that its
  /// integral need not be 0. One rank that asks is enough. Not collective.
  void remove_mean(bool asked = true);
  /// The mean that the last solve removed from f, in units of its cell means; 0 without a null
  /// space. Not collective.
  double removed_mean() const;

  /// One line about multigrid's levels ("" without multigrid). Not collective.
  [[nodiscard]] const std::string& levels() const;
  /// The distance of coefficients a cell from the products that line
  /// relaxation and multigrid take in their place. Not collective.
  [[nodiscard]] const FactorDistance& factor_distance() const;
  /// The cost of the blocks in the last call on cells; zeros without
  /// blocks, or if the blocks are the solver's own columns. Not collective.
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
