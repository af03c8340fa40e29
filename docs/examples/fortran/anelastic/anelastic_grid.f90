!> Grid of the model: a box with periodic sides, a lid and a mountain, cut into rectangles of columns, one a rank.
!> Layers follow the ground up to the lid: a column over a ground of height h has the share 1 - h/depth of the depth.
module anelastic_grid
  use, intrinsic :: iso_c_binding, only: dp => c_double
  use mpi_f08
  implicit none

  real(dp), parameter :: side = 96e3_dp, depth = 12e3_dp        ! of the box, m
  real(dp), parameter :: mountain_height = 600, mountain_radius = 6e3_dp, scale_height = 9e3_dp ! m
  integer :: nx, ny, nz                                         ! cells of the whole domain
  real(dp) :: dx, dy, dz                                        ! of a cell over a flat ground, m
  integer :: rank, ranks, ranks_x, ranks_y                      ! rank = place in x + ranks_x * place in y
  integer :: first_i, first_j, mx, my                           ! this rank's columns

  ! Columns (0:mx + 1, 0:my + 1) of this rank and its halo. Faces are west, south and below of the cell of the same indices.
  real(dp), allocatable, target :: share(:, :)                  ! of the depth
  real(dp), allocatable :: height(:, :, :)                      ! of the cells' centres, m
  real(dp), allocatable :: slope_x(:, :, :), slope_y(:, :, :)   ! of layers at western and southern faces
  real(dp), allocatable :: density(:)                           ! a layer's, kg/m^3
  real(dp), allocatable :: mass(:, :, :)                        ! of cells, kg; 0 below the ground and above the lid
  real(dp), allocatable :: face_x(:, :, :), face_y(:, :, :), face_z(:) ! area times density, kg/m; face_z: 0 at ground and lid

contains

  subroutine set_up_grid(cells_x, cells_y, cells_z)
    integer, intent(in) :: cells_x, cells_y, cells_z
    integer :: i, j, k
    nx = cells_x; ny = cells_y; nz = cells_z
    dx = side/nx; dy = side/ny; dz = depth/nz
    call decompose()
    density = [(1.2_dp*exp(-(k - 0.5_dp)*dz/scale_height), k=1, nz)]
    allocate (share(0:mx + 1, 0:my + 1))
    allocate (height(0:mx + 1, 0:my + 1, 0:nz + 1), mass(0:mx + 1, 0:my + 1, 0:nz + 1), face_x(0:mx + 1, 0:my + 1, 0:nz + 1), &
              face_y(0:mx + 1, 0:my + 1, 0:nz + 1), slope_x(0:mx + 1, 0:my + 1, nz), slope_y(0:mx + 1, 0:my + 1, nz), source=0._dp)
    do k = 1, nz
      do j = 0, my + 1
        do i = 0, mx + 1
          call set_up_cell(i, j, k, first_i + i - 1, first_j + j - 1)
        end do
      end do
    end do
    allocate (face_z(nz + 1), source=0._dp)
    face_z(2:nz) = dx*dy*harmonic_mean(density(:nz - 1), density(2:))
  end subroutine

  subroutine set_up_cell(i, j, k, column_i, column_j)
    integer, intent(in) :: i, j, k, column_i, column_j
    real(dp) :: s
    s = (k - 0.5_dp)*dz
    share(i, j) = share_of(column_i, column_j)
    height(i, j, k) = ground(column_i, column_j) + s*share(i, j)
    mass(i, j, k) = density(k)*dx*dy*dz*share(i, j)
    face_x(i, j, k) = density(k)*dy*dz*harmonic_mean(share_of(column_i - 1, column_j), share(i, j))
    face_y(i, j, k) = density(k)*dx*dz*harmonic_mean(share_of(column_i, column_j - 1), share(i, j))
    slope_x(i, j, k) = (1 - s/depth)*(ground(column_i, column_j) - ground(column_i - 1, column_j))/dx
    slope_y(i, j, k) = (1 - s/depth)*(ground(column_i, column_j) - ground(column_i, column_j - 1))/dy
  end subroutine

  !> Height in m of column (i, j) of the whole domain, or of a column beyond its periodic sides.
  function ground(i, j) result(h)
    integer, intent(in) :: i, j
    real(dp) :: h, x, y
    x = (modulo(i - 1, nx) + 0.5_dp)*dx - side/2
    y = (modulo(j - 1, ny) + 0.5_dp)*dy - side/2
    h = mountain_height/(1 + (x**2 + y**2)/mountain_radius**2)**1.5_dp
  end function

  function share_of(i, j) result(m)
    integer, intent(in) :: i, j
    real(dp) :: m
    m = 1 - ground(i, j)/depth
  end function

  elemental function harmonic_mean(a, b) result(mean)
    real(dp), intent(in) :: a, b
    real(dp) :: mean
    mean = 2/(1/a + 1/b)
  end function

  !> The model's own decomposition: 2 x 2 rectangles on four ranks, and so on, of sizes that differ by 1 at most.
  subroutine decompose()
    integer :: dims(2)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    dims = 0
    call MPI_Dims_create(ranks, 2, dims)
    ranks_x = dims(2)
    ranks_y = dims(1)
    call cut(nx, ranks_x, mod(rank, ranks_x), first_i, mx)
    call cut(ny, ranks_y, rank/ranks_x, first_j, my)
  end subroutine

  !> Part `part`, from 0 on, of n cells in `parts` parts.
  pure subroutine cut(n, parts, part, first, cells)
    integer, intent(in) :: n, parts, part
    integer, intent(out) :: first, cells
    first = part*n/parts + 1
    cells = (part + 1)*n/parts - first + 1
  end subroutine

  !> The sum over all ranks.
  function sum_of_ranks(own) result(total)
    real(dp), intent(in) :: own
    real(dp) :: total
    call MPI_Allreduce(own, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  end function

  function largest_of_ranks(own) result(largest)
    real(dp), intent(in) :: own
    real(dp) :: largest
    call MPI_Allreduce(own, largest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD)
  end function
end module
