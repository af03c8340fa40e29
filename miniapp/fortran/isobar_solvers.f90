!> Solvers of the module isobar.
module isobar_solvers
  use isobar_bindings
  use isobar_problem
  use isobar_results
  implicit none
  private
  public :: isobar_solver, isobar_monitor
  public :: isobar_initialise, isobar_finalise, isobar_version, isobar_lines

  integer, parameter, public :: isobar_fastest = 0, isobar_peer = 1, isobar_segment = 2, isobar_nccl = 3, &
                                isobar_device_mpi = 4, isobar_staged = 5
  abstract interface
    !> Called on every rank between iterations, first with iteration 0; .true. asks all ranks to stop. A request
    !> at iteration n ends the solve with n + 1 iterations, because it travels with an all-reduce of the next one.
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

  !> A solver on the columns of the ranks of a communicator. It ends with
  !> destroy or when its variable does, on all ranks. Do not copy it.
  !>
  !> Every subroutine has stat and errmsg: a code of isobar.h and its line. Indices in the line count from 1. It is cut
  !> to errmsg's length, and blank without an error. Without stat, an error prints the line and ends the program with
  !> code 2.
  type :: isobar_solver
    private
    type(c_ptr) :: handle = c_null_ptr
    type(held_monitor), pointer :: held => null()
  contains
    procedure :: create, destroy, solve, solve_from, update, set_boundary_values, set_options, set_monitor
    procedure :: apply, residual, diagonal
    procedure :: remove_mean, has_null_space, removed_mean
    procedure :: solve_blocks, solve_from_blocks, apply_blocks, residual_blocks, diagonal_blocks, redistributed
    procedure :: partition, levels, transport, unused_options, factor_distance
    final :: end_solver
  end type

