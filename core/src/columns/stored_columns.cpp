#include "columns/stored_columns.hpp"
#include "base/precision_list.hpp"
#include "columns/column_blocks.hpp"
#include "device/tridiag.hpp"

namespace isobar {
namespace {

template <class T> using Blocks = ColumnBlocks<Precision<typename StoredAs<T>::type, T>>;

template <class T> struct Factorise {
  using Word = typename StoredAs<T>::type;
  GridCells<T> grid;
  Strides strides;
  Cells<Word> lower, inverse, link;
  int nx;

  KOKKOS_FUNCTION void operator()(int n) const {
    using V = Pack<T, 1>;
    const int i = n % nx, j = n / nx;
    const V inverse_v = reciprocal(load<V>(grid.vertical + j * grid.row + i));
    const V shift = inverse_v * load<V>(grid.total + j * grid.row + i);
    const V reaction = load<V>(grid.reaction + j * grid.reaction_row + i);
    Elimination<V> state;
    for (int k = 0; k < grid.nz; ++k) {
      // The inverse pivot is the result of elimination for a right-hand side of 1 without a row
      // below.
      state.value = V(T(0));
      const LayerCoefficients<T>& layer = grid.profile[k];
      const Eliminated<V> row = eliminate(layer, shift, reaction, V(T(1)), state);
      const Cell c = strides.cell(i, k, j);
      *lower.at(c) = Word(layer.c * row.value.get(0));
      *inverse.at(c) = Word((inverse_v * row.value).get(0));
      *link.at(c) = Word(row.link.get(0));
    }
  }
};

/// Computes out = rho M^-1 r, or adds that to out. The upward sweep leaves y, which may be r or
/// out.
template <class T> struct SolveStored {
  using V = typename Blocks<T>::V;
  Blocks<T> blocks;
  Strides strides;
  int nz;
  T rho;
  bool accumulate;
  Cells<typename StoredAs<T>::type> lower, inverse, link, r, y, out;

  KOKKOS_FUNCTION void operator()(int n) const {
    V carried[Blocks<T>::packs] = {};
    for (int k = 0; k < nz; ++k)
      blocks.on_layer(strides, n, k, [&](const Cell& c, int p, int active) {
        V& below = carried[p];
        below = load<V>(inverse.at(c)) * load<V>(r.at(c)) + load<V>(lower.at(c)) * below;
        store(y.at(c), below, active);
      });
    for (V& above : carried) above = V(T(0));
    for (int k = nz - 1; k >= 0; --k)
      blocks.on_layer(strides, n, k, [&](const Cell& c, int p, int active) {
        V& above = carried[p];
        above = load<V>(y.at(c)) + load<V>(link.at(c)) * above;
        const V step = rho * above;
        store(out.at(c), accumulate ? load<V>(out.at(c)) + step : step, active);
      });
  }
};

} // namespace

template <class T>
StoredColumns<T>::StoredColumns(const Grid& grid)
    : lower_("isobar lower", grid.nx(), grid.ny(), grid.nz()),
      inverse_("isobar inverse", grid.nx(), grid.ny(), grid.nz()),
      link_("isobar link", grid.nx(), grid.ny(), grid.nz()),
      solve_label_(grid.label(Kernel::stored_solve)),
      smooth_label_(grid.label(Kernel::stored_smooth)) {
  update(grid);
}

template <class T> void StoredColumns<T>::update(const Grid& grid) const {
  const Factorise<T> kernel{GridCells(grid.matrix()), Strides(lower_), Cells(lower_),
                            Cells(inverse_),          Cells(link_),    grid.nx()};
  Kokkos::parallel_for("isobar/factorise",
                       Kokkos::RangePolicy<ExecutionSpace>(0, grid.nx() * grid.ny()), kernel);
}

template <class T>
void StoredColumns<T>::solve(double rho, const Vector& r, const Vector& z) const {
  solve(solve_label_, T(rho), false, r, z, z);
}

template <class T>
void StoredColumns<T>::smooth(double rho, const Vector& r, const Vector& u) const {
  solve(smooth_label_, T(rho), true, r, r, u);
}

template <class T>
void StoredColumns<T>::solve(const std::string& label, T rho, bool accumulate, const Vector& r,
                             const Vector& y, const Vector& out) const {
  const FieldShape& shape = r.shape();
  const Blocks<T> blocks{shape.nx, shape.ny};
  const SolveStored<T> kernel{blocks,     Strides(r),    shape.nz,        rho,
                              accumulate, Cells(lower_), Cells(inverse_), Cells(link_),
                              Cells(r),   Cells(y),      Cells(out)};
  Kokkos::parallel_for(label, blocks.range(), kernel);
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class StoredColumns)

} // namespace isobar
