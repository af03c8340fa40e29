! The pressure correction of one time step on all ranks: mpirun -n 4 ./solve_once
program solve_once
  use isobar
  use mpi
  implicit none
  type(isobar_solver) :: solver
  type(isobar_partition) :: mine
  type(isobar_report) :: report
  double precision, allocatable :: f(:, :, :), p(:, :, :)
  integer :: error, rank

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call solver%create(isobar_grid(nx=64, ny=64, nz=32), &
                     isobar_coefficients(isobar_atmosphere(time_step=2400d0)), &
                     options="solver.tolerance = 1e-8", comm=MPI_COMM_WORLD)
  mine = solver%partition()
  allocate (f(mine%nx, mine%ny, 32), source=1d0)
  allocate (p(0:mine%nx + 1, 0:mine%ny + 1, 32), source=0d0) ! with a halo
  call solver%solve(f, p(1:mine%nx, 1:mine%ny, :), report)
  if (rank == 0) print "(a, a, i0, a, es8.1)", report%status_text(), " after ", report%iterations, &
    " cycles, relative residual ", report%relative_residual
  call solver%destroy()
  call MPI_Finalize(error)
  if (.not. report%converged()) error stop 1
end program
