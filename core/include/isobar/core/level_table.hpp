#pragma once
#include <isobar/core/chunk_table.hpp>

/// Where a march over cells (cell_march.hpp) finds the levels' coefficients.
namespace isobar {

/// In the launch's arguments: constant memory hands one number to all lanes of a warp, where the
/// first-level cache, which stencils keep busy, fills a register for each. Three numbers a level
/// suffice, as c_k = b_{k-1} (tridiag.hpp).
template <class A> class LevelArguments {
public:
  /// Levels that fit: 128 in double, 256 in float.
  static constexpr int most = 1024 / int(sizeof(A));
  explicit LevelArguments(const GridLevel<A>& grid) {
    for (int k = 0; k < grid.nz(); ++k) {
      const LevelCoefficients<A>& level = grid.levels()[k];
      a_[k] = level.a, b_[k + 1] = level.b, d_[k] = level.d;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION LevelCoefficients<A> at(int k) const {
    return {a_[k], b_[k + 1], b_[k], d_[k]};
  }

private:
  A a_[most] = {}, d_[most] = {};
  A b_[most + 1] = {}; ///< b of the level below
};
static_assert(sizeof(LevelArguments<double>) <= most_arguments);

/// In memory, however many.
template <class A> class LevelsInMemory {
public:
  explicit LevelsInMemory(const GridLevel<A>& grid) : levels_(grid.profile().data()) {}
  KOKKOS_FORCEINLINE_FUNCTION const LevelCoefficients<A>& at(int k) const { return levels_[k]; }

private:
  const LevelCoefficients<A>* levels_;
};

/// For kernels that ask nothing of the matrix.
struct NoLevels {};

} // namespace isobar
