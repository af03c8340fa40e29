#pragma once
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/modes/vertical_modes.hpp>

#include <vector>

namespace isobar {

/// The columns of a spec with modes in place of layers, which are not coupled: A = mu V_T + w^2 (alpha + beside R). `values`: mu.
GridSpec mode_spec(const GridSpec& spec, const std::vector<double>& values);
/// The same with what else grids are made from, of all columns.
GridSetup mode_setup(const GridSetup& setup, const std::vector<double>& values);

/// 2 w / h, h the mesh width.
double cfl_number(const GridSetup& setup);

/// How many cycles leave so much of an error, about.
int cycles_that_leave(double reduction);

/// Multigrid on modes that are adjacent in a field: a fixed number of cycles from zero. The field is in M, cycles are in L.
template <class M, class L> class ModeCycles {
public:
  /// `setup` has all columns, on this rank. `values`: mu of the modes, at least one. The first stands at place `first` of the field.
  /// Levels follow from `largest_nu` alone: nu = CFL / sqrt(mu) of no mode is larger, on any rank.
  ModeCycles(const GridSetup& setup, double largest_nu, const std::vector<double>& values,
             int first);
  /// Device bytes, for so many modes.
  static Int64 bytes(const GridSetup& setup, double largest_nu, int modes);

  /// The same modes with other mu and columns.
  void update(const GridSpec& spec, const std::vector<double>& values);
  /// Writes owned cells of these modes of u; reads those of f.
  void solve(const FieldOf<M>& f, int cycles, const FieldOf<M>& u);

private:
  int first_;
  SelfCommunicators<typename L::storage> self_;
  Multigrid<L> multigrid_;
  FieldOf<L> f_;
};

} // namespace isobar
