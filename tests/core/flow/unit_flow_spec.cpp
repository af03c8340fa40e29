// The checks of a flow's box, and the pressure's box.
#include <isobar/core/flow/flow_grid.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <stdexcept>

namespace isobar::flow_spec_test {
namespace {

FlowSpec cavity() {
  const Axis axis = Axis::uniform(4, 1.0, Boundary::dirichlet, Boundary::dirichlet);
  FlowSpec s{axis, axis, axis};
  s.has_temperature = true;
  return s;
}

std::string error_of(const FlowSpec& spec) {
  try {
    check(spec);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

struct Wrong {
  std::function<void(FlowSpec&)> change;
  std::string line;
};

TEST(FlowSpecs, AreRefusedInOneLineThatNamesWhatIsWrong) {
  ASSERT_EQ(error_of(cavity()), "none");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<Wrong> all{
      {[](FlowSpec& s) { s.viscosity = -1.0; }, "viscosity = -1: expected a positive number"},
      {[&](FlowSpec& s) { s.diffusivity = nan; }, "diffusivity = nan: expected a positive number"},
      {[&](FlowSpec& s) { s.buoyancy = nan; }, "buoyancy = nan: expected a finite number"},
      {[](FlowSpec& s) { s.has_temperature = false, s.buoyancy = 2.0; },
       "buoyancy = 2: expected 0, as the flow has no temperature"},
      {[](FlowSpec& s) { s.east.kind = WallKind::periodic; },
       "west and east = no-slip and periodic: expected both periodic or none"},
      {[](FlowSpec& s) { s.has_temperature = false, s.heat_source = 2.0; },
       "heat_source = 2: expected 0, as the flow has no temperature"},
      {[&](FlowSpec& s) { s.heat_source = nan; }, "heat_source = nan: expected a finite number"},
      {[&](FlowSpec& s) {
         s.force = {0.0, nan, 0.0};
       },
       "force = nan: expected finite numbers"},
      {[](FlowSpec& s) {
         s.up = {0.0, 0.0, 2.0};
       },
       "up = 2: expected a vector of length 1"},
      {[](FlowSpec& s) { s.west.kind = WallKind::inflow; },
       "outflows = 0: expected one, as there is an inflow"},
      {[](FlowSpec& s) { s.east.kind = WallKind::outflow; },
       "outflows = 1: expected none, as there is no inflow"},
      {[](FlowSpec& s) { s.west.kind = WallKind::inflow, s.top.kind = WallKind::outflow; },
       "top = outflow: expected an inflow on the western, southern or bottom side, an outflow on "
       "the "
       "eastern or northern one"},
      {[](FlowSpec& s) {
         s.top.velocity = {0.0, 0.0, 3.0};
       },
       "top.velocity = 3: expected 0 across the wall: nothing flows through it"},
      {[&](FlowSpec& s) {
         s.top.velocity = {nan, 0.0, 0.0};
       },
       "top.velocity = nan: expected finite numbers"},
      {[](FlowSpec& s) {
         s.south = {WallKind::free_slip, {1.0, 0.0, 0.0}};
       },
       "south.velocity = 1: expected 0, as this side is free-slip; only no-slip walls move the "
       "fluid"},
      {[](FlowSpec& s) { s.west.heat = WallHeat::fixed, s.has_temperature = false; },
       "west.temperature = 0: expected none, as the flow has no temperature"},
      {[&](FlowSpec& s) { s.west.heat = WallHeat::fixed, s.west.temperature = nan; },
       "west.temperature = nan: expected a finite number"},
      {[](FlowSpec& s) {
         s.west = s.east = Wall{WallKind::periodic};
         s.east.heat = WallHeat::fixed;
       },
       "east.temperature = 0: expected none, as this side is periodic"},
      {[](FlowSpec& s) {
         s.y.interfaces = {0.0, 1.0, 1.0};
       },
       "y: interfaces 1 and 2 do not ascend; expected finite numbers from the low side to the high "
       "one"}};
  for (const Wrong& wrong : all) {
    FlowSpec spec = cavity();
    wrong.change(spec);
    EXPECT_EQ(error_of(spec), wrong.line);
  }
}

TEST(FlowSpecs, ThePressureHasNoGradientAcrossWalls) {
  FlowSpec spec = cavity();
  spec.south = spec.north = Wall{WallKind::periodic};
  const BoxSpec box = pressure_box(spec);
  EXPECT_EQ(box.x.low, Boundary::neumann);
  EXPECT_EQ(box.y.high, Boundary::periodic);
  EXPECT_EQ(box.z.high, Boundary::neumann);
  EXPECT_TRUE(box.is_singular());
}

TEST(FlowGrids, RefuseAPartOfAnotherBox) {
  EXPECT_THROW(FlowGrid<double>(cavity(), Partition::whole(4, 5)), std::invalid_argument);
  EXPECT_THROW(FlowGrid<double>(cavity(), Partition::whole(4, 4, {true, false})),
               std::invalid_argument);
}

} // namespace
} // namespace isobar::flow_spec_test
