// Heads of restart files: what a run takes and what it refuses, with the line that says why.
#include "flow/restart_head.hpp"
#include "flow/restart_keys.hpp"
#include "io/checksum.hpp"
#include "support_flow_deck.hpp"

#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace {

using namespace isobar;
using restart::Head, restart::Point;

const std::string heated_box = grid + "[flow]\nrayleigh = 1e4\nprandtl = 0.71\n[walls]\n"
                                      "west_temperature = 1.0\n[time]\nend_time = 1\n";
constexpr std::uint32_t fields = 0x0123abcd;

Point some_point() { return {{0.3, 12, 0.1}, 3, true, "none"}; }

Int64 size_for(const FlowDeck& deck) {
  return restart::head_bytes + restart::field_bytes(deck.unknowns(), deck.has_temperature());
}

std::string head_of(const std::string& deck, const Point& point = some_point()) {
  return restart::head_text(parse_flow(deck), point, fields);
}

/// The line with which a run of a deck refuses a head.
std::string refusal(const std::string& head, const std::string& deck = heated_box,
                    const std::vector<std::string>& settings = {}, Int64 more_bytes = 0) {
  const FlowDeck read = parse_flow(deck, settings);
  return error_of([&] { restart::read_head(head, size_for(read) + more_bytes, read); });
}

/// The head with another text in place of one of its own, and a checksum that fits.
std::string changed(std::string head, const std::string& from, const std::string& to) {
  head.replace(head.find(from), from.size(), to);
  head.resize(std::size_t(restart::head_bytes), '\n');
  constexpr std::size_t text = 42;
  Checksum sum;
  sum.add(head.data() + text, Int64(head.size() - text));
  return head.replace(text - 9, 8, fmt::format("{:08x}", sum.crc));
}

TEST(RestartHead, IsReadAsItWasWritten) {
  const std::string head = head_of(heated_box);
  EXPECT_EQ(head.size(), std::size_t(restart::head_bytes));
  const FlowDeck deck = parse_flow(heated_box);
  const Head found = restart::read_head(head, size_for(deck), deck);
  EXPECT_EQ(found.format, 2);
  EXPECT_EQ(found.bytes, restart::head_bytes);
  EXPECT_EQ(found.checksum, fields);
  EXPECT_EQ(found.point.clock.steps, 12);
  EXPECT_EQ(found.point.clock.time, 0.3);
  EXPECT_EQ(found.point.clock.last_dt, 0.1);
  EXPECT_EQ(found.point.outputs, 3);
  EXPECT_TRUE(found.point.has_output);
  EXPECT_EQ(found.point.probe_places, "none");
}

TEST(RestartHead, EveryFlippedBitIsSeen) {
  const std::string head = head_of(heated_box);
  const FlowDeck deck = parse_flow(heated_box);
  for (std::size_t at = 0; at < head.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = head;
      flipped[at] = char(flipped[at] ^ (1 << bit));
      EXPECT_THROW(restart::read_head(flipped, size_for(deck), deck), InputError) << at;
    }
}

