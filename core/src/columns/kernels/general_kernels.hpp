#pragma once
#include "columns/kernels/general_matrices.hpp"
#include "device/unit_row.hpp"

/// The kernels of the general operator (general_operator.hpp): five matrices,
/// three uses of A u, and A's diagonal.
namespace isobar {

/// The names of the three kernels with one of the matrices.
struct GeneralNames {
  Kernel apply, sums, residual;
};

/// Computes v = A u. M is one of the five matrices (general_matrices.hpp), here and below.
template <class M> struct ApplyGeneral : M {
  using pack = typename M::pack;
  struct Inputs {};
  Cells<typename M::S, M::precision::layout> v;

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell&) const { return {}; }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    M::will_visit(c);
    will_write_pack<pack>(v.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename M::Column& column,
                                        const typename M::Layer& layer, const Cell& c,
                                        const typename M::Seen (&window)[1], const Inputs&,
                                        int active, SumPacks<pack>&) const {
    store(v.at(c), this->image(column, layer, c, window[0]), active);
  }
};

/// Computes v, which is in each cell the result of A for u = 1 in this cell alone. The kernel does
/// not use u.
template <class M> struct GeneralDiagonal : ApplyGeneral<M> {
  using pack = typename M::pack;
  using Seen = typename M::Seen;
  UnitRow unit;

  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename M::Column& column,
                                        const typename M::Layer& layer, const Cell& c,
                                        const Seen (&)[1], const typename ApplyGeneral<M>::Inputs&,
                                        int active, SumPacks<pack>&) const {
    store(this->v.at(c), image_of_unit(column, layer, c), active);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION pack image_of_unit(const typename M::Column& column,
                                                 const typename M::Layer& layer,
                                                 const Cell& c) const {
    const Seen seen = unit.window<Seen, pack>();
    if constexpr (requires { this->image_of_row(column, layer, c, seen, unit); })
      return this->image_of_row(column, layer, c, seen, unit);
    else return this->image(column, layer, c, seen);
  }
};

/// The sides of the domain beside this rank's part that fix u. `last_i` and `last_j` are this
/// rank's last column and row.
struct FixedSides {
  bool west, east, south, north;
  int last_i, last_j;
};

/// Computes the couplings of a matrix with coefficients a cell and the two-point flux. The kernel
/// does not use u.
template <class M> struct CouplingsOfCells : ApplyGeneral<M> {
  using pack = typename M::pack;
  using S = typename M::S;
  using Numbers = Cells<S, M::precision::layout>;
  Numbers west, south, below; ///< v holds `own`
  FixedSides fixed;

  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename M::Column& column,
                                        const typename M::Layer& layer, const Cell& c,
                                        const typename M::Seen (&)[1],
                                        const typename ApplyGeneral<M>::Inputs&, int active,
                                        SumPacks<pack>&) const {
    const CellCoefficients<pack> a = this->coefficients(c);
    const FaceCouplings<pack> faces =
        face_couplings(layer, this->shares[c.k], column.diffusion, a, c.k, this->grid.nz);
    store(this->v.at(c), faces.own, active);
    store(below.at(c), faces.below, active);
    for (int n = 0; n < active; ++n) store_horizontal(faces, c, n);
  }

private:
  /// Stores the horizontal couplings of one cell. The sides beside a cell share their contribution
  /// to it. Any shares give the same matrix.
  KOKKOS_FORCEINLINE_FUNCTION void store_horizontal(const FaceCouplings<pack>& faces, const Cell& c,
                                                    int n) const {
    const int i = c.i + n;
    const bool at_west = fixed.west && i == 0, at_east = fixed.east && i == fixed.last_i;
    const bool at_south = fixed.south && c.j == 0, at_north = fixed.north && c.j == fixed.last_j;
    const int sides = int(at_west) + int(at_east) + int(at_south) + int(at_north);
    const auto side = sides > 0 ? faces.sides.get(n) / sides : 0;
    west.at(c)[n] = S(at_west ? side : faces.west.get(n));
    if (i == fixed.last_i) west.at(c)[n + 1] = S(at_east ? side : faces.east.get(n));
    south.at(c)[n] = S(at_south ? side : faces.south.get(n));
    if (c.j == fixed.last_j)
      (south.at(c) + this->strides.row)[n] = S(at_north ? side : faces.north.get(n));
  }
};

/// Computes v = A u, <v, w> and <v, v>.
template <class M> struct ApplySums : M {
  using pack = typename M::pack;
  struct Inputs {
    Loaded<pack, typename M::S> w;
  };
  Cells<typename M::S, M::precision::layout> w, v;

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(w.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    M::will_visit(c);
    will_read_pack<pack>(w.at(c));
    will_write_pack<pack>(v.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename M::Column& column,
                                        const typename M::Layer& layer, const Cell& c,
                                        const typename M::Seen (&window)[1], const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    const pack image = keep_active(this->image(column, layer, c, window[0]), active);
    store(v.at(c), image, active);
    sums.first = sums.first + image * keep_active(pack(in.w), active);
    sums.second = sums.second + image * image;
  }
};

/// Computes r = f - A u and ||r||^2.
template <class M> struct GeneralResidual : M {
  using pack = typename M::pack;
  struct Inputs {
    Loaded<pack, typename M::S> f;
  };
  Cells<typename M::S, M::precision::layout> f, r;

  KOKKOS_FORCEINLINE_FUNCTION Inputs read(const Cell& c) const {
    return {read_ahead<pack>(f.at(c))};
  }
  KOKKOS_FORCEINLINE_FUNCTION void will_visit(const Cell& c) const {
    M::will_visit(c);
    will_read_pack<pack>(f.at(c));
    will_write_pack<pack>(r.at(c));
  }
  KOKKOS_FORCEINLINE_FUNCTION void cell(const typename M::Column& column,
                                        const typename M::Layer& layer, const Cell& c,
                                        const typename M::Seen (&window)[1], const Inputs& in,
                                        int active, SumPacks<pack>& sums) const {
    const pack residual =
        keep_active(pack(in.f) - this->image(column, layer, c, window[0]), active);
    store(r.at(c), residual, active);
    sums.first = sums.first + residual * residual;
  }
};

} // namespace isobar
