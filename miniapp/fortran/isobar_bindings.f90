!> isobar.h in Fortran, for the module isobar, which programs use.
module isobar_bindings
  use, intrinsic :: iso_c_binding
  implicit none
  public

  type, bind(c) :: c_column_numbers
    type(c_ptr) :: array = c_null_ptr
    integer(c_ptrdiff_t) :: x_stride = 0, y_stride = 0
    integer(c_int64_t) :: x_count = 0, y_count = 0
    type(c_funptr) :: function = c_null_funptr
    type(c_ptr) :: context = c_null_ptr
  end type

  type, bind(c) :: c_cell_numbers
    type(c_ptr) :: array = c_null_ptr
    integer(c_ptrdiff_t) :: x_stride = 0, y_stride = 0, z_stride = 0
    integer(c_int64_t) :: x_count = 0, y_count = 0, z_count = 0
    type(c_funptr) :: function = c_null_funptr
    type(c_ptr) :: context = c_null_ptr
  end type

  type, bind(c) :: c_columns
    type(c_column_numbers) :: area, west_length, west_distance, south_length, south_distance
  end type

  type, bind(c) :: c_grid
    integer(c_int) :: nx = 0, ny = 0, nz = 0
    integer(c_int) :: domain = 0, layers = 0, flux = 0
    integer(c_int) :: west = 0, east = 0, south = 0, north = 0, bottom = 0, top = 0
    integer(c_int) :: ranks_x = 0, ranks_y = 0
    type(c_ptr) :: interfaces = c_null_ptr
    integer(c_int64_t) :: interface_count = 0
    type(c_columns) :: columns
  end type

  !> w^2, lam^2 and the depth in units of the radius.
  type, bind(c) :: isobar_physics
    real(c_double) :: omega_squared = 0, lambda_squared = 0, depth = 0
  end type

  !> The same in SI units; the defaults are the papers'.
  type, bind(c) :: isobar_atmosphere
    real(c_double) :: sound_speed = 550.0_c_double        !< m/s
    real(c_double) :: buoyancy_frequency = 0.018_c_double !< 1/s
    real(c_double) :: radius = 6371.0e3_c_double          !< m
    real(c_double) :: depth = 50.0e3_c_double             !< m
    real(c_double) :: time_step = 600.0_c_double          !< s
  end type

  type, bind(c) :: c_factor
    type(c_ptr) :: heights = c_null_ptr
    integer(c_int64_t) :: height_count = 0
    type(c_column_numbers) :: positions
    type(c_cell_numbers) :: cells
  end type

  type, bind(c) :: c_coefficients
    type(isobar_physics) :: physics
    type(c_factor) :: alpha_h, alpha_v, beta, xi_x, xi_y, xi_z
    integer(c_int) :: positions_as_before = 0, choose_levels = 0
    type(c_column_numbers) :: ground
  end type

  type, bind(c) :: c_boundary_values
    type(c_cell_numbers) :: west, east, south, north, bottom, top
  end type

  type, bind(c) :: c_options
    type(c_ptr) :: sections = c_null_ptr
    integer(c_int) :: transport = 0
    integer(c_int) :: block_count = 0
    type(c_ptr) :: blocks = c_null_ptr
  end type

  type, bind(c) :: c_block
    integer(c_int) :: first_i = 0, first_j = 0, nx = 0, ny = 0
  end type

  type, bind(c) :: c_partition
    integer(c_int) :: first_i = 0, first_j = 0, nx = 0, ny = 0, global_nx = 0, global_ny = 0
  end type

  type, bind(c) :: c_layout
    integer(c_int64_t) :: cells(3) = 0, strides(3) = 0
    integer(c_int) :: place = 0, number = 0
  end type

  type, bind(c) :: c_report
    integer(c_int) :: status = 0, iterations = 0, stop_asked = 0, norm_count = 0
    real(c_double) :: relative_residual = 0
    type(c_ptr) :: norms = c_null_ptr
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
    function c_solves_blocks(solver, blocks, f, f_layouts, u, u_layouts, right_side, report) bind(c) result(code)
      import :: c_ptr, c_int, c_layout, c_report
      type(c_ptr), value :: solver
      integer(c_int), value :: blocks, right_side
      type(c_ptr), intent(in) :: f(*), u(*)
      type(c_layout), intent(in) :: f_layouts(*), u_layouts(*)
      type(c_report), intent(out) :: report
      integer(c_int) :: code
    end function
    function c_asks(solver, text) bind(c) result(code)
      import :: c_ptr, c_int
      type(c_ptr), value :: solver
      type(c_ptr), intent(out) :: text
      integer(c_int) :: code
    end function
  end interface

  procedure(c_solves), bind(c, name="isobar_solve") :: c_solve
  procedure(c_solves), bind(c, name="isobar_solve_from") :: c_solve_from
  procedure(c_solves_blocks), bind(c, name="isobar_solve_blocks") :: c_solve_blocks
  procedure(c_solves_blocks), bind(c, name="isobar_solve_from_blocks") :: c_solve_from_blocks
  procedure(c_asks), bind(c, name="isobar_levels") :: c_levels
  procedure(c_asks), bind(c, name="isobar_transport_of") :: c_transport_of
  procedure(c_asks), bind(c, name="isobar_unused_options") :: c_unused_options

  interface
    function isobar_error_text_from(base) bind(c) result(text)
      import :: c_int, c_ptr
      integer(c_int), value :: base
      type(c_ptr) :: text
    end function
    function isobar_status_text(status) bind(c) result(text)
      import :: c_int, c_ptr
      integer(c_int), value :: status
      type(c_ptr) :: text
    end function
    function c_redistributed(solver, columns, bytes, seconds) bind(c, name="isobar_redistributed") result(code)
      import :: c_ptr, c_int, c_int64_t, c_double
      type(c_ptr), value :: solver
      integer(c_int64_t), intent(out) :: columns, bytes
      real(c_double), intent(out) :: seconds
      integer(c_int) :: code
    end function
    function c_version() bind(c, name="isobar_version") result(text)
      import :: c_ptr
      type(c_ptr) :: text
    end function
    function c_initialise() bind(c, name="isobar_initialise") result(code)
      import :: c_int
      integer(c_int) :: code
    end function
    function c_finalise() bind(c, name="isobar_finalise") result(code)
      import :: c_int
      integer(c_int) :: code
    end function
    !> w = sound_speed time_step / (2 radius), lam^2 = 1 / (1 + (buoyancy_frequency time_step / 2)^2).
    function isobar_physics_of(atmosphere) bind(c) result(physics)
      import :: isobar_atmosphere, isobar_physics
      type(isobar_atmosphere), value :: atmosphere
      type(isobar_physics) :: physics
    end function
    function c_create(grid, coefficients, options, solver) bind(c, name="isobar_create") result(code)
      import :: c_grid, c_coefficients, c_options, c_ptr, c_int
      type(c_grid), intent(in) :: grid
      type(c_coefficients), intent(in) :: coefficients
      type(c_options), intent(in) :: options
      type(c_ptr), intent(out) :: solver
      integer(c_int) :: code
    end function
    function c_create_on(comm, grid, coefficients, options, solver) &
        bind(c, name="isobar_create_on") result(code)
      import :: c_grid, c_coefficients, c_options, c_ptr, c_int
      integer(c_int), value :: comm
      type(c_grid), intent(in) :: grid
      type(c_coefficients), intent(in) :: coefficients
      type(c_options), intent(in) :: options
      type(c_ptr), intent(out) :: solver
      integer(c_int) :: code
    end function
    function c_destroy(solver) bind(c, name="isobar_destroy") result(code)
      import :: c_ptr, c_int
      type(c_ptr), value :: solver
      integer(c_int) :: code
    end function
    function c_update(solver, coefficients) bind(c, name="isobar_update") result(code)
      import :: c_ptr, c_coefficients, c_int
      type(c_ptr), value :: solver
      type(c_coefficients), intent(in) :: coefficients
      integer(c_int) :: code
    end function
    function c_set_boundary_values(solver, values) bind(c, name="isobar_set_boundary_values") result(code)
      import :: c_ptr, c_boundary_values, c_int
      type(c_ptr), value :: solver
      type(c_boundary_values), intent(in) :: values
      integer(c_int) :: code
    end function
    function c_set_options(solver, sections) bind(c, name="isobar_set_options") result(code)
      import :: c_ptr, c_int
      type(c_ptr), value :: solver, sections
      integer(c_int) :: code
    end function
    function c_set_monitor(solver, monitor, context) bind(c, name="isobar_set_monitor") result(code)
      import :: c_ptr, c_funptr, c_int
      type(c_ptr), value :: solver, context
      type(c_funptr), value :: monitor
      integer(c_int) :: code
    end function
    function c_apply(solver, u, u_layout, image, image_layout, right_side) bind(c, name="isobar_apply") result(code)
      import :: c_ptr, c_int, c_layout
      type(c_ptr), value :: solver, u, image
      type(c_layout), intent(in) :: u_layout, image_layout
      integer(c_int), value :: right_side
      integer(c_int) :: code
    end function
    function c_residual(solver, f, f_layout, u, u_layout, r, r_layout, right_side, norm) &
        bind(c, name="isobar_residual") result(code)
      import :: c_ptr, c_int, c_layout, c_double
      type(c_ptr), value :: solver, f, u, r
      type(c_layout), intent(in) :: f_layout, u_layout, r_layout
      integer(c_int), value :: right_side
      real(c_double), intent(out) :: norm
      integer(c_int) :: code
    end function
    function c_diagonal(solver, d, d_layout, right_side) bind(c, name="isobar_diagonal") result(code)
      import :: c_ptr, c_int, c_layout
      type(c_ptr), value :: solver, d
      type(c_layout), intent(in) :: d_layout
      integer(c_int), value :: right_side
      integer(c_int) :: code
    end function
    function c_apply_blocks(solver, blocks, u, u_layouts, image, image_layouts, right_side) &
        bind(c, name="isobar_apply_blocks") result(code)
      import :: c_ptr, c_int, c_layout
      type(c_ptr), value :: solver
      integer(c_int), value :: blocks, right_side
      type(c_ptr), intent(in) :: u(*), image(*)
      type(c_layout), intent(in) :: u_layouts(*), image_layouts(*)
      integer(c_int) :: code
    end function
    function c_residual_blocks(solver, blocks, f, f_layouts, u, u_layouts, r, r_layouts, right_side, norm) &
        bind(c, name="isobar_residual_blocks") result(code)
      import :: c_ptr, c_int, c_layout, c_double
      type(c_ptr), value :: solver
      integer(c_int), value :: blocks, right_side
      type(c_ptr), intent(in) :: f(*), u(*), r(*)
      type(c_layout), intent(in) :: f_layouts(*), u_layouts(*), r_layouts(*)
      real(c_double), intent(out) :: norm
      integer(c_int) :: code
    end function
    function c_diagonal_blocks(solver, blocks, d, d_layouts, right_side) bind(c, name="isobar_diagonal_blocks") result(code)
      import :: c_ptr, c_int, c_layout
      type(c_ptr), value :: solver
      integer(c_int), value :: blocks, right_side
      type(c_ptr), intent(in) :: d(*)
      type(c_layout), intent(in) :: d_layouts(*)
      integer(c_int) :: code
    end function
    function c_partition_of(solver, partition) bind(c, name="isobar_partition_of") result(code)
      import :: c_ptr, c_partition, c_int
      type(c_ptr), value :: solver
      type(c_partition), intent(out) :: partition
      integer(c_int) :: code
    end function
    function c_remove_mean(solver, asked) bind(c, name="isobar_remove_mean") result(code)
      import :: c_ptr, c_int
      type(c_ptr), value :: solver
      integer(c_int), value :: asked
      integer(c_int) :: code
    end function
    function c_null_space(solver, there, removed_mean) bind(c, name="isobar_null_space") result(code)
      import :: c_ptr, c_int, c_double
      type(c_ptr), value :: solver
      integer(c_int), intent(out) :: there
      real(c_double), intent(out) :: removed_mean
      integer(c_int) :: code
    end function
    function c_factor_distance(solver, largest, rms) bind(c, name="isobar_factor_distance") result(code)
      import :: c_ptr, c_int, c_double
      type(c_ptr), value :: solver
      real(c_double), intent(out) :: largest, rms
      integer(c_int) :: code
    end function
    subroutine c_exit(code) bind(c, name="exit")
      import :: c_int
      integer(c_int), value :: code
    end subroutine
    function c_strlen(text) bind(c, name="strlen") result(length)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
  end interface

contains

  !> A text of C's.
  function fortran_text(text) result(copy)
    type(c_ptr), intent(in) :: text
    character(len=:), allocatable :: copy
    character(kind=c_char), pointer :: letters(:)
    integer :: n
    call c_f_pointer(text, letters, [c_strlen(text)])
    allocate (character(len=size(letters)) :: copy)
    do n = 1, size(letters)
      copy(n:n) = letters(n)
    end do
  end function

  !> Numbers from one address to another, each of so many bytes.
  function numbers_between(first, second, bytes) result(numbers)
    type(c_ptr), intent(in) :: first, second
    integer, intent(in) :: bytes
    integer(c_ptrdiff_t) :: numbers
    numbers = (transfer(second, 0_c_intptr_t) - transfer(first, 0_c_intptr_t))/bytes
  end function
end module
