// isobar::PressureSolver on blocks of the caller's: what it computes on columns of its own, from numbers that each rank has for its blocks alone.
#include "support_blocks.hpp"
#include "support_boundary.hpp"
#include "support_transport.hpp"

#include <isobar/comm/mpi/mpi.hpp>

#include <numeric>

namespace isobar::library_blocks {
namespace {

/// The blocks of this rank out of random ones.
std::vector<ColumnBlock> blocks_of(const MpiComm& comm, const PressureGrid& grid, int seed) {
  return random_blocks(grid.nx, grid.rows(), comm.size(), seed)[std::size_t(comm.rank())];
}

bool has(const std::vector<ColumnBlock>& blocks, const PressureGrid& grid, int i, int j) {
  const int x = std::min(i, grid.nx - 1),
            y = std::min(j, grid.rows() - 1); // edges of the last sides
  return std::ranges::any_of(blocks, [&](const ColumnBlock& b) {
    return !common_columns(b, {x, y, 1, 1}).empty();
  });
}

/// A problem's functions, which throw when they are asked for a column of another rank.
class OwnData {
public:
  OwnData(const PressureGrid& grid, std::vector<ColumnBlock> blocks)
      : grid_(grid), blocks_(std::move(blocks)) {}

  void guard(HorizontalField& field) const {
    if (!field) return;
    field = [*this, field](int i, int j) { return demand(i, j), field(i, j); };
  }
  void guard(CellField& field) const {
    if (!field) return;
    field = [*this, field](int i, int j, int k) { return demand(i, j), field(i, j, k); };
  }
  Coefficients guarded(Coefficients c) const {
    for (HorizontalField* f :
         {&c.positions.alpha_h, &c.positions.alpha_v, &c.positions.beta, &c.positions.ground,
          &c.convection.x.field, &c.convection.y.field, &c.convection.z.field})
      guard(*f);
    for (CellField* f : {&c.cells.alpha_h, &c.cells.alpha_v, &c.cells.beta}) guard(*f);
    return c;
  }
  BoundaryValues guarded(BoundaryValues values) const {
    for (CellField* f :
         {&values.west, &values.east, &values.south, &values.north, &values.bottom, &values.top})
      guard(*f);
    return values;
  }
  PressureGrid guarded_grid() const {
    PressureGrid grid = grid_;
    if (!grid_.columns) return grid;
    ColumnGeometryFields g = *grid_.columns;
    for (HorizontalField* f :
         {&g.area, &g.west_length, &g.west_distance, &g.south_length, &g.south_distance})
      guard(*f);
    grid.columns = std::make_shared<const ColumnGeometryFields>(std::move(g));
    return grid;
  }

private:
  void demand(int i, int j) const {
    if (!has(blocks_, grid_, i, j)) throw std::logic_error("asked for a column of another rank");
  }
  PressureGrid grid_;
  std::vector<ColumnBlock> blocks_;
};

/// Numbers of some rectangles, as a[j][i][k] one after the other.
struct BlockNumbers {
  std::vector<Cells> cells;
  BlockNumbers(const std::vector<ColumnBlock>& blocks, int nz) {
    for (const ColumnBlock& b : blocks) {
      Partition p;
      p.nx = b.nx;
      p.ny = b.ny;
      cells.emplace_back(p, nz);
    }
  }
  std::vector<CellsIn> in() const {
    std::vector<CellsIn> all;
    for (const Cells& c : cells) all.push_back(c.in());
    return all;
  }
  std::vector<CellsOut> out() {
    std::vector<CellsOut> all;
    for (Cells& c : cells) all.push_back(c.out());
    return all;
  }
};

void fill(BlockNumbers& numbers, const std::vector<ColumnBlock>& blocks) {
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    Cells& c = numbers.cells[n];
    for (int j = 0; j < c.ny; ++j)
      for (int i = 0; i < c.nx; ++i)
        for (int k = 0; k < c.nz; ++k)
          c(j, i, k) = any_number(blocks[n].first_i + i, blocks[n].first_j + j, k);
  }
}

/// The whole domain's numbers on all ranks.
std::vector<double> whole(const BlockNumbers& numbers, const std::vector<ColumnBlock>& blocks,
                          const PressureGrid& grid) {
  std::vector<double> all(std::size_t(grid.nx) * grid.rows() * grid.nz);
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    Cells c = numbers.cells[n];
    for (int j = 0; j < c.ny; ++j)
      for (int i = 0; i < c.nx; ++i)
        for (int k = 0; k < c.nz; ++k)
          all[(std::size_t(blocks[n].first_j + j) * grid.nx + std::size_t(blocks[n].first_i + i)) *
                  grid.nz +
              k] = c(j, i, k);
  }
  check_mpi(
      MPI_Allreduce(MPI_IN_PLACE, all.data(), int(all.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD),
      "MPI_Allreduce");
  return all;
}

struct Case {
  PressureGrid grid;
  Coefficients coefficients;
  const char* sections;
};

std::vector<Case> cases() {
  const GeneralProblem general;
  const CellProblem cells(false, true), all(true, true);
  GeneralProblem separable;
  separable.coefficients.heights.beta = separable.coefficients.heights.alpha_h;
  PressureGrid sphere{24, 24, 6};
  sphere.domain = Domain::sphere;
  Coefficients on_sphere = library_atmosphere;
  on_sphere.positions.alpha_h = [](int i, int j) {
    return 1.0 + 0.3 * std::sin(0.2 * i + 0.1 * j);
  };
  PressureGrid own_columns{24, 32, 12, Domain::flat};
  own_columns.columns = std::make_shared<const ColumnGeometryFields>(ColumnGeometryFields{
      [](int i, int j) { return (1.0 + 0.1 * std::sin(i + 2.0 * j)) / 768.0; },
      [](int i, int) { return (1.0 + 0.01 * i) / 32.0; }, [](int, int) { return 1.0 / 24.0; },
      [](int, int j) { return (1.0 + 0.01 * j) / 24.0; }, [](int, int) { return 1.0 / 32.0; }});
  PressureGrid vertex = library_grid;
  vertex.flux = Flux::vertex;
  Coefficients ground = library_atmosphere;
  ground.positions.ground = [](int i, int j) {
    return 0.002 * (1.0 + std::sin(0.4 * i + 0.3 * j));
  };
  return {
      {library_grid, library_atmosphere, "[solver]\nmethod = \"multigrid\"\n"},
      {library_grid, library_atmosphere,
       "[solver]\nmethod = \"multigrid\"\nprecision = \"mixed\"\n"},
      {library_grid, library_atmosphere,
       "[solver]\nmethod = \"cg-fused\"\n[fields]\nlayout = \"z-fastest\"\n"},
      {general.grid, general.coefficients, "[solver]\nmethod = \"multigrid\"\n"},
      {general.grid, general.coefficients,
       "[solver]\nmethod = \"multigrid\"\n[multigrid]\nlevels = 3\nreplicated_from = 2\n"},
      {own_columns, Physics{1e-3, 0.02, 0.05}, "[solver]\nmethod = \"cg-multigrid\"\n"},
      {cells.grid, cells.coefficients, "[solver]\nmethod = \"cg-multigrid\"\n"},
      {all.grid, all.coefficients, "[solver]\nmethod = \"bicgstab-multigrid\"\n"},
      {separable.grid, separable.coefficients, "[solver]\nmethod = \"modes\"\n"},
      {vertex, ground, "[solver]\nmethod = \"cg-multigrid\"\n"},
      {sphere, on_sphere, "[solver]\nmethod = \"multigrid\"\n"},
  };
}

bool fits(const PressureGrid& grid, int ranks) {
  return grid.domain != Domain::sphere || 6 % ranks == 0;
}

/// Same columns on ranks, same numbers, same digits.
TEST(LibraryBlocks, ChangeNoDigit) {
  const MpiComm world{MPI_COMM_WORLD};
  int seed = 0;
  for (const Case& c : cases()) {
    SCOPED_TRACE(std::to_string(seed) + c.sections);
    if (!fits(c.grid, world.size())) continue;
    SolverOptions options(c.sections, transport_of_tests());
    PressureSolver plain(MPI_COMM_WORLD, c.grid, c.coefficients, options);
    const Partition& p = plain.partition();
    const std::vector<ColumnBlock> own{{p.first_i, p.first_j, p.nx, p.ny}},
        blocks = blocks_of(world, c.grid, ++seed);
    options.blocks = blocks;
    const OwnData data(c.grid, blocks);
    PressureSolver solver(MPI_COMM_WORLD, data.guarded_grid(), data.guarded(c.coefficients),
                          options);
    EXPECT_EQ(solver.partition(), p);
    BlockNumbers f(own, c.grid.nz), u(own, c.grid.nz), block_f(blocks, c.grid.nz),
        block_u(blocks, c.grid.nz);
    fill(f, own);
    fill(block_f, blocks);
    const auto expect_same = [&](const char* what) {
      EXPECT_EQ(whole(block_u, blocks, c.grid), whole(u, own, c.grid)) << what;
    };
    const SolveReport report = plain.solve(f.in(), u.out()),
                      of_blocks = solver.solve(block_f.in(), block_u.out());
    EXPECT_TRUE(report.converged());
    EXPECT_EQ(of_blocks.residual_norms, report.residual_norms);
    expect_same("solve");
    plain.apply(u.in(), u.out());
    solver.apply(block_u.in(), block_u.out());
    expect_same("apply");
    EXPECT_EQ(solver.residual(block_f.in(), block_f.in(), block_u.out()),
              plain.residual(f.in(), f.in(), u.out()));
    expect_same("residual");
    plain.diagonal(u.out());
    solver.diagonal(block_u.out());
    expect_same("diagonal");
    Coefficients next = c.coefficients;
    next.physics.omega_squared *= 1.5;
    plain.update(next);
    solver.update(data.guarded(next));
    EXPECT_EQ(solver.solve_from(block_f.in(), block_u.out(), RightSide::integrals).iterations,
              plain.solve_from(f.in(), u.out(), RightSide::integrals).iterations);
    expect_same("solve_from after an update");
    if (next.positions.ground) continue; // without boundary values
    const BoundaryValues values = on_sides(c.grid, any_number);
    plain.set_boundary_values(values);
    solver.set_boundary_values(data.guarded(values));
    EXPECT_EQ(solver.residual(block_f.in(), block_f.in(), block_u.out()),
              plain.residual(f.in(), f.in(), u.out()));
    expect_same("residual with boundary values");
  }
}

/// Any numbers of any blocks, against those of one rank: what moves is not what a rank has.
TEST(LibraryBlocks, SaysWhatMoves) {
  const MpiComm world{MPI_COMM_WORLD};
  SolverOptions options("", transport_of_tests());
  const PressureSolver plain(MPI_COMM_WORLD, library_grid, library_atmosphere, options);
  const Partition& p = plain.partition();
  options.blocks = {{{p.first_i, p.first_j, p.nx, p.ny}}};
  PressureSolver same(MPI_COMM_WORLD, library_grid, library_atmosphere, options);
  EXPECT_EQ(same.redistributed().columns, 0);
  EXPECT_EQ(same.redistributed().bytes, 0);
  options.blocks = world.rank() == 0 ? std::vector<ColumnBlock>{{0, 0, 24, 32}}
                                     : std::vector<ColumnBlock>{}; // all on one rank
  PressureSolver one(MPI_COMM_WORLD, library_grid, library_atmosphere, options);
  EXPECT_EQ(one.redistributed().columns, world.rank() == 0 ? 24 * 32 - p.nx * p.ny : 0);
  BlockNumbers f(*options.blocks, 12), u(*options.blocks, 12);
  fill(f, *options.blocks);
  const CellsIn nothing(nullptr, 0, 0, 0);
  const CellsOut nowhere(nullptr, 0, 0, 0);
  const SolveReport report = world.rank() == 0
                                 ? one.solve(f.cells[0].in(), u.cells[0].out())
                                 : one.solve(nothing, nowhere); // a rank without blocks
  EXPECT_TRUE(report.converged());
  EXPECT_GE(one.redistributed().seconds, 0.0);
}

/// A model's own ranks in x, which Isobar would not choose, where they go together with the levels.
TEST(LibraryBlocks, OfAGridOfRanksAreTaken) {
  const MpiComm world{MPI_COMM_WORLD};
  const int columns = 24 / world.size();
  if (columns * world.size() != 24 || columns % 4 != 0) GTEST_SKIP() << "4 columns on a coarse one";
  SolverOptions options("[multigrid]\nlevels = 3\n", transport_of_tests());
  options.blocks = {{{columns * world.rank(), 0, columns, 32}}};
  PressureSolver solver(MPI_COMM_WORLD, library_grid, library_atmosphere, options);
  EXPECT_EQ(solver.redistributed().columns, 0);
  EXPECT_EQ(solver.partition().ny, 32);
  EXPECT_EQ(solver.partition().first_i, columns * world.rank());
}

/// Some cells of blocks in float are moved, and others are read in place.
TEST(LibraryBlocks, MayBeInFloat) {
  const MpiComm world{MPI_COMM_WORLD};
  SolverOptions options("", transport_of_tests());
  const std::vector<ColumnBlock> blocks = blocks_of(world, library_grid, 7);
  options.blocks = blocks;
  PressureSolver solver(MPI_COMM_WORLD, library_grid, library_atmosphere, options);
  BlockNumbers f(blocks, 12), u(blocks, 12);
  fill(f, blocks);
  std::vector<std::vector<float>> numbers;
  std::vector<CellsIn> float_f;
  std::vector<CellsOut> float_u;
  for (Cells& c : f.cells) {
    std::vector<float>& some = numbers.emplace_back(c.values.begin(), c.values.end());
    c.values.assign(some.begin(), some.end());
    float_f.emplace_back(some.data(), c.nx, c.ny, c.nz);
    float_u.emplace_back(some.data(), c.nx, c.ny, c.nz); // in place
  }
  EXPECT_EQ(solver.solve(float_f, float_u).residual_norms,
            solver.solve(f.in(), u.out()).residual_norms);
  for (std::size_t n = 0; n < blocks.size(); ++n)
    for (std::size_t c = 0; c < numbers[n].size(); ++c)
      ASSERT_EQ(numbers[n][c], float(u.cells[n].values[c])) << n;
}

std::string line_on_all(const std::function<void()>& work) {
  const MpiComm world{MPI_COMM_WORLD};
  const std::string line = line_of(work);
  EXPECT_EQ(world.min(line == "(no error)" ? 0 : 1), line == "(no error)" ? 0 : 1) << line;
  return line;
}

TEST(LibraryBlocks, AreRefusedByAllRanks) {
  const MpiComm world{MPI_COMM_WORLD};
  if (world.size() == 1) GTEST_SKIP() << "one rank";
  const auto make = [&](std::optional<std::vector<ColumnBlock>> blocks,
                        const Coefficients& c = library_atmosphere) {
    SolverOptions options("", transport_of_tests());
    options.blocks = std::move(blocks);
    return PressureSolver(MPI_COMM_WORLD, library_grid, c, options);
  };
  const bool last = world.rank() == world.size() - 1;
  const std::vector<ColumnBlock> all{{0, 0, 24, 32}}, none;
  EXPECT_EQ(line_on_all([&] { make(last ? std::optional(all) : std::nullopt); }),
            "rank " + std::to_string(world.size() - 1) +
                " differs from rank 0 in options.blocks: given instead of none; expected the same "
                "on all ranks");
  EXPECT_EQ(line_on_all([&] { make(none); }),
            "blocks: column (0, 0) is in no block; expected each column in one block");
  EXPECT_EQ(line_on_all([&] {
              make(all);
            }).find("blocks: column (0, 0) is in blocks of rank 0 and rank 1"),
            0U);
  // A function that throws where its rank has columns, and numbers that cannot be.
  Coefficients throws = library_atmosphere;
  throws.positions.alpha_h = [&](int i, int) -> double {
    if (last && i == 3) throw std::runtime_error("no number here");
    return 1.0;
  };
  const auto on_last = [&] { return last ? all : none; };
  EXPECT_NE(line_on_all([&] { make(on_last(), throws); }).find("no number here"),
            std::string::npos);
  Coefficients wrong = library_atmosphere;
  wrong.positions.alpha_h = [](int i, int j) { return i == 3 && j == 5 ? -1.0 : 1.0; };
  EXPECT_EQ(line_on_all([&] { make(on_last(), wrong); }),
            "column field alpha_h: (3, 5) is -1; expected a finite number greater than 0");
  // Cells of other shapes, and numbers that are not finite.
  PressureSolver solver = make(on_last());
  BlockNumbers f(on_last(), 12), u(on_last(), 12);
  EXPECT_EQ(line_on_all([&] {
              (void)solver.solve(f.in(), std::vector<CellsOut>(2, CellsOut(nullptr, 1, 1, 12)));
            }),
            "u: cells of 2 blocks on rank 0; expected those of 0");
  if (last) f.cells[0](5, 3, 2) = NAN;
  EXPECT_EQ(line_on_all([&] { (void)solver.solve(f.in(), u.out()); }),
            "f: cell (3, 5, 2) is not finite; expected a finite number in each cell");
  fill(f, on_last());
  EXPECT_TRUE(solver.solve(f.in(), u.out()).converged());
}

} // namespace
} // namespace isobar::library_blocks
