#pragma once
#include "deck/deck_base.hpp"
#include "deck/deck_shared.hpp"
#include "fem/fem_names.hpp"

#include <isobar/core/multigrid/cycle_options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The deck of isobar_fem: finite elements on an unstructured mesh. The initial values here are the defaults; the table of keys
/// (fem_keys.hpp) has names, limits, units and meanings.
namespace isobar {
namespace fem {

/// The table of the deck's keys.
const deck::Schema& schema();

struct Mesh {
  MeshSource source = MeshSource::circle;
  std::string file; ///< relative to the current directory, after a deck is read
  int levels = 1;
  double radius = 0.5;                           ///< the radius of the circle in the square
  double inner_radius = 1.0, outer_radius = 2.0; ///< the circles of the annulus
  int cells = 4;                                 ///< cells along a side of the coarsest square
  double distortion = 0.0;
  std::int64_t seed = 1;
  CellShape elements = CellShape::quadrilaterals;
  int layers = 0;      ///< of hexahedra on the coarsest level; 0: a plane mesh
  double height = 1.0; ///< the height of all layers together
  PartitionMethod partition = PartitionMethod::automatic;
};
struct Problem {
  std::optional<FunctionName> solution; ///< the known solution
  Function rhs{1.0};
  Diffusion diffusion{1.0};
  Diffusion reaction{0.0};
  std::string rhs_view, diffusion_view; ///< views of the mesh's file
  std::vector<RegionValue> regions;
  std::vector<RimValue> boundaries;
  std::vector<RimFlux> fluxes;
  std::vector<RimTransfer> transfers;
  NullSpace null_space = NullSpace::none;
};
struct Space {
  int order = 1;
  Numbering numbering = Numbering::hierarchical;
  std::int64_t seed = 1;
  bool renumber_random = true;
};
struct Solver {
  Method method = Method::multigrid;
  Precision precision = Precision::double_;
  std::optional<Format> matrix_format; ///< none: the device decides
  int row_threads = 4;                 ///< threads a row in ELLPACK-T
  double tolerance = 1e-8, absolute_tolerance = 0.0;
  int max_iterations = 100;
};
struct Multigrid {
  CycleKind cycle = CycleKind::v;
  FemSmoother smoother = FemSmoother::jacobi;
  int before = 4, after = 4; ///< smoothing steps
  Relaxation relaxation;
  double chebyshev_ratio = 4.0;
  std::optional<double> largest_eigenvalue;     ///< none: the power method finds it
  std::optional<int> coarsest_level = 1;        ///< none: the finest that can be solved directly
  std::optional<FemCoarseSolver> coarse_solver; ///< none: its size decides
  double coarse_tolerance = 1e-2;
  Start start = Start::zero;
};
struct Output : deck::ReportOutput {
  std::string solution, vtk;
  Encoding vtk_encoding = Encoding::binary;
};

} // namespace fem

struct FemDeck : DeckBase {
  FemDeck() : DeckBase(fem::schema()) {}

  fem::Mesh mesh;
  fem::Problem problem;
  fem::Space space;
  fem::Solver solver;
  fem::Multigrid multigrid;
  deck::Run run;
  deck::Verification verification;
  fem::Output output;

  /// Whether rows inside macro elements are stored by bands.
  bool has_bands() const { return solver.matrix_format == fem::Format::bands; }
  /// Whether rows inside macro elements are stored by bands or computed, unlike all other rows.
  bool has_rows_by_macros() const {
    return has_bands() || solver.matrix_format == fem::Format::macro;
  }
  bool has_layers() const { return mesh.layers > 0; }
  int dimensions() const { return has_layers() ? 3 : 2; }
  /// The number of nodes of an element, the most of any kind: triangles have fewer.
  int nodes() const {
    const int along_axis = space.order + 1;
    return along_axis * along_axis * (has_layers() ? along_axis : 1);
  }
  /// Whether the equation has the term k u.
  bool has_reaction() const { return problem.reaction.name || problem.reaction.number > 0.0; }
  /// The numbering of the unknowns in memory.
  Numbering used_numbering() const {
    if (has_rows_by_macros()) return Numbering::macro;
    const bool mended = space.numbering == Numbering::random && space.renumber_random;
    return mended ? Numbering::hierarchical : space.numbering;
  }
  bool is_mixed() const { return solver.precision == fem::Precision::mixed; }
  bool has_spai() const { return isobar::has_spai(multigrid.smoother); }
  bool has_sweeps() const { return isobar::has_sweeps(multigrid.smoother); }
  bool has_chebyshev() const { return isobar::has_chebyshev(multigrid.smoother); }
  /// Whether the relaxation factors of Jacobi steps follow from the largest eigenvalue on each level.
  bool has_relaxation_by_eigenvalue() const {
    const fem::Relaxation& given = multigrid.relaxation;
    const bool own = !given.factor && multigrid.smoother == FemSmoother::jacobi && has_layers();
    return !has_chebyshev() && (given.by_eigenvalue || own);
  }
  /// Whether a given factor is compared with the largest eigenvalue after the setup. Factors are
  /// below 2, and with l1 sums no eigenvalue is above 1, so such a factor needs no comparison.
  bool has_checked_relaxation() const {
    const bool jacobi = multigrid.smoother == FemSmoother::jacobi;
    return (jacobi || multigrid.smoother == FemSmoother::spai) && !has_relaxation_by_eigenvalue();
  }
  /// The relaxation factor of a smoothing step if it does not
  /// follow from an eigenvalue. Chebyshev smoothers do not use it.
  double relaxation() const {
    const bool jacobi = multigrid.smoother == FemSmoother::jacobi;
    return multigrid.relaxation.factor.value_or(jacobi ? 0.7 : 1.0);
  }
};

/// Reads a deck of isobar_fem, as read_deck and parse_deck
/// (deck/deck.hpp) do for the pressure equation.
FemDeck read_fem_deck(const std::string& path, const std::vector<Override>& overrides = {});
FemDeck parse_fem_deck(std::string_view text, const std::string& path,
                       const std::vector<Override>& overrides = {});

/// The text of docs/fem-deck.md, made from the table of keys.
std::string fem_deck_reference();

} // namespace isobar
