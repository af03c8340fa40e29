#pragma once
#include "device/stencil.hpp"

#include <concepts>

/// The interface between kernels and walks: concepts, and the numbers with which kernels choose
/// their launch. A kernel takes part in a walk if it satisfies one of these concepts. It knows
/// nothing of teams.
namespace isobar {

/// Two sums of a kernel that a lane carries along. A walk adds them to sums in double once a row,
/// so that float sums stay short.
template <class V> struct SumPacks {
  V first{}, second{};
  KOKKOS_FORCEINLINE_FUNCTION Sums total() const { return {sum(first), sum(second)}; }
};
/// The largest of a kernel's numbers, and a sum of other numbers, for kernels over cells with a
/// maximum.
template <class V> struct LargestPacks {
  V value{}, added{};
  KOKKOS_FORCEINLINE_FUNCTION Largest total() const {
    Largest all{0.0, sum(added)};
    for (int n = 0; n < V::width; ++n) all += Largest{double(value.get(n))};
    return all;
  }
};

/// How a kernel over cells is launched. Members that a kernel does not
/// name keep their defaults; a name that does not exist is an error.
struct CellLaunch {
  int rows = 0; ///< rows of the stencilled field in a step; 0: the kernel has no stencil
  /// Teams that a GPU's multiprocessor runs at once; 0: 4 without a stencil, 2 with one.
  int teams = 0;
  /// Chunks of layers in a march's team, with 32 threads each. The registers of a thread are those
  /// that `teams` teams leave it if there are fewer than 8 chunks, else 128.
  int chunks = 8;
  int rounds = 1;           ///< factor on the number of teams, if enough rows are left for each
  int layers = 0;           ///< layers of a GPU's thread; 0: 4, or 2 if a step works on two rows
  bool reads_ahead = false; ///< a march reads a step's rows and inputs into registers while it
                            ///< works on the last step
  /// A march fetches them into the second-level cache instead: will_read().
  bool fetches_ahead = false;
  bool keeps_rows =
      false;            ///< a march's thread reads some of a row's numbers only once, for two rows:
                        ///< begin_rows() and read_row()
  bool corners = false; ///< it also sees the corners of a pack (CornerWindow)
  bool conditional = false;   ///< the launch asks has_work() when it begins
  bool takes_largest = false; ///< cell() collects a maximum and a sum instead of two sums
  bool asks_ahead =
      false; ///< will_visit() prefetches all that a pack of cells will read and write,
             ///< while a host's lane visits other columns
};

/// The sums, or the largest number and a sum, that a kernel over cells collects of a pack and of
/// all its cells.
template <class K>
using TotalPacks = std::conditional_t<K::launch.takes_largest, LargestPacks<typename K::pack>,
                                      SumPacks<typename K::pack>>;
template <class K> using TotalOf = std::conditional_t<K::launch.takes_largest, Largest, Sums>;

/// The part of its stencilled field that a kernel over cells sees.
template <class K> using WindowOf = SeenOf<typename K::pack, K::launch.corners>;
/// The stencil that a kernel reads for a pack of columns.
template <class K> using ColumnStencilOf = StencilOf<typename K::pack, K::launch.corners>;

/// How a kernel that solves its columns is launched.
struct SolveLaunch {
  bool couples_columns =
      false;                ///< it has a source u of the neighbours' numbers (smooth_kernel.hpp)
  bool corners = false;     ///< it also couples to columns that meet it in a corner (VertexStencil)
  bool sums_energy = false; ///< energy(column) times <g, x> is added to the second sum; g is what
                            ///< rhs() returned
  bool sums_residual =
      false; ///< the squared residual() of the u that it reads is added to the first sum; only on
             ///< walks of whole columns
  bool conditional = false; ///< the launch asks has_work() when it begins
  bool asks_ahead =
      false; ///< will_solve() prefetches what rhs() and result() will read and write in a
             ///< pack of cells, while a host's lane solves other columns
};

/// A kernel whose has_work() returns false if there is nothing to do; its sums are then 0. Device
/// code calls it.
template <class K>
concept OffersHasWork = requires(const K& k) {
  { k.has_work() } -> std::same_as<bool>;
};
template <class K>
concept OffersWillRead = requires(const K& k, const Cell& c) {
  k.will_read(c);
};
/// A kernel with numbers that a thread of a march keeps from row to row (Kept). read_row() reads
/// all of the thread's cells in a row at once, from the lowest one up.
template <class K>
concept OffersRows = requires(const K& k, const Cell& lowest, typename K::Kept& kept,
                              typename K::Inputs (&inputs)[K::launch.layers]) {
  k.begin_rows(lowest, kept);
  k.read_row(lowest, kept, inputs);
};
template <class K>
concept OffersEnergy = requires(const K& k, const typename K::Column& column) {
  { k.energy(column) } -> std::same_as<typename K::pack>;
};
template <class K>
concept OffersWillSolve = requires(const K& k, const Cell& c) {
  k.will_solve(c);
};
template <class K>
concept OffersResidual = requires(const K& k, const typename K::Column& column,
                                  const LayerCoefficients<typename K::pack::value_type>& layer,
                                  const typename K::pack& rhs, const WindowOf<K>& u) {
  { k.residual(column, layer, rhs, u) } -> std::same_as<typename K::pack>;
};
template <class K>
concept OffersSource = requires(const K& k) {
  k.u;
};

/// The members that all kernels have: their precision, the pack that a lane carries, and the
/// numbers kept for a pack of columns. They also have the numbers read in a cell, and the strides
/// of the fields that Cell::at reaches. Walks call read() for several cells before they store any
/// of them. Cell is the first cell of the pack.
template <class K>
concept ReadsCells = requires(const K& k, const Cell& c) {
  typename K::precision;
  typename K::pack;
  typename K::Column;
  requires std::same_as<decltype(K::strides), FieldStrides<K::precision::layout>>;
  { k.read(c) } -> std::convertible_to<typename K::Inputs>;
};

/// A kernel with rows = 0. `active` is the number of the pack's columns that are owned.
template <class K>
concept VisitsCells = requires(const K& k, const typename K::Column& column, const Cell& c,
                               const typename K::Inputs& in, int active, TotalPacks<K>& totals) {
  k.cell(column, c, in, active, totals);
};
/// A kernel with rows > 0. Step j sees rows j rows .. j rows + rows - 1 of a field, and their
/// neighbours. stencilled() is this field: a Stencilled or a type with a similar row(Cell, rows).
template <class K>
concept VisitsStencils = requires(const K& k, const typename K::Column& column,
                                  const LayerCoefficients<typename K::pack::value_type>& layer,
                                  const Cell& c, const WindowOf<K> (&window)[K::launch.rows],
                                  const typename K::Inputs& in, int active,
                                  SumPacks<typename K::pack>& sums) {
  k.grid.profile;
  k.stencilled().row(c, 1);
  k.cell(column, layer, c, window, in, active, sums);
};

/// A kernel that treats every cell by itself.
template <class K>
concept CellKernel =
    ReadsCells<K> && std::same_as<decltype(K::launch), const CellLaunch> && OffersHasWork<K>
== K::launch.conditional&& OffersWillRead<K> == K::launch.fetches_ahead &&
    (!K::launch.keeps_rows || OffersRows<K>)&&((K::launch.rows == 0 && VisitsCells<K>) ||
                                               (K::launch.rows > 0 && VisitsStencils<K>)) &&
    requires(const K& k, int i, int j) {
  { k.column(i, j) } -> std::same_as<typename K::Column>;
};

/// How a kernel uses the cells of a column that a walk solves. A walk calls rhs() once for each
/// cell, and gives the cell's result once, with added(u) in it. The last argument of rhs() is the
/// sum over the neighbours with the column's weights; d is the layer's.
template <class K>
concept SolvesCoupledColumns = requires(const K& k, const typename K::Column& column, const Cell& c,
                                        const typename K::Inputs& in, const typename K::pack& x,
                                        int active, typename K::pack::value_type d) {
  { k.rhs(column, d, in, x) } -> std::same_as<typename K::pack>;
  { k.added(x) } -> std::same_as<typename K::pack>;
  k.result(c, x, active);
};
template <class K>
concept SolvesSingleColumns = requires(const K& k, const typename K::Column& column, const Cell& c,
                                       const typename K::Inputs& in, const typename K::pack& x,
                                       int active, SumPacks<typename K::pack>& sums) {
  { k.rhs(column, c, in, active, sums) } -> std::same_as<typename K::pack>;
  k.result(c, x, active);
};

/// A kernel that solves its columns' tridiagonal systems. Column::shift is s of tridiag.hpp, and
/// Column::reaction is t.
template <class K>
concept SolveKernel =
    ReadsCells<K> && std::same_as<decltype(K::launch), const SolveLaunch> && OffersHasWork<K>
== K::launch.conditional&& OffersEnergy<K> == K::launch.sums_energy&& OffersSource<K> ==
        K::launch.couples_columns&& OffersWillSolve<K> ==
        K::launch.asks_ahead&& OffersResidual<K> == K::launch.sums_residual &&
    ((K::launch.couples_columns && SolvesCoupledColumns<K>) ||
     (!K::launch.couples_columns && SolvesSingleColumns<K>)) &&
    requires(const K& k, const ColumnStencilOf<K>& stencil, const typename K::Column& column) {
  k.grid.profile;
  { k.column(stencil) } -> std::same_as<typename K::Column>;
  { column.shift } -> std::convertible_to<typename K::pack>;
  { column.reaction } -> std::convertible_to<typename K::pack>;
};

/// Checks the concepts' common part with an error that says what is wrong. Walks call these checks.
template <class K> constexpr bool check_common_members() {
  static_assert(ReadsCells<K>, "a kernel has precision, pack, Column, Inputs, strides and read()");
  static_assert(OffersHasWork<K> == K::launch.conditional,
                "a kernel has bool has_work() const exactly if its launch is .conditional");
  return true;
}
template <class K> constexpr bool check_cell_kernel() {
  static_assert(check_common_members<K>());
  static_assert(OffersWillRead<K> == K::launch.fetches_ahead,
                "a kernel has will_read(cell) const exactly if its launch .fetches_ahead");
  static_assert(!(K::launch.reads_ahead && K::launch.fetches_ahead),
                "a march reads ahead or fetches ahead");
  static_assert(CellKernel<K>, "a kernel over cells is a CellKernel: column(), cell(), launch");
  return true;
}
template <class K> constexpr bool check_solve_kernel() {
  static_assert(check_common_members<K>());
  static_assert(OffersEnergy<K> == K::launch.sums_energy,
                "a kernel has pack energy(column) const exactly if its launch .sums_energy");
  static_assert(OffersWillSolve<K> == K::launch.asks_ahead,
                "a kernel has will_solve(cell) const exactly if its launch .asks_ahead");
  static_assert(OffersResidual<K> == K::launch.sums_residual,
                "a kernel has pack residual() const exactly if its launch .sums_residual");
  static_assert(OffersSource<K> == K::launch.couples_columns,
                "a kernel has a source u exactly if its launch .couples_columns");
  static_assert(SolveKernel<K>, "a kernel that solves is a SolveKernel: column(), rhs(), result()");
  return true;
}

/// Whether a lane walks column after column, as fields with z fastest require.
template <class K> inline constexpr bool by_columns = K::precision::layout == Layout::z_fastest;
/// Whether teams march with kernel K.
template <class K>
inline constexpr bool marches = K::precision::walk == Walk::march && !by_columns<K>;

} // namespace isobar
