!> The pressure by a direct solve of the model's own matrix, to compare with: its Cholesky factors, on one rank.
module anelastic_direct
  use anelastic_grid
  implicit none
  private
  public :: solve_directly

  real(dp), allocatable :: factor(:, :) ! the lower triangle

contains

  !> Solves for p, whose halo stays. f: mass that enters a cell, over the time step and the box's side.
  subroutine solve_directly(f, p)
    real(dp), intent(in) :: f(:, :, :)
    real(dp), intent(inout) :: p(0:, 0:, 0:)
    real(dp) :: x(nx*ny*nz)
    integer :: n
    if (.not. allocated(factor)) call factorise()
    x = reshape(f, shape(x))
    do n = 1, size(x)
      x(n) = x(n)/factor(n, n)
      x(n + 1:) = x(n + 1:) - x(n)*factor(n + 1:, n)
    end do
    do n = size(x), 1, -1
      x(n) = (x(n) - dot_product(factor(n + 1:, n), x(n + 1:)))/factor(n, n)
    end do
    p(1:nx, 1:ny, 1:nz) = reshape(x, [nx, ny, nz])
  end subroutine

  subroutine factorise()
    integer :: n, m
    if (ranks > 1) error stop "a direct solve is one rank's"
    call assemble()
    do n = 1, size(factor, 1)
      factor(n, n) = sqrt(factor(n, n))
      factor(n + 1:, n) = factor(n + 1:, n)/factor(n, n)
      do m = n + 1, size(factor, 1)
        if (factor(m, n) /= 0) factor(m:, m) = factor(m:, m) - factor(m, n)*factor(m:, n)
      end do
    end do
  end subroutine

  !> A face between two cells lets density * area / distance through. p is determined but for a constant, which one cell's diagonal fixes.
  subroutine assemble()
    integer :: i, j, k
    allocate (factor(nx*ny*nz, nx*ny*nz), source=0._dp)
    do k = 1, nz
      do j = 1, ny
        do i = 1, nx
          call couple(cell(i, j, k), cell(i - 1, j, k), face_x(i, j, k)/dx)
          call couple(cell(i, j, k), cell(i, j - 1, k), face_y(i, j, k)/dy)
          if (k > 1) call couple(cell(i, j, k), cell(i, j, k - 1), face_z(k)/(dz*share(i, j)))
        end do
      end do
    end do
    factor(1, 1) = 2*factor(1, 1)
  end subroutine

  subroutine couple(m, n, conductance)
    integer, intent(in) :: m, n
    real(dp), intent(in) :: conductance
    factor(m, m) = factor(m, m) + conductance/side
    factor(n, n) = factor(n, n) + conductance/side
    factor(max(m, n), min(m, n)) = factor(max(m, n), min(m, n)) - conductance/side
  end subroutine

  !> Number of a cell, by indices that may be one beyond a periodic side.
  pure function cell(i, j, k) result(n)
    integer, intent(in) :: i, j, k
    integer :: n
    n = modulo(i - 1, nx) + 1 + nx*(modulo(j - 1, ny) + ny*(k - 1))
  end function
end module
