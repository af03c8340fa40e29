// Point smoothers of a box, one step and two at once, against the oracle.
#include "support_box_cases.hpp"

#include <isobar/core/box/kernels/box_operator.hpp>
#include <isobar/core/box/kernels/box_smoother.hpp>
#include <isobar/core/box/kernels/box_two_steps.hpp>

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

TYPED_TEST(BoxSmoothers, StepWithTheNormOfTheResidualBefore) {
  for (const BoxCase& c : box_cases()) {
    SCOPED_TRACE(c.name());
    const oracle::Array u = c.random(1), f = c.rhs();
    const auto out = box_garbage<TypeParam>(c);
    const auto before = contents(out);
    const double found = BoxSmoother<TypeParam>::smooth_norm(
        box_grid<TypeParam>(c), 1.3, box_field<TypeParam>(u, c), box_field<TypeParam>(f, c), out);
    EXPECT_TRUE(matches(out, oracle::box_smooth(c.box, 1.3, u, f), c.part, this->tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
    const double square = BoxOperator<TypeParam>::residual_norm_squared(
        box_grid<TypeParam>(c), box_field<TypeParam>(u, c), box_field<TypeParam>(f, c));
    EXPECT_NEAR(found, square, this->tolerance * square);
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

oracle::Array first_step(const BoxSpec& box, const TwoSteps& s, const oracle::Array& u,
                         const oracle::Array& f) {
  return s.colours ? oracle::box_smooth_colour(box, s.first, 0, u, f)
                   : oracle::box_smooth(box, s.first, u, f);
}
oracle::Array two_steps(const BoxSpec& box, const TwoSteps& s, const oracle::Array& u,
                        const oracle::Array& f) {
  const oracle::Array v = first_step(box, s, u, f);
  return s.colours ? oracle::box_smooth_colour(box, s.second, 1, v, f)
                   : oracle::box_smooth(box, s.second, v, f);
}

/// Whether owned cells of rows `begin` to `end` hold what they did.
template <class T>
bool rows_are_as_before(const Field<T>& field, const std::vector<T>& before, int begin, int end) {
  const std::vector<T> now = contents(field);
  for (std::size_t n = 0; n < now.size(); ++n) {
    const CellOfNumber at = cell_of(field.shape(), Int64(n));
    if (at.owned && at.j >= begin && at.j < end && now[n] != before[n]) return false;
  }
  return true;
}

/// Both kinds of steps in one pass: fields of a case, and what it expects of `out`. Its halo rows
/// hold the first step of neighbours, where there are any.
template <class P> struct TwoStepsTest {
  using Two = BoxTwoSteps<P>;
  BoxCase c;
  oracle::Array u, f;
  BoxGridOf<P> grid;
  FieldOf<P> u_field, f_field;

  explicit TwoStepsTest(const BoxCase& box_case)
      : c(box_case), u(c.random(1)), f(c.rhs()), grid(box_grid<P>(c)), u_field(box_field<P>(u, c)),
        f_field(box_field<P>(f, c)) {
    put_nan(u_field, [&](const CellOfNumber& at) { return at.padding || is_beyond(at.j); });
    put_nan_outside(f_field);
  }
  /// Whether this walk does such a box. If not it says so.
  bool is_taken() const {
    if (Two::takes(grid)) return true;
    EXPECT_THROW(Two::smooth(grid, jacobi_twice, nullptr, f_field, box_garbage<P>(c)),
                 std::invalid_argument);
    return false;
  }
  bool has_south() const { return !c.part.is_whole() && !c.part.at_south(); }
  bool has_north() const { return !c.part.is_whole() && !c.part.at_north(); }
  /// Rows that neither this rank nor a neighbour has.
  bool is_beyond(int j) const {
    return (j < 0 && !(j == -1 && has_south())) ||
           (j >= c.part.ny && !(j == c.part.ny && has_north()));
  }
  oracle::Array zero() const { return {u.nx, u.ny, u.nz}; }

  void expect(const TwoSteps& steps, const FieldOf<P>* start, const oracle::Array& from,
              double tolerance) const {
    expect_first_step(steps, start, from, tolerance);
    const auto out = given(first_step(c.box, steps, from, f));
    const auto before = contents(out);
    Two::smooth(grid, steps, start, f_field, out);
    EXPECT_TRUE(matches(out, two_steps(c.box, steps, from, f), c.part, tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
  }

private:
  /// Garbage but for the rows of neighbours.
  FieldOf<P> given(const oracle::Array& stepped) const {
    const auto out = box_garbage<P>(c);
    const auto theirs = box_field<P>(stepped, c);
    for (const int j : {-1, c.part.ny})
      if (!is_beyond(j)) Kokkos::deep_copy(row_of(out, j), row_of(theirs, j));
    return out;
  }
  static auto row_of(const FieldOf<P>& field, int j) {
    return Kokkos::subview(field.view(), Kokkos::ALL, Kokkos::ALL, j + 1);
  }
  /// In the rows beside neighbours, and nothing in any other.
  void expect_first_step(const TwoSteps& steps, const FieldOf<P>* start, const oracle::Array& from,
                         double tolerance) const {
    const auto out = box_garbage<P>(c);
    const auto before = contents(out);
    Two::first_step_for_neighbours(grid, steps, start, f_field, out);
    const oracle::Array stepped = first_step(c.box, steps, from, f);
    Partition inner = c.part;
    for (const auto& [there, row] : {std::pair(has_south(), 0), {has_north(), c.part.ny - 1}}) {
      if (!there) continue;
      Partition edge = c.part;
      edge.first_j += row;
      edge.ny = 1;
      EXPECT_TRUE(matches(out.rows(row, 1), stepped, edge, tolerance));
      if (inner.ny == 0) continue;
      inner.first_j += row == 0;
      --inner.ny;
    }
    const int first = inner.first_j - c.part.first_j;
    EXPECT_TRUE(only_owned_written(out, before));
    EXPECT_TRUE(rows_are_as_before(out, before, first, first + inner.ny));
  }
};

/// Both kinds of steps; where a host runs a GPU's teams, which is slow, they take turns from case to case.
template <class P> std::vector<TwoSteps> steps_for(std::size_t turn) {
  if (!on_host || P::walk != Walk::march) return {jacobi_twice, both_colours};
  return {turn % 2 == 0 ? jacobi_twice : both_colours};
}

TYPED_TEST(BoxSmoothers, TwoStepsInOnePassAreTwoSteps) {
  std::size_t turn = 0;
  for (const BoxCase& c : row_box_cases()) {
    SCOPED_TRACE(c.name());
    const TwoStepsTest<TypeParam> t(c);
    if (!t.is_taken()) continue;
    for (const TwoSteps& steps : steps_for<TypeParam>(turn))
      t.expect(steps, &t.u_field, t.u, this->tolerance);
    for (const TwoSteps& steps : steps_for<TypeParam>(++turn))
      t.expect(steps, nullptr, t.zero(), this->tolerance);
  }
}

// The halo of `out` holds garbage, as what neighbours give is still under way.
TYPED_TEST(BoxSmoothers, TwoStepsInInnerRowsNeedNothingOfNeighbours) {
  for (const BoxCase& c : row_box_cases()) {
    if (c.part.is_whole() || c.part.ny < 3) continue;
    SCOPED_TRACE(c.name());
    const TwoStepsTest<TypeParam> t(c);
    if (!t.is_taken()) continue;
    Partition inner = c.part;
    inner.first_j += 1;
    inner.ny -= 2;
    const auto out = box_garbage<TypeParam>(c);
    const auto before = contents(out);
    BoxTwoSteps<TypeParam>::smooth_rows(t.grid, both_colours, &t.u_field, t.f_field, out, 1,
                                        inner.ny);
    EXPECT_TRUE(matches(out.rows(1, inner.ny), two_steps(c.box, both_colours, t.u, t.f), inner,
                        this->tolerance));
    EXPECT_TRUE(only_owned_written(out, before));
    EXPECT_TRUE(rows_are_as_before(out, before, 0, 1));
    EXPECT_TRUE(rows_are_as_before(out, before, c.part.ny - 1, c.part.ny));
  }
}

TEST(BoxTwoStepsOfARank, ThatHasNeighboursInXAreRefused) {
  const BoxCase c = box_cases().at(whole_box_cases().size());
  ASSERT_FALSE(c.part.has_whole_rows());
  const TwoStepsTest<InDouble> t(c);
  const auto out = box_garbage<InDouble>(c);
  using Two = BoxTwoSteps<InDouble>;
  EXPECT_THROW(Two::smooth(t.grid, jacobi_twice, nullptr, t.f_field, out), std::invalid_argument);
  EXPECT_THROW(Two::first_step_for_neighbours(t.grid, jacobi_twice, nullptr, t.f_field, out),
               std::invalid_argument);
}

} // namespace
} // namespace isobar
