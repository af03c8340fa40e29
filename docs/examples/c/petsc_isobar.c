/* See petsc_isobar.h. */
#include "petsc_isobar.h"

#include <petscdmda.h>

#if defined(PETSC_USE_COMPLEX) || !defined(PETSC_USE_REAL_DOUBLE)
#error "Isobar takes real numbers in double"
#endif

/* A code of Isobar's, as one of PETSc. */
static PetscErrorCode checked(int code) {
  PetscFunctionBeginUser;
  PetscCheck(code == ISOBAR_OK, PETSC_COMM_SELF, PETSC_ERR_LIB, "%s", isobar_error_text());
  PetscFunctionReturn(0);
}

/* Ranks go from west to east first, in Isobar as in a DMDA. */
PetscErrorCode DMDACreateOfIsobar(MPI_Comm comm, isobar_solver solver, PetscInt layers, DM* grid) {
  isobar_partition mine;
  PetscMPIInt ranks;
  PetscInt *widths, *heights, columns, rows, n;
  int *first, own[4];
  PetscFunctionBeginUser;
  PetscCall(checked(isobar_partition_of(solver, &mine)));
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  PetscCall(PetscMalloc3(4 * ranks, &first, ranks, &widths, ranks, &heights));
  own[0] = mine.first_i, own[1] = mine.first_j, own[2] = mine.nx, own[3] = mine.ny;
  PetscCallMPI(MPI_Allgather(own, 4, MPI_INT, first, 4, MPI_INT, comm));
  columns = rows = 0;
  for (n = 0; n < ranks; ++n) {
    if (first[4 * n + 1] == 0) widths[columns++] = first[4 * n + 2];
    if (first[4 * n] == 0) heights[rows++] = first[4 * n + 3];
  }
  PetscCall(DMDACreate3d(comm, DM_BOUNDARY_NONE, DM_BOUNDARY_NONE, DM_BOUNDARY_NONE,
                         DMDA_STENCIL_STAR, mine.global_nx, mine.global_ny, layers, columns, rows,
                         1, 1, 1, widths, heights, NULL, grid));
  PetscCall(DMSetUp(*grid));
  PetscCall(PetscFree3(first, widths, heights));
  PetscFunctionReturn(0);
}

typedef struct {
  isobar_solver solver;
  isobar_layout layout; /* of a DMDA's vectors: x is the fastest, z the slowest */
} Shell;

static PetscErrorCode apply(PC pc, Vec residual, Vec correction) {
  Shell* shell;
  const PetscScalar* f;
  PetscScalar* u;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &shell));
  PetscCall(VecGetArrayRead(residual, &f));
  PetscCall(VecGetArrayWrite(correction, &u));
  PetscCall(checked(
      isobar_solve(shell->solver, f, &shell->layout, u, &shell->layout, ISOBAR_INTEGRALS, NULL)));
  PetscCall(VecRestoreArrayWrite(correction, &u));
  PetscCall(VecRestoreArrayRead(residual, &f));
  PetscFunctionReturn(0);
}

static PetscErrorCode destroy(PC pc) {
  Shell* shell;
  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &shell));
  PetscCall(PetscFree(shell));
  PetscFunctionReturn(0);
}

PetscErrorCode PCSetIsobar(PC pc, isobar_solver solver, PetscInt layers) {
  Shell* shell;
  isobar_partition mine;
  PetscFunctionBeginUser;
  PetscCall(checked(isobar_partition_of(solver, &mine)));
  PetscCall(PetscNew(&shell));
  shell->solver = solver;
  shell->layout = isobar_layout_of(ISOBAR_ZYX, mine.nx, mine.ny, (int)layers);
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetName(pc, "Isobar"));
  PetscCall(PCShellSetContext(pc, shell));
  PetscCall(PCShellSetApply(pc, apply));
  PetscCall(PCShellSetDestroy(pc, destroy));
  PetscFunctionReturn(0);
}
