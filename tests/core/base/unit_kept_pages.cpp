// Memory of fields that are gone, for fields that come.
#include <isobar/core/base/kept_pages.hpp>
#include <isobar/core/field/blas.hpp>

#include <gtest/gtest.h>

namespace isobar {
namespace {

struct KeptPages : testing::Test {
  KeptPages() { keep_pages_of_fields(); }
  void SetUp() override {
    if (!on_host) GTEST_SKIP() << "devices keep nothing";
  }
  static Field<double> field(int nx) { return Field<double>("kept", nx, 32, 128); }
  static double* place(const Field<double>& f) { return f.flat().data(); }
};

TEST_F(KeptPages, AreTakenByTheNextFieldOfTheSizeAndAreZero) {
  double* first = nullptr;
  {
    const Field<double> f = field(64);
    first = place(f);
    Kokkos::deep_copy(f.flat(), 7.0);
  }
  const Field<double> f = field(64);
  EXPECT_EQ(place(f), first);
  EXPECT_EQ(Blas<double>::dot(f, f), 0.0);
}

TEST_F(KeptPages, AreNotTakenWhileACopyOrRowsOfTheFieldLive) {
  Field<double> whole = field(64);
  double* const first = place(whole);
  const Field<double> rows = whole.rows(1, 2);
  whole = Field<double>();
  EXPECT_NE(place(field(64)), first);
}

TEST_F(KeptPages, AreGoneWhenTheyAreFreed) {
  double* first = nullptr;
  {
    const Field<double> f = field(64), other = field(48);
    first = place(f);
  }
  free_kept_pages();
  const Field<double> before = field(48); // would take the first one's pages if new memory did
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(Blas<double>::dot(before, before), 0.0);
}

TEST_F(KeptPages, GiveWayToFieldsOfOtherSizes) {
  constexpr std::size_t large = 96;
  double* small = nullptr;
  {
    const Field<double> f = field(16);
    small = place(f);
  }
  const Field<double> other = field(int(large)); // more than both held before: what is idle goes
  const Field<double> again = field(16), more = field(16);
  EXPECT_NE(place(again), place(more));
  EXPECT_NE(small, nullptr);
}

} // namespace
} // namespace isobar
