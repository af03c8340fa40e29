! A loop over time steps: coefficients as an array, as numbers a layer and as a function, and the last pressure as a guess.
module my_model
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none
  integer, parameter :: nx = 48, ny = 40, nz = 24
  integer :: step
contains
  !> The factor of any column of the whole domain, from (1, 1) on.
  function mountains(i, j) result(alpha)
    integer, intent(in) :: i, j
    real(dp) :: alpha
    alpha = 1 + 0.3_dp*sin(0.2_dp*i)*cos(0.3_dp*j)
  end function

  function show(iteration, residual_norm, relative_residual) result(stop_here)
    integer, intent(in) :: iteration
    real(dp), intent(in) :: residual_norm, relative_residual
    logical :: stop_here
    print "(a, i0, a, i0, a, es8.1)", "step ", step, ", iteration ", iteration, ": ", relative_residual
    stop_here = residual_norm < 0
  end function
end module

program time_steps
  use isobar
  use my_model
  use mpi
  implicit none
  type(isobar_solver) :: solver
  type(isobar_grid) :: grid
  type(isobar_coefficients) :: coefficients
  type(isobar_partition) :: mine
  type(isobar_report) :: report
  real(dp), allocatable, target :: friction(:, :)
  real(dp), allocatable :: f(:, :, :), p(:, :, :)
  integer :: error, rank, i, j, k

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  grid = isobar_grid(nx=nx, ny=ny, nz=nz)
  allocate (friction(0:nx + 1, 0:ny + 1)) ! of the whole domain, with a halo
  friction = reshape([((1 + 0.01_dp*(i + j), i=0, nx + 1), j=0, ny + 1)], shape(friction))
  coefficients%alpha_h%positions%function => mountains
  coefficients%beta%positions%array => friction(1:nx, 1:ny)
  coefficients%alpha_v%heights = [(1/(1 + 0.5_dp*k/nz), k=0, nz - 1)]
  do step = 1, 5
    coefficients%physics = isobar_physics_of(isobar_atmosphere(time_step=1190 + 10._dp*step))
    if (step == 1) then
      call solver%create(grid, coefficients, comm=MPI_COMM_WORLD, &
                         options='solver.method = "cg-multigrid"'//new_line("a")//"solver.tolerance = 1e-8")
      if (rank == 0) call solver%set_monitor(show)
      mine = solver%partition()
      allocate (f(nz, mine%nx, mine%ny), p(nz, 0:mine%nx + 1, 0:mine%ny + 1), source=0._dp)
    else
      call solver%update(coefficients)
    end if
    do concurrent(k=1:nz, i=1:mine%nx, j=1:mine%ny)
      f(k, i, j) = sin(0.1_dp*(mine%first_i + i + 0.2_dp*step))*cos(0.08_dp*(mine%first_j + j))*k/nz
    end do
    call solver%solve_from(f, p(:, 1:mine%nx, 1:mine%ny), report, order=isobar_kij)
    if (.not. report%converged()) error stop 1
  end do
  call MPI_Finalize(error) ! ends the solver, too
end program
