#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/grid_level.hpp>
#include <isobar/core/solvers/solve.hpp>

namespace isobar {

/// What every solver offers: it solves A u = f from u = 0 and keeps u. All memory is allocated on
/// construction.
template <class P> class Solver {
public:
  using Vector = FieldOf<P>;
  virtual ~Solver() = default;
  /// f is volume-integrated; owned cells are read, halo and padding must be zero.
  virtual SolveReport solve(const Vector& f, const SolveControls& controls) = 0;
  virtual const Vector& solution() const = 0;
  /// The same solver for another time step, sound speed or heights of the layers, without any
  /// allocation. Throws std::invalid_argument if the spec has another domain or another number of
  /// layers. Waits. The solution is lost.
  virtual void update(const GridSpec& spec) = 0;
};

} // namespace isobar
