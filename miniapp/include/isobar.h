#ifndef ISOBAR_H
#define ISOBAR_H
/* Isobar's solver for programs in C, and for all languages that call C
 * (docs/library-c.md). The CMake target is isobar::c, the pkg-config module isobar.
 *
 * Every function that can fail returns a code: ISOBAR_OK is 0. The text of this thread's last error
 * is one line. A 0 in a struct is the default: `isobar_grid grid = {.nx = 64, .ny = 64, .nz = 32};`
 * is complete. Structs and text are copied, and no pointer in them is read after the call. Indices
 * count from 0.
 *
 * All ranks of the solver's communicator call "collective" functions, with the same arguments
 * except for data of cells. A wrong argument of one rank ends the call on all ranks, each with a
 * line; an invalid solver ends it only on its rank.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Names as C has them. NOLINTBEGIN(readability-identifier-naming) */

/* The code that a function returns. */
enum isobar_code {
  ISOBAR_OK = 0,
  ISOBAR_WRONG_ARGUMENT, /* wrong arguments; the same on all ranks */
  ISOBAR_NO_MEMORY,
  ISOBAR_ENVIRONMENT, /* an error of MPI or a transport; other ranks may not meet it */
  ISOBAR_FAILED       /* all else */
};

/* The domain. */
enum isobar_domain { ISOBAR_PANEL = 0, ISOBAR_FLAT, ISOBAR_SPHERE, ISOBAR_EQUIANGULAR_PANEL };
/* The thicknesses of layers. */
enum isobar_layers { ISOBAR_GRADED = 0, ISOBAR_UNIFORM };
/* The couplings of columns. */
enum isobar_flux { ISOBAR_FLUX_OF_DOMAIN = 0, ISOBAR_TWO_POINT, ISOBAR_VERTEX };
/* The condition on a side. By default sides are Dirichlet, bottom and top Neumann. */
enum isobar_boundary {
  ISOBAR_DEFAULT_BOUNDARY = 0,
  ISOBAR_DIRICHLET,
  ISOBAR_NEUMANN,
  ISOBAR_PERIODIC
};
/* The way in which halos travel. */
enum isobar_transport {
  ISOBAR_FASTEST = 0,
  ISOBAR_PEER,
  ISOBAR_SEGMENT,
  ISOBAR_NCCL,
  ISOBAR_DEVICE_MPI,
  ISOBAR_STAGED
};
/* The numbers of a right-hand side: means over cells, or integrals. */
enum isobar_right_side { ISOBAR_CELL_MEANS = 0, ISOBAR_INTEGRALS };
/* How a solve ended. */
enum isobar_status {
  ISOBAR_CONVERGED = 0,
  ISOBAR_NOT_CONVERGED,
  ISOBAR_NOT_FINITE,
  ISOBAR_BREAKDOWN,
  ISOBAR_INTERRUPTED,
  ISOBAR_DIVERGED,
  ISOBAR_STAGNATED
};
/* The order of an array's indices, from left to right, the last one the fastest: a[j][i][k] is YXZ.
 * */
enum isobar_order { ISOBAR_XYZ = 0, ISOBAR_XZY, ISOBAR_YXZ, ISOBAR_YZX, ISOBAR_ZXY, ISOBAR_ZYX };
/* Whose memory an address is in. */
enum isobar_place { ISOBAR_HOST = 0, ISOBAR_DEVICE };
/* The type of numbers in memory. */
enum isobar_number { ISOBAR_DOUBLE = 0, ISOBAR_FLOAT };

/* A solver: a number that no other solver of the program has, not even after this one has ended. */
typedef struct isobar_solver_of* isobar_solver;

/* The caller's functions of the indices in the whole domain.
 * A number that is not finite is refused in one line. */
typedef double (*isobar_column_function)(int i, int j, void* context);
typedef double (*isobar_cell_function)(int i, int j, int k, void* context);

/* A rectangle of whole columns, in columns of the whole domain. */
typedef struct isobar_block {
  int first_i, first_j, nx, ny;
} isobar_block;

/* A number for each column of the whole domain, or, with isobar_options.blocks, of this rank's
 * block. It is an array or a function; with neither it is not given. Strides are numbers from a
 * column to the one east of it and the one north of it; both 0: a[j][i], contiguous. Counts are
 * the array's extents along x and y, which are compared with the expected ones; 0: not given. */
