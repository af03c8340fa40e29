!> Arguments and results of the module isobar's solvers: cells of any strides, codes and their lines, reports.
module isobar_results
  use, intrinsic :: iso_fortran_env, only: error_unit
  use isobar_bindings
  implicit none
  private
  public :: isobar_partition, isobar_report, isobar_block_cells, report_of, tell
  public :: cells_for_c, blocks_of_cells_for_c, cells_of, blocks_of

  integer, parameter, public :: isobar_cell_means = 0, isobar_integrals = 1
  integer, parameter, public :: isobar_ok = 0, isobar_wrong_argument = 1, isobar_no_memory = 2, isobar_environment = 3, &
                                isobar_failed = 4
  integer, parameter, public :: isobar_converged = 0, isobar_not_converged = 1, isobar_not_finite = 2, &
                                isobar_breakdown = 3, isobar_interrupted = 4, isobar_diverged = 5, isobar_stagnated = 6
  !> The order of an array's indices: a(i, j, k), and so on.
  integer, parameter, public :: isobar_ijk = 0, isobar_ikj = 1, isobar_jik = 2, isobar_jki = 3, isobar_kij = 4, isobar_kji = 5
  integer, parameter :: axes_of(3, 0:5) = reshape([1, 2, 3, 1, 3, 2, 2, 1, 3, 2, 3, 1, 3, 1, 2, 3, 2, 1], [3, 6])

  !> The columns of this rank, in columns of the whole domain.
  type :: isobar_partition
    integer :: first_i = 0, last_i = 0, first_j = 0, last_j = 0, nx = 0, ny = 0, global_nx = 0, global_ny = 0
  end type

  !> The cells of one of several blocks, in real64 or in real32.
  type :: isobar_block_cells
    real(c_double), pointer :: array(:, :, :) => null()
    real(c_float), pointer :: float_array(:, :, :) => null()
  end type

  !> The addresses and layouts of cells; null if there are none.
  type :: cells_for_c
    type(c_ptr) :: first = c_null_ptr
    type(c_layout) :: layout
  end type

  !> The same for several blocks.
  type :: blocks_of_cells_for_c
    type(c_ptr), allocatable :: first(:)
    type(c_layout), allocatable :: layouts(:)
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

contains

  !> The layout of cells in real(c_double) or real(c_float). Other numbers and unknown orders get a layout that all ranks refuse.
  function cells_of(cells, order) result(c)
    class(*), intent(in), target :: cells(:, :, :)
    integer, intent(in) :: order
    type(cells_for_c) :: c
    type(c_ptr) :: places(0:3)
    integer :: axis(3), strides(3), next(3), d, bytes
    if (order < isobar_ijk .or. order > isobar_kji) then
      c%layout%place = -1
      return
    end if
    axis = axes_of(:, order)
    c%layout%cells(axis) = shape(cells)
    next = min(2, shape(cells)) ! of each index, the second cell if there is one
    c%layout%strides = 1
    select type (cells)
    type is (real(c_double))
      bytes = 8
      if (size(cells) > 0) places = [c_loc(cells(1, 1, 1)), c_loc(cells(next(1), 1, 1)), c_loc(cells(1, next(2), 1)), &
                                     c_loc(cells(1, 1, next(3)))]
    type is (real(c_float))
      bytes = 4
      c%layout%number = 1
      if (size(cells) > 0) places = [c_loc(cells(1, 1, 1)), c_loc(cells(next(1), 1, 1)), c_loc(cells(1, next(2), 1)), &
                                     c_loc(cells(1, 1, next(3)))]
    class default
      c%layout%number = -1
      return
    end select
    if (size(cells) == 0) return
    c%first = places(0)
    do d = 1, 3
      strides(d) = 1
      if (next(d) > 1) strides(d) = int(numbers_between(places(0), places(d), bytes))
    end do
    c%layout%strides(axis) = strides
  end function

  function blocks_of(cells, order) result(c)
    type(isobar_block_cells), intent(in) :: cells(:)
    integer, intent(in) :: order
    type(blocks_of_cells_for_c) :: c
    type(cells_for_c) :: one
    integer :: n
    allocate (c%first(size(cells) + 1), c%layouts(size(cells) + 1)) ! an address for no block, too
    c%first = c_null_ptr
    do n = 1, size(cells)
      one = cells_for_c()
      if (associated(cells(n)%array)) one = cells_of(cells(n)%array, order)
      if (associated(cells(n)%float_array)) one = cells_of(cells(n)%float_array, order)
      c%first(n) = one%first
      c%layouts(n) = one%layout
    end do
  end function

  function report_of(c) result(report)
    type(c_report), intent(in) :: c
    type(isobar_report) :: report
    real(c_double), pointer :: norms(:)
    report%status = c%status
    report%iterations = c%iterations
    report%stop_asked = c%stop_asked /= 0
    report%relative_residual = c%relative_residual
    call c_f_pointer(c%norms, norms, [c%norm_count])
    allocate (report%norms(0:c%norm_count - 1), source=norms)
  end function

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

  !> Without stat, an error prints its line and ends the program.
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
