#pragma once
#include <isobar/core/kernels/layer_transfer.hpp>
#include <isobar/core/solvers/pcg.hpp>

#include <memory>
#include <optional>

namespace isobar {

enum class CoarseSolver { smoother, cg };
/// Where the first cycle starts: from u = 0, or from the solution of the coarse levels (full
/// multigrid: one cycle on each, from the coarsest up).
enum class Start { zero, full };

/// The columns that a smoothing step solves with the same u around them: all, or one colour of a chess
/// board after the other.
enum class Relaxation { jacobi, red_black };

struct MultigridOptions {
  int levels = 5;
  Relaxation relaxation = Relaxation::jacobi;
  std::vector<double> pre_relaxation{2.0 / 3.0};  ///< one factor for each step before ...
  std::vector<double> post_relaxation{2.0 / 3.0}; ///< ... and after the coarse correction
  Restriction restriction = Restriction::average;
  /// Factor on the correction of each coarse level: rediscretised coarse operators answer smooth
  /// residuals with too little.
  double overcorrection = 1.0;
  int merged_layers = 1; ///< layers of the finest level that coarser ones hold as one
  Start start = Start::zero;
  CoarseSolver coarse_solver = CoarseSolver::smoother;
  int coarse_steps = 2; ///< smoothing steps, or iterations of CG at the most
  double coarse_relaxation = 2.0 / 3.0;
  double coarse_tolerance = 1e-2; ///< of CG on the coarsest level
  bool record = true;             ///< the coarse levels' launches, where a device can replay them
  std::vector<MarchRule> march;   ///< launch rules of all levels (launch_plan.hpp)
};

/// A level of the hierarchy in precision R: its matrix, its fields, and what leads to it from the
/// finer level if vertical levels are merged on the way.
template <class R, class Communicator> struct MultigridLevel {
  using Precision = R;
  using Vector = FieldOf<R>;
  GridOf<R> grid;
  Vector u, next, f; ///< u is smoothed into next and the two change places
  Vector r;          ///< residual, kept only for the transposed restriction
  std::unique_ptr<FusedPcg<R, Communicator>> cg; ///< of the coarsest level, if it is solved so
  std::optional<LayerTransfer<R>> vertical;      ///< on the way to merged levels
  MultigridLevel(const GridSpec& spec, const Partition& p, int level, double scale, int merge,
                 Restriction restriction, const std::vector<MarchRule>& march)
      : grid(spec, p, level, scale, merge, march) {
    const auto make = [&](const char* name) { return Vector(name, p.nx, p.ny, grid.nz()); };
    u = make("isobar u");
    next = make("isobar next");
    if (level > 0) f = make("isobar f"); // the finest level works on the caller's
    if (restriction == Restriction::transpose) r = make("isobar r");
    if (level == 1 && merge > 1) vertical.emplace(spec, grid, merge, restriction);
  }
  /// Between which fields the horizontal transfers from and to the finer level go.
  const Vector& restricted() const { return vertical ? vertical->f() : f; }
  const Vector& correction() const { return vertical ? vertical->u() : u; }
  void restrict_layers() const {
    if (vertical) vertical->restrict_layers(grid, f);
  }
  void interpolate_layers() const {
    if (vertical) vertical->interpolate_layers(grid, u);
  }
};

} // namespace isobar
