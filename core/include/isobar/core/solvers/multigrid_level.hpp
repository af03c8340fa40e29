#pragma once
#include <isobar/core/kernels/layer_transfer.hpp>
#include <isobar/core/solvers/multigrid_options.hpp>
#include <isobar/core/solvers/pcg.hpp>

#include <memory>
#include <optional>

namespace isobar {

/// A level of the hierarchy in precision R: its matrix, its fields, and what leads to it from the
/// finer level if vertical levels are merged on the way.
template <class R, class Communicator> struct MultigridLevel {
  using Precision = R;
  using Vector = FieldOf<R>;
  GridLevel<typename R::arithmetic> grid;
  Vector u, next, f; ///< u is smoothed into next and the two change places
  Vector r;          ///< residual, kept only for the transposed restriction
  std::unique_ptr<FusedPcg<R, Communicator>> cg; ///< of the coarsest level, if it is solved so
  std::optional<LayerTransfer<R>> vertical;      ///< on the way to merged levels
  MultigridLevel(const GridSpec& spec, const Partition& p, int level, double scale, int merge,
                 Restriction restriction)
      : grid(spec, p, level, scale, merge) {
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
