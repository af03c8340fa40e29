#pragma once

/// The texts of help() about PressureSolver: what a method does, its arguments with shapes and units, errors.
namespace isobar::python {

inline constexpr const char* about_solver =
    R"(Solves for u on the columns of the ranks of a communicator.

Making, solving, updating and closing are collective. A solver is a context manager: `with PressureSolver(...) as solver:` closes it.

Arguments:
  grid: the whole domain, a PressureGrid.
  options: TOML as in a deck, any of [solver], [mixed], [multigrid], [fields], [decomposition] and [launch].
  comm: a communicator of mpi4py; None: one rank, without MPI.
  transport: the way of halos, 'peer', 'segment', 'nccl', 'device' or 'staged'; None: the fastest, which is measured.
  blocks: the columns that the caller has on this rank, a list of (first_i, first_j, nx, ny), by indices in the whole domain. Any rectangles
      of whole columns, also none; all ranks give blocks or none does, and each column is in one block. f and u are those of the block
      then, or lists of arrays where a rank has several blocks or none. None: Isobar deals columns to ranks: partition.
  preconditioner: a function (r, z) that writes z = M^-1 r, in place of line relaxation: methods cg-standard, cr, bicgstab, gcr and gmres.
      r: a volume-integrated residual, read-only; z: cell means. Both are the cells of partition as a[j, i, k], in the solver's own memory,
      and must not be kept after the call.
  matrix: a function (u, v) that writes v = A u, in place of the equation's matrix: all methods of CG but
      cg-fused, of CR, BiCGStab, GCR and GMRES. u has a halo of one column, so that u[j + 1, i + 1, k] is cell (i, j, k); v: integrals over cells.
  physics, atmosphere: one of the two, a Physics or an Atmosphere.
  alpha_h, alpha_v, beta: coefficients, without unit, 1 if not given. A number, or numbers of shape (nz,), of (ny, nx), a pair of both,
      whose product counts, or of (ny, nx, nz), of the whole domain on every rank. A rank with one block may give those of its block
      alone, one with several a list of those of each block, and one without blocks arrays (0, 0) or (0, 0, nz).
  ground: the height of the ground in units of the radius, a number or an array (ny, nx).
  xi_x, xi_y, xi_z: convection, in units of the inverse radius, 0 if not given: as alpha_h, but no numbers of (ny, nx, nz).
  positions_as_before, choose_levels: for update().
  All numbers are copied. They may be lists, arrays of any real type or xarray.DataArray. Axes that are named x, y and z are read
  by their names.

Errors: TypeError and ValueError of one line for arguments, the same call on all ranks; RuntimeError for all else.)";

inline constexpr const char* about_solve = R"(Solves from u = 0 and returns u. Collective.

Arguments:
  f: the right-hand side on this rank's cells, anything that NumPy makes an array of real numbers of. float64 and float32 are read where they
      lie, with any strides; other numbers are copied. Memory of a GPU comes by __cuda_array_interface__ or DLPack.
  u: the array to write to, float64 or float32 with any strides, also an xarray.DataArray of NumPy, or memory by the two
      protocols. None: a new numpy.ndarray of float64.
  order: what the axes of f and u are: 'yxz' is u[j, i, k]. None: the names of axes that are x, y and z, else 'yxz'.
  right_side: 'cell_means', of the equation's f, or 'integrals' over cells.

Errors: as of the class; f with a number that is not finite is a ValueError. What a monitor or an operator of the caller raises ends the solve on all
ranks and comes through. Not to converge is no error: see report.)";

inline constexpr const char* about_solve_from =
    R"(Solves from the guess that stands in u, and returns u. Collective.

Arguments and errors are those of solve(). The tolerance stays relative to f.)";

inline constexpr const char* about_update =
    R"(Other coefficients, for the next time step. Collective.

Arguments: those of the class. Allocates nothing on the device. positions_as_before=True: arrays of shape (ny, nx) stay as they are and
need not be given. choose_levels=True: automatic levels are chosen anew where the CFL number has moved by 1.5 or more, which may set up
all anew.

Errors: as of the class. The solver is as it was before then.)";

inline constexpr const char* about_apply =
    R"(Returns image = A u, the equation's left-hand side of u, in double. Collective.

Arguments:
  u: cell means on this rank's cells, as f of solve().
  image: the array to write to, as u of solve().
  order, right_side: as of solve(). 'integrals': A u itself, which is integrated over cells; 'cell_means': over their volumes.

Errors: as of solve().)";

inline constexpr const char* about_residual =
    R"(Returns (r, norm): r = f - A u, and the norm of reports. Collective.

Arguments:
  f, u: on this rank's cells, as f of solve().
  r: the array to write to, as u of solve().
  order, right_side: as of apply(), of f and r.

Errors: as of solve().)";

inline constexpr const char* about_diagonal = R"(Returns d, the diagonal of A. Collective.

Arguments:
  d: the array to write to, as u of solve().
  order, right_side: as of apply().

Errors: as of solve(). With a matrix of one's own, of which only products are known, a ValueError.)";

inline constexpr const char* about_boundary_values =
    R"(What holds on the sides of the domain in place of 0, until it is set again. Collective.

From here on solves solve A u = f + b, and residual() is f + b - A u, where b is what the values add to the cells beside the sides. Norms are
those of f + b. Updates keep the values.

Arguments:
  west, east, south, north, bottom, top: a number, or an array of this rank's columns there: of shape (ny, nz) for west and east, (nx, nz)
      for south and north, (ny, nx) for bottom and top. On a Dirichlet side u itself, on a Neumann side its derivative along the outward
      normal, in units of the inverse radius (flat: of the box's side). None: 0. With several blocks a list of one for each block.
      Where a rank has no columns its argument has no effect.

Errors: as of the class. On periodic sides, over a ground, with an own matrix, and on sides other than bottom and top with the vertex flux a
ValueError. The values are as they were before then.)";

inline constexpr const char* about_set_options =
    R"(Changes what ends a solve, and leaves the rest as it is. Collective.

Arguments:
  options: TOML, of [solver] tolerance, absolute_tolerance, divergence_tolerance, max_iterations, min_iterations and check_after.

Errors: other keys are a ValueError, as they want a new solver.)";

inline constexpr const char* about_remove_mean =
    R"(From here on f needs no integral of 0 where u is known up to a constant: its mean is removed.

Arguments:
  asked: False: no longer.)";

inline constexpr const char* about_monitor =
    R"(Sets a function that is called in each iteration of a solve, on every rank.

Arguments:
  monitor: a function of an IterationState, the last one that is known. What is true of the values that it returns ends the solve on all ranks, as 'interrupted'.
      What it raises ends the solve on all ranks and comes through. It must not call Isobar. None: no monitor.)";

inline constexpr const char* about_close = R"(Frees all memory. Collective.

A closed solver stays closed; closing again does nothing.

Errors: RuntimeError within a monitor or an operator of the caller.)";

} // namespace isobar::python
