// Meshes and layers with coefficients of one's own: coarse columns by resistances, parts of ranks, wrong input.
#include "support_problem.hpp"

#include <isobar/core/columns/level_setup.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace isobar {
namespace {

constexpr Boundary open = Boundary::dirichlet, closed = Boundary::neumann,
                   around = Boundary::periodic;

GridSpec random_spec(const Partition& whole, const Boundaries& b, int seed) {
  return GridCase{Domain::flat, LayerSpacing::uniform, whole, 4, test_physics, b, seed}.spec();
}

using HostView = Kokkos::View<double**, Kokkos::LayoutLeft, HostSpace>;
HostView host(const HorizontalMesh::View& view) {
  const HorizontalMesh::View dense("dense", view.extent(0), view.extent(1));
  Kokkos::deep_copy(dense, view);
  return Kokkos::create_mirror_view_and_copy(HostSpace(), dense);
}

void expect_columns(const HorizontalMesh& mesh, const oracle::Matrix& m) {
  const Partition& p = mesh.partition();
  const auto area = host(mesh.area()), vertical = host(mesh.columns().vertical),
             reaction = host(mesh.columns().reaction), west = host(mesh.west()),
             south = host(mesh.south()), corner = host(mesh.columns().corner);
  const auto near = [](double found, double right) {
    EXPECT_NEAR(found, right, 1e-12 * std::abs(right));
  };
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i) {
      SCOPED_TRACE(testing::Message() << i << ", " << j);
      const oracle::Column& c = m.column(p.first_j + j, p.first_i + i);
      near(area(i, j), c.area);
      near(vertical(i, j), c.vertical);
      near(reaction(i, j), c.reaction);
      near(west(i, j), c.west);
      near(west(i + 1, j), c.east);
      near(south(i, j), c.south);
      near(south(i, j + 1), c.north);
      if (corner.extent(0) == 0) continue;
      EXPECT_NEAR(corner(i, j), c.south_west, 1e-13);
      EXPECT_NEAR(corner(i + 1, j), -c.south_east, 1e-13);
      EXPECT_NEAR(corner(i, j + 1), -c.north_west, 1e-13);
      EXPECT_NEAR(corner(i + 1, j + 1), c.north_east, 1e-13);
    }
}

struct Domain2 {
  int nx, ny;
  Boundaries boundaries;
  int seed;
};
const Domain2 domains[] = {{16, 8, {}, 1},
                           {13, 22, {open, closed, closed, open}, 2},
                           {24, 7, {closed, closed, closed, closed}, 3},
                           {16, 16, {around, around, open, closed}, 1},
                           {16, 8, {around, around, around, around}, 4}};

LevelSetup setup_of(const GridSpec& spec, const Partition& p) { return GridSetup{spec, p, {}, {}}; }

MultigridOptions options_with(int levels, const Overlap& overlap) {
  MultigridOptions o = with_levels(levels);
  o.coarse_solver = CoarseSolver::smoother;
  o.coarse_steps = 1;
  o.overlap = overlap;
  return o;
}

TEST(GeneralMesh, CoarseColumnsAreSumsAndResistances) {
  for (const Domain2& d : domains) {
    SCOPED_TRACE(testing::Message() << d.nx << " x " << d.ny << ", " << d.seed);
    const Partition whole = Partition::whole(d.nx, d.ny);
    const Problem problem(random_spec(whole, d.boundaries, d.seed), d.nx, d.ny);
    const auto setups =
        with_meshes(level_setups(setup_of(problem.spec, whole), options_with(4, {})));
    for (int level = 0; level < 4; ++level) {
      SCOPED_TRACE(level);
      expect_columns(setups[level].mesh, problem.matrix(level));
    }
  }
}

// Each rank evaluates what its parts of all levels need, and gets the numbers of the whole.
TEST(GeneralMesh, PartsOfRanksAreThoseOfTheWhole) {
  for (const Boundaries& b : {Boundaries{}, Boundaries{closed, open, closed, closed}}) {
    const Partition whole = Partition::whole(16, 32);
    const Problem problem(random_spec(whole, b, 2), 16, 32);
    for (const Partition& p : {Partition{16, 32, 0, 0, 16, 16}, Partition{16, 32, 0, 16, 16, 16},
                               Partition{16, 32, 0, 8, 16, 8}})
      for (const Overlap& overlap : {Overlap{}, Overlap{2, 2, 2}, Overlap{4, all_rows, all_rows}}) {
        SCOPED_TRACE(testing::Message()
                     << "rows from " << p.first_j << ", overlaps " << overlap.size());
        const auto setups =
            with_meshes(level_setups(setup_of(problem.spec, p), options_with(4, overlap)));
        for (int level = 0; level < 4; ++level) {
          SCOPED_TRACE(level);
          EXPECT_EQ(setups[level].mesh.partition(), setups[level].partition);
          expect_columns(setups[level].mesh, problem.matrix(level));
        }
      }
  }
}

