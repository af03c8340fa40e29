// Every error of a deck of isobar_flow that the pressure equation's decks do not have, with its exact line.
#include "support_flow_deck.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace {

using namespace isobar;

std::string set_cavity(const std::string& setting) { return flow_error(cavity, {setting}); }
std::string set_poisson(const std::string& setting) { return flow_error(poisson, {setting}); }

const std::string heated = grid + "[flow]\nrayleigh = 1e4\nprandtl = 0.71\n[time]\nend_time = 1\n";

TEST(FlowDeckErrors, KeysAreThoseOfThisProgram) {
  EXPECT_EQ(flow_error(poisson + "[physics]\ncfl = 3\n"),
            "deck.toml:7: [physics]: unknown section; did you mean [sides]?");
  EXPECT_EQ(set_cavity("flow.reynold=3"),
            "--set flow.reynold=3: unknown key; did you mean flow.reynolds?");
  EXPECT_EQ(flow_error("[grid]\nnx = 4\nny = 4\n"),
            "deck.toml: grid.nz is missing; expected an integer from 1 to 4096");
}

TEST(FlowDeckErrors, NumbersHaveLimits) {
  EXPECT_EQ(set_cavity("flow.viscosity=-0.1"),
            "--set flow.viscosity=-0.1: out of range; expected a number above 0");
  EXPECT_EQ(set_cavity("flow.reynolds=0"),
            "--set flow.reynolds=0: out of range; expected a number above 0");
  EXPECT_EQ(set_cavity("grid.length=[1,0,1]"),
            "--set grid.length=[1,0,1]: out of range; expected a list of 3 numbers above 0");
  EXPECT_EQ(set_cavity("grid.stretching=[1,1]"),
            "--set grid.stretching=[1,1]: wrong length (2); expected a list of 3 numbers in "
            "[1, 10000]");
  EXPECT_EQ(set_cavity("walls.top_temperature=warm"),
            "--set walls.top_temperature=warm: unknown choice; expected \"insulated\" or a number "
            "of any size");
  EXPECT_EQ(set_poisson("rhs.charges=[[1,1]]"),
            "--set rhs.charges=[[1,1]]: wrong length (2); expected a list of up to 1000 lists, "
            "each a list of 4 numbers of any size");
}

TEST(FlowDeckErrors, OppositeSidesArePeriodicTogether) {
  EXPECT_EQ(set_poisson("sides.east=periodic"),
            "--set sides.east=periodic: sides.west is not periodic; expected both or none");
  EXPECT_EQ(set_cavity("walls.bottom=periodic"),
            "--set walls.bottom=periodic: walls.top is not periodic; expected both or none");
}

TEST(FlowDeckErrors, NothingGoesThroughWalls) {
  EXPECT_EQ(set_cavity("walls.top_velocity=[1,0,0.5]"),
            "--set walls.top_velocity=[1,0,0.5]: the velocity through the wall is 0.5; expected 0 "
            "in z");
  EXPECT_EQ(set_cavity("walls.west_velocity=[1,0,0]"),
            "--set walls.west_velocity=[1,0,0]: the velocity through the wall is 1; expected 0 in "
            "x");
  EXPECT_EQ(set_cavity("walls.top=free-slip"),
            "deck.toml:8: walls.top_velocity = [1, 0, 0]: the wall is \"free-slip\" and drags "
            "nothing along; expected \"no-slip\" as walls.top, or [0, 0, 0]");
}