typedef struct isobar_column_numbers {
  const double* array;
  ptrdiff_t x_stride, y_stride;
  int64_t x_count, y_count;
  isobar_column_function function;
  void* context;
} isobar_column_numbers;

/* A number for each cell, in the same way; all strides 0: a[j][i][k]. */
typedef struct isobar_cell_numbers {
  const double* array;
  ptrdiff_t x_stride, y_stride, z_stride;
  int64_t x_count, y_count, z_count;
  isobar_cell_function function;
  void* context;
} isobar_cell_numbers;

/* The caller's own columns, in units of the radius: areas (nx, ny), and lengths and distances of
 * edges. Western edges are (nx + 1, ny), southern ones (nx, ny + 1). Give all or none. */
typedef struct isobar_columns {
  isobar_column_numbers area, west_length, west_distance, south_length, south_distance;
} isobar_columns;

/* The grid of the whole domain. On the sphere nx = ny is the number of columns along a side of a
 * panel. Rows are those of all six panels, one after the other. */
typedef struct isobar_grid {
  int nx, ny, nz;
  int domain, layers, flux;                    /* isobar_domain, isobar_layers, isobar_flux */
  int west, east, south, north, bottom, top;   /* isobar_boundary */
  int ranks_x, ranks_y;                        /* the process grid; both 0: Isobar chooses it */
  const double* interfaces;                    /* nz + 1 heights in units of the radius, from 0 on; or null */
  int64_t interface_count;                     /* its length, compared with nz + 1; 0: not given */
  isobar_columns columns;
} isobar_grid;

/* The numbers w^2, lam^2 and the depth in units of the radius. */
typedef struct isobar_physics {
  double omega_squared, lambda_squared, depth;
} isobar_physics;

/* The atmosphere's numbers in SI units: m/s, 1/s, m, m, s. */
typedef struct isobar_atmosphere {
  double sound_speed, buoyancy_frequency, radius, depth, time_step;
} isobar_atmosphere;

/* A coefficient: the product of nz numbers, one a layer, and of
 * numbers a column; or numbers a cell in place of the product. */
typedef struct isobar_factor {
  const double* heights; /* or null */
  int64_t height_count;  /* its length, compared with nz; 0: not given */
  isobar_column_numbers positions;
  isobar_cell_numbers cells; /* not for xi */
} isobar_factor;

/* The coefficients of -w^2 (div(alpha_h grad u) + lam^2 (1/r^2) d/dr(r^2 alpha_v
 * du/dr) + xi . grad u) + beta u = f. A coefficient that is not given is 1; xi is 0. */
typedef struct isobar_coefficients {
  isobar_physics physics;
  isobar_factor alpha_h, alpha_v, beta;
  isobar_factor xi_x, xi_y, xi_z;
  int positions_as_before; /* in an update: factors by position stay, even if others are given */
  int choose_levels; /* in an update: automatic levels are chosen anew if the CFL number has changed by 1.5 or more */
  /* The height of the ground in units of the radius (flat: of the box's side), below the depth; not
   * given: 0. All layers follow it up to a flat top. It needs ISOBAR_VERTEX and a Krylov method
   * (docs/library.md, "Equations"). */
  isobar_column_numbers ground;
} isobar_coefficients;

/* Values of the boundary conditions on the sides of the domain, in place of 0; not given: 0. On a
 * Dirichlet side the value is u in the middle of the cell's face. On a Neumann side it is the
 * derivative of u along the outward normal, in units of the inverse radius (flat: of the box's
 * side). A function gets the indices of the cell beside the side. An array has only this rank's
 * columns beside the side. With strides of 0 it is a[j][k] for west and east, a[i][k] for south and
 * north, a[j][i] for bottom and top. Ranks without columns beside a side need not give it. */
typedef struct isobar_boundary_values {
  isobar_cell_numbers west, east, south, north, bottom, top;
} isobar_boundary_values;

/* How to solve. blocks: the caller's columns on this rank, any rectangles that hold each column
 * of the domain once. A rank without columns gives an address and block_count = 0. Cells of f and
 * u are those of the blocks, and only their columns need coefficients. With one block, arrays of
 * coefficients begin at the block's first column; with several, coefficients must be functions.
 * Arrays of western edges have nx + 1 columns, those of southern edges ny + 1 rows, as without
 * blocks. With null on all ranks, Isobar distributes columns over ranks (isobar_partition_of). */
