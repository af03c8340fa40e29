#pragma once
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/modes/vertical_modes.hpp>

#include <optional>
#include <type_traits>
#include <vector>

namespace isobar {

/// Kinds of multigrid cycles on modes.
enum class ModeCycle {
  fast, ///< factors that leave the least error after several cycles, refined if L requires it
  symmetric ///< one V(2,2), symmetric and positive definite, as conjugate gradients require of a preconditioner
};

/// Returns the steps and factors of a cycle. A fast cycle has those of inputs/fastest.toml.
MultigridOptions mode_cycle_steps(ModeCycle kind);

/// Returns the spec with uncoupled modes in place of layers: A =
/// mu V_T + w^2 (alpha + beside R). `values`: mu of each mode.
GridSpec mode_spec(const GridSpec& spec, const std::vector<double>& values);
/// Returns the same columns with other modes. `mode_spec` comes from mode_spec().
GridSpec with_modes(const GridSpec& mode_spec, const std::vector<double>& values);
/// Does the same for a setup, which has the other inputs of grids, and for all columns.
GridSetup with_modes(const GridSetup& mode_setup, const std::vector<double>& values);

/// Returns the CFL number 2 w / h, where h is the mesh width.
double cfl_number(const GridSetup& setup);

/// Multigrid on the first modes of a field: a fixed number of
/// cycles from zero. The field is in M, and cycles compute in L.
///
/// Rounding of u in L leaves 2 eps nu^2 of the right-hand side. If that is too much, later fast
/// cycles solve for the residual of the earlier ones, which is computed in M (iterative
/// refinement).
template <class M, class L> class ModeCycles {
public:
  /// `planes` has all columns on this rank, and these modes in place of layers (mode_spec). Only
  /// `largest_nu` determines the levels: on no rank has any mode a larger nu = CFL / sqrt(mu).
  ModeCycles(const GridSetup& planes, ModeCycle cycle, double largest_nu);
  /// Device bytes, without the finest level's mesh, which belongs to the setup.
  static Int64 bytes(const GridSetup& planes, ModeCycle cycle, double largest_nu);

  /// Takes other mu and columns for the same number of modes.
  void update(const GridSpec& mode_spec);
  /// Solves for these modes of u, in owned cells; reads owned
  /// cells of f. Fast cycles leave about `reduction` of the error.
  void solve(const FieldOf<M>& f, double reduction, const FieldOf<M>& u);

private:
  static constexpr bool is_wider = !std::is_same_v<M, L>;
  static bool may_refine(ModeCycle cycle) { return is_wider && cycle == ModeCycle::fast; }
  /// The fields from which the residual in M is computed.
  struct Refined {
    GridOf<M> grid;
    FieldOf<M> f;
    FieldOf<L> u; ///< sum of the results of earlier cycles
  };
  static std::optional<Refined> refined(const GridSetup& planes, ModeCycle cycle);
  void refine(const FieldOf<M>& f, int cycles, const FieldOf<M>& u);

  ModeCycle cycle_;
  double largest_nu_;
  SelfCommunicators<typename L::storage> self_;
  Multigrid<L> multigrid_;
  FieldOf<L> f_;
  std::optional<Refined> refined_; ///< empty if cycles cannot be refined
};

} // namespace isobar
