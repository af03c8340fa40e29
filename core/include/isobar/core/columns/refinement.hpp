#pragma once
#include <isobar/core/columns/kernels/refinement_kernels.hpp>
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/multigrid/mixed_refinement.hpp>

namespace isobar {

/// MixedRefinement of columns by cycles in P (Float or FloatStorage). The first correction e is a
/// good u in float. So u becomes double only with the second e, which saves a write and a read of a
/// double field.
template <class P> class Refinement final : public Solver<Double>, private MixedRefinement {
public:
  using Vector = Field<double>;

  /// Makes the grid in double and the levels in P. MixedRefinement describes `cycles`.
  Refinement(const GridSetup& setup, const MultigridOptions& options, std::vector<int> cycles,
             Communicators<double>& outer, Communicators<float>& inner);
  /// Device bytes of the grid in double, u and next, the first e, r, and the levels.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options) {
    return grid_bytes<Double>(setup, ColumnSolves::none) + 2 * field_bytes<Double>(setup) +
           2 * field_bytes<P>(setup) + Multigrid<P>::bytes(setup, options);
  }

  /// Solves A u = f. An iteration is one correction of u.
  SolveReport solve(const Vector& f, const SolveControls& controls) override;
  const Vector& solution() const override { return u_; }
  void update(const GridSpec& spec) override {
    CopyBatch::around([&] {
      grid_.update(spec);
      multigrid_.update(spec);
    });
  }

private:
  StartNorms start(const Vector& f, Guess from) override;
  const Field<float>& cycles(int count, int before) override {
    return multigrid_.cycles(r_.field, count, before);
  }
  double correct(const Vector& f, ScaledFloat& e) override;

  GridOf<Double> grid_;
  Multigrid<P> multigrid_;
  ScaledFloat first_; ///< u after the first correction
};

/// A cycle in P (Float or FloatStorage) that preconditions a CG in double.
template <class P> class FloatPreconditioner {
public:
  using Vector = Field<double>;

  FloatPreconditioner(const GridSetup& setup, const MultigridOptions& options,
                      Communicators<float>& inner);
  /// Device bytes of the grid in double, z, r, and the levels.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options) {
    return grid_bytes<Double>(setup, ColumnSolves::none) + field_bytes<Double>(setup) +
           field_bytes<P>(setup) + Multigrid<P>::bytes(setup, options);
  }

  /// Returns z = M^-1 r on owned cells. `norm` is the norm of r over all ranks.
  const Vector& operator()(const Vector& r, double norm);
  /// Takes over another spec, as Solver::update does.
  void update(const GridSpec& spec) {
    CopyBatch::around([&] {
      grid_.update(spec);
      multigrid_.update(spec);
    });
  }

private:
  Communicator<float>& inner_;
  GridOf<Double> grid_;
  Multigrid<P> multigrid_;
  Field<float> r_;
  Vector z_;
  Int64 unknowns_;
};

} // namespace isobar
