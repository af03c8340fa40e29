#pragma once
#include <isobar/core/columns/level_setup.hpp>
#include <isobar/core/multigrid/field_level.hpp>

namespace isobar {

/// A level of columns: a FieldLevel with the grid of the pressure equation.
template <class P> class ColumnLevel : public FieldLevel<P> {
public:
  using typename FieldLevel<P>::T;
  using Grid = GridOf<P>;

  const Grid& grid() const { return grid_; }
  /// Takes over another spec, as Solver::update does.
  virtual void update(const GridSpec& spec) { grid_.update(spec); }

protected:
  ColumnLevel(const LevelSetup& setup, const MultigridOptions& options,
              Communicator<T>& communicator)
      : FieldLevel<P>(shape(setup), options, equal_coarsest_steps(options), communicator),
        grid_(make_grid<P>(setup)) {}
  static Int64 bytes(const LevelSetup& setup) {
    return grid_bytes<P>(setup) + FieldLevel<P>::bytes(shape(setup));
  }

  Grid grid_;

private:
  static LevelShape shape(const LevelSetup& s) {
    return {s.partition, s.nz(), s.index, s.overlap, halo_of(s.spec.flux)};
  }
};

} // namespace isobar
