!> The halo of one column around the columns of a rank, with its corners.
module anelastic_halo
  use anelastic_grid
  implicit none

contains

  !> Fills the halo of q (0:mx + 1, 0:my + 1, 0:nz + 1) with the cells of other ranks: first along x, then whole rows along y.
  subroutine exchange(q)
    real(dp), intent(inout) :: q(0:, 0:, 0:)
    q(0, :, :) = received(q(mx, :, :), to=neighbour(1, 0), from=neighbour(-1, 0))
    q(mx + 1, :, :) = received(q(1, :, :), to=neighbour(-1, 0), from=neighbour(1, 0))
    q(:, 0, :) = received(q(:, my, :), to=neighbour(0, 1), from=neighbour(0, -1))
    q(:, my + 1, :) = received(q(:, 1, :), to=neighbour(0, -1), from=neighbour(0, 1))
  end subroutine

  !> The numbers that rank `from` sends, while this rank sends `own` to rank `to`.
  function received(own, to, from) result(theirs)
    real(dp), intent(in), contiguous :: own(:, :)
    integer, intent(in) :: to, from
    real(dp) :: theirs(size(own, 1), size(own, 2))
    call MPI_Sendrecv(own, size(own), MPI_DOUBLE_PRECISION, to, 0, theirs, size(own), MPI_DOUBLE_PRECISION, from, 0, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  end function

  !> The rank so many places eastwards and northwards; sides are periodic.
  pure function neighbour(east, north) result(other)
    integer, intent(in) :: east, north
    integer :: other
    other = modulo(mod(rank, ranks_x) + east, ranks_x) + ranks_x*modulo(rank/ranks_x + north, ranks_y)
  end function
end module
