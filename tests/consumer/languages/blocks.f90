! Blocks of the caller: two a rank, none on the last of several ranks, have the solution of Isobar's own columns.
program blocks
  use, intrinsic :: iso_c_binding, only: dp => c_double, c_int64_t
  use isobar
  use mpi
  implicit none
  integer, parameter :: nx = 16, ny = 24, nz = 6
  type(isobar_solver) :: plain, solver
  type(isobar_report) :: report
  type(isobar_partition) :: mine
  type(isobar_block), allocatable :: own(:)
  type(isobar_block_cells), allocatable :: f(:), u(:)
  real(dp), allocatable :: right(:, :, :), p(:, :, :)
  real(dp) :: whole(nx, ny, nz), expected(nx, ny, nz), seconds
  integer(c_int64_t) :: columns, bytes
  integer :: error, rank, ranks, owners, first, last, n

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call plain%create(grid(), coefficients(), options="solver.tolerance = 1e-9", comm=MPI_COMM_WORLD)
  mine = plain%partition()
  right = sources(mine%first_i, mine%first_j, mine%nx, mine%ny)
  allocate (p(mine%nx, mine%ny, nz))
  call plain%solve(right, p)
  whole = 0
  whole(mine%first_i:mine%last_i, mine%first_j:mine%last_j, :) = p
  call MPI_Allreduce(whole, expected, size(whole), MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)

  owners = max(1, ranks - 1)
  first = ny*rank/owners + 1
  last = ny*(rank + 1)/owners
  own = [isobar_block(7, first, nx - 6, last - first + 1), isobar_block(1, first, 6, last - first + 1)]
  if (rank >= owners) own = [isobar_block ::]
  call solver%create(grid(), coefficients(), options="solver.tolerance = 1e-9", comm=MPI_COMM_WORLD, blocks=own)
  allocate (f(size(own)), u(size(own)))
  do n = 1, size(own)
    allocate (f(n)%array, source=sources(own(n)%first_i, own(n)%first_j, own(n)%nx, own(n)%ny))
    allocate (u(n)%array, mold=f(n)%array)
  end do
  call solver%solve_blocks(f, u, report)
  if (.not. report%converged()) error stop "the blocks' solve does not converge"
  do n = 1, size(own)
    whole(:own(n)%nx, :own(n)%ny, :) = expected(own(n)%first_i:own(n)%first_i + own(n)%nx - 1, &
                                                own(n)%first_j:own(n)%first_j + own(n)%ny - 1, :)
    if (maxval(abs(u(n)%array - whole(:own(n)%nx, :own(n)%ny, :))) > 1e-6_dp*maxval(abs(expected))) &
      error stop "the blocks' solution is another one"
  end do
  call solver%solve_from_blocks(f, u, report)
  if (report%iterations /= 0) error stop "the solution is no good guess"
  call check_operator()
  call solver%redistributed(columns, bytes, seconds)
  if (columns < 0 .or. bytes < 0 .or. seconds < 0) error stop "redistributed"
  call MPI_Finalize(error)
contains
  !> The residual of the solution is small, in real32 too, and is f - A u; the diagonal is that of Isobar's own columns.
  subroutine check_operator()
    type(isobar_block_cells) :: image(size(own)), r(size(own)), d(size(own))
    real(dp) :: norm, single
    do n = 1, size(own)
      allocate (image(n)%array, d(n)%array, mold=f(n)%array)
      allocate (r(n)%float_array(own(n)%nx, own(n)%ny, nz))
    end do
    call solver%apply_blocks(u, image)
    call solver%residual_blocks(f, u, r, norm)
    call plain%residual(right, p, right, single)
    if (norm > 1e-7_dp*report%norms(0) .or. single > 1e-7_dp*report%norms(0)) error stop "the residual is large"
    do n = 1, size(own)
      if (any(abs(f(n)%array - image(n)%array - r(n)%float_array) > 1e-6_dp)) error stop "the residual is another one"
    end do
    call solver%diagonal_blocks(d)
    call plain%diagonal(p)
    whole = 0
    whole(mine%first_i:mine%last_i, mine%first_j:mine%last_j, :) = p
    call MPI_Allreduce(whole, expected, size(whole), MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
    do n = 1, size(own)
      if (any(d(n)%array /= expected(own(n)%first_i:own(n)%first_i + own(n)%nx - 1, &
                                     own(n)%first_j:own(n)%first_j + own(n)%ny - 1, :))) error stop "another diagonal"
    end do
  end subroutine
  function grid() result(all)
    type(isobar_grid) :: all
    all = isobar_grid(nx=nx, ny=ny, nz=nz)
  end function
  function coefficients() result(c)
    type(isobar_coefficients) :: c
    c = isobar_coefficients(isobar_atmosphere(time_step=2400._dp))
  end function
  function sources(i0, j0, columns_x, columns_y) result(numbers)
    integer, intent(in) :: i0, j0, columns_x, columns_y
    real(dp) :: numbers(columns_x, columns_y, nz)
    integer :: i, j, k
    do k = 1, nz
      do j = 1, columns_y
        numbers(:, j, k) = [(sin(0.3_dp*(i0 + i) + 0.2_dp*(j0 + j)*k), i=1, columns_x)]
      end do
    end do
  end function
end program
