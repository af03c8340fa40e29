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

/* Own columns: as large as all others, but wider ones in the south. */
static double area(int i, int j, void* context) {
  (void)i, (void)context;
  return j < 8 ? 0.001953125 : 0.0009765625;
}
static double half_at_sides(int i, int j, void* context) {
  (void)j, (void)context;
  return i == 0 || i == nx ? 0.015625 : 0.03125;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  static double friction[ny][nx], stability[nz], xi[nz], interfaces[nz + 1], waves[nz][ny][nx];
  static double lengths[ny][nx + 1], south_lengths[ny + 1][nx], south_distances[ny + 1][nx];
  for (int j = 0; j <= ny; ++j)
    for (int i = 0; i <= nx; ++i) {
      if (j < ny) lengths[j][i] = 0.03125 + (j < 8) * 0.03125;
      if (i < nx) south_lengths[j][i] = 0.03125, south_distances[j][i] = j == 0 || j == ny ? 0.015625 : 0.03125;
    }
  for (int k = 0; k <= nz; ++k) interfaces[k] = 0.0009765625 * k * (1.0 + 0.0625 * k);
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) waves[k][j][i] = 1.0 + 0.0625 * ((i + 2 * j + 3 * k) % 4);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) friction[j][i] = 1.0 + 0.0625 * ((i + 5 * j) % 7);
  for (int k = 0; k < nz; ++k) stability[k] = 1.0 / (1.0 + 0.0625 * k), xi[k] = 0.5 * k;
  isobar_grid grid = {.nx = nx, .ny = ny, .nz = nz, .layers = ISOBAR_UNIFORM, .north = ISOBAR_NEUMANN};
  grid.interfaces = interfaces;
  grid.columns.area.function = area;
  grid.columns.west_length.array = &lengths[0][0];
  grid.columns.west_distance.function = half_at_sides;
  grid.columns.south_length.array = &south_lengths[0][0];
  grid.columns.south_distance.array = &south_distances[0][0];
  isobar_atmosphere atmosphere = isobar_default_atmosphere();
  atmosphere.time_step = 2400.0;
  isobar_coefficients c = {.physics = isobar_physics_of(atmosphere)};
  c.alpha_h.positions.function = hills;
  c.beta.positions.array = &friction[0][0];
  c.alpha_v.heights = stability;
  c.xi_x.heights = xi;
  c.alpha_v.cells.array = &waves[0][0][0]; /* layer by layer */
  c.alpha_v.cells.x_stride = 1;
  c.alpha_v.cells.y_stride = nx;
  c.alpha_v.cells.z_stride = nx * ny;
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
