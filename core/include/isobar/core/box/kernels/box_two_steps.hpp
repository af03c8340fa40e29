#pragma once
#include <isobar/core/box/box_grid.hpp>
#include <isobar/core/field/field.hpp>

namespace isobar {

/// Two smoothing steps after each other (BoxSmoother): Jacobi with two factors, or both halves of a red-black sweep.
struct TwoSteps {
  double first, second; ///< factors
  bool colours =
      false; ///< the first step is that of the red cells alone, the second one that of the black ones
};

/// The same two steps as two calls of BoxSmoother, in one pass over memory: half the bytes. For ranks that have whole rows of a
/// box. f is read in owned cells. u is read there, in its halo columns, which the rank has copied itself where x is
/// periodic and which are finite elsewhere, and in the rows of neighbours. No u (null) is 0.
///
/// The second step needs what the first one gives in the nearest rows of neighbours. They compute it: each calls
/// first_step_for_neighbours(), exchanges `out`, and calls smooth(). A rank that has the whole box calls smooth() alone.
///
/// All functions throw std::invalid_argument where ranks have neighbours in x, and for a grid that takes() refuses.
template <class P> struct BoxTwoSteps {
  using Grid = BoxGridOf<P>;
  using Vector = FieldOf<P>;
  /// Boxes of unequal cells are for hosts alone: a GPU's thread has no registers left for them, and is faster with more passes.
  static bool takes(const Grid& grid) { return P::walk != Walk::march || grid.is_uniform(); }

  /// out = S1 u in the first and in the last owned row, where these have neighbours; other cells of `out` stay as they are. Nothing on
  /// a rank that has the whole box.
  static void first_step_for_neighbours(const Grid& grid, const TwoSteps& steps, const Vector* u,
                                        const Vector& f, const Vector& out);
  /// out = S2 S1 u in owned cells; out must not be u. Reads S1 u in the halo rows of `out` that belong to neighbours. References: 1 for each
  /// of u, f and out.
  static void smooth(const Grid& grid, const TwoSteps& steps, const Vector* u, const Vector& f,
                     const Vector& out);
  /// The same in `count` owned rows from row `first` on alone. Only the first and the last row read what neighbours have given, so others may
  /// be smoothed while that travels.
  static void smooth_rows(const Grid& grid, const TwoSteps& steps, const Vector* u, const Vector& f,
                          const Vector& out, int first, int count);
};

} // namespace isobar
