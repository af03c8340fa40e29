#pragma once
#include "device/cells.hpp"
#include <isobar/core/columns/kernels/domain_sides.hpp>
#include <isobar/core/launch/planned_grid.hpp>

#include <stdexcept>

/// Device functions that give the rows of explicit matrices, entry by entry, for any format.
/// A matrix acts on fields as they lie in memory: a column index is a cell's place in
/// Field::flat(). So halo cells are columns like any others, and products need no copies.
namespace isobar {

/// The places of a field's cells in its flat memory, and their numbers as rows. Rows are the places
/// from the first owned cell to the end of the last owned row. Places of padding or halo between
/// them are rows without entries. At n_x = 256 they are 6 % of the rows. Each costs an eighth of a
/// row of seven entries (its offset and its result), 1 % in all.
struct FlatCells {
  int nx, ny, nz;
  /// Stride from a line of cells in x to the next; place of the first owned cell.
  Int64 pitch, first;
  Int64 places; ///< number of places in the whole field

  explicit FlatCells(const FieldShape& s)
      : nx(s.nx), ny(s.ny), nz(s.nz), pitch(s.pitch), first(Int64(s.pitch) * s.nz + s.offset),
        places(s.size()) {}
  KOKKOS_FORCEINLINE_FUNCTION Int64 rows() const { return pitch * nz * ny; }
  KOKKOS_FORCEINLINE_FUNCTION Int64 place(int i, int k, int j) const {
    return first + (Int64(j) * nz + k) * pitch + i;
  }
  /// Calls row(i, k, j) for the cell of row n. It does nothing for padding or halo.
  template <class Row> KOKKOS_FORCEINLINE_FUNCTION void visit(Int64 n, const Row& row) const {
    const Int64 line = n / pitch;
    const int i = int(n - line * pitch);
    if (i < nx) row(i, int(line % nz), int(line / nz));
  }
};

/// Rows of cells in the form of core/sparse, visited by number. There are as many places as the
/// source field has. `Cells` is OperatorRows<T>, RestrictionRows<T> or ProlongationRows<T>.
template <class Cells> struct FlatRows {
  Cells cells;

  Int64 rows() const { return cells.target.rows(); }
  int width() const { return Cells::most_entries; }
  Int64 places() const { return cells.source.places; }
  template <class Entry> KOKKOS_FUNCTION void visit(Int64 n, const Entry& entry) const {
    cells.target.visit(n, [&](int i, int k, int j) { cells.row(i, k, j, entry); });
  }
};

/// The use of a matrix in a solver. Timings book its products under this name.
enum class MatrixUse { level_operator, restriction, prolongation };

/// The matrix A of one level (petascale paper, eqs. 6 and 14). A cell has seven entries, fewer at
/// the bottom, the top and the domain's sides. It refers to the grid, which must outlive the
/// assembly. Throws std::invalid_argument if the grid has the vertex flux.
template <class T> struct OperatorRows {
  static constexpr MatrixUse use = MatrixUse::level_operator;
  static constexpr int most_entries = 7;
  int level;
  FlatCells target, source;
  GridCells<T> grid;

  explicit OperatorRows(const PlannedGrid<T>& g)
      : level(g.index()), target(FieldShape::of<T>(g.nx(), g.ny(), g.nz())), source(target),
        grid(g.matrix()) {
    if (g.matrix().flux() == Flux::vertex)
      throw std::invalid_argument("flux: vertex, of which no matrix is stored; expected two_point");
  }

  /// Calls entry(place, value) for each entry of cell (i, k, j), in ascending order of places.
  template <class Entry> KOKKOS_FUNCTION void row(int i, int k, int j, const Entry& entry) const {
    const std::ptrdiff_t n = j * grid.row + i;
    const LayerCoefficients<T>& c = grid.profile[k];
    const Int64 here = target.place(i, k, j), north = target.pitch * target.nz;
    const auto neighbour = [&](Int64 place, T coupling) {
      if (coupling != T(0)) entry(place, -coupling);
    };
    neighbour(here - north, c.d * grid.south[n]);
    neighbour(here - target.pitch, k > 0 ? grid.vertical[n] * c.c : T(0));
    neighbour(here - 1, c.d * grid.west[n]);
    const T reaction = grid.reaction[j * grid.reaction_row + i];
    entry(here, grid.vertical[n] * (c.a * reaction + (c.b + c.c)) + c.d * grid.total[n]);
    neighbour(here + 1, c.d * grid.west[n + 1]);
    neighbour(here + target.pitch, k + 1 < grid.nz ? grid.vertical[n] * c.b : T(0));
    neighbour(here + north, c.d * grid.south[n + grid.row]);
  }
};

/// Weights along one direction: those of `count` source cells from cell `first` on.
template <class T> struct Weights {
  int first, count;
  T value[2];
};

/// One direction of a transfer: the numbers of fine and coarse cells that a rank owns, and the ends
/// of the domain.
struct TransferAxis {
  int fine_cells, cells;
  bool halved; ///< whether the coarser level halves the axis
  int low_sign,
      high_sign; ///< signs of mirror images beyond its ends (MirrorSigns); 0 beside other ranks

