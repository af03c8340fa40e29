! Values on the sides, as sections of arrays and as functions: the solution is that of a known field.
module sides
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none
  integer, parameter :: nx = 16, ny = 20, nz = 6
  real(dp), parameter :: depth = 0.5_dp
contains
  !> At x, y and z in cells from the first one's corner on. It is linear, so the equation without beta has f = 0.
  function field(x, y, z) result(u)
    real(dp), intent(in) :: x, y, z
    real(dp) :: u
    u = 1 + 2*x/nx - 3*y/ny + 4*depth*z/nz
  end function
  function west(i, j, k) result(u)
    integer, intent(in) :: i, j, k
    real(dp) :: u
    u = field(0*i + 0._dp, j - 0.5_dp, k - 0.5_dp)
  end function
  function east(i, j, k) result(u)
    integer, intent(in) :: i, j, k
    real(dp) :: u
    u = field(real(i, dp), j - 0.5_dp, k - 0.5_dp)
  end function
  function top(i, j, k) result(slope)
    integer, intent(in) :: i, j, k
    real(dp) :: slope
    slope = 4 + 0*(i + j + k)
  end function
end module

program boundary
  use isobar
  use sides
  use mpi
  implicit none
  type(isobar_solver) :: solver
  type(isobar_coefficients) :: c
  type(isobar_boundary_values) :: values
  type(isobar_partition) :: mine
  type(isobar_report) :: report
  real(dp), allocatable, target :: south(:, :), north(:, :), bottom(:, :)
  real(dp), allocatable :: f(:, :, :), u(:, :, :)
  real(dp) :: worst
  character(len=200) :: line
  integer :: error, rank, ranks, code, i, j, k

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  c%physics = isobar_physics(1e-2_dp, 0.5_dp, depth)
  allocate (c%beta%heights(nz), source=0._dp)
  call solver%create(isobar_grid(nx=nx, ny=ny, nz=nz, domain=isobar_flat, layers=isobar_uniform, bottom=isobar_dirichlet), c, &
                     comm=MPI_COMM_WORLD, options="solver.tolerance = 1e-10")
  mine = solver%partition()
  ! With a halo, of which sections are given; south and north have their layers first.
  allocate (south(nz, mine%nx), north(nz, mine%nx), bottom(0:mine%nx + 1, 0:mine%ny + 1), source=-1000._dp)
  do i = 1, mine%nx
    do k = 1, nz
      south(k, i) = field(mine%first_i + i - 1.5_dp, 0._dp, k - 0.5_dp)
      north(k, i) = field(mine%first_i + i - 1.5_dp, real(ny, dp), k - 0.5_dp)
    end do
    do j = 1, mine%ny
      bottom(i, j) = field(mine%first_i + i - 1.5_dp, mine%first_j + j - 1.5_dp, 0._dp)
    end do
  end do
  values%west%function => west
  values%east%function => east
  values%bottom%array => bottom(1:mine%nx, 1:mine%ny)
  values%top%function => top
  block
    real(dp), allocatable, target :: southern(:, :), northern(:, :)
    southern = transpose(south)
    northern = transpose(north)
    if (mine%first_j == 1) values%south%array => southern ! others need not give it
    values%north%array => northern
    call solver%set_boundary_values(values)
  end block
  allocate (f(mine%nx, mine%ny, nz), u(mine%nx, mine%ny, nz), source=0._dp)
  call solver%solve(f, u, report)
  if (.not. report%converged()) error stop "not converged"
  worst = 0
  do k = 1, nz
    do j = 1, mine%ny
      do i = 1, mine%nx
        worst = max(worst, abs(u(i, j, k) - field(mine%first_i + i - 1.5_dp, mine%first_j + j - 1.5_dp, k - 0.5_dp)))
      end do
    end do
  end do
  if (worst > 1e-6_dp) error stop "the solution is not the linear field"
  values%bottom%array => bottom(1:mine%nx, 0:mine%ny)
  if (rank == ranks - 1) values%bottom%array => bottom
  call solver%set_boundary_values(values, stat=code, errmsg=line)
  if (code /= isobar_wrong_argument .or. index(line, "values.bottom: an array of ") /= 1) error stop "not refused"
  call solver%set_boundary_values(isobar_boundary_values())
  call solver%solve(f, u, report)
  if (maxval(abs(u)) > 0) error stop "values stay"
  call MPI_Finalize(error)
end program
