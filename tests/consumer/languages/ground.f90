! The ground in Fortran: as a function and as a section of an array, and a plateau, which is a thinner shell.
module grounds
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none
  real(dp), parameter :: depth = 0.01_dp
contains
  function hills(i, j) result(height)
    integer, intent(in) :: i, j
    real(dp) :: height
    height = 0.2_dp*depth*(1 + sin(0.4_dp*i)*cos(0.3_dp*j))
  end function

  function plateau(i, j) result(height)
    integer, intent(in) :: i, j
    real(dp) :: height
    height = 0.25_dp*depth + 0*i*j
  end function

  function thinner(i, j) result(alpha)
    integer, intent(in) :: i, j
    real(dp) :: alpha
    alpha = 1/0.75_dp**2 + 0*i*j
  end function
end module

program ground
  use isobar
  use grounds
  use mpi
  implicit none
  integer, parameter :: nx = 16, ny = 20, nz = 6
  type(isobar_coefficients) :: flat, over
  real(dp), allocatable, target :: heights(:, :)
  real(dp), allocatable :: by_function(:, :, :), by_array(:, :, :), over_plateau(:, :, :), expected(:, :, :)
  character(len=200) :: line
  type(isobar_solver) :: solver
  integer :: error, code, i, j

  call MPI_Init(error)
  flat%physics = isobar_physics(1e-4_dp, 0.4_dp, depth)
  over = flat
  over%ground%function => hills
  by_function = solution(over)
  allocate (heights(0:nx + 1, 0:ny + 1), source=-1._dp)
  heights(1:nx, 1:ny) = reshape([((hills(i, j), i=1, nx), j=1, ny)], [nx, ny])
  over%ground = isobar_column_numbers(array=heights(1:nx, 1:ny))
  by_array = solution(over)
  if (maxval(abs(by_function - by_array)) > 1e-12_dp*maxval(abs(by_array))) error stop "an array has another solution"
  over%ground = isobar_column_numbers(function=plateau)
  over_plateau = solution(over)
  flat%alpha_v%positions%function => thinner
  expected = solution(flat)
  if (maxval(abs(over_plateau - expected)) > 1e-8_dp*maxval(abs(expected))) error stop "a plateau is no thinner shell"
  if (maxval(abs(by_function - expected)) < 1e-3_dp*maxval(abs(expected))) error stop "hills have no effect"
  over%ground = isobar_column_numbers(array=heights(1:nx, 2:ny))
  call solver%create(isobar_grid(nx=nx, ny=ny, nz=nz, flux=isobar_vertex), over, comm=MPI_COMM_WORLD, stat=code, errmsg=line)
  if (code /= isobar_wrong_argument .or. line /= "ground: an array of 16 x 19 numbers; expected 16 x 20") error stop "not refused"
  call MPI_Finalize(error)

contains

  function solution(coefficients) result(u)
    type(isobar_coefficients), intent(in) :: coefficients
    real(dp), allocatable :: u(:, :, :)
    type(isobar_solver) :: own
    type(isobar_partition) :: mine
    type(isobar_report) :: report
    integer :: k
    call own%create(isobar_grid(nx=nx, ny=ny, nz=nz, flux=isobar_vertex), coefficients, comm=MPI_COMM_WORLD, &
                    options='solver.method = "cg-multigrid"'//new_line("a")//"solver.tolerance = 1e-10")
    mine = own%partition()
    allocate (u(mine%nx, mine%ny, nz))
    u = reshape([(((sin(0.5_dp*i + 0.3_dp*j) + k, i=mine%first_i, mine%last_i), j=mine%first_j, mine%last_j), k=1, nz)], shape(u))
    call own%solve(u, u, report)
    if (.not. report%converged()) error stop "not converged"
  end function
end program
