!> The state of all ranks in one file: u, v, w and b' (nx, ny, nz) one after the other, as double numbers.
module anelastic_files
  use anelastic_dynamics
  implicit none
  private
  public :: write_state, difference_from

contains

  subroutine write_state(name)
    character(len=*), intent(in) :: name
    real(dp) :: state(mx, my, nz, 4)
    type(MPI_File) :: file
    call open_state(name, MPI_MODE_CREATE + MPI_MODE_WRONLY, file)
    state = own_state()
    call MPI_File_write_all(file, state, size(state), MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE)
    call MPI_File_close(file)
  end subroutine

  !> The largest difference from a file, each quantity in units of its largest number there.
  function difference_from(name) result(difference)
    character(len=*), intent(in) :: name
    real(dp) :: difference, theirs(mx, my, nz, 4), mine(mx, my, nz, 4)
    type(MPI_File) :: file
    integer :: n
    call open_state(name, MPI_MODE_RDONLY, file)
    call MPI_File_read_all(file, theirs, size(theirs), MPI_DOUBLE_PRECISION, MPI_STATUS_IGNORE)
    call MPI_File_close(file)
    mine = own_state()
    difference = 0
    do n = 1, 4
      difference = max(difference, largest_of_ranks(maxval(abs(mine(:, :, :, n) - theirs(:, :, :, n)))) &
                       /largest_of_ranks(maxval(abs(theirs(:, :, :, n)))))
    end do
  end function

  function own_state() result(state)
    real(dp) :: state(mx, my, nz, 4)
    state(:, :, :, 1) = own(u)
    state(:, :, :, 2) = own(v)
    state(:, :, :, 3) = own(w)
    state(:, :, :, 4) = own(b - stability*height)
  end function

  !> With this rank's columns in view.
  subroutine open_state(name, mode, file)
    character(len=*), intent(in) :: name
    integer, intent(in) :: mode
    type(MPI_File), intent(out) :: file
    type(MPI_Datatype) :: columns
    integer :: error
    call MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, file, error)
    if (error /= MPI_SUCCESS) error stop "a file of the state cannot be opened"
    call MPI_Type_create_subarray(4, [nx, ny, nz, 4], [mx, my, nz, 4], [first_i - 1, first_j - 1, 0, 0], MPI_ORDER_FORTRAN, &
                                  MPI_DOUBLE_PRECISION, columns)
    call MPI_Type_commit(columns)
    call MPI_File_set_view(file, 0_MPI_OFFSET_KIND, MPI_DOUBLE_PRECISION, columns, "native", MPI_INFO_NULL)
    call MPI_Type_free(columns)
  end subroutine
end module
