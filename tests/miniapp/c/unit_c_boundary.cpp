// Values on the sides in isobar.h: arrays of the columns beside each side, and functions.
#include "support_c.hpp"
#include "support_library.hpp"

namespace isobar {
namespace {

using c_test::OwnedSolver;
using c_test::Problem;

double number(int i, int j, int k, void* /*context*/) {
  return std::sin(1.0 + 3.0 * i + 7.0 * j + 11.0 * k);
}

/// The contribution of the values: the residual of f = 0 and u = 0.
std::vector<double> terms_of(isobar_solver solver) {
  const std::vector<double> zero(std::size_t(Problem::nx) * Problem::ny * Problem::nz);
  std::vector<double> r = zero;
  EXPECT_EQ(isobar_residual(solver, zero.data(), nullptr, zero.data(), nullptr, r.data(), nullptr,
                            ISOBAR_CELL_MEANS, nullptr),
            ISOBAR_OK)
      << isobar_error_text();
  return r;
}

struct CBoundary : testing::Test {
  Problem p;
  OwnedSolver c;
  isobar_boundary_values functions{};
  CBoundary() {
    EXPECT_EQ(isobar_create(&p.grid, &p.coefficients, &p.options, &c.handle), ISOBAR_OK);
    functions.south.function = functions.north.function = number;
    functions.bottom.function = functions.top.function = number;
  }
};

TEST_F(CBoundary, OfArraysAreThoseOfFunctions) {
  ASSERT_EQ(isobar_set_boundary_values(c.handle, &functions), ISOBAR_OK) << isobar_error_text();
  const std::vector<double> right = terms_of(c.handle);
  EXPECT_NE(right[0], 0.0);
  constexpr int nx = Problem::nx, ny = Problem::ny, nz = Problem::nz;
  std::vector<double> south, bottom, north(std::size_t(nx) * nz), top(std::size_t(nx) * ny);
  for (int i = 0; i < nx; ++i)
    for (int k = 0; k < nz; ++k) south.push_back(number(i, 0, k, nullptr));
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) bottom.push_back(number(i, j, 0, nullptr));
  for (int i = 0; i < nx; ++i) // as Fortran has them
    for (int k = 0; k < nz; ++k) north[std::size_t(k * nx + i)] = number(i, ny - 1, k, nullptr);
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < ny; ++j) top[std::size_t(i * ny + j)] = number(i, j, nz - 1, nullptr);
  isobar_boundary_values arrays{};
  arrays.south.array = south.data();
  arrays.bottom.array = bottom.data();
  arrays.north = {north.data(), 1, 0, nx, nx, 1, nz, nullptr, nullptr};
  arrays.top = {top.data(), ny, 1, 0, nx, ny, 1, nullptr, nullptr};
  ASSERT_EQ(isobar_set_boundary_values(c.handle, &arrays), ISOBAR_OK) << isobar_error_text();
  south.assign(south.size(), NAN); // nothing of the caller's is read after the call
  EXPECT_EQ(terms_of(c.handle), right);
  const isobar_boundary_values none{};
  EXPECT_EQ(isobar_set_boundary_values(c.handle, &none), ISOBAR_OK);
  EXPECT_EQ(terms_of(c.handle), std::vector<double>(right.size()));
}

TEST_F(CBoundary, AreRefusedInOneLine) {
  const auto line = [&](const isobar_boundary_values* values) {
    EXPECT_EQ(isobar_set_boundary_values(c.handle, values), ISOBAR_WRONG_ARGUMENT);
    return std::string(isobar_error_text());
  };
  const double some[1] = {1.0};
  EXPECT_EQ(line(nullptr), "values is null; expected a pointer");
  isobar_boundary_values wrong = functions;
  wrong.top.array = some;
  EXPECT_EQ(line(&wrong), "values.top: both an array and a function; expected one of them");
  wrong = {};
  wrong.south.array = some;
  wrong.south.x_count = wrong.south.z_count = 1;
  EXPECT_EQ(line(&wrong), "values.south: an array of 1 x 0 x 1 numbers; expected 24 x 1 x 12");
  wrong = {};
  wrong.east.function = number;
  EXPECT_EQ(line(&wrong), "boundary values east: on a periodic side; expected none");
  EXPECT_EQ(terms_of(c.handle), std::vector<double>(24 * 32 * 12));
  EXPECT_EQ(isobar_set_boundary_values(nullptr, &functions), ISOBAR_WRONG_ARGUMENT);
}

} // namespace
} // namespace isobar
