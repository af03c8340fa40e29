#include "base/precision_list.hpp"
#include "columns/kernels/vector_kernel.hpp"
#include "launch/require_cells.hpp"
#include "walk/cell_walk.hpp"
#include <isobar/core/columns/kernels/bicgstab_kernels.hpp>

namespace isobar {
namespace {

template <class P> struct Direction : VectorKernel<P> {
  using typename VectorKernel<P>::pack;
  using typename VectorKernel<P>::Number;
  using typename VectorKernel<P>::A;
  Cells<typename P::storage, P::layout> r, p, q;
  A beta, omega;
  struct Inputs {
    Number r, p, q;
  };

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(r.at(c)), read_ahead<pack>(p.at(c)), read_ahead<pack>(q.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename VectorKernel<P>::Column&, const Cell& c,
                                        const Inputs& in, int active, SumPacks<pack>&) const {
    store(p.at(c), pack(in.r) + beta * (pack(in.p) - omega * pack(in.q)), active);
  }
};

/// Computes u += factor z and r -= factor y.
template <class P> struct HalfStep : VectorKernel<P> {
  using typename VectorKernel<P>::pack;
  using typename VectorKernel<P>::Number;
  using typename VectorKernel<P>::A;
  Cells<typename P::storage, P::layout> z, y, u, r;
  A factor;
  struct Inputs {
    Number z, y, u, r;
  };

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(z.at(c)), read_ahead<pack>(y.at(c)), read_ahead<pack>(u.at(c)),
            read_ahead<pack>(r.at(c))};
  }
  /// Returns the new r.
  KOKKOS_FORCEINLINE_FUNCTION pack move(const Cell& c, const Inputs& in, int active) const {
    const pack next = keep_active(pack(in.r) - factor * pack(in.y), active);
    store(u.at(c), pack(in.u) + factor * pack(in.z), active);
    store(r.at(c), next, active);
    return next;
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename VectorKernel<P>::Column&, const Cell& c,
                                        const Inputs& in, int active, SumPacks<pack>&) const {
    move(c, in, active);
  }
};

/// Computes the half step, and ||r||^2 and <r, w> of the new r.
template <class P> struct Step : HalfStep<P> {
  using typename HalfStep<P>::pack;
  using typename HalfStep<P>::Number;
  Cells<typename P::storage, P::layout> w;
  struct Inputs {
    typename HalfStep<P>::Inputs step;
    Number w;
  };

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {HalfStep<P>::read(c), read_ahead<pack>(w.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename VectorKernel<P>::Column&, const Cell& c,
                                        const Inputs& in, int active, SumPacks<pack>& sums) const {
    const pack next = this->move(c, in.step, active);
    sums.first = sums.first + next * next;
    sums.second = sums.second + next * keep_active(pack(in.w), active);
  }
};

template <class P> struct VectorSums : VectorKernel<P> {
  using typename VectorKernel<P>::pack;
  using typename VectorKernel<P>::Number;
  Cells<typename P::storage, P::layout> v, w;
  struct Inputs {
    Number v, w;
  };

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(v.at(c)), read_ahead<pack>(w.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename VectorKernel<P>::Column&, const Cell&,
                                        const Inputs& in, int active, SumPacks<pack>& sums) const {
    const pack v = keep_active(pack(in.v), active);
    sums.first = sums.first + v * keep_active(pack(in.w), active);
    sums.second = sums.second + v * v;
  }
};

template <class P> struct Subtract : VectorKernel<P> {
  using typename VectorKernel<P>::pack;
  using typename VectorKernel<P>::Number;
  Cells<typename P::storage, P::layout> f, r;
  struct Inputs {
    Number f, r;
  };

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(f.at(c)), read_ahead<pack>(r.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename VectorKernel<P>::Column&, const Cell& c,
                                        const Inputs& in, int active, SumPacks<pack>& sums) const {
    const pack difference = keep_active(pack(in.f) - pack(in.r), active);
    store(r.at(c), difference, active);
    sums.first = sums.first + difference * difference;
  }
};

} // namespace

template <class P>
void BicgstabKernels<P>::direction(const Grid& grid, double beta, double omega, const Vector& r,
                                   const Vector& p, const Vector& q) {
  require_cells(grid, Kernel::bicgstab_direction, r, p, q);
  using A = typename P::arithmetic;
  const Direction<P> kernel{{FieldStrides(p)}, Cells(r), Cells(p), Cells(q), A(beta), A(omega)};
  for_cells(grid.label(Kernel::bicgstab_direction), kernel, CellRange(grid));
}

template <class P>
void BicgstabKernels<P>::half_step(const Grid& grid, double alpha, const Vector& z, const Vector& q,
                                   const Vector& u, const Vector& r) {
  require_cells(grid, Kernel::bicgstab_half_step, z, q, u, r);
  const HalfStep<P> kernel{{FieldStrides(u)}, Cells(z), Cells(q),
                           Cells(u),          Cells(r), typename P::arithmetic(alpha)};
  for_cells(grid.label(Kernel::bicgstab_half_step), kernel, CellRange(grid));
}

template <class P>
Sums BicgstabKernels<P>::step(const Grid& grid, double omega, const Vector& z, const Vector& t,
                              const Vector& w, const Vector& u, const Vector& r) {
  require_cells(grid, Kernel::bicgstab_step, z, t, w, u, r);
  const Step<P> kernel{
      {{FieldStrides(u)}, Cells(z), Cells(t), Cells(u), Cells(r), typename P::arithmetic(omega)},
      Cells(w)};
  return sum_over_cells(grid.label(Kernel::bicgstab_step), kernel, CellRange(grid));
}

template <class P>
Sums BicgstabKernels<P>::sums(const Grid& grid, const Vector& v, const Vector& w) {
  require_cells(grid, Kernel::vector_sums, v, w);
  const VectorSums<P> kernel{{FieldStrides(v)}, Cells(v), Cells(w)};
  return sum_over_cells(grid.label(Kernel::vector_sums), kernel, CellRange(grid));
}

template <class P>
double BicgstabKernels<P>::subtract(const Grid& grid, const Vector& f, const Vector& r) {
  require_cells(grid, Kernel::subtract, f, r);
  const Subtract<P> kernel{{FieldStrides(r)}, Cells(f), Cells(r)};
  return sum_over_cells(grid.label(Kernel::subtract), kernel, CellRange(grid)).first;
}

ISOBAR_INSTANTIATE(struct BicgstabKernels)

} // namespace isobar