GridSpec random_vertex_spec(Domain domain, const Boundaries& b, int seed) {
  return GridCase{domain, LayerSpacing::uniform, Partition::whole(1, 1), 4, test_physics, b,
                  seed,   Flux::vertex}
      .spec();
}

/// With the vertex flux each level has its own vertices, and the geometric means of alpha_h.
TEST(GeneralMesh, CoarseVerticesHaveTheMeansOfTheirChildren) {
  for (const Domain2& d : {Domain2{16, 8, {}, 1},
                           {13, 22, {open, closed, closed, open}, 3},
                           {24, 7, {closed, closed, closed, closed}, 5},
                           {16, 16, {around, around, open, closed}, 9},
                           {16, 8, {around, around, around, around}, 1}}) {
    SCOPED_TRACE(testing::Message() << d.nx << " x " << d.ny << ", " << d.seed);
    const Domain domain = d.boundaries.periodic_x() ? Domain::flat : Domain::panel;
    const Problem problem(random_vertex_spec(domain, d.boundaries, d.seed), d.nx, d.ny);
    const auto setups =
        with_meshes(level_setups(setup_of(problem.spec, problem.part), options_with(4, {})));
    for (int level = 0; level < 4; ++level) {
      SCOPED_TRACE(level);
      expect_columns(setups[level].mesh, problem.matrix(level));
    }
  }
}

TEST(GeneralMesh, PartsOfRanksWithVerticesAreThoseOfTheWhole) {
  for (const Boundaries& b : {Boundaries{}, Boundaries{closed, open, closed, closed}}) {
    const Problem problem(random_vertex_spec(Domain::panel, b, 3), 16, 32);
    for (const Partition& p : {Partition{16, 32, 0, 0, 16, 16}, Partition{16, 32, 8, 16, 8, 16}})
      for (const Overlap& overlap : {Overlap{}, Overlap{2, 2, 2}, Overlap{4, all_rows, all_rows}}) {
        if (!overlap.empty() && p.nx < 16) continue;
        SCOPED_TRACE(testing::Message()
                     << "rows from " << p.first_j << ", overlaps " << overlap.size());
        const auto setups =
            with_meshes(level_setups(setup_of(problem.spec, p), options_with(4, overlap)));
        for (int level = 0; level < 4; ++level) {
          SCOPED_TRACE(level);
          EXPECT_EQ(setups[level].mesh.partition(), setups[level].partition);
          expect_columns(setups[level].mesh, problem.matrix(level));
        }
      }
  }
}

// Halves of the columns that nothing links stay apart on coarse levels: nothing flows through what is closed.
TEST(GeneralMesh, AnEdgeOfLengthZeroCouplesNothingOnAnyLevel) {
  const auto one = [](int, int) { return 1.0; };
  const auto no_middle = [](int, int j) { return j == 8 ? 0.0 : 1.0; };
  ColumnFields fields;
  fields.geometry =
      std::make_shared<ColumnGeometryFields>(ColumnGeometryFields{one, one, one, no_middle, one});
  GridSpec spec{Domain::flat, LayerSpacing::uniform, test_physics, 4};
  spec.columns = std::make_shared<ColumnFields>(fields);
  const auto setups =
      with_meshes(level_setups(setup_of(spec, Partition::whole(16, 16)), options_with(4, {})));
  for (int level = 0, middle = 8; level < 4; ++level, middle /= 2) {
    const auto south = host(setups[level].mesh.south());
    EXPECT_EQ(south(0, middle), 0.0);
    EXPECT_GT(south(0, 0), 0.0);
    if (middle > 1) {
      EXPECT_GT(south(0, 1), 0.0);
    }
  }
}

