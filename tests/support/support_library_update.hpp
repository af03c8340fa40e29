#pragma once
#include "support_library_equation.hpp"

#include <ostream>
#include <string>
#include <vector>

/// Solvers of every method that are brought to other coefficients, beside those that are made for them.
namespace isobar {

struct MethodCase {
  const char *method, *more = ""; ///< keys of [solver], and tables behind [multigrid]
  bool multigrid = true;          ///< has levels

  std::string sections(int levels) const {
    std::string all =
        "[solver]\nmax_iterations = 3\ntolerance = 1e-14\nmethod = " + std::string(method) + "\n";
    if (multigrid) all += "[multigrid]\nlevels = " + std::to_string(levels) + "\n";
    return all + more;
  }
};
inline const char* const z_fastest = "[fields]\nlayout = \"z-fastest\"\n";

/// Methods that solve any equation; only with coefficients a cell; only with symmetric matrices; and only with those that factorise.
inline const std::vector<MethodCase> bicgstab_methods = {
    {"\"bicgstab\"", "", false},
    {"\"bicgstab\"\nprecision = \"float\"", "", false},
    {"\"bicgstab-multigrid\""},
    {"\"bicgstab-multigrid\"\nprecision = \"mixed\""},
    {"\"bicgstab-multigrid\"\nprecision = \"mixed\"", "[mixed]\nin_float = \"coarse-levels\"\n"},
    {"\"gcr\"\nrestart = 2", "", false},
    {"\"gcr-multigrid\"\nprecision = \"mixed\""},
    {"\"gmres\"\nrestart = 2", "", false},
    {"\"gmres-multigrid\""}};
inline const std::vector<MethodCase> cell_methods = {
    {"\"bicgstab-multigrid\"", "coefficients = \"cells\"\n"},
    {"\"cg-multigrid\"", "coefficients = \"cells\"\n"},
    {"\"cg-multigrid\"\nprecision = \"float\"", "coefficients = \"cells\"\n"}};
inline const std::vector<MethodCase> cg_methods = {
    {"\"cg-standard\"", "", false},
    {"\"cr\"", "", false},
    {"\"cr-multigrid\""},
    {"\"cg-multigrid\""},
    {"\"cg-multigrid\"\nprecision = \"mixed\""},
    {"\"cg-multigrid\"\nprecision = \"mixed\"", "[mixed]\ninner = \"float-storage\"\n"}};
inline const std::vector<MethodCase> factorised_methods = {
    {"\"multigrid\""},
    {"\"multigrid\"", "merged_layers = 2\nrestriction = \"transpose\"\n"},
    {"\"multigrid\"", "coarse_solver = \"cg\"\n"},
    {"\"multigrid\"", "smoother = \"red-black\"\n"},
    {"\"multigrid\"", z_fastest},
    {"\"multigrid\"\nprecision = \"float\""},
    {"\"multigrid\"\nprecision = \"float-storage\""},
    {"\"multigrid\"\nprecision = \"mixed\""},
    {"\"multigrid\"\nprecision = \"mixed\"", "[mixed]\ninner = \"float-storage\"\n"},
    {"\"multigrid\"\nprecision = \"mixed\"", "[mixed]\nin_float = \"coarse-levels\"\n"},
    {"\"cg-sor\"\nsor_factor = 1.2", "", false},
    {"\"cg-fused\"", "", false},
    {"\"cg-fused\"\nprecision = \"float\"", "", false},
    {"\"cg-fused\"", z_fastest, false},
    {"\"cg-standard\"", z_fastest, false}};
inline const std::vector<MethodCase> stored_methods = {
    {"\"cg-csr\"", "", false}, {"\"multigrid-csr\""}, {"\"multigrid-ell\""}};

/// Two equations between which a solver is updated.
struct UpdateCase {
  const char* what;
  PressureGrid grid;
  Coefficients before, after;
  std::vector<std::vector<MethodCase>> methods;

