#pragma once
#include "deck/deck_base.hpp"
#include "deck/deck_shared.hpp"
#include "pressure/deck/pressure_names.hpp"

#include <isobar/core/base/growth_bound.hpp>
#include <isobar/core/columns/multigrid_options.hpp>
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/layer_counts.hpp>
#include <isobar/core/grid/physics.hpp>
#include <isobar/core/grid/sphere_patches.hpp>
#include <isobar/core/launch/march_shape.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The deck of the pressure equation: all inputs of a run, read from a TOML
/// file. The initial values here and in MultigridOptions are the defaults. The
/// table of keys has names, limits, units and meanings (deck_keys.hpp).
namespace isobar {
namespace deck {

/// The table of its keys.
const Schema& schema();

struct Grid {
  DomainName domain = DomainName::panel;
  Flux flux = Flux::two_point;
  LayerSpacing spacing = LayerSpacing::graded;
  int nx = 0, ny = 0, nz = 0;
  /// The sides in degrees, west to east and south to north, for latlon.
  std::vector<double> longitude = {0.0, 360.0}, latitude = {-90.0, 90.0};
  Profile interfaces; ///< heights in m, from 0 on; without numbers, spacing and depth give them

  bool is_panel() const { return domain == DomainName::panel || is_equiangular(); }
  bool is_equiangular() const { return domain == DomainName::equiangular_panel; }
  bool is_flat() const { return domain == DomainName::flat; }
  bool is_latlon() const { return domain == DomainName::latlon; }
  bool is_sphere() const { return domain == DomainName::sphere; }
  /// Rows of all columns in the order of files and hosts; the sphere has the rows of six panels, one panel after the other.
  int rows() const { return is_sphere() ? panel_count * ny : ny; }
  bool has_interfaces() const { return !interfaces.numbers.empty() || !interfaces.file.empty(); }
  /// The smaller horizontal mesh width: that of core's domains, or for latlon the smaller angle between neighbours.
  double mesh_width() const;
};
struct Fields {
  Layout layout = Layout::x_fastest;
};
struct Physics {
  std::optional<double> time_step, cfl; ///< the reader computes what the deck lacks
  double sound_speed = Atmosphere{}.sound_speed;
  double buoyancy_frequency = Atmosphere{}.buoyancy_frequency;
  double radius = Atmosphere{}.radius;
  double depth = Atmosphere{}.depth;
};
struct Rhs {
  RhsKind kind = RhsKind::box;
  std::int64_t seed = 1;
  std::string file; ///< relative to the current directory, once a deck is read; empty: none
  std::vector<double> box_layers = {0.0, 1.0}; ///< from and to, as fractions of all
  std::vector<double> blob_centre = {0.5, 0.5, 0.5};
  double blob_width = 0.1;

  bool uses_seed() const {
    return kind == RhsKind::random || kind == RhsKind::sources || kind == RhsKind::layered;
  }
};
/// Time steps, each with its own physics and right-hand side.
struct Sequence {
  int steps = 0;
  std::vector<double> time_step_factors = {1.0}, sound_speed_factors = {1.0};
  std::vector<RhsKind> right_sides; ///< empty: all have rhs.kind
  double least_seconds = 0.0;
  int steps_per_setup = 72;

  bool is_given() const { return steps > 0; }
};
struct Solver {
  std::optional<Method> method = Method::multigrid; ///< none: a run chooses (method_candidates.hpp)
  PrecisionName precision = PrecisionName::double_;
  double tolerance = 1e-5;
  double absolute_tolerance = 0.0;
  double divergence_tolerance = residual_growth_bound;
  int max_iterations = 1000;
  int min_iterations = 0;
  int check_after = 0;
  bool flexible = false;
  int restart = 10;
  double sor_factor = 1.0;
};
struct Mixed {
  FloatPart in_float = FloatPart::cycles;
  std::vector<int> cycles = {3};
  InnerPrecision inner = InnerPrecision::float_;
};
/// A launch rule of one kind of GPU, or of all.
struct LaunchRule {
  MarchRule march;
  std::string gpu = {}; ///< how the GPU's name begins; empty: any GPU
  bool operator==(const LaunchRule&) const = default;
};
struct Launch {
  std::vector<LaunchRule> march; ///< replace the program's choice; those of the table come last
  std::string table;             ///< empty: none
};
struct Output : ReportOutput {
  std::string solution, netcdf, vtk; ///< empty: not written
  double vtk_stretch = 1.0;
};

} // namespace deck

struct Deck : DeckBase {
  Deck();

  deck::Grid grid;
  Boundaries boundaries; ///< once a deck is resolved, also those of latlon
  deck::Fields fields;
  deck::Physics physics;
  deck::Coefficients coefficients;
  deck::Rhs rhs;
  deck::Sequence sequence;
  deck::Solver solver;
  deck::Mixed mixed;
  MultigridOptions multigrid; ///< its restriction is valid once a deck is resolved
  deck::Decomposition decomposition;
  deck::Launch launch;
  deck::Run run;
  deck::Verification verification;
  deck::Output output;