TEST(RestartHead, OtherFlowsAreNamedByTheirKey) {
  const std::string head = head_of(heated_box);
  const auto line = [](const char* key, const char* there, const char* here) {
    return fmt::format("is of a flow with {} = {}, and this run has {}; expected the same value",
                       key, there, here);
  };
  EXPECT_EQ(refusal(head, heated_box, {"grid.nx=32"}), line("grid.nx", "64", "32"));
  EXPECT_EQ(refusal(head, heated_box, {"grid.length=[1,2,1]"}),
            line("grid.length", "[1, 1, 1]", "[1, 2, 1]"));
  EXPECT_EQ(refusal(head, heated_box, {"grid.stretching=[1,1,3]"}),
            line("grid.stretching", "[1, 1, 1]", "[1, 1, 3]"));
  EXPECT_EQ(refusal(head, heated_box, {"flow.prandtl=7"}), line("flow.viscosity", "0.71", "7"));
  EXPECT_EQ(refusal(head, heated_box, {"flow.rayleigh=2e4"}),
            line("flow.buoyancy", "7100", "14200"));
  EXPECT_EQ(refusal(head, heated_box, {"walls.west=free-slip"}),
            line("walls.west", "no-slip", "free-slip"));
  EXPECT_EQ(refusal(head, heated_box, {"walls.top_velocity=[1,0,0]"}),
            line("walls.top_velocity", "[0, 0, 0]", "[1, 0, 0]"));
  EXPECT_EQ(refusal(head, heated_box, {"walls.west_temperature=insulated"}),
            line("walls.west_temperature", "1", "insulated"));
  EXPECT_EQ(refusal(head, heated_box, {"time.scheme=runge-kutta"}),
            line("time.scheme", "adams-bashforth", "runge-kutta"));
  EXPECT_EQ(refusal(head, heated_box, {"solver.precision=float"}),
            line("solver.precision", "double", "float"));
}

TEST(RestartHead, ForcesAndObstaclesAreNamedWhereThereAreSome) {
  const std::string plain = head_of(heated_box);
  const std::string forced = heated_box + "[obstacles]\ncylinders = [[0.5, 0.5, 0.1]]\n";
  const std::vector<std::string> force{"flow.force=[1,0,0]"};
  EXPECT_EQ(refusal(plain, heated_box, force),
            "is of a flow with flow.force = its default, and this run has [1, 0, 0]; expected the "
            "same value");
  const std::string of_forced = restart::head_text(parse_flow(forced, force), some_point(), fields);
  EXPECT_EQ(refusal(of_forced, forced, force), "(no error)");
  EXPECT_EQ(
      refusal(of_forced, forced, {"flow.force=[2,0,0]"}),
      "is of a flow with flow.force = [1, 0, 0], and this run has [2, 0, 0]; expected the same "
      "value");
  EXPECT_EQ(refusal(of_forced, forced),
            "is of a flow with flow.force = [1, 0, 0], and this run has its default; expected the "
            "same value");
  EXPECT_NE(refusal(of_forced, heated_box, force), "(no error)");
  EXPECT_EQ(plain.find("flow.force"), std::string::npos) << "heads of other flows are as they were";
}

TEST(RestartHead, WhatMayChange) {
  const std::string head = head_of(heated_box);
  for (const char* setting :
       {"time.end_time=9", "time.most_steps=9", "time.cfl=0.2", "solver.precision=mixed",
        "solver.tolerance=1e-3", "solver.max_iterations=7", "multigrid.levels=1",
        "run.progress=off", "output.every_steps=5", "output.restart=r"})
    EXPECT_EQ(refusal(head, heated_box, {setting}), "(no error)") << setting;
}

TEST(RestartHead, NumbersThatCannotBe) {
  const auto with_clock = [](const FlowClock& clock) {
    return refusal(head_of(heated_box, {clock, 0, false, "none"}));
  };
  const auto line = [](const char* clock) {
    return fmt::format("has a clock that cannot be ({}); expected finite numbers from 0, and no "
                       "step longer than the time",
                       clock);
  };
  EXPECT_EQ(with_clock({NAN, 12, 0.1}), line("time nan, 12 steps, the last of length 0.1"));
  EXPECT_EQ(with_clock({-8.0, 12, 0.1}), line("time -8, 12 steps, the last of length 0.1"));
  EXPECT_EQ(with_clock({1.0, -1, 0.1}), line("time 1, -1 steps, the last of length 0.1"));
  EXPECT_EQ(with_clock({1.0, 2, 3.0}), line("time 1, 2 steps, the last of length 3"));
  EXPECT_EQ(with_clock({1.0, 0, 0.5}), line("time 1, 0 steps, the last of length 0.5"));
  EXPECT_EQ(with_clock({HUGE_VAL, 2, 0.5}), line("time inf, 2 steps, the last of length 0.5"));
  EXPECT_EQ(refusal(head_of(heated_box, {{0.3, 12, 0.1}, 13, true, "none"})),
            "has 13 outputs after 12 steps; expected a file that output.restart has written");
}