typedef struct isobar_options {
  const char* sections; /* TOML as in a deck (docs/deck.md); or null */
  int transport;        /* isobar_transport */
  int block_count;
  const isobar_block* blocks;
} isobar_options;

/* The columns of a rank, in columns of the whole domain. */
typedef struct isobar_partition {
  int first_i, first_j, nx, ny, global_nx, global_ny;
} isobar_partition;

/* The layout of a rank's cells, from the first one. It has the counts of cells along x, y and z,
 * and the strides in numbers from one cell to the next. It also has the place and type of the
 * numbers. */
typedef struct isobar_layout {
  int64_t cells[3], strides[3];
  int place;  /* isobar_place */
  int number; /* isobar_number */
} isobar_layout;

/* How a solve ended. Norms belong to the solver until it solves
 * again or ends; entry 0 is the norm of the right-hand side. */
typedef struct isobar_report {
  int status; /* isobar_status */
  int iterations;
  int stop_asked; /* whether the monitor of any rank asked to stop */
  int norm_count;
  double relative_residual;
  const double* norms;
} isobar_report;

/* A function that every rank calls between iterations, first with iteration 0. A
 * result other than 0 asks all ranks to stop. A request at iteration n ends the solve
 * with n + 1 iterations, because it travels with an all-reduce of the next one. */
typedef int (*isobar_monitor)(int iteration, double residual_norm, double relative_residual,
                              void* context);

/* The line of this thread's last error, until the
 * thread's next call; "" after a call without an error. */
const char* isobar_error_text(void);
/* The same line with indices of columns and cells that count from `base`. */
const char* isobar_error_text_from(int base);
/* The version of the library, such as "1.0.0". */
const char* isobar_version(void);
/* The word for a status, such as "converged". */
const char* isobar_status_text(int status);

/* Initialises Kokkos. The call is optional: the first solver does it. On a host with GPUs
 * Kokkos gives each rank one GPU, by the rank's number on that host. Not collective. */
int isobar_initialise(void);
/* Ends all solvers and Kokkos; no solver can be made afterwards. Call it before MPI_Finalize, which
 * itself ends the solvers on communicators. A program that does not call it leaves memory to the
 * operating system. */
int isobar_finalise(void);

/* The papers' atmosphere. */
isobar_atmosphere isobar_default_atmosphere(void);
/* The coefficients of an atmosphere's time step. */
isobar_physics isobar_physics_of(isobar_atmosphere atmosphere);

/* Makes a solver of one rank, without MPI; options may be null. */
int isobar_create(const isobar_grid* grid, const isobar_coefficients* coefficients,
                  const isobar_options* options, isobar_solver* solver);
/* Makes a solver on the ranks of a communicator. comm:
 * MPI_Comm_c2f(comm), which is MPI's MPI_Fint; in Fortran comm%MPI_VAL.
 * MPI must be initialised. `solver` is null after an error. Collective. */
int isobar_create_on(int comm, const isobar_grid* grid, const isobar_coefficients* coefficients,
                     const isobar_options* options, isobar_solver* solver);
/* Ends a solver, which may be null. Collective. */
int isobar_destroy(isobar_solver solver);

/* Solves from u = 0. Reads f and writes u; both may be the same memory. Addresses are
 * those of the first cells, in double or float as the layouts say. A null layout is
 * a[j][i][k], contiguous in the host's memory, in double. report may be null. Collective. */
int isobar_solve(isobar_solver solver, const void* f, const isobar_layout* f_layout, void* u,
                 const isobar_layout* u_layout, int right_side, isobar_report* report);
/* Solves from the guess in u, with the same arguments. Collective. */
int isobar_solve_from(isobar_solver solver, const void* f, const isobar_layout* f_layout, void* u,
                      const isobar_layout* u_layout, int right_side, isobar_report* report);
/* Computes image = A u, in double for any precision. With ISOBAR_CELL_MEANS the image is
 * divided by the cells' volumes, like f; with ISOBAR_INTEGRALS it is the volume-integrated
 * A u itself. Arrays may be the same memory, here and in isobar_residual. Collective. */
int isobar_apply(isobar_solver solver, const void* u, const isobar_layout* u_layout, void* image,
                 const isobar_layout* image_layout, int right_side);
/* Computes r = f - A u; right_side says what f and r are. The argument norm gets
 * the 2-norm over all ranks of the volume-integrated r; it may be null. Collective. */
int isobar_residual(isobar_solver solver, const void* f, const isobar_layout* f_layout,
                    const void* u, const isobar_layout* u_layout, void* r,
                    const isobar_layout* r_layout, int right_side, double* norm);
