/* The pressure correction of one time step on all ranks: mpirun -n 4 ./solve_once */
#include <isobar.h>
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

static int failed(const char* what) {
  fprintf(stderr, "%s: %s\n", what, isobar_error_text());
  return 2;
}

static int solve(void) {
  isobar_grid grid = {.nx = 64, .ny = 64, .nz = 32};
  isobar_atmosphere atmosphere = isobar_default_atmosphere();
  atmosphere.time_step = 2400.0;
  isobar_coefficients coefficients = {.physics = isobar_physics_of(atmosphere)};
  isobar_options options = {.sections = "[solver]\nmethod = \"multigrid\"\ntolerance = 1e-8"};
  isobar_solver solver;
  if (isobar_create_on((int)MPI_Comm_c2f(MPI_COMM_WORLD), &grid, &coefficients, &options, &solver))
    return failed("isobar_create_on");

  isobar_partition mine; /* this rank's columns */
  isobar_partition_of(solver, &mine);
  const size_t cells = (size_t)mine.nx * (size_t)mine.ny * 32;
  double *f = calloc(cells, sizeof(double)), *u = calloc(cells, sizeof(double));
  for (int j = 0; j < mine.ny; ++j)
    for (int i = 0; i < mine.nx; ++i) /* 1 in the middle of the domain */
      for (int k = 0; k < 32; ++k)
        f[(j * mine.nx + i) * 32 + k] = abs(mine.first_i + i - 32) < 8 && abs(mine.first_j + j - 32) < 8;

  isobar_report report;
  int code = isobar_solve(solver, f, NULL, u, NULL, ISOBAR_CELL_MEANS, &report);
  if (code) code = failed("isobar_solve");
  else if (mine.first_i == 0 && mine.first_j == 0)
    printf("%s after %d cycles, relative residual %.1e\n", isobar_status_text(report.status),
           report.iterations, report.relative_residual);
  if (!code && report.status != ISOBAR_CONVERGED) code = 1;
  isobar_destroy(solver);
  free(f);
  free(u);
  return code;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int code = solve();
  MPI_Finalize();
  return code;
}
