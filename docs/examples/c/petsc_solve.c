/* A matrix of PETSc's with a coefficient a cell, and Isobar, which knows its part by position, as the preconditioner:
 *
 *     mpirun -n 4 ./petsc_solve [-isobar_ksp_type cg] [-petsc_pc_type gamg] */
#include "petsc_isobar.h"

#include <petscdmda.h>

enum { nx = 64, ny = 64, nz = 32 };
static const double depth = 0.01, omega_squared = 0.01; /* lengths in units of the box's side */

/* The part by position, which Isobar knows, and the one by cell, which it does not. */
static double hills(int i, int j, void* context) {
  (void)context;
  return 1.0 + 0.5 * PetscSinReal(0.2 * i) * PetscCosReal(0.3 * j);
}
static double alpha(PetscInt i, PetscInt j, PetscInt k) {
  return hills((int)i, (int)j, NULL) * (1.0 + 0.4 * PetscSinReal(0.5 * i + 0.3 * j + 0.7 * k));
}

static double mean(double a, double b) { return 2.0 * a * b / (a + b); }

/* Volume-integrated: sides are Dirichlet, half a cell away; nothing flows through bottom and top. */
static PetscErrorCode assemble(DM grid, Mat matrix) {
  static const PetscInt around[6][3] = {{-1, 0, 0}, {1, 0, 0},  {0, -1, 0},
                                        {0, 1, 0},  {0, 0, -1}, {0, 0, 1}};
  const double dx = 1.0 / nx, dy = 1.0 / ny, dz = depth / nz;
  const double through[3] = {omega_squared * dy * dz / dx, omega_squared * dx * dz / dy,
                             omega_squared * dx * dy / dz};
  PetscInt x, y, z, mx, my, mz, i, j, k, n;
  PetscFunctionBeginUser;
  PetscCall(DMDAGetCorners(grid, &x, &y, &z, &mx, &my, &mz));
  for (k = z; k < z + mz; ++k)
    for (j = y; j < y + my; ++j)
      for (i = x; i < x + mx; ++i) {
        const MatStencil row = {.i = i, .j = j, .k = k};
        double diagonal = dx * dy * dz, number;
        for (n = 0; n < 6; ++n) {
          const MatStencil other = {
              .i = i + around[n][0], .j = j + around[n][1], .k = k + around[n][2]};
          if (other.k < 0 || other.k >= nz) continue;
          if (other.i < 0 || other.i >= nx || other.j < 0 || other.j >= ny) {
            diagonal += 2.0 * through[n / 2] * alpha(i, j, k);
            continue;
          }
          number = -through[n / 2] * mean(alpha(i, j, k), alpha(other.i, other.j, other.k));
          diagonal -= number;
          PetscCall(MatSetValuesStencil(matrix, 1, &row, 1, &other, &number, INSERT_VALUES));
        }
        PetscCall(MatSetValuesStencil(matrix, 1, &row, 1, &row, &diagonal, INSERT_VALUES));
      }
  PetscCall(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

/* Solves with Isobar, or with PETSc's preconditioner if `solver` is null. */
static PetscErrorCode solve(Mat matrix, isobar_solver solver, Vec f, Vec u, PetscInt* iterations) {
  KSP ksp;
  PC pc;
  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PetscObjectComm((PetscObject)matrix), &ksp));
  PetscCall(KSPSetOperators(ksp, matrix, matrix));
  PetscCall(KSPSetType(ksp, KSPFGMRES));
  PetscCall(KSPSetTolerances(ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, 1000));
  PetscCall(KSPSetErrorIfNotConverged(ksp, PETSC_TRUE));
  PetscCall(KSPGetPC(ksp, &pc));
  if (solver) PetscCall(PCSetIsobar(pc, solver, nz));
  PetscCall(KSPSetOptionsPrefix(ksp, solver ? "isobar_" : "petsc_"));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(KSPSolve(ksp, f, u));
  PetscCall(KSPGetIterationNumber(ksp, iterations));
  PetscCall(KSPDestroy(&ksp));
  PetscFunctionReturn(0);
}

static PetscErrorCode compare(isobar_solver solver) {
  DM grid;
  Mat matrix;
  Vec f, u, v;
  PetscInt with, without;
  PetscReal size, difference;
  PetscFunctionBeginUser;
  PetscCall(DMDACreateOfIsobar(PETSC_COMM_WORLD, solver, nz, &grid));
  PetscCall(DMCreateMatrix(grid, &matrix));
  PetscCall(assemble(grid, matrix));
  PetscCall(DMCreateGlobalVector(grid, &f));
  PetscCall(VecDuplicate(f, &u));
  PetscCall(VecDuplicate(f, &v));
  PetscCall(VecSet(f, depth / (nx * ny * nz)));
  PetscCall(solve(matrix, solver, f, u, &with));
  PetscCall(solve(matrix, NULL, f, v, &without));
  PetscCall(VecNorm(u, NORM_2, &size));
  PetscCall(VecAXPY(v, -1.0, u));
  PetscCall(VecNorm(v, NORM_2, &difference));
  PetscCall(PetscPrintf(
      PETSC_COMM_WORLD,
      "iterations: %d with Isobar, %d with PETSc's preconditioner; solutions differ by %.1e\n",
      (int)with, (int)without, (double)(difference / size)));
  PetscCheck(with < without && difference < 1e-5 * size, PETSC_COMM_WORLD, PETSC_ERR_PLIB,
             "Isobar is no preconditioner here");
  PetscCall(VecDestroy(&v));
  PetscCall(VecDestroy(&u));
  PetscCall(VecDestroy(&f));
  PetscCall(MatDestroy(&matrix));
  PetscCall(DMDestroy(&grid));
  PetscFunctionReturn(0);
}

int main(int argc, char** argv) {
  isobar_grid grid = {
      .nx = nx, .ny = ny, .nz = nz, .domain = ISOBAR_FLAT, .layers = ISOBAR_UNIFORM};
  isobar_coefficients coefficients = {.physics = {omega_squared, 1.0, depth}};
  isobar_options options = {
      .sections = "[solver]\nmethod = \"multigrid\"\nmax_iterations = 1\ntolerance = 1e-30"};
  isobar_solver solver;
  coefficients.alpha_h.positions.function = coefficients.alpha_v.positions.function = hills;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCheck(isobar_create_on((int)MPI_Comm_c2f(PETSC_COMM_WORLD), &grid, &coefficients, &options,
                              &solver) == ISOBAR_OK,
             PETSC_COMM_SELF, PETSC_ERR_LIB, "%s", isobar_error_text());
  PetscCall(compare(solver));
  isobar_destroy(solver);
  PetscCall(PetscFinalize());
  return 0;
}