/// The one line with which a grid of 4 x 4 columns and 3 layers is refused.
template <class Change> std::string refusal(const Change& change) {
  GridSpec spec{Domain::flat, LayerSpacing::uniform, test_physics, 3};
  ColumnFields fields;
  change(spec, fields);
  spec.columns = std::make_shared<ColumnFields>(fields);
  try {
    const GridLevel<double> grid(spec, Partition::whole(4, 4));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}
template <class Change> std::string refused_profiles(const Change& change) {
  return refusal([&](GridSpec& s, ColumnFields&) { change(s.profiles); });
}
template <class Change> std::string refused_fields(const Change& change) {
  return refusal([&](GridSpec&, ColumnFields& f) { change(f); });
}
template <class Change> std::string refused_boundaries(const Change& change) {
  return refusal([&](GridSpec& s, ColumnFields&) { change(s.boundaries); });
}

TEST(GeneralErrors, NameTheProfileAndTheLayer) {
  using Profiles = LayerProfiles&;
  EXPECT_EQ(refused_profiles([](Profiles) {}), "accepted");
  EXPECT_EQ(refused_profiles([](Profiles p) {
              p.alpha_h = {1, 2};
            }),
            "layer profile alpha_h: 2 numbers; expected 3");
  EXPECT_EQ(refused_profiles([](Profiles p) {
              p.alpha_v = {1, -2, 1};
            }),
            "layer profile alpha_v: layer 1 is -2; expected a finite number greater than 0");
  EXPECT_EQ(refused_profiles([](Profiles p) {
              p.alpha_h = {1, 1, 0};
            }),
            "layer profile alpha_h: layer 2 is 0; expected a finite number greater than 0");
  EXPECT_EQ(refused_profiles([](Profiles p) { p.beta = {0, 1, 0}; }), "accepted");
  EXPECT_EQ(refused_profiles([](Profiles p) {
              p.beta = {0, -1, 0};
            }),
            "layer profile beta: layer 1 is -1; expected a finite number of at least 0");
  EXPECT_EQ(refused_profiles([](Profiles p) {
              p.beta = {1, NAN, 0};
            }),
            "layer profile beta: layer 1 is nan; expected a finite number of at least 0");
  EXPECT_EQ(refused_profiles([](Profiles p) {
              p.interfaces = {0, 1, 2};
            }),
            "layer profile interfaces: 3 numbers; expected 4");
  EXPECT_EQ(refused_profiles([](Profiles p) {
              p.interfaces = {0.5, 1, 2, 3};
            }),
            "layer profile interfaces: interface 0 is 0.5; expected 0, the ground");
  EXPECT_EQ(refused_profiles([](Profiles p) {
              p.interfaces = {0, 1, 1, 3};
            }),
            "layer profile interfaces: interface 2 is 1; expected a finite height above that of "
            "interface 1, 1");
  EXPECT_EQ(refused_profiles([](Profiles p) {
              p.interfaces = {0, 1, 2, INFINITY};
            }),
            "layer profile interfaces: interface 3 is inf; expected a finite height above that of "
            "interface 2, 2");
}

TEST(GeneralErrors, NameTheFieldAndTheColumn) {
  const auto but = [](double wrong) -> HorizontalField {
    return [wrong](int i, int j) { return i == 3 && j == 2 ? wrong : 1.0; };
  };
  using Fields = ColumnFields&;
  EXPECT_EQ(refused_fields([&](Fields f) { f.alpha_h = but(2.0); }), "accepted");
  EXPECT_EQ(refused_fields([&](Fields f) { f.alpha_h = but(-1.0); }),
            "column field alpha_h: (3, 2) is -1; expected a finite number greater than 0");
  EXPECT_EQ(refused_fields([&](Fields f) { f.alpha_v = but(0.0); }),
            "column field alpha_v: (3, 2) is 0; expected a finite number greater than 0");
  EXPECT_EQ(refused_fields([&](Fields f) { f.beta = but(NAN); }),
            "column field beta: (3, 2) is nan; expected a finite number greater than 0");
  const auto geometry = [&](const auto& change) {
    return refused_fields([&](Fields f) {
      const HorizontalField one = but(1.0);
      ColumnGeometryFields g{one, one, one, one, one};
      change(g);
      f.geometry = std::make_shared<ColumnGeometryFields>(g);
    });
  };
  using Geometry = ColumnGeometryFields&;
  EXPECT_EQ(geometry([&](Geometry g) { g.west_length = but(0.0); }), "accepted");
  EXPECT_EQ(geometry([&](Geometry g) { g.west_length = but(-2.0); }),
            "column field west_length: (3, 2) is -2; expected a finite number of at least 0");
  EXPECT_EQ(geometry([&](Geometry g) { g.south_distance = but(0.0); }),
            "column field south_distance: (3, 2) is 0; expected a finite number greater than 0");
  EXPECT_EQ(geometry([&](Geometry g) { g.area = but(INFINITY); }),
            "column field area: (3, 2) is inf; expected a finite number greater than 0");
  EXPECT_EQ(geometry([&](Geometry g) { g.south_length = {}; }),
            "column geometry: south_length is not given; expected all five functions");
}

TEST(GeneralErrors, NameTheSide) {
  EXPECT_EQ(refused_boundaries([](Boundaries& b) { b.west = around; }),
            "boundaries west and east: one of them is periodic; expected both or none");
  EXPECT_EQ(refused_boundaries([](Boundaries& b) { b.north = around; }),
            "boundaries south and north: one of them is periodic; expected both or none");
  EXPECT_EQ(refused_boundaries([](Boundaries& b) { b.top = around; }),
            "boundary top: is periodic; expected dirichlet or neumann");
  EXPECT_EQ(refusal([](GridSpec& s, ColumnFields&) {
              s.domain = Domain::panel;
              s.boundaries.south = s.boundaries.north = around;
            }),
            "boundary south: is periodic on a panel; expected dirichlet or neumann, a flat domain, "
            "or columns of one's own");
  EXPECT_EQ(refusal([](GridSpec& s, ColumnFields&) {
              s.boundaries = {closed, closed, around, around, closed, closed};
              s.profiles.beta = {0, 0, 0};
            }),
            "layer profile beta: is 0 on all layers and u is 0 on no side; expected a layer with "
            "beta greater than 0 or a dirichlet side");
}

} // namespace
} // namespace isobar