TEST(FlowDeckErrors, WhatEntersLeaves) {
  const std::string open = grid +
                           "[flow]\nreynolds = 100\n[walls]\nwest = \"inflow\"\n"
                           "west_velocity = [1, 0, 0]\neast = \"outflow\"\n[time]\nend_time = 1\n";
  const auto set = [&](const std::string& setting) { return flow_error(open, {setting}); };
  EXPECT_EQ(flow_error(open), "(no error)");
  EXPECT_EQ(
      set("walls.east=no-slip"),
      "deck.toml:8: walls.west = \"inflow\": what enters cannot leave; expected \"outflow\" as "
      "walls.east or walls.north");
  EXPECT_EQ(
      flow_error(cavity, {"walls.east=outflow"}),
      "--set walls.east=outflow: nothing enters; expected \"inflow\" as walls.west, walls.south "
      "or walls.bottom");
  EXPECT_EQ(set("walls.north=outflow"),
            "--set walls.north=outflow: walls.east is an outflow too; expected one of the two");
  EXPECT_EQ(set("walls.top=outflow"),
            "--set walls.top=outflow: fluid enters on the western, southern and bottom side, and "
            "leaves on the eastern or the northern one; expected \"no-slip\", \"free-slip\" or "
            "\"periodic\"");
  EXPECT_EQ(
      set("walls.west_velocity=[-1,0,0]"),
      "--set walls.west_velocity=[-1,0,0]: the velocity into the box is -1; expected a number "
      "above 0 in x");
  EXPECT_EQ(set("walls.west_opening=[0,1,0.5,0.2]"),
            "--set walls.west_opening=[0,1,0.5,0.2]: not a part of the side; expected [a, b, c, d] "
            "with a < b from 0 to 1 in y and c < d from 0 to 1 in z");
  EXPECT_EQ(set("walls.west_opening=[0,1]"),
            "--set walls.west_opening=[0,1]: not a part of the side; expected [a, b, c, d] "
            "with a < b from 0 to 1 in y and c < d from 0 to 1 in z");
}

TEST(FlowDeckErrors, GravityAndObstacles) {
  EXPECT_EQ(flow_error(heated, {"flow.gravity=[0,0,0]"}),
            "--set flow.gravity=[0,0,0]: no direction; expected a vector that is not 0, and "
            "flow.buoyancy = 0 for a flow without gravity");
  EXPECT_EQ(set_cavity("obstacles.boxes=[[0,0,0,1,0,1]]"),
            "--set obstacles.boxes=[[0,0,0,1,0,1]]: box 0 of the list goes from 0 to 0 in y; "
            "expected the smaller number first");
  EXPECT_EQ(set_cavity("obstacles.cylinders=[[0.5,0.5,0]]"),
            "--set obstacles.cylinders=[[0.5,0.5,0]]: cylinder 0 of the list has the radius 0; "
            "expected a number above 0");
}

TEST(FlowDeckErrors, InjectionWantsASmootherWithoutColours) {
  EXPECT_EQ(set_poisson("multigrid.restriction=injection"),
            "--set multigrid.restriction=injection: does not converge behind red-black steps, and "
            "multigrid.smoother is \"sor\"; expected \"jacobi\" or \"chebyshev\" there");
  EXPECT_EQ(flow_error(poisson, {"multigrid.restriction=injection", "multigrid.smoother=jacobi"}),
            "(no error)");
}

TEST(FlowDeckErrors, TheFluidNeedsItsNumbersOnce) {
  const std::string time = "[time]\nend_time = 1\n";
  EXPECT_EQ(flow_error(grid + time),
            "deck.toml: flow.viscosity is missing; expected flow.reynolds, flow.rayleigh with "
            "flow.prandtl, or flow.viscosity");
  EXPECT_EQ(set_cavity("flow.viscosity=0.1"),
            "--set flow.viscosity=0.1: flow.reynolds is given too; expected one of the two");
  EXPECT_EQ(flow_error(cavity, {"flow.rayleigh=10", "flow.prandtl=1"}),
            "--set flow.rayleigh=10: flow.reynolds is given too; expected one of the two");
  EXPECT_EQ(flow_error(grid + "[flow]\nrayleigh = 10\n" + time),
            "deck.toml:6: flow.rayleigh = 10: flow.prandtl is missing; expected it beside");
  EXPECT_EQ(flow_error(cavity, {"flow.buoyancy=1"}),
            "--set flow.buoyancy=1: flow.diffusivity is missing; expected it beside");
  EXPECT_EQ(flow_error(heated, {"flow.diffusivity=1"}),
            "--set flow.diffusivity=1: flow.rayleigh is given too; expected one of the two");
}

TEST(FlowDeckErrors, TemperaturesNeedAFluidThatHasOne) {
  const std::string tail = ": there is no temperature; expected flow.rayleigh and flow.prandtl, or "
                           "flow.diffusivity";
  EXPECT_EQ(set_cavity("walls.top_temperature=1"), "--set walls.top_temperature=1" + tail);
  EXPECT_EQ(set_cavity("output.fluxes=f.csv"), "--set output.fluxes=f.csv" + tail);
  EXPECT_EQ(set_cavity("flow.initial=conduction"),
            "--set flow.initial=conduction: there is no temperature; expected \"rest\", or "
            "flow.rayleigh and flow.prandtl, or flow.diffusivity");
  EXPECT_EQ(flow_error(heated,
                       {"walls.west=periodic", "walls.east=periodic", "walls.west_temperature=1"}),
            "--set walls.west_temperature=1: walls.west is \"periodic\" and no wall; expected "
            "\"insulated\"");
}

