#pragma once
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/grid_level.hpp>
#include <isobar/core/multigrid/solve.hpp>

namespace isobar {

/// The interface of every solver: it solves A u = f from
/// u = 0 and keeps u. Construction allocates all memory.
template <class P> class Solver {
public:
  using Vector = FieldOf<P>;
  virtual ~Solver() = default;
  /// Solves A u = f. f is volume-integrated. The solver reads its
  /// owned cells; its halo and padding must be zero.
  virtual SolveReport solve(const Vector& f, const SolveControls& controls) = 0;
  /// The u of the last solve.
  virtual const Vector& solution() const = 0;
  /// Takes other physics, heights of the layers, profiles or fields, without any allocation. It
  /// always evaluates profiles and fields again. The solution is lost. Throws
  /// std::invalid_argument, and changes nothing, if the spec is invalid or has another domain,
  /// number of layers or boundaries. Throws it also if the spec has fields but the solver was made
  /// without.
  virtual void update(const GridSpec& spec) = 0;
};

} // namespace isobar
