! Refusals of the module isobar: on all ranks if one rank is wrong, in lines whose indices count from 1.
module wrong_functions
  use, intrinsic :: iso_c_binding, only: dp => c_double
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer :: calls = 0
contains
  function hole(i, j) result(number)
    integer, intent(in) :: i, j
    real(dp) :: number
    number = 1
    if (i == 3 .and. j == 5) number = ieee_value(number, ieee_quiet_nan)
  end function

  function stop_at_two(iteration, residual_norm, relative_residual) result(stop_here)
    integer, intent(in) :: iteration
    real(dp), intent(in) :: residual_norm, relative_residual
    logical :: stop_here
    calls = calls + 1
    stop_here = iteration == 2 .and. residual_norm >= relative_residual*0
  end function
end module

program errors
  use isobar
  use wrong_functions
  use mpi
  implicit none
  integer, parameter :: nx = 16, ny = 20, nz = 8
  type(isobar_solver) :: solver, other
  type(isobar_grid) :: grid, wrong_grid
  type(isobar_coefficients) :: c, wrong
  type(isobar_partition) :: mine
  type(isobar_report) :: report
  real(dp), allocatable, target :: numbers(:, :)
  real(dp), allocatable :: f(:, :, :), u(:, :, :)
  character(len=300) :: line
  integer :: error, rank, ranks, code
  logical :: last

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  last = rank == ranks - 1
  grid = isobar_grid(nx=nx, ny=ny, nz=nz)
  c = isobar_coefficients(isobar_atmosphere(time_step=2400._dp))
  allocate (numbers(nx, ny), source=1._dp)

  wrong_grid = grid
  if (last) wrong_grid%domain = 8
  call solver%create(wrong_grid, c, comm=MPI_COMM_WORLD, stat=code, errmsg=line)
  call expect("grid.domain")
  wrong_grid = grid
  wrong_grid%interfaces = [0._dp, 0.1_dp]
  call solver%create(wrong_grid, c, comm=MPI_COMM_WORLD, stat=code, errmsg=line)
  call expect("grid.interfaces: an array of 2 numbers; expected 9")
  wrong = c
  wrong%alpha_v%heights = [1._dp]
  call solver%create(grid, wrong, comm=MPI_COMM_WORLD, stat=code, errmsg=line)
  call expect("alpha_v.heights: an array of 1 numbers; expected 8")
  wrong = c
  wrong%beta%positions%array => numbers(:, 2:)
  call solver%create(grid, wrong, comm=MPI_COMM_WORLD, stat=code, errmsg=line)
  call expect("beta.positions: an array of 16 x 19 numbers; expected 16 x 20")
  wrong = c
  wrong%beta%positions%array => numbers(1:0, :)
  call solver%create(grid, wrong, comm=MPI_COMM_WORLD, stat=code, errmsg=line)
  call expect("beta.positions")
  wrong = c
  wrong%alpha_h%positions%function => hole
  call solver%create(grid, wrong, comm=MPI_COMM_WORLD, stat=code, errmsg=line)
  call expect("(3, 5)")
  call solver%create(grid, c, comm=MPI_COMM_WORLD, options="solver.method = 3", stat=code, errmsg=line)
  call expect("method")
  call solver%create(grid, c, comm=MPI_COMM_WORLD, transport=17, stat=code, errmsg=line)
  call expect("options.transport = 17")
  call solver%update(c, stat=code, errmsg=line)
  call expect("solver is null")

  call solver%create(grid, c, comm=MPI_COMM_WORLD, options="solver.tolerance = 1e-8")
  mine = solver%partition()
  allocate (f(mine%nx, mine%ny, nz), u(mine%nx, mine%ny, nz), source=1._dp)
  if (last) then
    call solver%solve(f(:, :, 2:), u, report, stat=code, errmsg=line)
  else
    call solver%solve(f, u, report, stat=code, errmsg=line)
  end if
  call expect("f: ")
  call solver%solve(f, u, report, order=6, stat=code, errmsg=line)
  call expect("f_layout: of an order that there is not")
  call solver%solve(f, u, report, right_side=merge(4, 0, last), stat=code, errmsg=line)
  call expect("")
  call solver%solve(f, u, order=isobar_kij, stat=code, errmsg=line)
  call expect("f: ")
  if (mine%first_i == 1 .and. mine%first_j == 1) f(2, 3, 4) = ieee_value(1._dp, ieee_quiet_nan)
  call solver%solve(f, u, report, stat=code, errmsg=line)
  call expect("f: cell (2, 3, 4) is not finite")
  f = 1
  wrong = c
  if (last) wrong%physics%omega_squared = -1
  call solver%update(wrong, stat=code, errmsg=line)
  call expect("")
  call solver%set_options("multigrid.levels = 2", stat=code, errmsg=line)
  call expect("multigrid.levels = 2: wants a new solver")
  if (ranks > 1) then
    call solver%set_options(merge("solver.tolerance = 1e-3", "solver.tolerance = 1e-4", last), stat=code, errmsg=line)
    call expect("in options: solver.tolerance = 1e-3 instead of solver.tolerance = 1e-4")
  end if
  call solver%set_options("solver.max_iterations = 1")
  call solver%solve(f, u, report)
  if (report%status /= isobar_not_converged .or. report%iterations /= 1) error stop 18
  call solver%set_options("solver.max_iterations = 100")
  if (last) call solver%set_monitor(stop_at_two)
  call solver%solve(f, u, report)
  if (report%status /= isobar_interrupted .or. report%iterations /= 3 .or. .not. report%stop_asked) error stop 12
  if (last .neqv. calls > 0) error stop 13
  if (report%status_text() /= "interrupted") error stop 14
  if (last) call solver%set_monitor()
  call solver%solve(f, u, report, stat=code, errmsg=line)
  if (code /= isobar_ok .or. line /= "" .or. .not. report%converged()) error stop 15
  call local_solver()
  call other%destroy() ! none, which is no error
  call solver%create(grid, c, comm=MPI_COMM_WORLD) ! the old one ends
  call solver%destroy()
  call isobar_finalise()
  call solver%create(grid, c, stat=code, errmsg=line)
  if (code /= isobar_failed) error stop 16
  call MPI_Finalize(error)
  if (rank == 0) print "(a)", "all refused"

contains

  !> Ends with its procedure.
  subroutine local_solver()
    type(isobar_solver) :: own
    call own%create(grid, c, comm=MPI_COMM_WORLD)
    if (own%levels() == "" .or. own%unused_options() /= "") error stop 17
  end subroutine

  subroutine expect(part)
    character(len=*), intent(in) :: part
    if (code == isobar_wrong_argument .and. (index(line, part) > 0 .or. .not. last)) return
    print "(a, i0, 5a)", "rank ", rank, ": '", trim(line), "' has no '", part, "'"
    error stop 11
  end subroutine
end program
