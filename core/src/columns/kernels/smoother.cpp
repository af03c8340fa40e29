#include "base/precision_list.hpp"
#include "device/smooth_kernel.hpp"
#include "launch/require_cells.hpp"
#include "walk/solve_walk.hpp"
#include "walk/with_corners.hpp"
#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>

#include <stdexcept>

namespace isobar {
namespace {

/// Computes out = rho M^-1 f: the smoother from u = 0 and, with rho = 1, the preconditioner.
template <class P> struct Solve {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  using precision = P;
  using pack = SolvePackOf<P, false>;
  struct Column {
    pack factor, shift, reaction;
  };
  static constexpr SolveLaunch launch{.asks_ahead = true};
  GridCells<A> grid;
  FieldStrides<P::layout> strides;
  A rho;
  Cells<S, P::layout> f, out;

  struct Inputs {
    Loaded<pack, S> f;
  };

  KOKKOS_FORCEINLINE_FUNCTION Column column(const ColumnStencil<pack>& stencil) const {
    const pack inverse = reciprocal(stencil.vertical);
    return {rho * inverse, inverse * stencil.total, stencil.reaction};
  }
  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(f.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_solve(const Cell& c) const {
    will_read_pack<pack>(f.at(c));
    will_write_pack<pack>(out.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION pack rhs(const Column& column, const Cell&, const Inputs& in, int,
                                       SumPacks<pack>&) const {
    return column.factor * pack(in.f);
  }
  KOKKOS_FORCEINLINE_FUNCTION void result(const Cell& c, const pack& x, int active) const {
    store(out.at(c), x, active);
  }
};

template <class P, bool corners>
using StoredSmooth = SmoothKernel<P, StoredCells<typename P::storage, P::layout>, corners>;

/// Smooths in place the cells of one colour only. Their neighbours have the other colour.
template <class P> struct SmoothColour : StoredSmooth<P, false> {
  int other; ///< value of i + j modulo 2 in cells that do not change
  KOKKOS_FORCEINLINE_FUNCTION void
  result(const Cell& c, const typename StoredSmooth<P, false>::pack& relaxed, int active) const {
    const auto target = this->out.at(c);
    for (int n = (c.i + c.j + other + 1) & 1; n < active && n < relaxed.width; n += 2)
      target[n] = typename P::storage(relaxed.get(n));
  }
};

/// Smooths, and stores the mirror images beyond the domain's sides. A corner beyond two sides is
/// mirrored twice.
template <class P, bool corners> struct MirroredSmooth : StoredSmooth<P, corners> {
  using typename StoredSmooth<P, corners>::S;
  using typename StoredSmooth<P, corners>::A;
  using typename StoredSmooth<P, corners>::pack;
  int nx, ny;
  MirrorSigns sign;

  KOKKOS_FORCEINLINE_FUNCTION void result(const Cell& c, const pack& relaxed, int active) const {
    const auto target = this->out.at(c);
    store_row(target, c.i, relaxed, active);
    if (sign.south != 0 && c.j == 0)
      store_row(target - this->strides.row, c.i, A(sign.south) * relaxed, active);
    if (sign.north != 0 && c.j == ny - 1)
      store_row(target + this->strides.row, c.i, A(sign.north) * relaxed, active);
  }

private:
  template <class Pointer>
  KOKKOS_FORCEINLINE_FUNCTION void store_row(const Pointer& p, int i, const pack& x,
                                             int active) const {
    store(p, x, active);
    if (active <= 0) return;
    if (sign.west != 0 && i == 0) p[-1] = S(A(sign.west) * x.get(0));
    if (sign.east != 0 && i + active == nx) p[active] = S(A(sign.east) * x.get(active - 1));
  }
};

/// Smooths, and sums the squares of f - A u.
template <class P, bool corners> struct SmoothNorm : StoredSmooth<P, corners> {
  using typename StoredSmooth<P, corners>::A;
  using typename StoredSmooth<P, corners>::pack;
  struct Column : StoredSmooth<P, corners>::Column {
    pack unscaled; ///< V_T / rho
  };
  static constexpr SolveLaunch launch{
      .couples_columns = true, .corners = corners, .sums_residual = true, .asks_ahead = true};

  KOKKOS_FORCEINLINE_FUNCTION Column column(const StencilOf<pack, corners>& stencil) const {
    return {StoredSmooth<P, corners>::column(stencil), stencil.vertical / pack(this->rho)};
  }
  /// Returns f - A u. `rhs` is rho / V_T (f - N u). The function subtracts rho / V_T times the
  /// tridiagonal block times u, and scales the difference by V_T / rho.
  KOKKOS_FORCEINLINE_FUNCTION pack residual(const Column& column, const LayerCoefficients<A>& layer,
                                            const pack& rhs, const SeenOf<pack, corners>& u) const {
    const pack image = (layer.a * column.reaction + layer.d * column.shift) * u.centre +
                       (layer.b * (u.centre - u.above) + layer.c * (u.centre - u.below));
    return column.unscaled * (rhs - this->rho * image);
  }
};

template <class P, bool corners>
StoredSmooth<P, corners> smooth_kernel(const typename Smoother<P>::Grid& grid, double rho,
                                       const typename Smoother<P>::Vector& u,
                                       const typename Smoother<P>::Vector& f,
                                       const typename Smoother<P>::Vector& out) {
  using A = typename P::arithmetic;
  return {GridCells(grid.matrix()),    FieldStrides(u), A(rho),    A(1) - A(rho),
          {Cells(u), FieldStrides(u)}, Cells(f),        Cells(out)};
}

} // namespace

template <class P>
void Smoother<P>::smooth(const Grid& grid, double rho, const Vector& u, const Vector& f,
                         const Vector& out) {
  require_cells(grid, Kernel::smooth, u, f, out);
  with_corners(grid, [&](auto corners) {
    for_columns(grid.label(Kernel::smooth), smooth_kernel<P, corners>(grid, rho, u, f, out), grid);
  });
}

template <class P>
double Smoother<P>::smooth_norm(const Grid& grid, double rho, const Vector& u, const Vector& f,
                                const Vector& out) {
  require_cells(grid, Kernel::smooth_norm, u, f, out);
  if constexpr (has_norm) {
    return with_corners(grid, [&](auto corners) {
      const SmoothNorm<P, corners> kernel{smooth_kernel<P, corners>(grid, rho, u, f, out)};
      Sums sums;
      sum_over_columns(grid.label(Kernel::smooth_norm), kernel, grid, Kokkos::Sum<Sums>(sums));
      return sums.first;
    });
  } else {
    smooth(grid, rho, u, f, out);
    return Operator<P>::residual_norm_squared(grid, u, f);
  }
}

template <class P>
void Smoother<P>::smooth_mirrored(const Grid& grid, double rho, const Vector& u, const Vector& f,
                                  const Vector& out) {
  require_cells(grid, Kernel::smooth, u, f, out);
  const Partition& p = grid.partition();
  with_corners(grid, [&](auto corners) {
    const MirroredSmooth<P, corners> kernel{smooth_kernel<P, corners>(grid, rho, u, f, out), p.nx,
                                            p.ny, mirror_signs(p, grid.matrix().boundaries())};
    for_columns(grid.label(Kernel::smooth), kernel, grid);
  });
}

template <class P>
void Smoother<P>::smooth_colour(const Grid& grid, double rho, Colour colour, const Vector& u,
                                const Vector& f) {
  require_cells(grid, Kernel::smooth_colour, u, f);
  if (grid.matrix().flux() == Flux::vertex)
    throw std::invalid_argument("two colours do for five points, and the vertex flux has nine");
  const Partition& p = grid.partition();
  const int other = (p.first_i + p.first_j + (colour == Colour::red)) & 1;
  const SmoothColour<P> kernel{smooth_kernel<P, false>(grid, rho, u, f, u), other};
  for_columns(grid.label(Kernel::smooth_colour), kernel, grid);
}

template <class P>
void Smoother<P>::smooth_from_zero(const Grid& grid, double rho, const Vector& f,
                                   const Vector& out) {
  require_cells(grid, Kernel::smooth_from_zero, f, out);
  const Solve<P> kernel{GridCells(grid.matrix()), FieldStrides(f), typename P::arithmetic(rho),
                        Cells(f), Cells(out)};
  for_columns(grid.label(Kernel::smooth_from_zero), kernel, grid);
}

template <class P>
void Smoother<P>::solve_columns(const Grid& grid, const Vector& r, const Vector& z) {
  require_cells(grid, Kernel::solve_columns, r, z);
  const Solve<P> kernel{GridCells(grid.matrix()), FieldStrides(r), typename P::arithmetic(1),
                        Cells(r), Cells(z)};
  for_columns(grid.label(Kernel::solve_columns), kernel, grid);
}

ISOBAR_INSTANTIATE(struct Smoother)

} // namespace isobar
