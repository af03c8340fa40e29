!> Solvers of the module isobar.
module isobar_solvers
  use, intrinsic :: iso_fortran_env, only: error_unit
  use isobar_bindings
  use isobar_problem
  implicit none
  private
  public :: isobar_solver, isobar_partition, isobar_report, isobar_monitor
  public :: isobar_initialise, isobar_finalise, isobar_version, isobar_lines

  integer, parameter, public :: isobar_fastest = 0, isobar_peer = 1, isobar_segment = 2, isobar_nccl = 3, &
                                isobar_device_mpi = 4, isobar_staged = 5
  integer, parameter, public :: isobar_cell_means = 0, isobar_integrals = 1
  integer, parameter, public :: isobar_ok = 0, isobar_wrong_argument = 1, isobar_no_memory = 2, isobar_environment = 3, &
                                isobar_failed = 4
  integer, parameter, public :: isobar_converged = 0, isobar_not_converged = 1, isobar_not_finite = 2, &
                                isobar_breakdown = 3, isobar_interrupted = 4, isobar_diverged = 5, isobar_stagnated = 6
  !> What the indices of arrays of cells are: a(i, j, k), and so on.
  integer, parameter, public :: isobar_ijk = 0, isobar_ikj = 1, isobar_jik = 2, isobar_jki = 3, isobar_kij = 4, isobar_kji = 5
  integer, parameter :: axes_of(3, 0:5) = reshape([1, 2, 3, 1, 3, 2, 2, 1, 3, 2, 3, 1, 3, 1, 2, 3, 2, 1], [3, 6])

  !> The columns of this rank, in columns of the whole domain.
  type :: isobar_partition
    integer :: first_i = 0, last_i = 0, first_j = 0, last_j = 0, nx = 0, ny = 0, global_nx = 0, global_ny = 0
  end type

  !> How a solve ended. Norms are 2-norms over all ranks, volume-integrated; norms(0) is that of the right-hand side.
  type :: isobar_report
    integer :: status = isobar_not_converged, iterations = 0
    logical :: stop_asked = .false.
    real(c_double) :: relative_residual = 0
    real(c_double), allocatable :: norms(:)
  contains
    procedure :: converged
    procedure :: status_text
  end type

  abstract interface
    !> Called on every rank after each iteration; .true. asks all ranks to stop.
    function isobar_monitor(iteration, residual_norm, relative_residual) result(stop_here)
      import :: c_double
      integer, intent(in) :: iteration
      real(c_double), intent(in) :: residual_norm, relative_residual
      logical :: stop_here
    end function
  end interface

  type :: held_monitor
    procedure(isobar_monitor), pointer, nopass :: call => null()
  end type

  !> A solver on the columns of the ranks of a communicator. It ends with destroy or when its variable does, on all ranks. It is
  !> not to be copied.
  !>
  !> Every subroutine has stat and errmsg: a code of isobar.h and its line, in which indices count from 1, as far as it fits; blank
  !> without an error. Without stat an error prints the line and ends the program with code 2.
  type :: isobar_solver
    private
    type(c_ptr) :: handle = c_null_ptr
    type(held_monitor), pointer :: held => null()
  contains
    procedure :: create, destroy, solve, solve_from, update, set_monitor
    procedure :: partition, levels, transport, unused_options, factor_distance
    final :: end_solver
  end type

  abstract interface
    function c_solves(solver, f, f_layout, u, u_layout, right_side, report) bind(c) result(code)
      import :: c_ptr, c_int, c_layout, c_report
      type(c_ptr), value :: solver, f, u
      type(c_layout), intent(in) :: f_layout, u_layout
      integer(c_int), value :: right_side
      type(c_report), intent(out) :: report
      integer(c_int) :: code
    end function
  end interface

