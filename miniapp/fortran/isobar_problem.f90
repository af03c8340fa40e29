!> The problem that the module isobar solves: grid and coefficients. Indices count from 1, (i, j, k) eastwards, northwards and upwards.
module isobar_problem
  use isobar_bindings
  implicit none
  private
  public :: isobar_grid, isobar_columns, isobar_column_numbers, isobar_cell_numbers
  public :: isobar_factor, isobar_coefficients, isobar_column_function, isobar_cell_function
  public :: isobar_block, isobar_side_numbers, isobar_boundary_values
  public :: grid_for_c, coefficients_for_c, blocks_for_c, boundary_values_for_c

  integer, parameter, public :: isobar_panel = 0, isobar_flat = 1, isobar_sphere = 2, isobar_equiangular_panel = 3
  integer, parameter, public :: isobar_graded = 0, isobar_uniform = 1
  integer, parameter, public :: isobar_flux_of_domain = 0, isobar_two_point = 1, isobar_vertex = 2
  integer, parameter, public :: isobar_default_boundary = 0, isobar_dirichlet = 1, isobar_neumann = 2, isobar_periodic = 3

  abstract interface
    !> A number of column (i, j) of the whole domain; of edges i = 1 to nx + 1 or j = 1 to ny + 1.
    function isobar_column_function(i, j) result(number)
      import :: c_double
      integer, intent(in) :: i, j
      real(c_double) :: number
    end function
    !> A number of cell (i, j, k) of the whole domain.
    function isobar_cell_function(i, j, k) result(number)
      import :: c_double
      integer, intent(in) :: i, j, k
      real(c_double) :: number
    end function
  end interface

  !> A rectangle of whole columns: its first column, and columns in x and y.
  type :: isobar_block
    integer :: first_i = 1, first_j = 1, nx = 0, ny = 0
  end type

  !> A number for each column of the whole domain, or of a caller's block. It is an array (nx, ny), which may be a
  !> section, or a function. Arrays of western edges are (nx + 1, ny), those of southern edges (nx, ny + 1).
  type :: isobar_column_numbers
    real(c_double), pointer :: array(:, :) => null()
    procedure(isobar_column_function), pointer, nopass :: function => null()
  end type

  !> The same for each cell: (nx, ny, nz).
  type :: isobar_cell_numbers
    real(c_double), pointer :: array(:, :, :) => null()
    procedure(isobar_cell_function), pointer, nopass :: function => null()
  end type

  !> The user's own columns: areas, and lengths and distances of edges in units of the radius.
  type :: isobar_columns
    type(isobar_column_numbers) :: area, west_length, west_distance, south_length, south_distance
  end type

  !> The whole domain.
  type :: isobar_grid
    integer :: nx = 0, ny = 0, nz = 0
    integer :: domain = isobar_panel, layers = isobar_graded, flux = isobar_flux_of_domain
    integer :: west = isobar_default_boundary, east = isobar_default_boundary
    integer :: south = isobar_default_boundary, north = isobar_default_boundary
    integer :: bottom = isobar_default_boundary, top = isobar_default_boundary
    integer :: ranks_x = 0, ranks_y = 0                !< the process grid; 0: it is chosen
    real(c_double), allocatable :: interfaces(:)       !< nz + 1 heights in units of the radius
    type(isobar_columns) :: columns
  end type

  !> A coefficient: the product of nz numbers, one a layer, and numbers a column; or numbers a cell.
  type :: isobar_factor
    real(c_double), allocatable :: heights(:)
    type(isobar_column_numbers) :: positions
    type(isobar_cell_numbers) :: cells
  end type

  !> Missing coefficients are 1, a missing xi is 0. isobar_coefficients(atmosphere) has the physics of an atmosphere.
  type :: isobar_coefficients
    type(isobar_physics) :: physics
    type(isobar_factor) :: alpha_h, alpha_v, beta
    type(isobar_factor) :: xi_x, xi_y, xi_z
    logical :: positions_as_before = .false.
    logical :: choose_levels = .false. !< in an update: automatic levels anew where the CFL number has moved by 1.5 or more
    type(isobar_column_numbers) :: ground !< its height in units of the radius, which all layers follow; needs isobar_vertex
  end type

  !> A number for each cell beside a side of the domain. It is a function of the cell, or an array of this rank's
  !> columns beside the side. Arrays may be sections: (ny, nz) for west and east, (nx, nz) for south and north, (nx, ny)
  !> for bottom and top.
  type :: isobar_side_numbers
    real(c_double), pointer :: array(:, :) => null()
    procedure(isobar_cell_function), pointer, nopass :: function => null()
  end type

  !> Values on the sides that replace 0. A Dirichlet side has u itself in the middle of the cell's face there. A Neumann
  !> side has the derivative of u along the outward normal, in units of the inverse radius (flat: of the box's side).
  type :: isobar_boundary_values
    type(isobar_side_numbers) :: west, east, south, north, bottom, top
  end type

  interface isobar_coefficients
    procedure :: coefficients_of_atmosphere
  end interface

contains

  function coefficients_of_atmosphere(atmosphere) result(coefficients)
    type(isobar_atmosphere), intent(in) :: atmosphere
    type(isobar_coefficients) :: coefficients
    coefficients%physics = isobar_physics_of(atmosphere)
  end function

  function column_number(i, j, context) bind(c) result(number)
    integer(c_int), value :: i, j
    type(c_ptr), value :: context
    real(c_double) :: number
    type(isobar_column_numbers), pointer :: numbers
    call c_f_pointer(context, numbers)
    number = numbers%function(int(i) + 1, int(j) + 1)
  end function

  function cell_number(i, j, k, context) bind(c) result(number)
    integer(c_int), value :: i, j, k
    type(c_ptr), value :: context
    real(c_double) :: number
    type(isobar_cell_numbers), pointer :: numbers
    call c_f_pointer(context, numbers)
    number = numbers%function(int(i) + 1, int(j) + 1, int(k) + 1)
  end function

  function columns_for_c(numbers) result(c)
    type(isobar_column_numbers), intent(in), target :: numbers
    type(c_column_numbers) :: c
    if (associated(numbers%function)) then
      c%function = c_funloc(column_number)
      c%context = c_loc(numbers)
    end if
    if (.not. associated(numbers%array)) return
    c%array = address(numbers%array)
    c%x_count = count_for_c(size(numbers%array, 1))
    c%y_count = count_for_c(size(numbers%array, 2))
    c%x_stride = 1
    if (size(numbers%array, 1) > 1) c%x_stride = numbers_between(c%array, address(numbers%array(2:, :)), 8)
    if (size(numbers%array, 2) > 1) c%y_stride = numbers_between(c%array, address(numbers%array(:, 2:)), 8)
  contains
    function address(array) result(first)
      real(c_double), intent(in), target :: array(:, :)
      type(c_ptr) :: first
      real(c_double), target, save :: nothing = 0
      first = c_loc(nothing)
      if (size(array) > 0) first = c_loc(array(1, 1))
    end function
  end function

  function cells_for_c(numbers) result(c)
    type(isobar_cell_numbers), intent(in), target :: numbers
    type(c_cell_numbers) :: c
    if (associated(numbers%function)) then
      c%function = c_funloc(cell_number)
      c%context = c_loc(numbers)
    end if
    if (.not. associated(numbers%array)) return
    c%array = address(numbers%array)
    c%x_count = count_for_c(size(numbers%array, 1))
    c%y_count = count_for_c(size(numbers%array, 2))
    c%z_count = count_for_c(size(numbers%array, 3))
    c%x_stride = 1
    if (size(numbers%array, 1) > 1) c%x_stride = numbers_between(c%array, address(numbers%array(2:, :, :)), 8)
    if (size(numbers%array, 2) > 1) c%y_stride = numbers_between(c%array, address(numbers%array(:, 2:, :)), 8)
    if (size(numbers%array, 3) > 1) c%z_stride = numbers_between(c%array, address(numbers%array(:, :, 2:)), 8)
  contains
    function address(array) result(first)
      real(c_double), intent(in), target :: array(:, :, :)
      type(c_ptr) :: first
      real(c_double), target, save :: nothing = 0
      first = c_loc(nothing)
      if (size(array) > 0) first = c_loc(array(1, 1, 1))
    end function
  end function

  function boundary_values_for_c(values) result(c)
    type(isobar_boundary_values), intent(in), target :: values
    type(c_boundary_values) :: c
    c = c_boundary_values(side_for_c(values%west, [2, 3]), side_for_c(values%east, [2, 3]), &
                          side_for_c(values%south, [1, 3]), side_for_c(values%north, [1, 3]), &
                          side_for_c(values%bottom, [1, 2]), side_for_c(values%top, [1, 2]))
  end function

  !> axes: the axes of the array's indices; 1 is x.
  function side_for_c(numbers, axes) result(c)
    type(isobar_side_numbers), intent(in), target :: numbers
    integer, intent(in) :: axes(2)
    type(c_cell_numbers) :: c
    type(c_column_numbers) :: plane
    integer(c_ptrdiff_t) :: strides(3)
    integer(c_int64_t) :: counts(3)
    if (associated(numbers%function)) then
      c%function = c_funloc(side_number)
      c%context = c_loc(numbers)
    end if
    if (.not. associated(numbers%array)) return
    plane = columns_for_c(isobar_column_numbers(array=numbers%array))
    strides = 0
    counts = 1
    strides(axes) = [plane%x_stride, plane%y_stride]
    counts(axes) = [plane%x_count, plane%y_count]
    c = c_cell_numbers(plane%array, strides(1), strides(2), strides(3), counts(1), counts(2), counts(3), c%function, c%context)
  end function

  function side_number(i, j, k, context) bind(c) result(number)
    integer(c_int), value :: i, j, k
    type(c_ptr), value :: context
    real(c_double) :: number
    type(isobar_side_numbers), pointer :: numbers
    call c_f_pointer(context, numbers)
    number = numbers%function(int(i) + 1, int(j) + 1, int(k) + 1)
  end function

  !> 0 would mean a number that is not given.
  function count_for_c(n) result(c)
    integer, intent(in) :: n
    integer(c_int64_t) :: c
    c = merge(int(n, c_int64_t), -1_c_int64_t, n > 0)
  end function

  subroutine list_for_c(list, first, numbers)
    real(c_double), allocatable, intent(in), target :: list(:)
    type(c_ptr), intent(out) :: first
    integer(c_int64_t), intent(out) :: numbers
    first = c_null_ptr
    numbers = 0
    if (.not. allocated(list)) return
    numbers = count_for_c(size(list))
    if (size(list) > 0) first = c_loc(list)
  end subroutine

  !> Also for no block, which differs from no blocks.
  function blocks_for_c(blocks) result(c)
    type(isobar_block), intent(in) :: blocks(:)
    type(c_block), allocatable :: c(:)
    integer :: n
    allocate (c(max(1, size(blocks))))
    do n = 1, size(blocks)
      c(n) = c_block(blocks(n)%first_i - 1, blocks(n)%first_j - 1, blocks(n)%nx, blocks(n)%ny)
    end do
  end function

  function grid_for_c(grid) result(c)
    type(isobar_grid), intent(in), target :: grid
    type(c_grid) :: c
    c = c_grid(grid%nx, grid%ny, grid%nz, grid%domain, grid%layers, grid%flux, grid%west, grid%east, grid%south, &
               grid%north, grid%bottom, grid%top, grid%ranks_x, grid%ranks_y)
    call list_for_c(grid%interfaces, c%interfaces, c%interface_count)
    c%columns = c_columns(columns_for_c(grid%columns%area), columns_for_c(grid%columns%west_length), &
                          columns_for_c(grid%columns%west_distance), columns_for_c(grid%columns%south_length), &
                          columns_for_c(grid%columns%south_distance))
  end function

  function factor_for_c(factor) result(c)
    type(isobar_factor), intent(in), target :: factor
    type(c_factor) :: c
    call list_for_c(factor%heights, c%heights, c%height_count)
    c%positions = columns_for_c(factor%positions)
    c%cells = cells_for_c(factor%cells)
  end function

  !> Refers to the coefficients and to what they refer to.
  function coefficients_for_c(coefficients) result(c)
    type(isobar_coefficients), intent(in), target :: coefficients
    type(c_coefficients) :: c
    c = c_coefficients(coefficients%physics, factor_for_c(coefficients%alpha_h), factor_for_c(coefficients%alpha_v), &
                       factor_for_c(coefficients%beta), factor_for_c(coefficients%xi_x), &
                       factor_for_c(coefficients%xi_y), factor_for_c(coefficients%xi_z), &
                       merge(1, 0, coefficients%positions_as_before), merge(1, 0, coefficients%choose_levels), &
                       columns_for_c(coefficients%ground))
  end function
end module
