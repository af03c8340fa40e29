// isobar::PressureSolver on many ranks: what the program computes, on any communicator.
#include "io/npy.hpp"
#include "pressure/run/pressure_outputs.hpp"
#include "pressure/run/pressure_run.hpp"

#include "support_directory.hpp"
#include "support_library.hpp"
#include "support_transport.hpp"

namespace isobar {
namespace {

constexpr const char* sections_of_methods[] = {
    "[solver]\nmethod = \"multigrid\"\n[multigrid]\nlevels = 3\n",
    "[solver]\nmethod = \"multigrid\"\nprecision = \"mixed\"\n[multigrid]\nlevels = 2\n",
    "[solver]\nmethod = \"multigrid\"\n[fields]\nlayout = \"z-fastest\"\n",
    "[solver]\nmethod = \"cg-fused\"\n",
    "[solver]\nmethod = \"cg-multigrid\"\nprecision = \"mixed\"\nflexible = true\n",
    "[solver]\nmethod = \"multigrid-ell\"\n[multigrid]\nlevels = 2\n",
};

PressureSolver make(MPI_Comm comm, const char* sections,
                    const Atmosphere& atmosphere = library_atmosphere) {
  return {comm, library_grid, atmosphere, SolverOptions(sections, transport_of_tests())};
}

/// A run of the program on all ranks, with its solution in a file.
struct ProgramRun {
  SolveReport report;
  std::string solution;

  ProgramRun(const char* sections, const MpiComm& comm, const SharedDirectory& directory)
      : solution(directory.file("u.npy")) {
    Deck deck = library_deck(sections, "[run]\nrepeats = 1\nwarmup = 0\nkernel_timings = false\n"
                                       "[verification]\nenabled = false\n");
    deck.output.solution = solution;
    choose_levels(deck, comm.size(), transport_of_tests());
    const Decomposition d = decompose(deck, comm);
    const Equation equation = equation_of(deck);
    const RunContext context{deck, equation, comm, d,
                             choose_transport(comm, {transport_of_tests()})};
    Outputs outputs(context);
    MemoryMeter meter;
    report = run(context, outputs, meter).solve;
    outputs.commit([] { return ""; });
    check_mpi(MPI_Barrier(comm.get()), "MPI_Barrier");
  }