  /// The chosen levels of multigrid and the reason, once ranks are known
  /// (choose_levels in setup/hierarchy.hpp); empty without multigrid.
  std::string levels_reason;

  /// Whether a run chooses the method.
  bool chooses_method() const { return !solver.method; }
  /// The Krylov method that the method uses; none also if a run chooses the method.
  deck::Krylov krylov() const {
    return chooses_method() ? deck::Krylov::none : deck::parts_of(*solver.method).krylov;
  }
  bool has_inside(deck::Inside what) const {
    return !chooses_method() && deck::parts_of(*solver.method).inside == what;
  }
  bool uses_multigrid() const {
    return has_inside(deck::Inside::multigrid) || uses_stored_multigrid();
  }
  /// Whether the method uses multigrid, or a method that does may be chosen.
  bool may_use_multigrid() const { return chooses_method() || uses_multigrid(); }
  /// Whether vertical modes are solved one by one, alone or inside a Krylov method.
  bool uses_modes() const { return has_inside(deck::Inside::modes); }
  /// Whether levels are made from the couplings of cells.
  bool has_levels_of_cells() const {
    return is_multigrid_in_krylov() && multigrid.coefficients == LevelCoefficients::cells;
  }
  /// Whether CG may solve the coarsest level: only in methods whose preconditioner may vary.
  bool may_use_coarse_cg() const {
    return solver.method == deck::Method::multigrid ||
           (!has_levels_of_cells() &&
            (solver.method == deck::Method::gcr_multigrid ||
             (solver.method == deck::Method::cg_multigrid && solver.flexible)));
  }
  /// Whether a Krylov method is around multigrid.
  bool is_multigrid_in_krylov() const {
    return krylov() != deck::Krylov::none && has_inside(deck::Inside::multigrid);
  }
  /// Whether that Krylov method needs a symmetric cycle.
  bool needs_symmetric_cycle() const {
    return solver.method == deck::Method::cr_multigrid ||
           (solver.method == deck::Method::cg_multigrid && !solver.flexible);
  }
  bool uses_stored_multigrid() const {
    return solver.method == deck::Method::multigrid_csr ||
           solver.method == deck::Method::multigrid_ell;
  }
  bool uses_stored_matrix() const {
    return solver.method == deck::Method::cg_csr || uses_stored_multigrid();
  }
  /// Whether only the coarse levels are in float.
  bool has_float_coarse_levels() const {
    return is_mixed() && mixed.in_float == deck::FloatPart::coarse_levels;
  }
  bool is_mixed() const { return solver.precision == deck::PrecisionName::mixed; }
  Int64 unknowns() const { return Int64(grid.nx) * grid.rows() * grid.nz; }
  /// Layers of the fields on each level of the hierarchy.
  LayerCounts layer_counts() const { return {grid.nz, multigrid.merged_layers}; }
  /// Rows of other ranks that a rank computes on coarse levels, once levels are chosen; empty if none.
  Overlap overlap() const;
  /// The levels at which coarse levels move to fewer ranks, once levels are chosen; empty if there are none.
  std::vector<LevelMerge> merges() const;
  static const char* merge_key() { return "multigrid.merge"; }
  /// The numbers of the atmosphere. Requires a time step (see resolve).
  Atmosphere atmosphere() const;
};

/// Completes a deck that leaves its method open: returns it with this method
/// and levels of this kind. Throws InputError if other keys do not fit.
Deck with_method(const Deck& deck, deck::Method method, LevelCoefficients levels);
/// The same with levels of the deck's own kind.
Deck with_method(const Deck& deck, deck::Method method);

/// Reads a deck, applies overrides in their order, fills in defaults, and
/// checks every value and all values together. Throws InputError. Paths in the
/// deck are relative to the deck, those in overrides to the current directory.
Deck read_deck(const std::string& path, const std::vector<Override>& overrides = {});
/// The same from the text of a deck. `path` is only for error lines and relative paths.
Deck parse_deck(std::string_view text, const std::string& path,
                const std::vector<Override>& overrides = {});

namespace deck {
/// One of the texts that make up a deck.
struct DeckText {
  std::string text, path;
  bool only_solver = false; ///< only sections about how to solve are allowed
};
} // namespace deck
/// The same from several texts, one after the other. Later values
/// replace earlier ones. The deck's path is that of the first text.
Deck parse_decks(const std::vector<deck::DeckText>& texts,
                 const std::vector<Override>& overrides = {});

/// The same from the sections that say how to solve: [solver], [mixed], [multigrid], [fields],
/// [decomposition], [launch]. Overrides set the problem. Other sections are refused.
Deck parse_solver_sections(std::string_view text, const std::string& name,
                           const std::vector<Override>& overrides);

/// The text of docs/deck.md, made from the table of keys.
std::string deck_reference();

} // namespace isobar
