/* A loop over time steps on arrays with a halo: other coefficients each, and the last pressure as a guess. One rank, without MPI. */
#include <isobar.h>

#include <math.h>
#include <stdio.h>

enum { nx = 48, ny = 40, nz = 24 };

/* A model's own arrays: layer by layer, with a halo of one column. */
static double f[nz][ny + 2][nx + 2], u[nz][ny + 2][nx + 2];

static double mountains(int i, int j, void* height) {
  return 1.0 + *(double*)height * sin(0.2 * i) * cos(0.3 * j);
}

static int print(int iteration, double norm, double relative, void* step) {
  (void)norm;
  printf("step %d, iteration %d: %.1e\n", *(int*)step, iteration, relative);
  return 0; /* 1 would stop */
}

int main(void) {
  isobar_grid grid = {.nx = nx, .ny = ny, .nz = nz};
  isobar_atmosphere atmosphere = isobar_default_atmosphere();
  double height = 0.3, stability[nz];
  for (int k = 0; k < nz; ++k) stability[k] = 1.0 / (1.0 + 0.5 * k / nz);
  isobar_coefficients coefficients = {
      .alpha_v.heights = stability,
      .alpha_h.positions = {.function = mountains, .context = &height}};
  isobar_options options = {.sections = "[solver]\nmethod = \"cg-multigrid\"\ntolerance = 1e-8"};
  /* The first own cell, and the strides of the whole array. */
  isobar_layout inside = {.cells = {nx, ny, nz}, .strides = {1, nx + 2, (nx + 2) * (ny + 2)}};
  isobar_solver solver = NULL;
  int step = 0, code = 0;
  for (; step < 5 && !code; ++step) {
    atmosphere.time_step = 1200.0 + 10.0 * step;
    coefficients.physics = isobar_physics_of(atmosphere);
    code = step == 0 ? isobar_create(&grid, &coefficients, &options, &solver)
                     : isobar_update(solver, &coefficients);
    if (!code && step == 0) code = isobar_set_monitor(solver, print, &step);
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
          f[k][j + 1][i + 1] = sin(0.1 * (i + 0.2 * step)) * cos(0.08 * j) * (k + 1.0) / nz;
    isobar_report report;
    if (!code)
      code = isobar_solve_from(solver, &f[0][1][1], &inside, &u[0][1][1], &inside, ISOBAR_CELL_MEANS,
                               &report);
    if (!code && report.status != ISOBAR_CONVERGED) code = -1;
  }
  if (code) fprintf(stderr, "step %d: %s\n", step, isobar_error_text());
  isobar_destroy(solver);
  return code ? 1 : 0;
}