  /// The part of a solver's ranks.
  std::vector<double> part_of(const PressureSolver& solver, const MpiComm& comm) const {
    const Partition& part = solver.partition();
    HostField u("u", part.ny, part.nx, library_grid.nz);
    read_npy(solution, comm, part, u);
    return {u.data(), u.data() + u.size()};
  }
};

/// docs/running.md promises equal counts on any ranks, and solutions equal to 1e-11 in double.
/// Float inside mixed precision rounds differently on other ranks, as in mpi_solver.cpp.
void expect_equal(const ProgramRun& program, const char* sections, MPI_Comm handle) {
  const MpiComm comm(handle);
  PressureSolver solver = make(handle, sections);
  const Cells f = library_right_side(solver);
  Cells u(solver.partition(), library_grid.nz);
  const SolveReport report = solver.solve(f.in(), u.out());
  EXPECT_EQ(report.iterations, program.report.iterations) << sections;
  EXPECT_NEAR(report.residual_norms[0] / program.report.residual_norms[0], 1.0, 1e-12);
  const bool mixed = std::string_view(sections).find("mixed") != std::string_view::npos;
  EXPECT_LE(difference(u.values, program.part_of(solver, comm)), mixed ? 1e-4 : 1e-11) << sections;
}

TEST(Library, EqualsTheProgram) {
  const MpiComm world(MPI_COMM_WORLD);
  const SharedDirectory directory{world};
  for (const char* sections : sections_of_methods)
    expect_equal(ProgramRun(sections, world, directory), sections, MPI_COMM_WORLD);
}

TEST(Library, EqualsTheProgramOnASplitCommunicator) {
  const MpiComm world(MPI_COMM_WORLD), part = world.split(world.rank() % 2);
  const SharedDirectory directory{world};
  for (const char* sections : sections_of_methods)
    expect_equal(ProgramRun(sections, world, directory), sections, part.get());
}

TEST(Library, EqualsOneRankWithoutMpi) {
  PressureSolver alone(library_grid, library_atmosphere, sections_of_methods[0]);
  const Cells whole = solution_of(alone, library_right_side(alone));
  PressureSolver self(MPI_COMM_SELF, library_grid, library_atmosphere, sections_of_methods[0]);
  EXPECT_EQ(solution_of(self, library_right_side(self)).values, whole.values);
}

/// Messages of two solvers do not meet, and neither keeps anything of the other's.
TEST(Library, HasTwoSolversAtOnce) {
  PressureSolver a = make(MPI_COMM_WORLD, sections_of_methods[0]);
  const Cells f = library_right_side(a), first = solution_of(a, f);
  PressureSolver b = make(MPI_COMM_WORLD, sections_of_methods[3]);
  const Cells other = solution_of(b, library_right_side(b));
  EXPECT_EQ(solution_of(a, f).values, first.values);
  EXPECT_EQ(solution_of(b, library_right_side(b)).values, other.values);
  PressureSolver moved = std::move(a);
  EXPECT_EQ(solution_of(moved, f).values, first.values);
}

TEST(Library, UpdateEqualsANewSolver) {
  Atmosphere later = library_atmosphere;
  later.time_step = 3000.0;
  for (const char* sections : {sections_of_methods[0], sections_of_methods[1]}) {
    PressureSolver fresh = make(MPI_COMM_WORLD, sections, later);
    PressureSolver old = make(MPI_COMM_WORLD, sections);
    const Cells f = library_right_side(old);
    Cells before = solution_of(old, f), after = solution_of(fresh, f);
    EXPECT_EQ(old.solve_from(f.in(), before.out()).iterations, 0);
    old.update(later);
    EXPECT_EQ(solution_of(old, f).values, after.values) << sections;
    EXPECT_NE(after.values, before.values);
    EXPECT_EQ(old.solve_from(f.in(), after.out()).iterations, 0) << sections;
    EXPECT_GT(old.solve_from(f.in(), before.out()).iterations, 0) << sections;
  }
}

/// A guess saves iterations and changes nothing that the tolerance does not allow, on the halos too.
TEST(Library, StartsFromAGuess) {
  for (const char* sections : sections_of_methods) {
    PressureSolver solver = make(MPI_COMM_WORLD, sections);
    const Cells f = library_right_side(solver);
    Cells u(solver.partition(), library_grid.nz);
    const SolveReport zero = solver.solve_from(f.in(), u.out());
    EXPECT_NEAR(zero.residual_norms[1] / zero.residual_norms[0], 1.0, 1e-12);
    EXPECT_LE(difference(u.values, solution_of(solver, f).values), 1e-4) << sections;
    for (double& value : u.values) value *= 1.001;
    const SolveReport near = solver.solve_from(f.in(), u.out());
    EXPECT_TRUE(near.converged());
    EXPECT_LT(near.iterations, zero.iterations) << sections;
    EXPECT_LE(near.relative_residual(), 1e-5);
    EXPECT_GT(near.residual_norms[1], near.residual_norms.back());
    const SolveReport done =
        solver.solve_from(f.in(), u.out()); // the true residual of what came back
    EXPECT_LE(done.residual_norms[1], 1.1e-5 * done.residual_norms[0]) << sections;
  }
}

TEST(Library, RefusesCellsOfOneRankOnAll) {
  PressureSolver solver(MPI_COMM_WORLD, library_grid, library_atmosphere);
  const Partition& part = solver.partition();
  Cells u(part, library_grid.nz);
  const MpiComm world(MPI_COMM_WORLD);
  const int last = world.size() - 1;
  const CellsIn f(u.values.data(), part.nx, part.ny - (world.rank() == last ? 1 : 0), u.nz);
  try {
    (void)solver.solve(f, u.out());
    FAIL() << "took the wrong shape";
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("on rank " + std::to_string(last)), std::string::npos)
        << e.what();
  }
}

} // namespace
} // namespace isobar
