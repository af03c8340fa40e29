/* Isobar as a preconditioner of PETSc, of the type PCSHELL. */
#ifndef PETSC_ISOBAR_H
#define PETSC_ISOBAR_H
#include <isobar.h>
#include <petscksp.h>

/* A DMDA of one number a cell, (x, y, z), whose ranks have the columns that the solver gives them. Collective. */
PetscErrorCode DMDACreateOfIsobar(MPI_Comm comm, isobar_solver solver, PetscInt layers, DM* grid);

/* Makes pc what the solver does to a right-hand side integrated over cells. pc works on global vectors of a DMDA as above. A solver with
 * "method = multigrid", max_iterations = n and a tolerance that is not reached is n cycles, which are linear. The caller keeps the
 * solver, and destroys it after pc. Collective. */
PetscErrorCode PCSetIsobar(PC pc, isobar_solver solver, PetscInt layers);
#endif
