! Solves the problem of same.c, with arrays in another order and halos.
module same_equation
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none
  integer, parameter :: nx = 24, ny = 32, nz = 12
contains
  function hills(i, j) result(alpha)
    integer, intent(in) :: i, j
    real(dp) :: alpha
    alpha = 1 + 0.125_dp*mod(3*(i - 1) + j - 1, 5)
  end function

  function waves(i, j, k) result(alpha)
    integer, intent(in) :: i, j, k
    real(dp) :: alpha
    alpha = 1 + 0.0625_dp*mod(i - 1 + 2*(j - 1) + 3*(k - 1), 4)
  end function

  function half_at_sides(i, j) result(distance)
    integer, intent(in) :: i, j
    real(dp) :: distance
    distance = merge(0.015625_dp, 0.03125_dp, (i == 1 .or. i == nx + 1) .and. j > 0)
  end function
end module

program same
  use isobar
  use same_equation
  use mpi
  implicit none
  type(isobar_solver) :: solver
  type(isobar_grid) :: grid
  type(isobar_coefficients) :: c
  type(isobar_partition) :: mine
  type(isobar_report) :: report
  real(dp), allocatable, target :: friction(:, :), areas(:, :), lengths(:, :), south_lengths(:, :), south_distances(:, :)
  real(dp), allocatable :: f(:, :, :), p(:, :, :), u(:, :, :)
  character(len=1000) :: name, number
  integer :: error, rank, unit, i, j, k

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  allocate (friction(-1:nx + 3, 0:2*ny), source=-1._dp)
  do j = 1, ny
    friction(1:nx, 2*ny - 2*j) = [(1 + 0.0625_dp*mod(i - 1 + 5*(j - 1), 7), i=1, nx)]
  end do
  grid = isobar_grid(nx=nx, ny=ny, nz=nz, layers=isobar_uniform, north=isobar_neumann)
  grid%interfaces = [(0.0009765625_dp*k*(1 + 0.0625_dp*k), k=0, nz)]
  allocate (areas(nx, ny), lengths(nx + 1, ny), south_lengths(nx, ny + 1), south_distances(nx, ny + 1), source=0.03125_dp)
  areas = 0.0009765625_dp
  areas(:, :8) = 0.001953125_dp
  lengths(:, :8) = 0.0625_dp
  south_distances(:, [1, ny + 1]) = 0.015625_dp
  grid%columns%area%array => areas
  grid%columns%west_length%array => lengths
  grid%columns%west_distance%function => half_at_sides
  grid%columns%south_length%array => south_lengths
  grid%columns%south_distance%array => south_distances
  c = isobar_coefficients(isobar_atmosphere(time_step=2400._dp))
  c%alpha_h%positions%function => hills
  c%beta%positions%array => friction(1:nx, 2*ny - 2:0:-2) ! a stride of less than 0
  c%alpha_v%heights = [(1/(1 + 0.0625_dp*k), k=0, nz - 1)]
  c%alpha_v%cells%function => waves
  c%xi_x%heights = [(0.5_dp*k, k=0, nz - 1)]
  call solver%create(grid, c, comm=MPI_COMM_WORLD, &
                     options=isobar_lines([character(len=40) :: 'solver.method = "bicgstab-multigrid"', &
                                           "solver.tolerance = 1e-9"]))
  mine = solver%partition()
  allocate (f(mine%nx, 2*mine%ny, nz), p(0:mine%nx + 1, -1:mine%ny + 2, nz), source=-7._dp)
  do j = 1, mine%ny
    do i = 1, mine%nx
      f(i, 2*j, :) = [(mod(7*(mine%first_i + i - 2) + 5*(mine%first_j + j - 2) + 3*(k - 1), 11) - 5, k=1, nz)]
    end do
  end do
  call solver%solve(f(:, 2::2, :), p(1:mine%nx, 1:mine%ny, :), report)
  if (.not. report%converged() .or. report%norms(0) <= 0 .or. ubound(report%norms, 1) /= report%iterations) &
    error stop "no solution"
  if (count(p == -7._dp) /= size(p) - mine%nx*mine%ny*nz) error stop "a halo was written"
  call check_operator()
  u = reshape(p(1:mine%nx, 1:mine%ny, :), [nz, mine%nx, mine%ny], order=[2, 3, 1])
  call get_command_argument(1, name)
  write (number, "(i0)") rank
  open (newunit=unit, file=trim(name)//"."//trim(number), access="stream", form="unformatted", status="replace")
  write (unit) u
  close (unit)
  call MPI_Finalize(error)
contains
  !> The residual is f less the product, and small; the diagonal is that of a matrix with positive energies.
  subroutine check_operator()
    real(dp), dimension(mine%nx, mine%ny, nz) :: image, r, d
    real(dp) :: norm
    call solver%apply(p(1:mine%nx, 1:mine%ny, :), image)
    call solver%residual(f(:, 2::2, :), p(1:mine%nx, 1:mine%ny, :), r, norm)
    call solver%diagonal(d, right_side=isobar_integrals)
    if (norm <= 0 .or. norm > 1.1e-9_dp*report%norms(0)) error stop "a residual that is none of the solution"
    if (maxval(abs(f(:, 2::2, :) - image - r)) > 1e-9_dp) error stop "a residual that is not f - A u"
    if (minval(d) <= 0) error stop "a diagonal that is not positive"
  end subroutine
end program
