#include <isobar/core/columns/kernels/basis_kernels.hpp>

#include "base/precision_list.hpp"
#include "columns/kernels/vector_kernel.hpp"
#include "launch/require_cells.hpp"

#include <algorithm>

namespace isobar {
namespace {

template <class P> struct Products : VectorKernel<P> {
  using typename VectorKernel<P>::pack;
  using typename VectorKernel<P>::Number;
  Cells<typename P::storage, P::layout> v, w, x;
  struct Inputs {
    Number v, w, x;
  };

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(v.at(c)), read_ahead<pack>(w.at(c)), read_ahead<pack>(x.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename VectorKernel<P>::Column&, const Cell&,
                                        const Inputs& in, int active, SumPacks<pack>& sums) const {
    const pack v = keep_active(pack(in.v), active);
    sums.first = sums.first + v * keep_active(pack(in.w), active);
    sums.second = sums.second + v * keep_active(pack(in.x), active);
  }
};

template <class P> struct Combine : VectorKernel<P> {
  using typename VectorKernel<P>::pack;
  using typename VectorKernel<P>::Number;
  using typename VectorKernel<P>::A;
  Cells<typename P::storage, P::layout> x, w0, w1, w2, w3, y;
  A c0, c1, c2, c3, scale;
  struct Inputs {
    Number x, w0, w1, w2, w3;
  };

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(x.at(c)), read_ahead<pack>(w0.at(c)), read_ahead<pack>(w1.at(c)),
            read_ahead<pack>(w2.at(c)), read_ahead<pack>(w3.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename VectorKernel<P>::Column&, const Cell& c,
                                        const Inputs& in, int active, SumPacks<pack>&) const {
    const pack sum = c0 * pack(in.w0) + c1 * pack(in.w1) + (c2 * pack(in.w2) + c3 * pack(in.w3));
    store(y.at(c), scale * (pack(in.x) - sum), active);
  }
};

} // namespace

template <class P>
Sums BasisKernels<P>::product_pair(const Grid& grid, const Vector& v, const Vector& w,
                                   const Vector& x) {
  require_cells(grid, Kernel::vector_products, v, w, x);
  const Products<P> kernel{{FieldStrides(v)}, Cells(v), Cells(w), Cells(x)};
  return sum_over_cells(grid.label(Kernel::vector_products), kernel, CellRange(grid));
}

template <class P>
void BasisKernels<P>::combine_four(const Grid& grid, double scale, const Vector& x,
                                   const std::array<double, at_once>& c,
                                   const std::array<Vector, at_once>& w, const Vector& y) {
  require_cells(grid, Kernel::vector_combine, x, w[0], w[1], w[2], w[3], y);
  using A = typename P::arithmetic;
  const Combine<P> kernel{{FieldStrides(y)}, Cells(x),    Cells(w[0]), Cells(w[1]),
                          Cells(w[2]),       Cells(w[3]), Cells(y),    A(c[0]),
                          A(c[1]),           A(c[2]),     A(c[3]),     A(scale)};
  for_cells(grid.label(Kernel::vector_combine), kernel, CellRange(grid));
}

/// The kernel takes two vectors at once. The last one of an odd number is passed twice, and read
/// from memory once.
template <class P>
void BasisKernels<P>::products(const Grid& grid, const Vector& v, Vectors basis,
                               std::span<double> products) {
  for (std::size_t n = 0; n < basis.size(); n += 2) {
    const std::size_t next = std::min(n + 1, basis.size() - 1);
    const Sums sums = product_pair(grid, v, basis[n], basis[next]);
    products[n] = sums.first;
    if (next > n) products[next] = sums.second;
  }
}

/// The kernel takes four vectors at once. If fewer are left, the last vector stands in for the
/// missing ones, with a factor of 0.
template <class P>
void BasisKernels<P>::combine(const Grid& grid, double scale, const Vector& x,
                              std::span<const double> c, Vectors basis, const Vector& y) {
  if (basis.empty()) return combine_four(grid, scale, x, {}, {x, x, x, x}, y);
  for (std::size_t first = 0; first < basis.size(); first += at_once) {
    std::array<double, at_once> factors{};
    std::array<Vector, at_once> vectors;
    for (std::size_t n = 0; n < at_once; ++n) {
      const bool there = first + n < basis.size();
      factors[n] = there ? c[first + n] : 0.0;
      vectors[n] = there ? basis[first + n] : basis.back();
    }
    const bool last = first + at_once >= basis.size();
    combine_four(grid, last ? scale : 1.0, first == 0 ? x : y, factors, vectors, y);
  }
}

ISOBAR_INSTANTIATE(struct BasisKernels)

} // namespace isobar
