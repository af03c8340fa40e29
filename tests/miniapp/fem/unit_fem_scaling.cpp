// Scaled equations have numbers near 1 for all sizes of f, c, boundary values and the mesh.
#include "fem/fem_scaling.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace isobar {
namespace {

TEST(FemScaling, LeavesUsualSizesAsTheyAre) {
  for (const ProblemSizes& sizes :
       {ProblemSizes{1.0, 0.0}, ProblemSizes{0.0, 0.0}, ProblemSizes{1e3, 1e-5, 100.0, 2.0}}) {
    const FemScaling s = scaling_of(sizes);
    EXPECT_EQ(s.c.exponent, 0);
    EXPECT_EQ(s.u.exponent, 0);
    EXPECT_EQ(s.residual.exponent, 0);
  }
}

TEST(FemScaling, FollowsTheLargerOfBothSources) {
  EXPECT_EQ(scaling_of({std::ldexp(1.0, -500), 0.0}).u.exponent, -500);
  EXPECT_EQ(scaling_of({std::ldexp(1.0, -500), std::ldexp(1.0, 600)}).u.exponent, 600);
  EXPECT_EQ(scaling_of({0.0, std::ldexp(1.5, -900)}).u.exponent, -900);
}

/// u is f length^2 / c, which may exceed the range of double.
TEST(FemScaling, KnowsCAndTheLengthOfAMesh) {
  const FemScaling s =
      scaling_of({std::ldexp(1.0, 900), 0.0, std::ldexp(1.0, -700), std::ldexp(1.0, -90)});
  EXPECT_EQ(s.c.exponent, -700);
  EXPECT_EQ(s.u.exponent, 900 + 700 - 180);
  EXPECT_EQ(s.residual.exponent, 900 - 180);
}

TEST(FemScaling, IsNoneWhereANumberIsNotFinite) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(scaling_of({infinity, 1e200}).u.exponent, 0);
}

TEST(FemScaling, KeepsTheEquation) {
  FemProblem problem;
  problem.f = MeshFunction::of_quads({std::ldexp(3.0, 100)});
  problem.c = [](Point p) { return std::ldexp(p.x, 60); };
  problem.dirichlet = {[](Point p) { return std::ldexp(p.y, 40); }, {}};
  const FemScaling s = scaling_of({std::ldexp(3.0, 100), std::ldexp(1.0, 40), std::ldexp(1.0, 60)});
  EXPECT_EQ(s.u.exponent, 41);
  const FemProblem near_one = scaled(problem, s);
  EXPECT_EQ(near_one.f.of_quads()[0], 3.0 / 2.0);
  EXPECT_EQ(near_one.c({1.25, 0.0}), 1.25);
  EXPECT_EQ(near_one.dirichlet[0]({0.0, 1.0}), 0.5);
  EXPECT_FALSE(near_one.dirichlet[1]);
}

} // namespace
} // namespace isobar
