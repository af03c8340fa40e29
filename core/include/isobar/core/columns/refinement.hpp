#pragma once
#include <isobar/core/columns/kernels/refinement_kernels.hpp>
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/multigrid/mixed_refinement.hpp>

namespace isobar {

/// MixedRefinement of columns by cycles in P (Float or FloatStorage). The first e is a good u in float.
/// So u becomes double only with the second one, which saves a write and a read of a double field.
template <class P> class Refinement final : public Solver<Double>, private MixedRefinement {
public:
  using Vector = Field<double>;

  /// `cycles` has the meaning that it has in MixedRefinement.
  Refinement(const GridSetup& setup, const MultigridOptions& options, std::vector<int> cycles,
             Communicators<double>& outer, Communicators<float>& inner);
  /// Device bytes: the grid in double, u and next, the first e and r, the levels.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options) {
    return grid_bytes<Double>(setup, ColumnSolves::none) + 2 * field_bytes<Double>(setup) +
           2 * field_bytes<P>(setup) + Multigrid<P>::bytes(setup, options);
  }

  /// An iteration is one correction of u.
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

/// The cycle in P (Float or FloatStorage) as preconditioner of a CG in double.
template <class P> class FloatPreconditioner {
public:
  using Vector = Field<double>;

  FloatPreconditioner(const GridSetup& setup, const MultigridOptions& options,
                      Communicators<float>& inner);
  /// Device bytes: the grid in double, z, r, the levels.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options) {
    return grid_bytes<Double>(setup, ColumnSolves::none) + field_bytes<Double>(setup) +
           field_bytes<P>(setup) + Multigrid<P>::bytes(setup, options);
  }

  /// z = M^-1 r, owned cells; `norm` is that of r, over all ranks.
  const Vector& operator()(const Vector& r, double norm);
  /// As Solver::update.
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