contains

  !> Collective over comm, the number of a communicator (comm%MPI_VAL with mpi_f08). Without it: one rank, without MPI. options: TOML as in a
  !> deck (docs/deck.md). A solver that is there ends first.
  subroutine create(self, grid, coefficients, options, comm, transport, stat, errmsg)
    class(isobar_solver), intent(inout) :: self
    type(isobar_grid), intent(in), target :: grid
    type(isobar_coefficients), intent(in), target :: coefficients
    character(len=*), intent(in), optional :: options
    integer, intent(in), optional :: comm, transport
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    character(len=:, kind=c_char), allocatable, target :: sections
    type(c_options) :: c
    integer(c_int) :: code
    call end_solver(self)
    sections = c_null_char
    if (present(options)) sections = options//c_null_char
    c%sections = c_loc(sections)
    if (present(transport)) c%transport = transport
    if (present(comm)) then
      code = c_create_on(comm, grid_for_c(grid), coefficients_for_c(coefficients), c, self%handle)
    else
      code = c_create(grid_for_c(grid), coefficients_for_c(coefficients), c, self%handle)
    end if
    call tell(code, stat, errmsg)
  end subroutine

  !> Collective. A solver that is none stays so.
  subroutine destroy(self, stat, errmsg)
    class(isobar_solver), intent(inout) :: self
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int) :: code
    code = c_destroy(self%handle)
    self%handle = c_null_ptr
    call tell(code, stat, errmsg)
    if (associated(self%held)) deallocate (self%held)
  end subroutine

  !> Solves from u = 0. f is read, u written: sections of any strides, as p(1:nx, 1:ny, :), whose extents are this rank's. order says what
  !> their indices are. Collective.
  subroutine solve(self, f, u, report, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    real(c_double), intent(in), target :: f(:, :, :)
    real(c_double), intent(inout), target :: u(:, :, :)
    type(isobar_report), intent(out), optional :: report
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(solved(c_solve, self%handle, f, u, report, right_side, order), stat, errmsg)
  end subroutine

  !> The same from the guess that stands in u.
  subroutine solve_from(self, f, u, report, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    real(c_double), intent(in), target :: f(:, :, :)
    real(c_double), intent(inout), target :: u(:, :, :)
    type(isobar_report), intent(out), optional :: report
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(solved(c_solve_from, self%handle, f, u, report, right_side, order), stat, errmsg)
  end subroutine

  function solved(how, handle, f, u, report, right_side, order) result(code)
    procedure(c_solves) :: how
    type(c_ptr), intent(in) :: handle
    real(c_double), intent(in), target :: f(:, :, :)
    real(c_double), intent(inout), target :: u(:, :, :)
    type(isobar_report), intent(inout), optional :: report
    integer, intent(in), optional :: right_side, order
    integer(c_int) :: code
    type(c_report) :: c
    real(c_double), pointer :: norms(:)
    integer :: kind, indices
    kind = isobar_cell_means
    if (present(right_side)) kind = right_side
    indices = isobar_ijk
    if (present(order)) indices = order
    code = how(handle, first_of(f), layout_of(f, indices), first_of(u), layout_of(u, indices), kind, c)
    if (code /= isobar_ok .or. .not. present(report)) return
    report%status = c%status
    report%iterations = c%iterations
    report%stop_asked = c%stop_asked /= 0
    report%relative_residual = c%relative_residual
    call c_f_pointer(c%norms, norms, [c%norm_count])
    allocate (report%norms(0:c%norm_count - 1), source=norms)
  end function

  !> Null where there is no cell.
  function first_of(cells) result(first)
    real(c_double), intent(in), target :: cells(:, :, :)
    type(c_ptr) :: first
    first = c_null_ptr
    if (size(cells) > 0) first = c_loc(cells(1, 1, 1))
  end function

  !> An order that there is not has a place that there is not, which all ranks refuse.
  function layout_of(cells, order) result(layout)
    real(c_double), intent(in), target :: cells(:, :, :)
    integer, intent(in) :: order
    type(c_layout) :: layout
    integer :: strides_along(3), axis(3)
    if (order < isobar_ijk .or. order > isobar_kji) then
      layout%place = -1
      return
    end if
    axis = axes_of(:, order)
    layout%cells(axis) = shape(cells)
    layout%strides = 1
    if (size(cells) == 0) return
    strides_along = 1
    if (size(cells, 1) > 1) strides_along(1) = int(numbers_between(c_loc(cells(1, 1, 1)), c_loc(cells(2, 1, 1))))
    if (size(cells, 2) > 1) strides_along(2) = int(numbers_between(c_loc(cells(1, 1, 1)), c_loc(cells(1, 2, 1))))
    if (size(cells, 3) > 1) strides_along(3) = int(numbers_between(c_loc(cells(1, 1, 1)), c_loc(cells(1, 1, 2))))
    layout%strides(axis) = strides_along
  end function

  !> Coefficients of the same kind for the next time step. Collective.
  subroutine update(self, coefficients, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    type(isobar_coefficients), intent(in), target :: coefficients
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(c_update(self%handle, coefficients_for_c(coefficients)), stat, errmsg)
  end subroutine

  !> Without a monitor: none from here on. Not collective.
  subroutine set_monitor(self, monitor, stat, errmsg)
    class(isobar_solver), intent(inout) :: self
    procedure(isobar_monitor), optional :: monitor
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int) :: code
    if (present(monitor)) then
      if (.not. associated(self%held)) allocate (self%held)
      self%held%call => monitor
      code = c_set_monitor(self%handle, c_funloc(call_monitor), c_loc(self%held))
    else
      code = c_set_monitor(self%handle, c_null_funptr, c_null_ptr)
    end if
    call tell(code, stat, errmsg)
  end subroutine

  function call_monitor(iteration, residual_norm, relative_residual, context) bind(c) result(stop_here)
    integer(c_int), value :: iteration
    real(c_double), value :: residual_norm, relative_residual
    type(c_ptr), value :: context
    integer(c_int) :: stop_here
    type(held_monitor), pointer :: held
    call c_f_pointer(context, held)
    stop_here = merge(1, 0, held%call(int(iteration), residual_norm, relative_residual))
  end function

  !> Not collective, as all below.
  function partition(self) result(mine)
    class(isobar_solver), intent(in) :: self
    type(isobar_partition) :: mine
    type(c_partition) :: c
    call tell(c_partition_of(self%handle, c))
    mine = isobar_partition(c%first_i + 1, c%first_i + c%nx, c%first_j + 1, c%first_j + c%ny, c%nx, c%ny, c%global_nx, c%global_ny)
  end function

  !> One line about multigrid's levels.
  function levels(self) result(text)
    class(isobar_solver), intent(in) :: self
    character(len=:), allocatable :: text
    type(c_ptr) :: c
    call tell(c_levels(self%handle, c))
    text = fortran_text(c)
  end function

  !> One line about the way of halos.
  function transport(self) result(text)
    class(isobar_solver), intent(in) :: self
    character(len=:), allocatable :: text
    type(c_ptr) :: c
    call tell(c_transport_of(self%handle, c))
    text = fortran_text(c)
  end function

  !> A line for each option without an effect.
  function unused_options(self) result(text)
    class(isobar_solver), intent(in) :: self
    character(len=:), allocatable :: text
    type(c_ptr) :: c
    call tell(c_unused_options(self%handle, c))
    text = fortran_text(c)
  end function

  !> How far numbers a cell are from the products that multigrid has in their place, as factors.
  subroutine factor_distance(self, largest, rms)
    class(isobar_solver), intent(in) :: self
    real(c_double), intent(out) :: largest, rms
    call tell(c_factor_distance(self%handle, largest, rms))
  end subroutine

  subroutine end_solver(self)
    type(isobar_solver), intent(inout) :: self
    integer :: ignored
    call destroy(self, stat=ignored)
  end subroutine

  pure function converged(self)
    class(isobar_report), intent(in) :: self
    logical :: converged
    converged = self%status == isobar_converged
  end function

  function status_text(self) result(text)
    class(isobar_report), intent(in) :: self
    character(len=:), allocatable :: text
    text = fortran_text(isobar_status_text(self%status))
  end function

  !> Optional: the first solver initialises Kokkos.
  subroutine isobar_initialise(stat, errmsg)
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(c_initialise(), stat, errmsg)
  end subroutine

  !> Ends all solvers and Kokkos; no solver can be made after it. A program that ends without it leaves memory to the system.
  subroutine isobar_finalise(stat, errmsg)
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(c_finalise(), stat, errmsg)
  end subroutine

  function isobar_version() result(text)
    character(len=:), allocatable :: text
    text = fortran_text(c_version())
  end function

  !> The lines of a text: options = isobar_lines([character(40) :: "[solver]", "tolerance = 1e-8"]).
  pure function isobar_lines(lines) result(text)
    character(len=*), intent(in) :: lines(:)
    character(len=:), allocatable :: text
    integer :: n
    text = ""
    do n = 1, size(lines)
      text = text//trim(lines(n))//new_line("a")
    end do
  end function

  subroutine tell(code, stat, errmsg)
    integer(c_int), intent(in) :: code
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    character(len=:), allocatable :: line
    line = fortran_text(isobar_error_text_from(1))
    if (present(stat)) stat = code
    if (present(errmsg)) errmsg = line
    if (present(stat) .or. code == isobar_ok) return
    write (error_unit, "(a)") line
    call c_exit(2) ! error stop would print more
  end subroutine
end module
