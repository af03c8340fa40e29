// Decks of isobar_fem: reading, derived settings, and the exact lines of errors.
#include "deck/deck_schema.hpp"
#include "fem/fem_deck_solver.hpp"
#include "fem/fem_functions.hpp"
#include "support_fem_deck.hpp"
#include "support_places.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace isobar {
namespace {

std::string set_circle(const std::string& setting) { return fem_deck_error(circle, {setting}); }

FemSetting setting_of(const FemDeck& deck) { return make_setting(deck, vessel_file); }

TEST(FemDeck, FillsDefaults) {
  const FemDeck deck = parse_fem(circle);
  EXPECT_EQ(deck.space.order, 1);
  EXPECT_EQ(deck.relaxation(), 0.7);
  EXPECT_EQ(deck.problem.rhs.number, 1.0);
  EXPECT_EQ(parse_fem(circle, {"multigrid.smoother=spai"}).relaxation(), 1.0);
  EXPECT_EQ(parse_fem(circle, {"multigrid.smoother=spai", "multigrid.relaxation=0.9"}).relaxation(),
            0.9);
  EXPECT_TRUE(deck.unused.empty());
}

TEST(FemDeck, ARandomNumberingIsMendedUnlessItIsWanted) {
  using enum Numbering;
  EXPECT_EQ(parse_fem(circle, {"space.numbering=random"}).used_numbering(), hierarchical);
  EXPECT_EQ(
      parse_fem(circle, {"space.numbering=random", "space.renumber_random=false"}).used_numbering(),
      random);
  EXPECT_EQ(parse_fem(circle, {"space.numbering=coordinate"}).used_numbering(), coordinate);
  EXPECT_EQ(parse_fem(circle, {"solver.matrix_format=macro"}).used_numbering(), macro);
}

TEST(FemDeck, BoundariesTakeNumbersFunctionsAndNothing) {
  const FemDeck deck =
      parse_fem(circle, {R"(problem.boundaries=[["outer","sines"],["inner",-2]])"});
  const FemProblem problem = setting_of(deck).problem; // in the order of the mesh: inner, outer
  EXPECT_EQ(problem.dirichlet[0]({0.3, 0.4}), -2.0);
  EXPECT_DOUBLE_EQ(problem.dirichlet[1]({0.5, 0.5}), 1.0);
  EXPECT_FALSE(setting_of(parse_fem(circle)).problem.dirichlet[1]);
  EXPECT_EQ(parameters(deck)["problem"]["boundaries"].dump(),
            R"([["outer","sines"],["inner",-2.0]])");
}

TEST(FemDeck, AKnownSolutionMakesTheProblem) {
  const FemDeck deck = parse_fem("[mesh]\nsource = \"square\"\nlevels = 2\n[problem]\n"
                                 "solution = \"polynomial\"\ndiffusion = 3\n"
                                 "boundaries = [[\"east\", 7]]\n");
  const FemSetting c = setting_of(deck);
  EXPECT_DOUBLE_EQ(c.problem.f({0.5, 0.5}), 3.0 * 16.0);
  EXPECT_DOUBLE_EQ(c.problem.c({0.1, 0.2}), 3.0);
  EXPECT_EQ(c.problem.dirichlet[0]({0.0, 0.3}), 0.0);
  EXPECT_EQ(c.problem.dirichlet[1]({1.0, 0.3}), 7.0); // east
}

/// Gradients and Laplacians agree with differences of the values.
TEST(FemDeck, FunctionsHaveTheirDerivatives) {
  const double h = 1e-4;
  for (const auto name :
       {fem::FunctionName::one, fem::FunctionName::x, fem::FunctionName::y,
        fem::FunctionName::sines, fem::FunctionName::polynomial, fem::FunctionName::logarithm}) {
    const KnownFunction f = known_function(name);
    const Point p{0.7, 0.4};
    const double east = f.value({p.x + h, p.y}), west = f.value({p.x - h, p.y}),
                 north = f.value({p.x, p.y + h}), south = f.value({p.x, p.y - h});
    EXPECT_NEAR(f.gradient(p).x, (east - west) / (2 * h), 1e-6);
    EXPECT_NEAR(f.gradient(p).y, (north - south) / (2 * h), 1e-6);
    EXPECT_NEAR(f.laplacian(p), (east + west + north + south - 4 * f.value(p)) / (h * h), 1e-4);
  }
}

/// In space products have a factor of z, and their Laplacian a term more.
TEST(FemDeck, FunctionsInSpaceHaveTheirDerivatives) {
  const double h = 1e-4;
  for (const auto name : {fem::FunctionName::one, fem::FunctionName::x, fem::FunctionName::sines,
                          fem::FunctionName::polynomial, fem::FunctionName::logarithm}) {
    const KnownFunction f = known_function(name, 3);
    const Point p{0.7, 0.4, 0.3};
    const std::array steps{Point{h, 0.0, 0.0}, Point{0.0, h, 0.0}, Point{0.0, 0.0, h}};
    const Point slope = f.gradient(p);
    const std::array slopes{slope.x, slope.y, slope.z};
    double laplacian = 0.0;
    for (std::size_t d = 0; d < 3; ++d) {
      const Point& step = steps[d];
      const double after = f.value({p.x + step.x, p.y + step.y, p.z + step.z}),
                   before = f.value({p.x - step.x, p.y - step.y, p.z - step.z});
      EXPECT_NEAR(slopes[d], (after - before) / (2 * h), 1e-6);
      laplacian += (after + before - 2 * f.value(p)) / (h * h);
    }
    EXPECT_NEAR(f.laplacian(p), laplacian, 1e-4);
  }
}

TEST(FemDeck, WordsBecomeTheSolversOptions) {
  const auto options = fem_options(parse_fem(
      circle, {"solver.matrix_format=csr", "multigrid.smoother=l1-jacobi", "multigrid.before=2",
               "multigrid.after=3", "multigrid.cycle=F", "multigrid.start=full"}));
  EXPECT_EQ(options.format, MatrixFormat::csr);
  EXPECT_EQ(options.smoother, FemSmoother::l1_jacobi);
  EXPECT_EQ(options.cycle.pre_relaxation, (std::vector{1.0, 1.0}));
  EXPECT_EQ(options.cycle.post_relaxation.size(), 3U);
  EXPECT_EQ(options.cycle.cycle, CycleKind::f);
  EXPECT_EQ(options.cycle.start, Start::full);
  const auto spai =
      fem_options(parse_fem(circle, {"solver.matrix_format=ell", "multigrid.smoother=spai",
                                     "multigrid.start=full", "solver.method=cg-multigrid"}));
  EXPECT_EQ(spai.format, MatrixFormat::ell);
  EXPECT_EQ(spai.smoother, FemSmoother::spai);
  EXPECT_EQ(spai.cycle.start, Start::zero); // preconditioner
  EXPECT_EQ(fem_options(parse_fem(circle)).format,
            on_host ? MatrixFormat::csr : MatrixFormat::sliced_ell);
}

TEST(FemDeck, TheCoarsestLevelIsSolvedDirectlyWhereItIsSmall) {
  using enum FemCoarseSolver;
  EXPECT_EQ(fem_options(parse_fem(circle)).coarse_solver, std::nullopt);
  EXPECT_EQ(fem_options(parse_fem(circle, {"multigrid.coarse_solver=cg"})).coarse_solver, cg);
  EXPECT_EQ(fem_options(parse_fem(circle, {"multigrid.coarse_solver=direct"})).coarse_solver,
            direct);
  EXPECT_TRUE(solves_directly(setting_of(parse_fem(circle))));
  EXPECT_FALSE(solves_directly(setting_of(parse_fem(circle, {"multigrid.coarse_solver=cg"}))));
  const FemDeck unused =
      parse_fem(circle, {"multigrid.coarse_solver=direct", "multigrid.coarse_tolerance=0.1"});
  EXPECT_EQ(unused.unused.size(), 1U);
}

TEST(FemDeck, FilesStandBesideTheDeck) {
  EXPECT_EQ(error_of([] {
              parse_fem_deck("[mesh]\nsource = \"file\"\nfile = \"m.msh\"\nlevels = 1\n",
                             "folder/deck.toml");
            }),
            "folder/deck.toml:3: mesh.file = \"m.msh\": no such file (folder/m.msh); expected the "
            "path of a mesh in Gmsh's format 2.2 or 4.1");
}

TEST(FemDeckErrors, KeysAreThoseOfThisProgram) {
  EXPECT_EQ(fem_deck_error("[mesh]\nsource = \"circle\"\n"),
            "deck.toml: mesh.levels is missing; expected an integer from 1 to 16");
  EXPECT_EQ(set_circle("space.orders=2"),
            "--set space.orders=2: unknown key; did you mean space.order?");
  EXPECT_EQ(set_circle("mesh.source=disc"),
            "--set mesh.source=disc: unknown choice; expected \"circle\", \"annulus\", \"square\", "
            "\"vessel\" or \"file\"");
}

TEST(FemDeckErrors, ValuesHaveTheirKinds) {
  EXPECT_EQ(set_circle("problem.diffusion=0"),
            "--set problem.diffusion=0: out of range; expected a number above 0, or \"wave\", "
            "\"radial\" or \"jump\"");
  EXPECT_EQ(set_circle("problem.solution=true"),
            "--set problem.solution=true: unknown choice; expected \"none\", \"one\", \"x\", "
            "\"y\", \"sines\", \"polynomial\" or \"logarithm\"");
  for (const std::string value : {"[[\"inner\"]]", "[[1,2]]", "[[\"\",2]]", "[3]"})
    EXPECT_NE(
        set_circle("problem.boundaries=" + value).find("; expected a list of up to 100 pairs"),
        std::string::npos)
        << set_circle("problem.boundaries=" + value);
}

TEST(FemDeckErrors, ValuesFitTogether) {
  EXPECT_EQ(fem_deck_error(circle, {"multigrid.before=0", "multigrid.after=0"}),
            "--set multigrid.after=0: multigrid.before and multigrid.after are both 0; expected at "
            "least one smoothing step");
  EXPECT_EQ(fem_deck_error(circle, {"mesh.source=annulus", "mesh.inner_radius=2.5"}),
            "--set mesh.inner_radius=2.5: mesh.outer_radius is 2; expected less");
  EXPECT_EQ(
      fem_deck_error(circle, {"problem.solution=x", "problem.diffusion=jump"}),
      "--set problem.diffusion=jump: problem.solution = \"x\" gives a right side for the same "
      "coefficient everywhere; expected a number above 0");
}

TEST(FemDeckErrors, BoundariesAreThoseOfTheMesh) {
  const auto error = [](const std::string& boundaries) {
    return error_of([&] { setting_of(parse_fem(circle, {"problem.boundaries=" + boundaries})); });
  };
  EXPECT_EQ(error(R"([["inner",0]])"),
            "--set problem.boundaries=[[\"inner\",0]]: nothing is said of the boundary \"outer\"; "
            "expected a number, a function or \"none\" for it");
  EXPECT_EQ(error(R"([["wall",0]])"),
            "--set problem.boundaries=[[\"wall\",0]]: the mesh has no boundary \"wall\"; expected "
            "\"inner\", \"outer\"");
  EXPECT_NE(error(R"([["inner","none"],["outer","none"]])").find("known up to a constant"),
            std::string::npos);
}

TEST(FemDeck, OpenBoundariesHaveFluxesAndTransfers) {
  const FemDeck deck =
      parse_fem(circle, {R"(problem.boundaries=[["inner",1]])", R"(problem.fluxes=[["outer","x"]])",
                         R"(problem.transfers=[["outer",2]])", "problem.reaction=3"});
  const FemProblem problem = setting_of(deck).problem;
  EXPECT_FALSE(problem.dirichlet[1]);
  EXPECT_EQ(problem.open[1].transfer, 2.0);
  EXPECT_EQ(problem.open[1].flux({0.25, 0.5}, {1.0, 0.0}), 0.25);
  EXPECT_EQ(problem.open[0].transfer, 0.0);
  EXPECT_EQ(problem.reaction({0.0, 0.0}), 3.0);
  EXPECT_EQ(parameters(deck)["problem"]["fluxes"].dump(), R"([["outer","x"]])");
  EXPECT_EQ(parameters(deck)["problem"]["transfers"].dump(), R"([["outer",2.0]])");
  EXPECT_FALSE(setting_of(parse_fem(circle)).problem.reaction);
}

TEST(FemDeck, AKnownSolutionHasFluxes) {
  const FemDeck deck =
      parse_fem("[mesh]\nsource = \"square\"\nlevels = 2\n[problem]\nsolution = \"x\"\n"
                "diffusion = 3\nreaction = 5\nfluxes = [[\"east\", \"solution\"]]\n"
                "transfers = [[\"east\", 2]]\n");
  const FemProblem problem = setting_of(deck).problem;
  EXPECT_DOUBLE_EQ(problem.open[1].flux({1.0, 0.5}, {1.0, 0.0}), 3.0 + 2.0);
  EXPECT_DOUBLE_EQ(problem.f({0.5, 0.2}), 2.5);
  EXPECT_EQ(problem.dirichlet[0]({0.0, 0.5}), 0.0);
}

TEST(FemDeckErrors, OpenBoundariesFitTogether) {
  const auto error = [](std::vector<std::string> settings) {
    return error_of([&] { setting_of(parse_fem(circle, settings)); });
  };
  EXPECT_EQ(
      error({R"(problem.fluxes=[["inner",1]])"}),
      "--set problem.fluxes=[[\"inner\",1]]: problem.boundaries gives u on \"inner\"; expected "
      "\"none\" there, or a boundary without a value here");
  EXPECT_EQ(error({R"(problem.fluxes=[["outer","solution"]])"}),
            "--set problem.fluxes=[[\"outer\",\"solution\"]]: \"outer\" has the flux of a known "
            "solution, and there is none; expected a number or a function, or a problem.solution");
  EXPECT_EQ(error({R"(problem.transfers=[["wall",1]])"}),
            "--set problem.transfers=[[\"wall\",1]]: the mesh has no boundary \"wall\"; expected "
            "\"inner\", \"outer\"");
  EXPECT_EQ(error({R"(problem.transfers=[["outer",0]])"}),
            "--set problem.transfers=[[\"outer\",0]]: out of range; expected a list of up to 100 "
            "pairs, each the name of a boundary and a number above 0");
  EXPECT_EQ(error({"problem.null_space=constants"}),
            "--set problem.null_space=constants: a null space of constants is declared, and the "
            "boundary \"inner\" fixes u; expected \"none\"");
  EXPECT_EQ(error({"multigrid.relaxation=auto", "multigrid.smoother=gauss-seidel"}),
            "--set multigrid.relaxation=auto: not available with multigrid.smoother = "
            "\"gauss-seidel\"; expected a number in (0, 2), or the smoother \"jacobi\", "
            "\"l1-jacobi\" or \"spai\"");
  EXPECT_EQ(
      error({"multigrid.relaxation=2.5"}),
      "--set multigrid.relaxation=2.5: out of range; expected \"auto\" or a number in (0, 2)");
  EXPECT_EQ(error({"multigrid.smoother=ilu", "solver.matrix_format=bands"}),
            "--set multigrid.smoother=ilu: needs stored rows; not available with "
            "solver.matrix_format = \"bands\"");
  EXPECT_EQ(error({"solver.matrix_format=ell-t", "solver.row_threads=3"}),
            "--set solver.row_threads=3: is no power of two; expected 1, 2, 4, 8, 16 or 32");
}

TEST(FemDeckErrors, ADirectCoarseSolveIsOfFewUnknowns) {
  const std::string deck = "[mesh]\nsource = \"square\"\ncells = 32\nlevels = 2\n"
                           "[problem]\nsolution = \"sines\"\n";
  EXPECT_FALSE(solves_directly(setting_of(parse_fem(deck))));
  EXPECT_EQ(error_of([&] { setting_of(parse_fem(deck, {"multigrid.coarse_solver=direct"})); }),
            "--set multigrid.coarse_solver=direct: the coarsest level has 1089 unknowns; expected "
            "up to 1024, or \"cg\"");
}

TEST(FemDecks, CyclesEndOnAnyLevelBelowTheFinest) {
  const auto coarsest = [](const char* level) {
    return setting_of(parse_fem(circle, {"mesh.levels=6",
                                         std::string("multigrid.coarsest_level=") + level}))
        .coarsest_level;
  };
  EXPECT_EQ(setting_of(parse_fem(circle)).coarsest_level, 1);
  EXPECT_EQ(coarsest("3"), 3);
  EXPECT_EQ(coarsest("auto"), 4);
  EXPECT_EQ(setting_of(parse_fem(circle, {"mesh.levels=3", "multigrid.coarsest_level=auto"}))
                .coarsest_level,
            2);
  EXPECT_TRUE(solves_directly(
      setting_of(parse_fem(circle, {"mesh.levels=6", "multigrid.coarsest_level=4"}))));
  EXPECT_FALSE(solves_directly(
      setting_of(parse_fem(circle, {"mesh.levels=6", "multigrid.coarsest_level=5"}))));
}

TEST(FemDecks, LevelsThatAreNotThereTakeNoMemory) {
  const auto bytes = [](const char* level) {
    return predicted_memory(
               setting_of(parse_fem(
                   circle, {"mesh.levels=8", std::string("multigrid.coarsest_level=") + level})))
        .total();
  };
  EXPECT_LT(bytes("6"), bytes("1"));
}

TEST(FemDeckErrors, TheCoarsestLevelIsBelowTheFinest) {
  const auto error = [](const std::vector<std::string>& overrides) {
    return error_of([&] { setting_of(parse_fem(circle, overrides)); });
  };
  EXPECT_EQ(error({"mesh.levels=4", "multigrid.coarsest_level=4"}),
            "--set multigrid.coarsest_level=4: mesh.levels is 4; expected a level from 1 to 3");
  EXPECT_EQ(error({"mesh.levels=2", "multigrid.coarsest_level=2"}),
            "--set multigrid.coarsest_level=2: mesh.levels is 2; expected 1");
  EXPECT_EQ(error({"multigrid.coarsest_level=0"}),
            "--set multigrid.coarsest_level=0: out of range; expected \"auto\" or an integer from "
            "1 to 15");
  EXPECT_EQ(
      error({"mesh.levels=6", "multigrid.coarsest_level=5", "multigrid.coarse_solver=direct"}),
      "--set multigrid.coarsest_level=5: level 5 has 2176 unknowns, and a direct solve takes "
      "up to 1024; expected a level up to 4, or coarse_solver = \"cg\"");
}

TEST(FemDeckErrors, UnknownsAreCountedBeforeTheyAreThere) {
  EXPECT_NE(error_of([] {
              setting_of(parse_fem(circle, {"mesh.levels=16"}));
            }).find("indices of 32 bits can count; expected fewer levels"),
            std::string::npos);
}

} // namespace
} // namespace isobar