TEST(RestartHead, SizesAreThoseOfTheFlow) {
  const std::string head = head_of(heated_box);
  const Int64 size = size_for(parse_flow(heated_box));
  const char* expected = "expected a file that output.restart has written";
  EXPECT_EQ(refusal(head, heated_box, {}, -8),
            fmt::format("is not complete ({} bytes instead of {}); {}", size - 8, size, expected));
  EXPECT_EQ(refusal(head, heated_box, {}, 8),
            fmt::format("is too long ({} bytes instead of {}); {}", size + 8, size, expected));
  EXPECT_EQ(refusal(head.substr(0, 300), heated_box, {}, 300 - size),
            fmt::format("is not complete (300 bytes instead of 4096); {}", expected));
}

TEST(RestartHead, WhatIsNoRestartFile) {
  for (const std::string text : {"", "{\"a\": 1}\n", "isobar_flow", "\x93NUMPY"})
    EXPECT_EQ(refusal(text), "is no restart file of isobar_flow; expected a file that "
                             "output.restart has written");
  EXPECT_EQ(refusal("isobar_flow restart 3\n"),
            "begins with \"isobar_flow restart 3\"; expected a file that output.restart has "
            "written");
  EXPECT_EQ(refusal(changed(head_of(heated_box), "clock.time = ", "clock.date = ")),
            "has no clock.time where it belongs; expected a file that output.restart has written");
  EXPECT_EQ(refusal(changed(head_of(heated_box), "clock.steps = 12", "clock.steps = 1x")),
            "is no restart file of isobar_flow; expected a file that output.restart has written");
}

TEST(RestartHead, ReadsTheFormatOfVersion100) {
  const FlowDeck deck = parse_flow(heated_box);
  const std::string title =
      fmt::format("isobar_flow restart 1: {} x {} x {} cells, with temperature, adams-bashforth\n",
                  deck.grid.nx, deck.grid.ny, deck.grid.nz);
  const Int64 size =
      restart::head_bytes_1 + restart::field_bytes(deck.unknowns(), deck.has_temperature());
  const auto read = [&](const std::string& text) { return restart::read_head(text, size, deck); };
  const Head head = read(title + "12 0x1p-1 0x1p-4\n\n\n");
  EXPECT_EQ(head.format, 1);
  EXPECT_EQ(head.bytes, restart::head_bytes_1);
  EXPECT_EQ(head.point.clock.steps, 12);
  EXPECT_EQ(head.point.clock.time, 0.5);
  EXPECT_EQ(head.point.clock.last_dt, 0.0625);
  for (const char* clock : {"12 nan 0x1p-4", "12 -0x1p+3 0x1p-4", "12 0x1p-1", "12 0x1p-1 0x1p-4 1",
                            "-1 0x1p-1 0x1p-4", "x 0x1p-1 0x1p-4", ""})
    EXPECT_THROW(read(title + clock + "\n"), InputError) << clock;
  EXPECT_THROW(restart::read_head(title, size - 8, deck), InputError);
}

TEST(RestartHead, PlacesOfProbesAreTold) {
  const auto places = [](const std::string& points) {
    return probe_places(
        parse_flow(heated_box, {"output.probes=p.csv", "output.probe_points=" + points}));
  };
  EXPECT_EQ(probe_places(parse_flow(heated_box)), "none");
  EXPECT_EQ(places("[[0.5,0.5,0.5]]"), places("[[0.5, 0.5, 0.50]]"));
  EXPECT_NE(places("[[0.5,0.5,0.5]]"), places("[[0.5,0.5,0.25]]"));
}

} // namespace