  friend void PrintTo(const UpdateCase& c, std::ostream* out) { *out << c.what; }
};

inline std::vector<UpdateCase> update_cases() {
  const std::vector symmetric{bicgstab_methods, cg_methods};
  const std::vector of_cells{bicgstab_methods, cg_methods, cell_methods};
  const std::vector all{bicgstab_methods, cg_methods, factorised_methods, stored_methods};
  const GeneralProblem general;
  const CellProblem cells(false, true), convection(true, false), both(true, true);
  Coefficients heights = general.coefficients, positions = general.coefficients;
  heights.heights.alpha_v.assign(12, 0.3);
  heights.heights.beta.assign(12, 2.0);
  positions.positions.alpha_h = [](int i, int j) { return 2.0 + std::cos(0.2 * i - 0.3 * j); };
  positions.positions.alpha_v = {};
  Coefficients other_cells = cells.coefficients, other_convection = convection.coefficients,
               other_both = both.coefficients;
  other_cells.cells.beta = [](int i, int, int k) { return 1.0 + k + 0.1 * i; };
  other_cells.heights.alpha_v.assign(12, 0.3); // of no account beside cells
  other_convection.convection.x.profile.assign(12, 1.0);
  other_both.cells.alpha_v = [](int, int j, int k) { return 1.0 + 0.1 * j * k; };
  other_both.convection.x.profile.assign(12, 1.0);
  PressureGrid vertex = library_grid;
  vertex.flux = Flux::vertex;
  const double depth = non_dimensional(library_atmosphere).depth;
  Coefficients hills = library_atmosphere, others = Atmosphere{300.0, 0.01, 6371.0e3, 40e3, 400.0};
  hills.positions.ground = [depth](int i, int j) {
    return depth * (0.2 + 0.1 * std::sin(i + 0.5 * j));
  };
  others.positions.ground = [depth](int i, int j) {
    return depth * (0.1 + 0.1 * std::cos(0.7 * i - j));
  };
  return {{"physics", library_grid, library_atmosphere,
           Atmosphere{300.0, 0.01, 6371.0e3, 30e3, 400.0}, all},
          {"heights", general.grid, general.coefficients, heights, all},
          {"positions", general.grid, general.coefficients, positions, all},
          {"cells", cells.grid, cells.coefficients, other_cells, of_cells},
          {"convection",
           convection.grid,
           convection.coefficients,
           other_convection,
           {bicgstab_methods}},
          {"both", both.grid, both.coefficients, other_both, {bicgstab_methods}},
          {"ground", vertex, hills, others, symmetric}};
}

/// A few iterations, from nothing and from a guess, of a solver that make(coefficients) makes.
template <class Make>
void expect_the_update_to_be_a_setup(const UpdateCase& c, const Make& make, double most) {
  const auto updated = make(c.before), fresh = make(c.after);
  const Cells f = library_right_side(*fresh);
  Cells u(fresh->partition(), f.nz), right = u, guess = u, right_guess = u;
  (void)updated->solve(f.in(), u.out());
  (void)updated->solve_from(f.in(), guess.out()); // has a matrix of its own from now on
  const std::vector<double> before = u.values;
  updated->update(c.after);
  (void)updated->solve(f.in(), u.out());
  (void)fresh->solve(f.in(), right.out());
  EXPECT_GT(difference(before, right.values), 1e-3); // or the update would have nothing to do
  EXPECT_LE(difference(u.values, right.values), most);
  guess = right_guess = Cells(fresh->partition(), f.nz);
  guess.values.assign(guess.values.size(), 1e-3);
  right_guess = guess;
  const SolveReport report = updated->solve_from(f.in(), guess.out()),
                    expected = fresh->solve_from(f.in(), right_guess.out());
  EXPECT_LE(difference(guess.values, right_guess.values), most);
  ASSERT_EQ(report.residual_norms.size(), expected.residual_norms.size());
  for (std::size_t n = 0; n < report.residual_norms.size(); ++n)
    EXPECT_NEAR(report.residual_norms[n], expected.residual_norms[n],
                most * expected.residual_norms[0]);
}

/// Modes keep how many of them have cycles, and the levels. So iterations may differ from those of a new solver, but solutions may not.
/// make(coefficients, sections) makes a solver.
template <class Make> void expect_modes_to_follow(const UpdateCase& c, const Make& make) {
  const bool symmetric = c.methods.size() > 1; // more than BiCGStab's
  const bool separates = std::string(c.what) == "physics";
  for (const std::string method :
       {"\"bicgstab-modes\"", "\"cg-modes\"", "\"cg-modes\"\nprecision = \"mixed\"", "\"modes\"",
        "\"modes\"\nprecision = \"mixed\""}) {
    if (!symmetric && method.starts_with("\"cg")) continue;
    if (!separates && method.starts_with("\"modes")) continue;
    const std::string sections = "[solver]\ntolerance = 1e-11\nmethod = " + method + "\n";
    SCOPED_TRACE(sections);
    const auto updated = make(c.before, sections), fresh = make(c.after, sections);
    const Cells f = library_right_side(*fresh);
    Cells u(fresh->partition(), f.nz), right = u;
    EXPECT_TRUE(updated->solve(f.in(), u.out()).converged());
    const std::vector<double> before = u.values;
    updated->update(c.after);
    EXPECT_TRUE(updated->solve(f.in(), u.out()).converged());
    EXPECT_TRUE(fresh->solve(f.in(), right.out()).converged());
    EXPECT_GT(difference(before, right.values), 1e-3);
    EXPECT_LE(difference(u.values, right.values), 1e-8);
  }
}

/// On a device, sums of libraries do not always have the same order.
inline double most_difference(const std::string& sections) {
  return sections.find("float") == std::string::npos && sections.find("mixed") == std::string::npos
             ? 1e-10
             : 1e-4;
}

} // namespace isobar
