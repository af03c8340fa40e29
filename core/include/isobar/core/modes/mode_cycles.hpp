#pragma once
#include <isobar/core/columns/multigrid.hpp>
#include <isobar/core/modes/vertical_modes.hpp>

#include <optional>
#include <type_traits>
#include <vector>

namespace isobar {

/// How multigrid's cycles on modes are made.
enum class ModeCycle {
  fast, ///< with the factors that leave least in several cycles, refined where L asks for it
  symmetric ///< one V(2,2), symmetric and positive definite, as conjugate gradients ask of a preconditioner
};

/// The steps and factors of a cycle: a fast one has those of inputs/fastest.toml.
MultigridOptions mode_cycle_steps(ModeCycle kind);

/// The columns of a spec with modes in place of layers, which are not coupled: A = mu V_T + w^2 (alpha + beside R). `values`: mu.
GridSpec mode_spec(const GridSpec& spec, const std::vector<double>& values);
/// The same columns, of a spec by mode_spec, with other modes.
GridSpec with_modes(const GridSpec& mode_spec, const std::vector<double>& values);
/// The same with what else grids are made from, of all columns.
GridSetup with_modes(const GridSetup& mode_setup, const std::vector<double>& values);

/// 2 w / h, h the mesh width.
double cfl_number(const GridSetup& setup);

/// Multigrid on the first modes of a field: a fixed number of cycles from zero. The field is in M, cycles are in L.
///
/// Rounding of u in L leaves 2 eps nu^2 of the right-hand side. Where that is too much, later fast cycles solve for what the
/// others have left, a residual in M (iterative refinement).
template <class M, class L> class ModeCycles {
public:
  /// `planes` has all columns, on this rank, and these modes in place of layers (mode_spec). Levels follow from `largest_nu` alone: nu =
  /// CFL / sqrt(mu) of no mode is larger, on any rank.
  ModeCycles(const GridSetup& planes, ModeCycle cycle, double largest_nu);
  /// Device bytes. The finest level's mesh is the setup's.
  static Int64 bytes(const GridSetup& planes, ModeCycle cycle, double largest_nu);

  /// As many modes with other mu and columns.
  void update(const GridSpec& mode_spec);
  /// Writes owned cells of these modes of u; reads those of f. Fast cycles leave about `reduction` of the error.
  void solve(const FieldOf<M>& f, double reduction, const FieldOf<M>& u);

private:
  static constexpr bool is_wider = !std::is_same_v<M, L>;
  static bool may_refine(ModeCycle cycle) { return is_wider && cycle == ModeCycle::fast; }
  /// What the residual in M is computed from.
  struct Refined {
    GridOf<M> grid;
    FieldOf<M> f;
    FieldOf<L> u; ///< of the earlier cycles
  };
  static std::optional<Refined> refined(const GridSetup& planes, ModeCycle cycle);
  void refine(const FieldOf<M>& f, int cycles, const FieldOf<M>& u);

  ModeCycle cycle_;
  double largest_nu_;
  SelfCommunicators<typename L::storage> self_;
  Multigrid<L> multigrid_;
  FieldOf<L> f_;
  std::optional<Refined> refined_; ///< where cycles may be refined
};

} // namespace isobar