/* Computes d = the diagonal of A, with ISOBAR_CELL_MEANS
 * divided by the cells' volumes. Collective. */
int isobar_diagonal(isobar_solver solver, void* d, const isobar_layout* d_layout, int right_side);
/* Solves as isobar_solve() does for the cells of several blocks, or of none. This and the next four
 * functions take the addresses and layouts of the blocks in their order. Null layouts are
 * a[j][i][k], contiguous, in double. Collective. */
int isobar_solve_blocks(isobar_solver solver, int count, const void* const* f,
                        const isobar_layout* f_layouts, void* const* u,
                        const isobar_layout* u_layouts, int right_side, isobar_report* report);
/* Solves from the guess in u, on blocks. Collective. */
int isobar_solve_from_blocks(isobar_solver solver, int count, const void* const* f,
                             const isobar_layout* f_layouts, void* const* u,
                             const isobar_layout* u_layouts, int right_side,
                             isobar_report* report);
/* Computes image = A u on blocks. Collective. */
int isobar_apply_blocks(isobar_solver solver, int count, const void* const* u,
                        const isobar_layout* u_layouts, void* const* image,
                        const isobar_layout* image_layouts, int right_side);
/* Computes r = f - A u on blocks. Collective. */
int isobar_residual_blocks(isobar_solver solver, int count, const void* const* f,
                           const isobar_layout* f_layouts, const void* const* u,
                           const isobar_layout* u_layouts, void* const* r,
                           const isobar_layout* r_layouts, int right_side, double* norm);
/* Computes the diagonal of A on blocks. Collective. */
int isobar_diagonal_blocks(isobar_solver solver, int count, void* const* d,
                           const isobar_layout* d_layouts, int right_side);
/* Makes later solves remove the mean of f if u is known up to a constant only. Then the integral of
 * f need not be 0. With asked = 0 they do not. One rank that asks is enough. Not collective. */
int isobar_remove_mean(isobar_solver solver, int asked);
/* Sets coefficients of the same kind for the next time step. After an error the solver is as it
 * was. Collective. */
int isobar_update(isobar_solver solver, const isobar_coefficients* coefficients);
/* Sets the values on the sides for all later solves; without a call they are 0. Collective. */
int isobar_set_boundary_values(isobar_solver solver, const isobar_boundary_values* values);
/* Changes the keys that end a solve, and leaves the rest as it is. sections: TOML as in
 * isobar_options, with the keys tolerance, absolute_tolerance, divergence_tolerance,
 * max_iterations, min_iterations and check_after of [solver]. Other keys need a new solver and are
 * refused. Collective. */
int isobar_set_options(isobar_solver solver, const char* sections);
/* Sets the monitor, which every solve calls with the context; null: no monitor. Not collective. */
int isobar_set_monitor(isobar_solver solver, isobar_monitor monitor, void* context);

/* The layout of a contiguous array with these cells, in the host's
 * memory, in double. Solves refuse a layout with an unknown order. */
isobar_layout isobar_layout_of(int order, int nx, int ny, int nz);

/* Questions to a solver, which are not collective. Text
 * belongs to the solver until its next call or its end. */
int isobar_partition_of(isobar_solver solver, isobar_partition* partition);
/* The cost of blocks in the last call on cells: columns of this rank's blocks that other ranks
 * solve, bytes of buffers, seconds. */
int isobar_redistributed(isobar_solver solver, int64_t* columns, int64_t* bytes, double* seconds);
/* One line about multigrid's levels; "" without multigrid. */
int isobar_levels(isobar_solver solver, const char** text);
/* One line with the transport of halos and why it was chosen; "" without MPI. */
int isobar_transport_of(isobar_solver solver, const char** text);
int isobar_unused_options(isobar_solver solver, const char** lines); /* lines with '\n' between them */
/* Whether u is known up to a constant only: beta is 0 everywhere, and no side fixes u.
 * Solutions then have the mean 0. removed_mean is the mean that the last solve removed from f. */
int isobar_null_space(isobar_solver solver, int* there, double* removed_mean);
/* The distance of coefficients a cell from the products that line relaxation and multigrid take in
 * their place. */
int isobar_factor_distance(isobar_solver solver, double* largest, double* rms);

/* NOLINTEND(readability-identifier-naming) */

#ifdef __cplusplus
}
#endif
#endif
