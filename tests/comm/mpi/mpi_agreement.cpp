// Ranks that differ: what Agreement says of them, and PressureSolver of its arguments.
#include "support_library_equation.hpp"
#include "support_transport.hpp"

#include <isobar/comm/mpi/agreement.hpp>
#include <isobar/comm/transport/peer_ranks.hpp>

#include <functional>
#include <sys/statvfs.h>

namespace isobar {
namespace {

int last_rank() { return MpiComm(MPI_COMM_WORLD).size() - 1; }
bool is_last() { return MpiComm(MPI_COMM_WORLD).rank() == last_rank(); }

void expect_on_all(const std::string& line) {
  const MpiComm world(MPI_COMM_WORLD);
  EXPECT_EQ(world.first_text(world.rank() == 0 ? line : ""), line);
}

TEST(Agreement, SaysNothingOfRanksThatAgree) {
  Agreement all;
  EXPECT_EQ(all.problem(MpiComm(MPI_COMM_WORLD)), "");
  all.add("a text", "abc");
  all.add("a number", std::int64_t(3));
  all.add("a list", std::vector<double>{1.0, NAN});
  EXPECT_EQ(all.problem(MpiComm(MPI_COMM_WORLD)), "");
}

/// The first item that differs, on the first rank of which it does.
TEST(Agreement, NamesWhatDiffersAndOnWhichRank) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  for (int odd = 1; odd < world.size(); ++odd) {
    Agreement all;
    const bool differs = world.rank() >= odd;
    all.add("the same", std::string_view("a\0b", 3), "a?b");
    all.add("the text", differs ? std::string("x\0y", 3) : "z");
    all.add("the number", differs ? 2.5 : 1.0);
    const std::string line = all.problem(world);
    EXPECT_EQ(line, "rank " + std::to_string(odd) +
                        " differs from rank 0 in the text: x y instead of z; expected the same on "
                        "all ranks");
    expect_on_all(line);
  }
}

TEST(Agreement, ComparesNumbersByTheirBits) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  const double next = std::nextafter(1.0, 2.0);
  Agreement number, list, length;
  number.add("it", is_last() ? next : 1.0);
  EXPECT_NE(number.problem(world).find("1.0000000000000002 instead of 1"), std::string::npos);
  list.add("them", std::vector<double>{0.0, is_last() ? next : 1.0});
  EXPECT_NE(list.problem(world).find("in them: 2 numbers (hash "), std::string::npos);
  length.add("them", std::vector<double>(is_last() ? 3 : 2));
  EXPECT_NE(length.problem(world).find("3 numbers (hash "), std::string::npos);
}

/// Items as two different programs have them.
TEST(Agreement, StandsItemsThatOneRankAloneHas) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  Agreement more, other;
  more.add("a", "1");
  if (is_last()) more.add("b", "2");
  const std::string rank = "rank " + std::to_string(last_rank()) + " differs from rank 0 in ";
  EXPECT_EQ(more.problem(world).find(rank + "what it compares: b instead of "), 0U)
      << more.problem(world);
  other.add(is_last() ? "b" : "a", "1");
  EXPECT_EQ(other.problem(world).find(rank + "what it compares: b instead of a"), 0U);
  Agreement less;
  less.add("a", "1");
  if (!is_last()) less.add("c", "1");
  EXPECT_EQ(less.problem(world).find(rank + "what it compares: nothing instead of c"), 0U);
}

std::string refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "(no error)";
}

/// The arguments of a caller.
struct Arguments {
  PressureGrid grid;
  Coefficients coefficients;
  SolverOptions options;

  explicit Arguments(const GeneralProblem& problem, const std::string& sections)
      : grid(problem.grid), coefficients(problem.coefficients), options(sections) {}
};
struct Change {
  std::string name; ///< in the line
  std::function<void(Arguments&)> make;
};

std::vector<Change> changes_of_coefficients() {
  const auto one = [](int, int) { return 1.0; };
  const auto cell = [](int, int, int) { return 1.0; };
  const std::vector<double> ones(12, 1.0);
  const std::string functions = "the functions of the coefficients";
  return {
      {"w^2 of the", [](Arguments& a) { a.coefficients.physics.omega_squared *= 1.0 + 1e-15; }},
      {"lam^2 of the", [](Arguments& a) { a.coefficients.physics.lambda_squared = 0.03; }},
      {"the depth of", [](Arguments& a) { a.coefficients.physics.depth = 0.04; }},
      {"w^2 of the", [](Arguments& a) { a.coefficients.physics.omega_squared = NAN; }},
      {"heights.alpha_h", [](Arguments& a) { a.coefficients.heights.alpha_h[3] = 1.0; }},
      {"heights.alpha_v", [](Arguments& a) { a.coefficients.heights.alpha_v.clear(); }},
      {"heights.beta", [](Arguments& a) { a.coefficients.heights.beta.pop_back(); }},
      {functions, [](Arguments& a) { a.coefficients.positions.alpha_h = nullptr; }},
      {functions, [](Arguments& a) { a.coefficients.positions.alpha_v = nullptr; }},
      {functions, [](Arguments& a) { a.coefficients.positions.beta = nullptr; }},
      {functions, [=](Arguments& a) { a.coefficients.cells.alpha_h = cell; }},
      {functions, [=](Arguments& a) { a.coefficients.cells.alpha_v = cell; }},
      {functions, [=](Arguments& a) { a.coefficients.cells.beta = cell; }},
      {functions, [=](Arguments& a) { a.coefficients.convection.x.field = one; }},
      {functions, [=](Arguments& a) { a.coefficients.convection.y.field = one; }},
      {functions, [=](Arguments& a) { a.coefficients.convection.z.field = one; }},
      {"convection.x", [=](Arguments& a) { a.coefficients.convection.x.profile = ones; }},
      {"convection.y", [=](Arguments& a) { a.coefficients.convection.y.profile = ones; }},
      {"convection.z", [=](Arguments& a) { a.coefficients.convection.z.profile = ones; }},
      {"positions_as_before", [](Arguments& a) { a.coefficients.positions_as_before = true; }},
  };
}

