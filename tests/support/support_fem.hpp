#pragma once
#include "support_places.hpp"

#include <isobar/core/fem/fem_multigrid.hpp>
#include <isobar/core/mesh/gmsh_file.hpp>
#include <isobar/core/mesh/mesh_generators.hpp>
#include <isobar/core/mesh/refinement.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

/// Code that tests of finite elements share.
namespace isobar {

/// The number types of typed tests, for matrices and vectors.
using FemNumberTypes = testing::Types<double, float>;
struct FemNumberNames {
  template <class T> static std::string GetName(int) {
    return std::is_same_v<T, float> ? "float" : "double";
  }
};

inline QuadMesh vessel_mesh() { return read_gmsh(vessel_file); }

/// CIRCLE of the unstructured-grid paper: -laplace u = 1, u = 0 on the outer rim (which comes second) and 1 on the inner one.
inline FemProblem circle_problem() {
  return {[](Point) { return 1.0; }, {}, {[](Point) { return 1.0; }, [](Point) { return 0.0; }}};
}
/// BLOOD: laplace u = 0 and u = 1 on all rims, so that u = 1.
inline FemProblem blood_problem() {
  const PointFunction one = [](Point) { return 1.0; };
  return {[](Point) { return 0.0; }, {}, {one, one, one}};
}

/// The first `quads` of `petals` quadrilaterals around one vertex. All of them close the flower.
inline QuadMesh flower_mesh(int petals, int quads) {
  const bool closed = quads == petals;
  const int around = closed ? 2 * petals : 2 * quads + 1;
  std::vector<Point> vertices{{0, 0}};
  std::vector<std::array<int, 4>> elements;
  std::vector<RimSegment> segments;
  for (int n = 0; n < around; ++n) {
    const double angle = std::acos(-1.0) * n / petals, radius = 1 + n % 2;
    vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    const int next = (n + 1) % around;
    if (closed || n + 1 < around) segments.push_back({{n + 1, next + 1}, 0});
    if (n % 2 == 0 && n / 2 < quads) elements.push_back({0, n + 1, n + 2, (n + 2) % around + 1});
  }
  if (!closed) {
    segments.push_back({{0, 1}, 0});
    segments.push_back({{around, 0}, 0});
  }
  return make_mesh(vertices, elements, segments, {{.name = "rim"}});
}
inline QuadMesh flower_mesh(int petals) { return flower_mesh(petals, petals); }

/// A matrix on the host, entry by entry.
template <class T> struct HostRows {
  Int64 count;
  std::vector<std::map<int, double>> rows;

  explicit HostRows(const CsrRows<T>& a) : count(a.rows()), rows(std::size_t(a.rows())) {
    const auto offsets = Kokkos::create_mirror_view_and_copy(HostSpace(), a.offsets);
    const auto columns = Kokkos::create_mirror_view_and_copy(HostSpace(), a.columns);
    const auto values = Kokkos::create_mirror_view_and_copy(HostSpace(), a.values);
    for (Int64 n = 0; n < count; ++n)
      for (Int64 at = offsets(n); at < offsets(n + 1); ++at)
        rows[n][columns(at)] = double(values(at));
  }
  double operator()(int n, int m) const {
    const auto at = rows[n].find(m);
    return at == rows[n].end() ? 0.0 : at->second;
  }
  std::vector<double> times(const std::vector<double>& x) const {
    std::vector<double> y;
    for (const auto& row : rows) {
      double sum = 0.0;
      for (const auto& [column, value] : row) sum += value * x[column];
      y.push_back(sum);
    }
    return y;
  }
};

/// A vector of rough numbers, and a copy of a device's vector on the host.
template <class T> Kokkos::View<T*, MemorySpace> rough_vector(Int64 count, double seed) {
  const Kokkos::View<T*, MemorySpace> x("x", std::size_t(count));
  const auto host = Kokkos::create_mirror_view(x);
  for (Int64 n = 0; n < count; ++n) host(n) = T(std::sin(seed * double(n + 1)));
  Kokkos::deep_copy(x, host);
  return x;
}
template <class T> std::vector<double> host_numbers(const Kokkos::View<T*, MemorySpace>& x) {
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), x);
  return {host.data(), host.data() + host.extent(0)};
}

/// The result of a solve on all levels of a mesh.
template <class T> struct FemSolve {
  SolveReport report;
  std::vector<double> u; ///< with Dirichlet values, in the numbering of the finest space
  std::vector<FemSpace> spaces;

  /// The mean factor by which a cycle reduces the residual.
  double rate() const { return std::pow(report.relative_residual(), 1.0 / report.iterations); }
};

struct FemCase {
  QuadMesh mesh;
  FemProblem problem;
  FemSpaceOptions spaces;
  FemMultigridOptions multigrid = FemMultigridOptions::jacobi(4, 0.7);
  SolveControls controls{1e-8, 100};
  bool smooth_lift = false;
};

/// Solves on these spaces. `ranks` are those of one rank or of many.
template <class T, class AnyRanks>
FemSolve<T> solve_on(const FemCase& c, AnyRanks& ranks, std::vector<FemSpace> spaces,
                     bool with_cg = false) {
  FemSolve<T> result;
  result.spaces = std::move(spaces);
  const FemSpace& finest = result.spaces.back();
  const FemNumbers g =
      c.smooth_lift ? smooth_lift(result.spaces, c.problem) : dirichlet_values(finest, c.problem);
  const auto f = right_hand_side<T>(finest, c.problem, g);
  auto levels = make_fem_levels<T>(result.spaces, c.problem, c.multigrid, ranks);
  if (with_cg) {
    const bool spai = has_spai(c.multigrid.smoother);
    FemCg<T> cg(std::move(levels), c.multigrid.cycle, ranks,
                spai ? Directions::flexible : Directions::standard);
    result.report = cg.solve(f, c.controls);
    result.u = solution_on_host<T>(cg.solution(), g);
  } else {
    FemMultigrid<T> multigrid(std::move(levels), c.multigrid.cycle);
    result.report = multigrid.solve(f, c.controls);
    result.u = solution_on_host<T>(multigrid.solution(), g);
  }
  return result;
}

template <class T> FemSolve<T> solve(const FemCase& c, bool with_cg = false) {
  SelfCommunicator<T> self;
  return solve_on<T>(c, self, fem_spaces(c.mesh, c.spaces, c.problem.dirichlet_rims(c.mesh)),
                     with_cg);
}

inline constexpr std::array all_numberings{Numbering::two_level,    Numbering::cuthill_mckee,
                                           Numbering::coordinate,   Numbering::random,
                                           Numbering::hierarchical, Numbering::macro};

} // namespace isobar
