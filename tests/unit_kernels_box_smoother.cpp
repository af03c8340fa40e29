// Point smoothers of a box, one step and two at once, against the oracle.
#include "support_box_cases.hpp"

#include <isobar/core/kernels/box_smoother.hpp>
#include <isobar/core/kernels/box_two_steps.hpp>

namespace isobar {
namespace {

template <class P> struct BoxSmoothers : testing::Test {
  static constexpr double tolerance = 2 * kernel_tolerance<P>();
};
TYPED_TEST_SUITE(BoxSmoothers, BoxPrecisions, PrecisionNames);

TYPED_TEST(BoxSmoothers, StepFromUAndFromZero) {
  for (const BoxCase& c : box_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Array u = c.random(1), f = c.rhs(), zero(u.nx, u.ny, u.nz);
    const auto grid = box_grid<TypeParam>(c);
    const auto u_field = box_field<TypeParam>(u, c), f_field = box_field<TypeParam>(f, c),
               out = box_garbage<TypeParam>(c);
    put_nan_outside(f_field);
    const auto u_before = contents(u_field), before = contents(out);
    BoxSmoother<TypeParam>::smooth(grid, 1.3, u_field, f_field, out);
    EXPECT_TRUE(matches(out, oracle::box_smooth(c.box, 1.3, u, f), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
    EXPECT_EQ(contents(u_field), u_before);
    BoxSmoother<TypeParam>::smooth_from_zero(grid, 0.8, f_field, out);
    EXPECT_TRUE(matches(out, oracle::box_smooth(c.box, 0.8, zero, f), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
  }
}

TYPED_TEST(BoxSmoothers, StepsOfAColourAreThoseOfTheWholeBox) {
  for (const BoxCase& c : box_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Array u = c.random(1), f = c.rhs();
    for (const Colour colour : {Colour::red, Colour::black}) {
      const auto u_field = box_field<TypeParam>(u, c);
      const auto before = contents(u_field);
      BoxSmoother<TypeParam>::smooth_colour(box_grid<TypeParam>(c), 1.2, colour, u_field,
                                            box_field<TypeParam>(f, c));
      EXPECT_TRUE(matches(u_field,
                          oracle::box_smooth_colour(c.box, 1.2, int(colour == Colour::black), u, f),
                          c.part, this->tolerance));
      EXPECT_TRUE(only_owned_written(u_field, before));
    }
  }
}

constexpr TwoSteps both_colours{1.0, 1.2, true}, jacobi_twice{0.6, 1.7, false};

oracle::Array two_steps(const BoxSpec& box, const TwoSteps& s, const oracle::Array& u,
                        const oracle::Array& f) {
  if (!s.colours)
    return oracle::box_smooth(box, s.second, oracle::box_smooth(box, s.first, u, f), f);
  return oracle::box_smooth_colour(box, s.second, 1,
                                   oracle::box_smooth_colour(box, s.first, 0, u, f), f);
}

/// Both kinds of steps in one pass: fields of a case, and what it expects of `out`.
template <class P, class Q = P> struct TwoStepsTest {
  using Two = BoxTwoSteps<P, Q>;
  BoxCase c;
  oracle::Array u, f, coarse;
  BoxGridOf<P> grid;
  FieldOf<P> u_field, f_field, out;
  std::vector<typename P::storage> u_before, before;

  explicit TwoStepsTest(const BoxCase& box_case)
      : c(box_case), u(c.random(1)), f(c.rhs()), coarse(c.coarse().random(3)), grid(box_grid<P>(c)),
        u_field(box_field<P>(u, c)), f_field(box_field<P>(f, c)), out(box_garbage<P>(c)) {
    put_nan(u_field,
            [&](const CellOfNumber& at) { return at.padding || at.j < 0 || at.j >= u.ny; });
    put_nan_outside(f_field);
    before = contents(out);
  }
  oracle::Array zero() const { return {u.nx, u.ny, u.nz}; }
  FieldOf<Q> coarse_field() const { return box_field<Q>(coarse, c.coarse()); }
  oracle::Array correction() const { return oracle::box_interpolate(c.box, c.halved, coarse); }
  void expect(const TwoSteps& steps, const oracle::Array& from, double tolerance) const {
    EXPECT_TRUE(matches(out, two_steps(c.box, steps, from, f), c.part, tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
  }
};

TYPED_TEST(BoxSmoothers, TwoStepsInOnePassAreTwoSteps) {
  for (const BoxCase& c : uniform_box_cases())
    for (const TwoSteps& steps : {jacobi_twice, both_colours}) {
      SCOPED_TRACE(c.name() + (steps.colours ? ", colours" : ""));
      const TwoStepsTest<TypeParam> t(c);
      decltype(t)::Two::smooth(t.grid, steps, t.u_field, t.f_field, t.out);
      t.expect(steps, t.u, this->tolerance);
      decltype(t)::Two::smooth_from_zero(t.grid, steps, t.f_field, t.out);
      t.expect(steps, t.zero(), this->tolerance);
    }
}

TYPED_TEST(BoxSmoothers, TwoStepsBehindACorrectionAreAllThreeInTurn) {
  for (const BoxCase& c : uniform_box_transfer_cases())
    for (const TwoSteps& steps : {jacobi_twice, both_colours}) {
      SCOPED_TRACE(c.name() + (steps.colours ? ", colours" : ""));
      const TwoStepsTest<TypeParam> t(c);
      decltype(t)::Two::prolongate_smooth(t.grid, steps, t.u_field, t.f_field, t.coarse_field(),
                                          t.out);
      t.expect(steps, oracle::sum(t.u, 1.0, t.correction()), this->tolerance);
      decltype(t)::Two::interpolate_smooth(t.grid, steps, t.f_field, t.coarse_field(), t.out);
      t.expect(steps, t.correction(), this->tolerance);
    }
}

TEST(MixedBoxSmoothers, TwoStepsCorrectInDoubleWhatIsInFloat) {
  using P = InDouble;
  using Q = Precision<float, float, P::layout, P::walk>;
  for (const BoxCase& c : uniform_box_transfer_cases()) {
    SCOPED_TRACE(c.name());
    const TwoStepsTest<P, Q> t(c);
    decltype(t)::Two::prolongate_smooth(t.grid, jacobi_twice, t.u_field, t.f_field,
                                        t.coarse_field(), t.out);
    t.expect(jacobi_twice, oracle::sum(t.u, 1.0, t.correction()), 1e-6);
    decltype(t)::Two::interpolate_smooth(t.grid, both_colours, t.f_field, t.coarse_field(), t.out);
    t.expect(both_colours, t.correction(), 1e-6);
  }
}

} // namespace
} // namespace isobar
