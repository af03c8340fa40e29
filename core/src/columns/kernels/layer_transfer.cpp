#include "base/precision_list.hpp"
#include "launch/require_cells.hpp"
#include "walk/cell_walk.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/columns/kernels/layer_transfer.hpp>

#include <algorithm>
#include <array>

namespace isobar {
namespace {

/// Computes merged layer k from the shares that its layers, and those of the neighbouring groups,
/// give it.
template <class P> struct RestrictLayers : WritesCells<P, 1> {
  using typename WritesCells<P, 1>::S;
  using typename WritesCells<P, 1>::A;
  using typename WritesCells<P, 1>::pack;
  FieldStrides<P::layout> all_strides;
  Cells<S, P::layout> all;
  const LayerShare<A>* shares;
  const LayerRange* contributors; ///< layers with a share, for each merged layer

  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    const LayerRange range = contributors[c.k];
    const auto source = all.at(all_strides.cell(c.i, 0, c.j));
    pack sum{};
    for (int l = range.begin; l < range.end; ++l) {
      const LayerShare<A> share = shares[l];
      const A weight = share.below == c.k ? A(1) - share.weight : share.weight;
      sum = sum + weight * load_aligned<pack>(source + l * all_strides.layer);
    }
    return sum;
  }
};

/// Interpolates layer k of all columns, with the halo: column 0 of row 0 is the halo's
/// south-western corner.
template <class P> struct InterpolateLayers : WritesCells<P, 1> {
  using typename WritesCells<P, 1>::S;
  using typename WritesCells<P, 1>::A;
  using typename WritesCells<P, 1>::pack;
  FieldStrides<P::layout> merged_strides;
  Cells<S, P::layout> merged;
  const LayerShare<A>* shares;

  KOKKOS_FORCEINLINE_FUNCTION pack read(const Cell& c) const {
    const LayerShare<A>& share = shares[c.k];
    const auto from = [&](int k) {
      return load<pack>(merged.at(merged_strides.cell(c.i, k, c.j)));
    };
    return (A(1) - share.weight) * from(share.below) + share.weight * from(share.above);
  }
};

template <class S, Layout L> Cells<S, L> with_halo(const Field<S, L>& f) {
  Cells<S, L> cells(f);
  cells.origin = beside(cells.origin - f.row_stride(), -1);
  return cells;
}

/// Returns twice the heights of the centres, in steps (layers.hpp). Weights are ratios of their
/// exact differences.
std::vector<double> layer_centres(const GridSpec& spec, int merge) {
  const LayerHeights heights(spec, merge);
  std::vector<double> centres;
  for (int k = 0; k < heights.layers(); ++k) centres.push_back(heights.twice_centre(k));
  return centres;
}

/// Returns the shares of a sum: every layer gives its whole number to the layer into which it is
/// merged.
template <class A> std::vector<LayerShare<A>> sums(int nz, int merge) {
  std::vector<LayerShare<A>> shares;
  for (int l = 0; l < nz; ++l) shares.push_back({l / merge, l / merge, A(0)});
  return shares;
}

template <class A>
std::vector<LayerShare<A>> linear_interpolation(const GridSpec& spec, int merge) {
  const std::vector<double> z = layer_centres(spec, 1), centres = layer_centres(spec, merge);
  const int top = int(centres.size()) - 1;
  std::vector<LayerShare<A>> shares;
  for (int l = 0; l < spec.nz; ++l) {
    const int own = l / merge, below = std::max(0, z[l] < centres[own] ? own - 1 : own);
    const int above = std::min(z[l] < centres[own] ? own : own + 1, top);
    const double weight =
        below == above ? 0.0 : (z[l] - centres[below]) / (centres[above] - centres[below]);
    shares.push_back({below, above, A(weight)});
  }
  return shares;
}

/// Returns, for each merged layer, the range of layers that have a share in it.
template <class A> std::vector<LayerRange> contributors(const std::vector<LayerShare<A>>& shares) {
  std::vector<LayerRange> ranges(shares.back().above + 1);
  for (int l = 0; l < int(shares.size()); ++l)
    for (const int k : std::array{shares[l].below, shares[l].above}) { // nvcc takes no plain list
      if (ranges[k].end == 0) ranges[k].begin = l;
      ranges[k].end = l + 1;
    }
  return ranges;
}

/// Copies layers to the device, with harmless entries above the top, where a team may reach. The
/// first call allocates.
template <class X>
void put(const std::string& label, std::vector<X> layers, Kokkos::View<X*, MemorySpace>& view) {
  layers.resize(layers.size() + overhang(int(layers.size())), X{});
  if (view.size() == 0) view = in_block(label, layers);
  else to_device(layers, view);
}

} // namespace

template <class P>
LayerTransfer<P>::LayerTransfer(const GridSpec& spec, const Grid& grid, int merge, Restriction how)
    : merge_(merge), how_(how), f_("isobar f of all layers", grid.nx(), grid.ny(), spec.nz),
      u_("isobar u of all layers", grid.nx(), grid.ny(), spec.nz) {
  update(spec);
}

template <class P> void LayerTransfer<P>::update(const GridSpec& spec) {
  const auto interpolation = linear_interpolation<A>(spec, merge_);
  const auto restriction =
      how_ == Restriction::transpose ? interpolation : sums<A>(spec.nz, merge_);
  put("isobar interpolation", interpolation, interpolation_);
  put("isobar restriction", restriction, restriction_);
  put("isobar contributors", contributors(restriction), contributors_);
}

template <class P>
void LayerTransfer<P>::restrict_layers(const Grid& grid, const Vector& f_merged) const {
  require_cells(grid, Kernel::restrict_layers, f_merged);
  const RestrictLayers<P> kernel{{{FieldStrides(f_merged)}, Cells(f_merged)},
                                 FieldStrides(f_),
                                 Cells(f_),
                                 restriction_.data(),
                                 contributors_.data()};
  for_cells(grid.label(Kernel::restrict_layers), kernel, CellRange(grid));
}

template <class P>
void LayerTransfer<P>::interpolate_layers(const Grid& grid, const Vector& u_merged) const {
  require_cells(grid, Kernel::interpolate_layers, u_merged);
  const InterpolateLayers<P> kernel{{{FieldStrides(u_)}, with_halo(u_)},
                                    FieldStrides(u_merged),
                                    with_halo(u_merged),
                                    interpolation_.data()};
  for_cells(grid.label(Kernel::interpolate_layers), kernel,
            CellRange(grid, grid.nx() + 2, grid.ny() + 2, u_.shape().nz));
}

template <class P> Int64 LayerTransfer<P>::bytes(int nx, int ny, int nz) {
  using T = typename P::storage;
  return 2 * FieldShape::of<T>(nx, ny, nz, P::layout).size() * Int64(sizeof(T)) +
         Int64(nz + overhang(nz)) * Int64(2 * sizeof(LayerShare<A>) + sizeof(LayerRange));
}

ISOBAR_INSTANTIATE(class LayerTransfer)

} // namespace isobar