  /// Returns the weights of bilinear prolongation in one direction. A fine cell takes 3/4 of its
  /// own coarse cell and 1/4 of the next one. Beyond a side of the domain, the next one is the
  /// mirror image. A coarse cell at the end of an odd row has the centre of its only fine cell
  /// (transfer.hpp).
  template <class T> KOKKOS_FUNCTION Weights<T> prolongation(int fine) const {
    if (!halved) return {fine, 1, {T(1), T(0)}};
    const int own = fine / 2;
    const bool low = fine % 2 == 0;
    if (fine_cells % 2 == 1 && fine + 1 == fine_cells) return {own, 1, {T(1), T(0)}};
    if (fine_cells % 2 == 1 && fine + 2 == fine_cells) return {own, 2, {T(2) / T(3), T(1) / T(3)}};
    const int sign = low && own == 0 ? low_sign : !low && own + 1 == cells ? high_sign : 0;
    if (sign != 0) return {own, 1, {T(0.75) + T(sign) * T(0.25), T(0)}};
    if (low) return {own - 1, 2, {T(0.25), T(0.75)}};
    return {own, 2, {T(0.75), T(0.25)}};
  }
  /// Returns the weights of restriction in one direction. Residuals are volume-integrated, so a
  /// coarse cell takes the sum of its children.
  template <class T> KOKKOS_FUNCTION Weights<T> restriction(int coarse) const {
    if (!halved) return {coarse, 1, {T(1), T(0)}};
    return {2 * coarse, 2 * coarse + 1 < fine_cells ? 2 : 1, {T(1), T(1)}};
  }
};

/// A transfer between two levels: the product of its parts along x and along y. `use`
/// is restriction (rows are coarse cells) or prolongation (rows are fine cells).
template <class T, MatrixUse Use> struct TransferRows {
  static constexpr MatrixUse use = Use;
  static constexpr int most_entries = 4;
  int level; ///< level of the fine cells
  FlatCells target, source;
  TransferAxis x, y;

  TransferRows(const PlannedGrid<T>& fine, const PlannedGrid<T>& coarse)
      : level(fine.index()), target(cells(use == MatrixUse::restriction ? coarse : fine)),
        source(cells(use == MatrixUse::restriction ? fine : coarse)) {
    const Partition& p = fine.partition();
    const Partition& c = coarse.partition();
    const MirrorSigns sign = mirror_signs(p, fine.matrix().boundaries());
    x = {fine.nx(), coarse.nx(), c.x_widths != p.x_widths, sign.west, sign.east};
    y = {fine.ny(), coarse.ny(), c.y_widths != p.y_widths, sign.south, sign.north};
  }

  template <class Entry> KOKKOS_FUNCTION void row(int i, int k, int j, const Entry& entry) const {
    const Weights<T> along_x = weights(x, i), along_y = weights(y, j);
    for (int n = 0; n < along_y.count; ++n)
      for (int m = 0; m < along_x.count; ++m)
        entry(source.place(along_x.first + m, k, along_y.first + n),
              along_x.value[m] * along_y.value[n]);
  }

private:
  static FlatCells cells(const PlannedGrid<T>& g) {
    return FlatCells(FieldShape::of<T>(g.nx(), g.ny(), g.nz()));
  }
  KOKKOS_FUNCTION static Weights<T> weights(const TransferAxis& axis, int n) {
    if constexpr (use == MatrixUse::restriction) return axis.template restriction<T>(n);
    else return axis.template prolongation<T>(n);
  }
};

template <class T> using RestrictionRows = TransferRows<T, MatrixUse::restriction>;
template <class T> using ProlongationRows = TransferRows<T, MatrixUse::prolongation>;

} // namespace isobar
