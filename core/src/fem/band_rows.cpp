#include "fem/band_march.hpp"
#include "fem/band_product.hpp"
#include "fem/element_stiffness.hpp"
#include "fem/macro_geometry.hpp"
#include "fem/macro_row_matrix.hpp"

#include <isobar/core/fem/band_rows.hpp>
#include <isobar/core/fem/macro_rows.hpp>

#include <stdexcept>

namespace isobar {
namespace {

/// Fills bands from the elements around each place. A thread marches along a pack of columns of places. It integrates over the
/// elements on both sides, and keeps the contributions of the elements below. At a side of the macro element, the next element
/// takes the place of a missing one, as its contribution is not read.
template <class T> struct FillBands {
  static constexpr int rows = 16;
  using Bands = MacroBands<T>;
  MacroPlaces places;
  FemTables tables;
  Kokkos::View<double*, MemorySpace> diffusion; ///< by rows of each macro element; empty: 1
  Kokkos::View<double*, MemorySpace> reaction;  ///< by rows of each macro element; empty: 0
  T* numbers;

  Int64 threads() const { return Int64(places.macros) * segments() * packs(); }

  KOKKOS_FUNCTION void operator()(Int64 thread) const {
    const Int64 of_macro = Int64(segments()) * packs();
    const int macro = int(thread / of_macro), at = int(thread % of_macro);
    const RowRange range(at / packs(), segments(), places.cells);
    const Columns columns(at % packs() * row_pack, places.cells);
    int j = range.begin > 0 ? range.begin - 1 : 0;
    Nodes lower = nodes(macro, columns, j);
    RowPack right_below, below;
    for (; j < range.end; ++j) {
      const Nodes upper = nodes(macro, columns, j + 1);
      const BilinearStiffness on_left = matrix(macro, columns, j, 0, lower, upper),
                              on_right = matrix(macro, columns, j, 1, lower, upper);
      if (j >= range.begin) {
        T* const row = numbers + Bands{nullptr, places.cells}.row(macro, j) + columns.place;
        const auto put = [&](int band, const RowPack& value) {
          store(row + band * Bands::pitch(places.cells), value, columns.active);
        };
        put(Bands::itself, on_right.entry(0, 0) + on_left.entry(1, 1) + below);
        put(Bands::right, on_right.entry(0, 1) + right_below);
        put(Bands::above, on_right.entry(0, 3) + on_left.entry(1, 2));
        put(Bands::above_right, on_right.entry(0, 2));
        put(Bands::above_left, on_left.entry(1, 3));
      }
      right_below = on_right.entry(3, 2);
      below = on_right.entry(3, 3) + on_left.entry(2, 2);
      lower = upper;
    }
  }

private:
  /// A pack of places, of which `active` exist, and the columns of elements on the left and on the right of each.
  struct Columns {
    int place, active, of_elements[2][row_pack];

    KOKKOS_FORCEINLINE_FUNCTION Columns(int first, int cells)
        : place(first), active(cells + 1 - first < row_pack ? cells + 1 - first : row_pack) {
      for (int lane = 0; lane < row_pack; ++lane) {
        const int i = first + lane;
        of_elements[0][lane] = i == 0 ? 0 : i <= cells ? i - 1 : cells - 1;
        of_elements[1][lane] = i < cells ? i : cells - 1;
      }
    }
  };
  /// The nodes of a row: two of the elements on the left, and two of the elements on the right.
  struct Nodes {
    RowPack x[2][2], y[2][2];
  };

  KOKKOS_FORCEINLINE_FUNCTION int packs() const { return (places.cells + row_pack) / row_pack; }
  KOKKOS_FORCEINLINE_FUNCTION int segments() const { return (places.cells + rows - 1) / rows; }
  KOKKOS_FORCEINLINE_FUNCTION Nodes nodes(int macro, const Columns& columns, int j) const {
    Nodes n;
    ISOBAR_UNROLL
    for (int side = 0; side < 2; ++side) ISOBAR_UNROLL
    for (int a = 0; a < 2; ++a) {
      double x[row_pack], y[row_pack];
      for (int lane = 0; lane < row_pack; ++lane) {
        const int unknown = places.unknown(macro, columns.of_elements[side][lane] + a, j);
        x[lane] = tables.points(unknown, 0);
        y[lane] = tables.points(unknown, 1);
      }
      n.x[side][a] = load<RowPack>(x);
      n.y[side][a] = load<RowPack>(y);
    }
    return n;
  }
  KOKKOS_FORCEINLINE_FUNCTION BilinearStiffness matrix(int macro, const Columns& columns, int j,
                                                       int side, const Nodes& lower,
                                                       const Nodes& upper) const {
    const RowPack x[] = {lower.x[side][0], lower.x[side][1], upper.x[side][1], upper.x[side][0]};
    const RowPack y[] = {lower.y[side][0], lower.y[side][1], upper.y[side][1], upper.y[side][0]};
    const auto of_elements = [&](const Kokkos::View<double*, MemorySpace>& numbers) {
      double of_lanes[row_pack];
      for (int lane = 0; lane < row_pack; ++lane)
        of_lanes[lane] = numbers((Int64(macro) * places.cells + j) * places.cells +
                                 columns.of_elements[side][lane]);
      return load<RowPack>(of_lanes);
    };
    BilinearStiffness matrix(x, y, diffusion.extent(0) > 0 ? of_elements(diffusion) : RowPack(1.0),
                             nullptr);
    if (reaction.extent(0) > 0) matrix.add_mass(x, y, of_elements(reaction));
    return matrix;
  }
};

/// Makes the kernel that multiplies by bands: BandProduct on a host, BandMarch on a GPU.
template <class T> struct InsideBands {
  template <class Finish>
  using Kernel = std::conditional_t<on_host, BandProduct<T, Finish>, BandMarch<T, Finish>>;
  MacroPlaces places;
  Kokkos::View<T*, MemorySpace> bands;

  template <class Finish> auto kernel(const T* x, const Finish& finish) const {
    return Kernel<Finish>{places, {bands.data(), places.cells}, x, finish};
  }
  Int64 bytes() const { return Int64(bands.extent(0) * sizeof(T)); }
};

} // namespace

template <class T>
BandRows<T> assemble_bands(const FemSpace& space, const FemCoefficients& coefficients) {
  if (space.order() != 1)
    throw std::invalid_argument("bands need elements of order 1; these have order " +
                                std::to_string(space.order()));
  const MacroElements& macro = space.macro();
  BandRows<T> rows;
  rows.bands = decltype(rows.bands)(Kokkos::view_alloc("isobar bands", Kokkos::WithoutInitializing),
                                    std::size_t(MacroBands<T>::size(macro.places)));
  const FillBands<T> fill{macro.places, space.tables(),
                          by_rows<double>(macro, coefficients.diffusion),
                          by_rows<double>(macro, coefficients.reaction), rows.bands.data()};
  Kokkos::parallel_for("isobar/fem_bands", AllRows(0, fill.threads()), fill);
  rows.others = assemble_stiffness<T>(space, coefficients, macro.places.inside_rows);
  return rows;
}

template <class T>
Kokkos::View<T*, MemorySpace> inverse_diagonal(const FemSpace& space, const BandRows<T>& rows) {
  const Kokkos::View<T*, MemorySpace> inverse("isobar inverse diagonal",
                                              std::size_t(space.owned()));
  const MacroPlaces places = space.macro().places;
  const MacroBands<T> bands{rows.bands.data(), places.cells};
  const int inside = places.cells - 1;
  Kokkos::parallel_for(
      "isobar/fem_diagonal", TeamPolicy(places.macros * inside, on_host ? 1 : 4 * lanes_in_step),
      KOKKOS_LAMBDA(const Member& team) {
        const int macro = team.league_rank() / inside, j = 1 + team.league_rank() % inside;
        const T* const diagonal = bands.numbers + bands.row(macro, j) + 1;
        T* const of_row = inverse.data() + places.row(macro, j);
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, inside),
                             [&](int i) { of_row[i] = T(1) / diagonal[i]; });
      });
  const CsrRows<T> others = rows.others;
  const Int64 first = places.inside_rows;
  Kokkos::parallel_for(
      "isobar/fem_diagonal", AllRows(0, others.rows()), KOKKOS_LAMBDA(Int64 n) {
        others.visit(n, [&](Int64 column, T value) {
          if (column == first + n) inverse(first + n) = T(1) / value;
        });
      });
  return inverse;
}

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_band_matrix(const FemSpace& space,
                                                        const BandRows<T>& rows, int level,
                                                        const std::string& label) {
  const MacroPlaces& places = space.macro().places;
  return make_matrix<T>(space.owned(), InsideBands<T>{places, rows.bands}, rows.others,
                        places.inside_rows, label, level);
}

#define ISOBAR_BAND_ROWS(T)                                                                        \
  template BandRows<T> assemble_bands(const FemSpace&, const FemCoefficients&);                    \
  template Kokkos::View<T*, MemorySpace> inverse_diagonal(const FemSpace&, const BandRows<T>&);    \
  template std::unique_ptr<const SparseMatrix<T>> make_band_matrix(                                \
      const FemSpace&, const BandRows<T>&, int, const std::string&);
ISOBAR_BAND_ROWS(double)
ISOBAR_BAND_ROWS(float)
#undef ISOBAR_BAND_ROWS

} // namespace isobar