TEST(FlowDeckErrors, InitialFieldsFitTheWallsAndTheFiles) {
  EXPECT_EQ(flow_error(cavity, {"flow.initial=taylor-green", "walls.top_velocity=[0,0,0]"}),
            "deck.toml: walls.west = \"no-slip\" (default): flow.initial = \"taylor-green\" has no "
            "friction on walls; expected \"free-slip\" or \"periodic\"");
  const std::string expected =
      "expected the path of a file that output.restart of another run has written";
  EXPECT_EQ(set_cavity("flow.initial=restart"),
            "--set flow.initial=restart: flow.restart_from is missing; " + expected);
  EXPECT_EQ(flow_error(cavity, {"flow.initial=restart", "flow.restart_from=/none"}),
            "--set flow.restart_from=/none: no such file (/none); " + expected);
}

TEST(FlowDeckErrors, TimeStepsAreStableAndEnd) {
  EXPECT_EQ(flow_error(grid + "[flow]\nreynolds = 100\n"),
            "deck.toml: nothing ends the run; expected time.end_time, time.most_steps or "
            "time.steady_rate");
  // 1/4 over 0.01 (64^2 + 32^2 + 16^2), and one cell a step along x.
  EXPECT_EQ(set_cavity("time.step=0.1"),
            "--set time.step=0.1: not stable, as diffusion acts over the narrowest cells; expected "
            "at most 0.00465, or time.cfl in its place");
  EXPECT_EQ(flow_error(cavity, {"time.step=0.1", "flow.reynolds=1e6"}),
            "--set time.step=0.1: not stable, as a wall moves over the narrowest cells; expected "
            "at most 0.0156, or time.cfl in its place");
  EXPECT_EQ(set_cavity("time.step=0.0046"), "(no error)");
  EXPECT_EQ(flow_error(cavity, {"time.step=0.011", "time.scheme=runge-kutta"}), "(no error)");
  EXPECT_EQ(flow_error(cavity, {"time.step=0.001", "time.cfl=0.5"}),
            "--set time.cfl=0.5: time.step is given too; expected one of the two");
}

TEST(FlowDeckErrors, OneLayerOfCellsWithoutFrictionLimitsNoStep) {
  const std::string thin = "[grid]\nnx = 64\nny = 1\nnz = 64\nlength = [1, 0.001, 1]\n[flow]\n"
                           "reynolds = 100\n[time]\nend_time = 1\nstep = 0.002\n";
  EXPECT_EQ(flow_error(thin, {"walls.south=free-slip", "walls.north=free-slip"}), "(no error)");
  EXPECT_NE(flow_error(thin), "(no error)");
}

TEST(FlowDeckErrors, MethodsFitTheGridAndThePrecision) {
  EXPECT_EQ(flow_error(poisson, {"solver.method=direct", "grid.stretching=[1,2,1]"}),
            "--set grid.stretching=[1,2,1]: solver.method = \"direct\" needs equal cells in x and "
            "in y; expected 1 there, or \"multigrid\" as solver.method");
  EXPECT_EQ(flow_error(poisson, {"solver.method=direct", "grid.stretching=[1,1,2]"}), "(no error)");
  EXPECT_EQ(flow_error(poisson, {"solver.method=jacobi", "solver.precision=mixed"}),
            "--set solver.precision=mixed: solver.method = \"jacobi\" has no cycle to do in float; "
            "expected \"double\" or \"float\", or \"multigrid\" as solver.method");
  EXPECT_EQ(flow_error(poisson, {"multigrid.before=0", "multigrid.after=0"}),
            "--set multigrid.after=0: multigrid.before and multigrid.after are both 0; expected at "
            "least one smoothing step");
}

