/* Solves on all ranks and writes this rank's cells to the file that the argument names, with the rank behind it. */
#include <isobar.h>
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

enum { nx = 24, ny = 32, nz = 12 };

static double hills(int i, int j, void* context) {
  (void)context;
  return 1.0 + 0.125 * ((3 * i + j) % 5);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  static double friction[ny][nx], stability[nz], xi[nz];
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) friction[j][i] = 1.0 + 0.0625 * ((i + 5 * j) % 7);
  for (int k = 0; k < nz; ++k) stability[k] = 1.0 / (1.0 + 0.0625 * k), xi[k] = 0.5 * k;
  isobar_grid grid = {.nx = nx, .ny = ny, .nz = nz, .layers = ISOBAR_UNIFORM, .north = ISOBAR_NEUMANN};
  isobar_atmosphere atmosphere = isobar_default_atmosphere();
  atmosphere.time_step = 2400.0;
  isobar_coefficients c = {.physics = isobar_physics_of(atmosphere)};
  c.alpha_h.positions.function = hills;
  c.beta.positions.array = &friction[0][0];
  c.alpha_v.heights = stability;
  c.xi_x.heights = xi;
  isobar_options options = {.sections = "solver.method = \"bicgstab-multigrid\"\nsolver.tolerance = 1e-9"};
  isobar_solver solver;
  int code = isobar_create_on((int)MPI_Comm_c2f(MPI_COMM_WORLD), &grid, &c, &options, &solver);
  isobar_partition mine = {0, 0, 0, 0, 0, 0};
  if (!code) code = isobar_partition_of(solver, &mine);
  const size_t cells = (size_t)mine.nx * (size_t)mine.ny * nz;
  double *f = malloc((cells + 1) * sizeof(double)), *u = malloc((cells + 1) * sizeof(double));
  for (int j = 0; j < mine.ny; ++j)
    for (int i = 0; i < mine.nx; ++i)
      for (int k = 0; k < nz; ++k)
        f[(j * mine.nx + i) * nz + k] = (7 * (mine.first_i + i) + 5 * (mine.first_j + j) + 3 * k) % 11 - 5;
  isobar_report report;
  if (!code) code = isobar_solve(solver, f, NULL, u, NULL, ISOBAR_CELL_MEANS, &report);
  if (!code && report.status != ISOBAR_CONVERGED) code = -1;
  if (code) fprintf(stderr, "%d: %s\n", code, isobar_error_text());
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  char name[1000];
  snprintf(name, sizeof name, "%s.%d", argv[1], rank);
  FILE* file = fopen(name, "wb");
  if (file == NULL || fwrite(u, sizeof(double), cells, file) != cells || fclose(file)) code = -2;
  free(f);
  free(u);
  MPI_Finalize(); /* ends the solver, too */
  return code != 0;
}
