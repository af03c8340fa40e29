! Cells in real(real32): sections with halos, other orders and negative strides, against the same numbers in real(real64).
program floats
  use, intrinsic :: iso_c_binding, only: sp => c_float, dp => c_double
  use isobar
  use mpi
  implicit none
  integer, parameter :: nx = 16, ny = 20, nz = 6
  type(isobar_solver) :: solver
  type(isobar_partition) :: mine
  type(isobar_report) :: report, in_double
  real(sp), allocatable :: f(:, :, :), u(:, :, :), turned(:, :, :)
  real(dp), allocatable :: g(:, :, :), v(:, :, :)
  real(dp) :: norm, right
  integer, allocatable :: whole(:, :, :)
  character(len=200) :: line
  integer :: error, code, i, j, k

  call MPI_Init(error)
  call solver%create(isobar_grid(nx=nx, ny=ny, nz=nz), isobar_coefficients(isobar_atmosphere(time_step=2400._dp)), &
                     comm=MPI_COMM_WORLD, options="solver.tolerance = 1e-8")
  mine = solver%partition()
  allocate (f(0:mine%nx + 1, 0:mine%ny + 1, nz), u(0:mine%nx + 1, 0:mine%ny + 1, 2*nz), source=7._sp)
  allocate (turned(nz, mine%nx, mine%ny), source=0._sp)
  do k = 1, nz
    do j = 1, mine%ny
      f(1:mine%nx, j, k) = [(sin(0.3_sp*(mine%first_i + i) + 0.2_sp*(mine%first_j + j)*k), i=1, mine%nx)]
      turned(k, :, j) = f(1:mine%nx, j, k)
    end do
  end do
  g = real(f(1:mine%nx, 1:mine%ny, :), dp)
  v = 0*g
  call solver%solve(g, v, in_double)
  call solver%solve(f(1:mine%nx, 1:mine%ny, :), u(1:mine%nx, 1:mine%ny, 2*nz:2:-2), report)
  if (.not. report%converged() .or. any(report%norms /= in_double%norms)) error stop "another solve"
  if (any(u(1:mine%nx, 1:mine%ny, 2*nz:2:-2) /= real(v, sp))) error stop "another solution"
  if (any(u(0, :, :) /= 7) .or. any(u(:, :, 1::2) /= 7)) error stop "cells of others are written"
  call solver%solve(turned, turned, report, order=isobar_kij)
  do k = 1, nz
    if (any(turned(k, :, :) /= real(v(:, :, k), sp))) error stop "another order has another solution"
  end do
  call solver%residual(f(1:mine%nx, 1:mine%ny, :), v, u(1:mine%nx, 1:mine%ny, :nz), norm)
  call solver%residual(g, v, v, right)
  if (norm /= right .or. any(u(1:mine%nx, 1:mine%ny, :nz) /= real(v, sp))) error stop "another residual"
  call solver%apply(f(1:mine%nx, 1:mine%ny, :), u(1:mine%nx, 1:mine%ny, :nz))
  call solver%apply(g, v)
  if (any(u(1:mine%nx, 1:mine%ny, :nz) /= real(v, sp))) error stop "another image"
  call solver%diagonal(u(1:mine%nx, 1:mine%ny, :nz))
  call solver%diagonal(v)
  if (any(u(1:mine%nx, 1:mine%ny, :nz) /= real(v, sp))) error stop "another diagonal"
  allocate (whole(mine%nx, mine%ny, nz), source=1)
  call solver%solve(whole, v, stat=code, errmsg=line)
  if (code /= isobar_wrong_argument .or. index(line, "f_layout.number = -1: expected one of ISOBAR_DOUBLE") /= 1) &
    error stop "integers are not refused"
  call MPI_Finalize(error)
end program