TEST(FlowDeckErrors, StagesGetFewerRanksAndCoarserLevels) {
  const std::string merged = poisson + "[amalgamation]\nlevel = 2\n";
  const auto with = [&](const std::vector<std::string>& settings) {
    return flow_error(merged, settings);
  };
  EXPECT_EQ(with({"amalgamation.ranks=[4,1]", "amalgamation.stages=[3]"}), "(no error)");
  EXPECT_EQ(with({"amalgamation.ranks=[4,1]"}),
            "deck.toml: amalgamation.stages = [] (default): 0 levels for 2 numbers of ranks; "
            "expected one for each but the first");
  EXPECT_EQ(with({"amalgamation.ranks=[4,3]", "amalgamation.stages=[3]"}),
            "--set amalgamation.ranks=[4,3]: 3 behind 4; expected a smaller number that divides "
            "it");
  EXPECT_EQ(with({"amalgamation.ranks=[4,1]", "amalgamation.stages=[2]"}),
            "--set amalgamation.stages=[2]: level 2 behind 2; expected a coarser one, of a larger "
            "number");
  EXPECT_EQ(with({"multigrid.levels=2"}),
            "deck.toml:8: amalgamation.level = 2: multigrid.levels is 2; expected less");
  EXPECT_EQ(with({"amalgamation.form=all-gather", "amalgamation.ranks=[4]"}),
            "--set amalgamation.ranks=[4]: amalgamation.form = \"all-gather\" gives the level to "
            "all ranks; expected none, or \"gather\" as amalgamation.form");
}

TEST(FlowDeckErrors, MergesHaveOneNotation) {
  for (const char* key : {"level=1", "ranks=[2]", "stages=[3]", "form=all-gather"})
    EXPECT_EQ(
        flow_error(poisson, {"multigrid.merge=[[2,1]]", std::string("amalgamation.") + key}),
        fmt::format("--set multigrid.merge=[[2,1]]: amalgamation.{} is given too; expected one "
                    "of the two",
                    std::string_view(key).substr(0, std::string_view(key).find('='))));
  EXPECT_EQ(
      flow_error(poisson + "[multigrid]\nmerge = [[2, 1]]\n[amalgamation]\nlevel = 2\n"),
      "deck.toml:8: multigrid.merge = [[2, 1]]: amalgamation.level is given too; expected one "
      "of the two");
  EXPECT_EQ(flow_error(poisson, {"multigrid.merge=[[2,1]]", "amalgamation.level=0"}), "(no error)");
  EXPECT_EQ(flow_error(poisson, {"multigrid.merge=[[2,1]]", "amalgamation.before=0",
                                 "amalgamation.after=0"}),
            "--set amalgamation.after=0: amalgamation.before and amalgamation.after are both 0; "
            "expected at least one smoothing step");
  EXPECT_EQ(
      flow_error(poisson, {"multigrid.merge=[[2,0]]"}),
      "--set multigrid.merge=[[2,0]]: out of range; expected a list of up to 19 pairs [level, "
      "ranks]: an integer from 1 to 19, and an integer from 1 to 1000000");
}

TEST(FlowDeckErrors, PlacesAreInTheBox) {
  EXPECT_EQ(set_poisson("rhs.charges=[[0.5,0.5,0.5,1]]"), "(no error)");
  EXPECT_EQ(flow_error(poisson, {"rhs.kind=charges", "rhs.charges=[[0,0,0,1],[0.5,2,0.5,1]]"}),
            "--set rhs.charges=[[0,0,0,1],[0.5,2,0.5,1]]: number 1 of the list is outside the box; "
            "expected from 0 to [1, 1, 1]");
  EXPECT_EQ(flow_error(cavity, {"output.probes=p.csv", "output.probe_points=[[0.5,0.5,-1]]"}),
            "--set output.probe_points=[[0.5,0.5,-1]]: number 0 of the list is outside the box; "
            "expected from 0 to [1, 1, 1]");
  EXPECT_EQ(set_cavity("output.probes=p.csv"),
            "--set output.probes=p.csv: output.probe_points is empty; expected at least one place");
  EXPECT_EQ(flow_error(cavity, {"output.every_steps=3", "output.every_time=2"}),
            "--set output.every_time=2: output.every_steps is given too (3); expected one of the "
            "two");
}

TEST(FlowDeckErrors, RightSidesNeedTheirFile) {
  EXPECT_EQ(set_poisson("rhs.kind=file"),
            "--set rhs.kind=file: rhs.file is missing; expected a NumPy float64 array of shape "
            "(32, 64, 16)");
  EXPECT_EQ(flow_error(poisson, {"rhs.kind=file", "rhs.file=/none.npy"}),
            "--set rhs.file=/none.npy: no such file (/none.npy); expected a NumPy float64 array of "
            "shape (32, 64, 16)");
}

} // namespace
