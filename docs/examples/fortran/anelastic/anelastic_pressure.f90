!> The pressure step: the gradient of p that makes the flow free of divergence. All that Isobar is told is in set_up_isobar and solve_by_isobar.
module anelastic_pressure
  use anelastic_dynamics
  use anelastic_direct
  use isobar
  implicit none

  type(isobar_solver) :: solver
  type(isobar_report) :: report

contains

  !> The model's fluxes are density * area * difference of p / distance. Isobar's lengths are in units of the box's side.
  subroutine set_up_isobar()
    type(isobar_coefficients) :: c
    real(dp), allocatable, target :: inverse_share(:, :)
    integer :: k
    c%physics = isobar_physics(omega_squared=1, lambda_squared=1, depth=depth/side)
    c%alpha_h%heights = density
    c%alpha_v%heights = density
    inverse_share = 1/share(1:mx, 1:my)
    c%alpha_h%positions%array => share(1:mx, 1:my)  ! faces are lower over mountains,
    c%alpha_v%positions%array => inverse_share      ! and layers thinner: numbers of this rank's columns
    c%beta%heights = [(0._dp, k=1, nz)]             ! p is known up to a constant, which has no gradient
    call solver%create(isobar_grid(nx=nx, ny=ny, nz=nz, domain=isobar_flat, layers=isobar_uniform, west=isobar_periodic, &
                                   east=isobar_periodic, south=isobar_periodic, north=isobar_periodic), &
                       c, comm=MPI_COMM_WORLD%MPI_VAL, blocks=[isobar_block(first_i, first_j, mx, my)], &
                       options='solver = {method = "cg-multigrid", tolerance = 1e-10}')
  end subroutine

  subroutine solve_by_isobar(f)
    real(dp), intent(in) :: f(:, :, :)
    call solver%solve_from(f, p(1:mx, 1:my, 1:nz), report, right_side=isobar_integrals)
    if (.not. report%converged()) error stop "the pressure does not converge"
  end subroutine

  !> Makes the flow free of divergence. Reads and fills halos.
  subroutine project(dt, directly)
    real(dp), intent(in) :: dt
    logical, intent(in) :: directly
    real(dp) :: f(mx, my, nz)
    integer :: k
    f = -divergence()/(dt*side)
    if (directly) then
      call solve_directly(f, p)
    else
      call solve_by_isobar(f)
    end if
    call exchange(p)
    do k = 1, nz
      u(1:mx, 1:my, k) = u(1:mx, 1:my, k) - dt*(p(1:mx, 1:my, k) - p(0:mx - 1, 1:my, k))/dx
      v(1:mx, 1:my, k) = v(1:mx, 1:my, k) - dt*(p(1:mx, 1:my, k) - p(1:mx, 0:my - 1, k))/dy
      if (k > 1) w(1:mx, 1:my, k) = w(1:mx, 1:my, k) - dt*(p(1:mx, 1:my, k) - p(1:mx, 1:my, k - 1))/(dz*share(1:mx, 1:my))
    end do
    call exchange(u)
    call exchange(v)
    call exchange(w)
  end subroutine
end module