std::vector<Change> changes() {
  std::vector<Change> all = changes_of_coefficients();
  const auto more = [&](const std::string& name, const std::function<void(Arguments&)>& make) {
    all.push_back({name, make});
  };
  more("grid.nx", [](Arguments& a) { a.grid.nx = 32; });
  more("grid.ny", [](Arguments& a) { a.grid.ny = -1; });
  more("grid.nz", [](Arguments& a) { a.grid.nz = 8; });
  more("grid.domain", [](Arguments& a) { a.grid.domain = Domain::panel; });
  more("grid.layers", [](Arguments& a) { a.grid.layers = LayerSpacing::uniform; });
  more("grid.process_grid", [](Arguments& a) { a.grid.process_grid = ProcessGrid{1, 3}; });
  for (const auto& [name, side] : {std::pair("west", &Boundaries::west),
                                   {"east", &Boundaries::east},
                                   {"south", &Boundaries::south},
                                   {"north", &Boundaries::north},
                                   {"bottom", &Boundaries::bottom},
                                   {"top", &Boundaries::top}})
    more(std::string("grid.boundaries.") + name, [side](Arguments& a) {
      Boundary& b = a.grid.boundaries.*side;
      b = b == Boundary::neumann ? Boundary::dirichlet : Boundary::neumann;
    });
  more("grid.interfaces", [](Arguments& a) { a.grid.interfaces[3] += 1e-6; });
  more("the functions of grid.columns", [](Arguments& a) {
    ColumnGeometryFields own;
    own.area = [](int, int) { return 1.0; };
    a.grid.columns = std::make_shared<const ColumnGeometryFields>(own);
  });
  more("options.sections", [](Arguments& a) { a.options.sections += "tolerance = 1e-3\n"; });
  more("options.sections", [](Arguments& a) { a.options.sections = "no TOML"; });
  more("options.transport", [](Arguments& a) { a.options.transport = Transport::device; });
  more("options.own", [](Arguments& a) {
    CallerOperators own;
    own.matrix = [](const DeviceCells<const double>&, const DeviceCells<double>&) {};
    a.options.own = std::make_shared<const CallerOperators>(own);
  });
  return all;
}

/// Each argument in turn is another one on the last rank.
TEST(LibraryAgreement, RefusesEachArgumentOfTheConstructor) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  for (const Change& change : changes()) {
    Arguments a(GeneralProblem(), "[solver]\nmethod = \"cg-fused\"\n");
    if (is_last()) change.make(a);
    const std::string line =
        refusal([&] { PressureSolver(MPI_COMM_WORLD, a.grid, a.coefficients, a.options); });
    EXPECT_NE(line.find("rank " + std::to_string(last_rank()) + " differs from rank 0 in "),
              std::string::npos)
        << change.name << ": " << line;
    EXPECT_NE(line.find(change.name), std::string::npos) << line;
    expect_on_all(line);
  }
}

/// And the solver is as it was before.
TEST(LibraryAgreement, RefusesEachArgumentOfAnUpdate) {
  const MpiComm world(MPI_COMM_WORLD);
  if (world.size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  const Arguments right(GeneralProblem(), "[solver]\nmethod = \"cg-fused\"\n");
  PressureSolver solver(MPI_COMM_WORLD, right.grid, right.coefficients,
                        {right.options.sections, best_transport(world).inside});
  const Cells f = library_right_side(solver), before = solution_of(solver, f);
  for (const Change& change : changes_of_coefficients()) {
    Arguments a = right;
    if (is_last()) change.make(a);
    const std::string line = refusal([&] { solver.update(a.coefficients); });
    EXPECT_NE(line.find(change.name), std::string::npos) << line;
    expect_on_all(line);
  }
  EXPECT_EQ(solution_of(solver, f).values, before.values);
  solver.update(right.coefficients);
  EXPECT_EQ(solution_of(solver, f).values, before.values);
}

/// All hosts hear of it, and none waits.
TEST(PeerMemoryOfRanks, IsRefusedToAllWhereOneHostHasTooLittle) {
  struct statvfs shared = {};
  if (statvfs("/dev/shm", &shared) != 0 || shared.f_blocks == 0)
    GTEST_SKIP() << "/dev/shm has no limit";
  const MpiComm world(MPI_COMM_WORLD);
  for (const int ranks_per_host : {0, 1, 2}) {
    PeerRanks ranks(world, ranks_per_host);
    const std::size_t much = std::size_t(1) << 44;
    std::string line;
    try {
      ranks.memory(is_last() && ranks_per_host == 1 ? much
                   : ranks_per_host == 1            ? 100
                                                    : much,
                   PeerPlace::host);
    } catch (const TransportError& e) {
      line = e.what();
    }
    EXPECT_NE(line.find("ranks of this host cannot share "), std::string::npos) << line;
    expect_on_all(line);
    EXPECT_EQ(ranks.made(), 0U);
    const auto memory = ranks.memory(5000, PeerPlace::host); // there is as much
    EXPECT_EQ(memory->bytes(), 5000U);
  }
}

} // namespace
} // namespace isobar
