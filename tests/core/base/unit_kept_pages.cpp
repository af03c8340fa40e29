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
  field(64);
  EXPECT_GT(idle_kept_bytes(), 0u);
  free_kept_pages();
  EXPECT_EQ(idle_kept_bytes(), 0u);
}

TEST_F(KeptPages, GiveWayToFieldsOfOtherSizes) {
  free_kept_pages();
  field(16);
  const std::size_t small = idle_kept_bytes();
  EXPECT_GT(small, 0u);
  const Field<double> large =
      field(96); // with the idle field it would be more than was ever in use
  EXPECT_EQ(idle_kept_bytes(), 0u);
}

TEST_F(KeptPages, StayWhereSoMuchHasBeenInUse) {
  free_kept_pages();
  field(512);
  field(48); // the larger one gives way
  const std::size_t idle = idle_kept_bytes();
  const Field<double> another = field(16); // both together are less than was in use
  EXPECT_GT(idle, 0u);
  EXPECT_EQ(idle_kept_bytes(), idle);
}

} // namespace
} // namespace isobar
