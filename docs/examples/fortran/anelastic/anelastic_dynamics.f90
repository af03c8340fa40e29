!> The forces on the air except pressure: advection by centred fluxes, and buoyancy. In an anelastic flow, div(density v) = 0:
!>
!>     dv/dt = -grad p + b' (along the vertical),   db/dt = 0,   b = N^2 z + b',
!>
!> with p the pressure over density. b' also acts along inclined layers. Velocities stand on faces: u west, v south, w below of their cell.
module anelastic_dynamics
  use anelastic_grid
  use anelastic_halo
  implicit none

  real(dp), parameter :: stability = 1e-4_dp, wind = 15             ! N^2 in 1/s^2, m/s
  real(dp), allocatable, dimension(:, :, :) :: u, v, w, b, p        ! (0:mx + 1, 0:my + 1, 0:nz + 1); m/s, m/s^2, m^2/s^2
  real(dp), allocatable, dimension(:, :, :, :) :: change, change_before ! of u, v, w and b in a second, own cells
  logical :: is_first = .true.

contains

  !> Air at rest in height and wind from the west, which does not know of the mountain yet.
  subroutine set_up_state()
    allocate (u, v, w, b, p, mold=mass)
    allocate (change(mx, my, nz, 4), change_before(mx, my, nz, 4))
    u = merge(wind, 0._dp, face_x > 0)
    v = 0
    w = 0
    p = 0
    b = stability*height
  end subroutine

  !> A step of Adams and Bashforth without pressure. Reads and fills halos.
  subroutine move(dt)
    real(dp), intent(in) :: dt
    call find_changes()
    if (is_first) change_before = change
    is_first = .false.
    call add(u, 1)
    call add(v, 2)
    call add(w, 3)
    call add(b, 4)
    change_before = change
  contains
    subroutine add(q, n)
      real(dp), intent(inout) :: q(0:, 0:, 0:)
      integer, intent(in) :: n
      q(1:mx, 1:my, 1:nz) = q(1:mx, 1:my, 1:nz) + dt*(1.5_dp*change(:, :, :, n) - 0.5_dp*change_before(:, :, :, n))
      call exchange(q)
    end subroutine
  end subroutine

  subroutine find_changes()
    real(dp), dimension(0:mx + 1, 0:my + 1, 0:nz + 1) :: fx, fy, fz, perturbation
    call find_fluxes(fx, fy, fz)
    perturbation = b - stability*height
    change(:, :, :, 1) = advection(u, mean(fx, 1), mean(fy, 1), mean(fz, 1), mean(mass, 1)) + slope_x*own(mean(perturbation, 1))
    change(:, :, :, 2) = advection(v, mean(fx, 2), mean(fy, 2), mean(fz, 2), mean(mass, 2)) + slope_y*own(mean(perturbation, 2))
    change(:, :, :, 3) = advection(w, mean(fx, 3), mean(fy, 3), mean(fz, 3), mean(mass, 3)) + own(mean(perturbation, 3))
    change(:, :, :, 4) = advection(b, fx, fy, fz, mass)
    change(:, :, 1, 3) = 0 ! nothing flows through the ground
  end subroutine

  !> Mass through the western, southern and lower face of each cell in a second, eastwards, northwards and upwards.
  subroutine find_fluxes(fx, fy, fz)
    real(dp), intent(out), dimension(0:, 0:, 0:) :: fx, fy, fz
    integer :: k
    fx = face_x*u
    fy = face_y*v
    fz = 0
    do k = 2, nz
      fz(:, :, k) = face_z(k)*w(:, :, k)
    end do
  end subroutine

  !> Mass that leaves each cell of this rank in a second.
  function divergence() result(d)
    real(dp), dimension(0:mx + 1, 0:my + 1, 0:nz + 1) :: fx, fy, fz
    real(dp) :: d(mx, my, nz)
    call find_fluxes(fx, fy, fz)
    d = fx(2:mx + 1, 1:my, 1:nz) - fx(1:mx, 1:my, 1:nz) + fy(1:mx, 2:my + 1, 1:nz) - fy(1:mx, 1:my, 1:nz) &
        + fz(1:mx, 1:my, 2:nz + 1) - fz(1:mx, 1:my, 1:nz)
  end function

  !> Change of q in a second on cells with these masses and fluxes through their faces, where q is the mean of both sides.
  function advection(q, fx, fy, fz, masses) result(change)
    real(dp), intent(in), dimension(0:, 0:, 0:) :: q, fx, fy, fz, masses
    real(dp) :: change(mx, my, nz)
    integer :: i, j, k
    do concurrent(i=1:mx, j=1:my, k=1:nz)
      change(i, j, k) = (fx(i, j, k)*(q(i - 1, j, k) + q(i, j, k)) - fx(i + 1, j, k)*(q(i, j, k) + q(i + 1, j, k)) &
                         + fy(i, j, k)*(q(i, j - 1, k) + q(i, j, k)) - fy(i, j + 1, k)*(q(i, j, k) + q(i, j + 1, k)) &
                         + fz(i, j, k)*(q(i, j, k - 1) + q(i, j, k)) - fz(i, j, k + 1)*(q(i, j, k) + q(i, j, k + 1))) &
                        /(2*masses(i, j, k))
    end do
  end function

  !> Mean of q and its neighbour west (axis 1), south (2) or below (3): of cells that stand around the faces there.
  function mean(q, axis) result(m)
    real(dp), intent(in) :: q(0:, 0:, 0:)
    integer, intent(in) :: axis
    real(dp) :: m(0:mx + 1, 0:my + 1, 0:nz + 1)
    m = 0.5_dp*(q + cshift(q, -1, axis))
  end function

  pure function own(q) result(cells)
    real(dp), intent(in) :: q(0:, 0:, 0:)
    real(dp) :: cells(mx, my, nz)
    cells = q(1:mx, 1:my, 1:nz)
  end function
end module
