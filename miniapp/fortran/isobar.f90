!> Isobar's solver for programs in Fortran (docs/library-fortran.md).
module isobar
  use isobar_bindings, only: isobar_physics, isobar_atmosphere, isobar_physics_of
  use isobar_problem
  use isobar_results
  use isobar_solvers
  implicit none
  public
  private :: grid_for_c, coefficients_for_c, blocks_for_c, boundary_values_for_c
  private :: cells_for_c, blocks_of_cells_for_c, cells_of, blocks_of, report_of, tell
end module
