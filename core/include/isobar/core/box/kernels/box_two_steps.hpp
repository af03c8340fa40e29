#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {

/// The factors of two consecutive smoothing steps (BoxSmoother):
/// Jacobi with two factors, or both halves of a red-black sweep.
struct TwoSteps {
  double first, second; ///< relaxation factors of the steps
  bool colours =
      false; ///< whether the first step takes the red cells, and the second one the black cells
};

/// Does two steps in one pass over memory, with half the bytes of two calls of BoxSmoother. Ranks
/// must have whole rows of a box. It reads f in owned cells. It reads u in owned cells, in the rows
/// of neighbours, and in its halo columns. If x is periodic, the rank has copied these columns
/// itself; otherwise they only need to be finite. If u is null, it is 0.
///
/// The second step needs the first step's result in the nearest rows of neighbours,
/// who compute it. So each rank calls first_step_for_neighbours(), exchanges `out`,
/// and calls smooth(). A rank that has the whole box calls smooth() alone.
///
/// All functions throw std::invalid_argument where ranks have
/// neighbours in x, and for a grid that takes() refuses.
template <class P> struct BoxTwoSteps {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;
  /// Whether the kernels take a grid. GPUs refuse boxes of unequal cells, for which a thread has
  /// too few registers.
  static bool takes(const Grid& grid) { return P::walk != Walk::march || grid.is_uniform(); }

  /// Computes out = S1 u in the first and in the last owned row, if a neighbour is beside it.
  /// Other cells of `out` keep their numbers. Does nothing on a rank that has the whole box.
  static void first_step_for_neighbours(const Grid& grid, const TwoSteps& steps, const Vector* u,
                                        const Vector& f, const Vector& out);
  /// Computes out = S2 S1 u in owned cells; out must not be u. Reads S1 u
  /// in the halo rows of `out` that belong to neighbours. 3 references.
  static void smooth(const Grid& grid, const TwoSteps& steps, const Vector* u, const Vector& f,
                     const Vector& out);
  /// Does smooth() in `count` owned rows from row `first` on. Only the first and the
  /// last row read the halo of `out`, so the others can be smoothed during the exchange.
  static void smooth_rows(const Grid& grid, const TwoSteps& steps, const Vector* u, const Vector& f,
                          const Vector& out, int first, int count);
};

} // namespace isobar
