! Wind over a mountain: an anelastic model whose pressure step is Isobar's.
!     mpirun -n 4 ./anelastic                                      the run of the picture (plot_anelastic.py anelastic.bin)
!     ./anelastic "nx=16 ny=16 nz=8 direct=T file='direct.bin'"    the same model with a direct solve
!     mpirun -n 4 ./anelastic "nx=16 ny=16 nz=8 compare='direct.bin'"
program anelastic
  use anelastic_pressure
  use anelastic_files
  implicit none
  real(dp), parameter :: allowed_divergence = 1e-9_dp, allowed_drift = 1e-12_dp, allowed_difference = 1e-7_dp
  integer :: cells_x, cells_y, cells_z, steps, step
  real(dp) :: dt, buoyancy_before
  logical :: direct
  character(len=1000) :: file, compare

  call MPI_Init()
  call read_arguments()
  call set_up_grid(cells_x, cells_y, cells_z)
  call set_up_state()
  if (.not. direct) call set_up_isobar()
  call project(dt, direct)
  buoyancy_before = total_buoyancy()
  do step = 1, steps
    call move(dt)
    call project(dt, direct)
    call check()
  end do
  call write_state(trim(file))
  if (compare /= "") call compare_state()
  call MPI_Finalize() ! ends the solver, too

contains

  subroutine read_arguments()
    integer :: nx, ny, nz, error
    character(len=3000) :: given
    character(len=200) :: line
    namelist /run/ nx, ny, nz, steps, dt, direct, file, compare
    nx = 64; ny = 64; nz = 24; steps = 100; dt = 25
    direct = .false.; file = "anelastic.bin"; compare = ""
    call get_command_argument(1, given)
    given = "&run "//trim(given)//" /"
    read (given, nml=run, iostat=error, iomsg=line)
    if (error /= 0) then
      if (rank_of_world() == 0) print "(4a)", trim(given), ": ", trim(line), "; expected as in ""nx=64 ny=64 nz=24 steps=100"""
      call MPI_Finalize()
      stop 2
    end if
    cells_x = nx; cells_y = ny; cells_z = nz
  end subroutine

  function rank_of_world() result(number)
    integer :: number
    call MPI_Comm_rank(MPI_COMM_WORLD, number)
  end function

  !> Prints and judges a step: the share of its mass that a cell gains in it, and the drift of all buoyancy.
  subroutine check()
    real(dp) :: gained, drift, upwards
    integer :: cycles
    gained = largest_of_ranks(maxval(abs(divergence())*dt/own(mass)))
    drift = total_buoyancy()/buoyancy_before - 1
    upwards = largest_of_ranks(maxval(w))
    cycles = merge(0, report%iterations, direct)
    if (rank == 0 .and. (mod(step, 10) == 0 .or. step == 1)) &
      print "(a, i4, a, i3, a, es8.1, a, es9.1, a, f8.4, a)", "step", step, ": ", cycles, " iterations, mass gained", gained, &
      ", buoyancy gained", drift, ", upwards", upwards, " m/s"
    if (gained > allowed_divergence) error stop "the flow has a divergence"
    if (abs(drift) > allowed_drift) error stop "buoyancy is not conserved"
  end subroutine

  function total_buoyancy() result(total)
    real(dp) :: total
    total = sum_of_ranks(sum(own(mass*b)))
  end function

  subroutine compare_state()
    real(dp) :: difference
    difference = difference_from(trim(compare))
    if (rank == 0) print "(3a, es8.1)", "largest difference from ", trim(compare), ": ", difference
    if (difference > allowed_difference) error stop "the runs differ"
  end subroutine
end program