contains

  !> Collective over comm, the number of a communicator (comm%MPI_VAL with mpi_f08). Without it: one rank,
  !> without MPI. options: TOML as in a deck (docs/deck.md). blocks: the caller's columns on this rank; an array
  !> of size 0 means none. Without it Isobar distributes columns over ranks. An existing solver ends first.
  subroutine create(self, grid, coefficients, options, comm, transport, blocks, stat, errmsg)
    class(isobar_solver), intent(inout) :: self
    type(isobar_grid), intent(in), target :: grid
    type(isobar_coefficients), intent(in), target :: coefficients
    character(len=*), intent(in), optional :: options
    integer, intent(in), optional :: comm, transport
    type(isobar_block), intent(in), optional :: blocks(:)
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    character(len=:, kind=c_char), allocatable, target :: sections
    type(c_block), allocatable, target :: own(:)
    type(c_options) :: c
    integer(c_int) :: code
    call end_solver(self)
    sections = c_null_char
    if (present(options)) sections = options//c_null_char
    c%sections = c_loc(sections)
    if (present(transport)) c%transport = transport
    if (present(blocks)) then
      own = blocks_for_c(blocks)
      c%block_count = size(blocks)
      c%blocks = c_loc(own)
    end if
    if (present(comm)) then
      code = c_create_on(comm, grid_for_c(grid), coefficients_for_c(coefficients), c, self%handle)
    else
      code = c_create(grid_for_c(grid), coefficients_for_c(coefficients), c, self%handle)
    end if
    call tell(code, stat, errmsg)
  end subroutine

  !> Collective. A solver that does not exist is left so.
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

  !> Solves from u = 0. f is read, u written: real(c_double) or real(c_float), sections of any strides, as
  !> p(1:nx, 1:ny, :), with the extents of this rank's columns. order: the order of their indices. Collective.
  subroutine solve(self, f, u, report, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    class(*), intent(in), target :: f(:, :, :)
    class(*), intent(inout), target :: u(:, :, :)
    type(isobar_report), intent(out), optional :: report
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(solved(c_solve, self%handle, f, u, report, right_side, order), stat, errmsg)
  end subroutine

  !> The same from the guess in u.
  subroutine solve_from(self, f, u, report, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    class(*), intent(in), target :: f(:, :, :)
    class(*), intent(inout), target :: u(:, :, :)
    type(isobar_report), intent(out), optional :: report
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(solved(c_solve_from, self%handle, f, u, report, right_side, order), stat, errmsg)
  end subroutine

  function solved(how, handle, f, u, report, right_side, order) result(code)
    procedure(c_solves) :: how
    type(c_ptr), intent(in) :: handle
    class(*), intent(in), target :: f(:, :, :)
    class(*), intent(inout), target :: u(:, :, :)
    type(isobar_report), intent(inout), optional :: report
    integer, intent(in), optional :: right_side, order
    integer(c_int) :: code
    type(c_report) :: c
    type(cells_for_c) :: of_f, of_u
    of_f = cells_of(f, given_or(order, isobar_ijk))
    of_u = cells_of(u, given_or(order, isobar_ijk))
    code = how(handle, of_f%first, of_f%layout, of_u%first, of_u%layout, given_or(right_side, isobar_cell_means), c)
    if (code /= isobar_ok .or. .not. present(report)) return
    report = report_of(c)
  end function

  !> image = A u, in double for any precision: cell means, or with right_side = isobar_integrals
  !> the volume-integrated A u itself. Arrays and order as in solve. Collective, like the next two.
  subroutine apply(self, u, image, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    class(*), intent(in), target :: u(:, :, :)
    class(*), intent(inout), target :: image(:, :, :)
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    type(cells_for_c) :: of_u, of_image
    of_u = cells_of(u, given_or(order, isobar_ijk))
    of_image = cells_of(image, given_or(order, isobar_ijk))
    call tell(c_apply(self%handle, of_u%first, of_u%layout, of_image%first, of_image%layout, &
                      given_or(right_side, isobar_cell_means)), stat, errmsg)
  end subroutine

  !> r = f - A u; right_side says what f and r are. norm: the 2-norm over all ranks of the volume-integrated r.
  subroutine residual(self, f, u, r, norm, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    class(*), intent(in), target :: f(:, :, :), u(:, :, :)
    class(*), intent(inout), target :: r(:, :, :)
    real(c_double), intent(out), optional :: norm
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    real(c_double) :: size_of_r
    integer(c_int) :: code
    type(cells_for_c) :: of_f, of_u, of_r
    of_f = cells_of(f, given_or(order, isobar_ijk))
    of_u = cells_of(u, given_or(order, isobar_ijk))
    of_r = cells_of(r, given_or(order, isobar_ijk))
    code = c_residual(self%handle, of_f%first, of_f%layout, of_u%first, of_u%layout, of_r%first, of_r%layout, &
                      given_or(right_side, isobar_cell_means), size_of_r)
    if (present(norm)) norm = size_of_r
    call tell(code, stat, errmsg)
  end subroutine

  !> d = the diagonal of A, as cell means or, with isobar_integrals, volume-integrated.
  subroutine diagonal(self, d, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    class(*), intent(inout), target :: d(:, :, :)
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    type(cells_for_c) :: of_d
    of_d = cells_of(d, given_or(order, isobar_ijk))
    call tell(c_diagonal(self%handle, of_d%first, of_d%layout, given_or(right_side, isobar_cell_means)), stat, errmsg)
  end subroutine

  pure function given_or(given, otherwise) result(number)
    integer, intent(in), optional :: given
    integer, intent(in) :: otherwise
    integer :: number
    number = otherwise
    if (present(given)) number = given
  end function

  !> solve and solve_from for the cells of several blocks, or of none, in the order of create's blocks. order: that of indices. Collective.
  subroutine solve_blocks(self, f, u, report, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    type(isobar_block_cells), intent(in) :: f(:), u(:)
    type(isobar_report), intent(out), optional :: report
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(solved_blocks(c_solve_blocks, self%handle, f, u, report, right_side, order), stat, errmsg)
  end subroutine

  subroutine solve_from_blocks(self, f, u, report, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    type(isobar_block_cells), intent(in) :: f(:), u(:)
    type(isobar_report), intent(out), optional :: report
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(solved_blocks(c_solve_from_blocks, self%handle, f, u, report, right_side, order), stat, errmsg)
  end subroutine

  function solved_blocks(how, handle, f, u, report, right_side, order) result(code)
    procedure(c_solves_blocks) :: how
    type(c_ptr), intent(in) :: handle
    type(isobar_block_cells), intent(in) :: f(:), u(:)
    type(isobar_report), intent(inout), optional :: report
    integer, intent(in), optional :: right_side, order
    integer(c_int) :: code
    type(c_report) :: c
    type(blocks_of_cells_for_c) :: of_f, of_u
    of_f = blocks_of(f, given_or(order, isobar_ijk))
    of_u = blocks_of(u, given_or(order, isobar_ijk))
    code = how(handle, same_size([size(f), size(u)]), of_f%first, of_f%layouts, of_u%first, of_u%layouts, &
               given_or(right_side, isobar_cell_means), c)
    if (code /= isobar_ok .or. .not. present(report)) return
    report = report_of(c)
  end function

  !> apply, residual and diagonal for the cells of several blocks, or of none, as in solve_blocks.
  subroutine apply_blocks(self, u, image, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    type(isobar_block_cells), intent(in) :: u(:), image(:)
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    type(blocks_of_cells_for_c) :: of_u, of_image
    of_u = blocks_of(u, given_or(order, isobar_ijk))
    of_image = blocks_of(image, given_or(order, isobar_ijk))
    call tell(c_apply_blocks(self%handle, same_size([size(u), size(image)]), of_u%first, of_u%layouts, of_image%first, &
                             of_image%layouts, given_or(right_side, isobar_cell_means)), stat, errmsg)
  end subroutine

  subroutine residual_blocks(self, f, u, r, norm, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    type(isobar_block_cells), intent(in) :: f(:), u(:), r(:)
    real(c_double), intent(out), optional :: norm
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    type(blocks_of_cells_for_c) :: of_f, of_u, of_r
    real(c_double) :: size_of_r
    integer(c_int) :: code
    of_f = blocks_of(f, given_or(order, isobar_ijk))
    of_u = blocks_of(u, given_or(order, isobar_ijk))
    of_r = blocks_of(r, given_or(order, isobar_ijk))
    code = c_residual_blocks(self%handle, same_size([size(f), size(u), size(r)]), of_f%first, of_f%layouts, of_u%first, &
                             of_u%layouts, of_r%first, of_r%layouts, given_or(right_side, isobar_cell_means), size_of_r)
    if (present(norm)) norm = size_of_r
    call tell(code, stat, errmsg)
  end subroutine

  subroutine diagonal_blocks(self, d, right_side, order, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    type(isobar_block_cells), intent(in) :: d(:)
    integer, intent(in), optional :: right_side, order
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    type(blocks_of_cells_for_c) :: of_d
    of_d = blocks_of(d, given_or(order, isobar_ijk))
    call tell(c_diagonal_blocks(self%handle, size(d), of_d%first, of_d%layouts, given_or(right_side, isobar_cell_means)), &
              stat, errmsg)
  end subroutine

  !> The number of blocks; -1, which all ranks refuse, if arrays have different numbers.
  pure function same_size(sizes) result(blocks)
    integer, intent(in) :: sizes(:)
    integer(c_int) :: blocks
    blocks = merge(sizes(1), -1, all(sizes == sizes(1)))
  end function

  !> The cost of blocks in the last call on cells: columns of this rank's blocks that other ranks solve, bytes of buffers, seconds. Not collective.
  subroutine redistributed(self, columns, bytes, seconds)
    class(isobar_solver), intent(in) :: self
    integer(c_int64_t), intent(out) :: columns, bytes
    real(c_double), intent(out) :: seconds
    call tell(c_redistributed(self%handle, columns, bytes, seconds))
  end subroutine

  !> Sets coefficients of the same kind for the next time step. Collective.
  subroutine update(self, coefficients, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    type(isobar_coefficients), intent(in), target :: coefficients
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(c_update(self%handle, coefficients_for_c(coefficients)), stat, errmsg)
  end subroutine

  !> Later solves solve A u = f + b, and residuals are f + b - A u. These values add b to the cells
  !> beside the sides. Norms are those of f + b. Values hold until others are set, also in updates;
  !> isobar_boundary_values() is 0 everywhere. Ranks without columns beside a side need not give it. Collective.
  subroutine set_boundary_values(self, values, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    type(isobar_boundary_values), intent(in), target :: values
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(c_set_boundary_values(self%handle, boundary_values_for_c(values)), stat, errmsg)
  end subroutine

  !> Changes the keys that end a solve, and leaves the rest as it is: TOML, of [solver] tolerance, absolute_tolerance,
  !> divergence_tolerance, max_iterations, min_iterations and check_after. Other keys need a new solver and are refused. Collective.
  subroutine set_options(self, options, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    character(len=*), intent(in) :: options
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    character(len=:, kind=c_char), allocatable, target :: sections
    sections = options//c_null_char
    call tell(c_set_options(self%handle, c_loc(sections)), stat, errmsg)
  end subroutine

  !> Without an argument: no monitor from here on. Not collective.
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

  !> If u is known up to a constant only, f then needs no integral of 0, and loses its mean;
  !> asked = .false. ends that. One rank that asks is enough. Not collective, like all below.
  subroutine remove_mean(self, asked, stat, errmsg)
    class(isobar_solver), intent(in) :: self
    logical, intent(in), optional :: asked
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    integer(c_int) :: answer
    answer = 1
    if (present(asked)) answer = merge(1, 0, asked)
    call tell(c_remove_mean(self%handle, answer), stat, errmsg)
  end subroutine

  !> Whether u is known up to a constant only: beta is 0 everywhere, and u on no side. Solutions have the mean 0 then.
  function has_null_space(self) result(there)
    class(isobar_solver), intent(in) :: self
    logical :: there
    integer(c_int) :: answer
    real(c_double) :: mean
    call tell(c_null_space(self%handle, answer, mean))
    there = answer /= 0
  end function

  !> The mean that the last solve removed from f.
  function removed_mean(self) result(mean)
    class(isobar_solver), intent(in) :: self
    real(c_double) :: mean
    integer(c_int) :: answer
    call tell(c_null_space(self%handle, answer, mean))
  end function

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

  !> One line about the transport of halos.
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

  !> Distance of coefficients with numbers a cell from multigrid's products, as factors.
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

  !> Optional: the first solver initialises Kokkos.
  subroutine isobar_initialise(stat, errmsg)
    integer, intent(out), optional :: stat
    character(len=*), intent(inout), optional :: errmsg
    call tell(c_initialise(), stat, errmsg)
  end subroutine

  !> Ends all solvers and Kokkos; no solver can be made after it. A program that does not call it leaves memory to the system.
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

end module
