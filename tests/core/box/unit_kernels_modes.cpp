// Modes of an axis, and the kernels between cells and modes. They stand beside the definition of a
// mode, with a transform that is as slow as that.
#include "support_box_cases.hpp"

#include <isobar/core/box/kernels/mode_kernels.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace isobar {
namespace {

constexpr Boundary sides[][2] = {
    {zero, zero}, {closed, closed}, {zero, closed}, {closed, zero}, {around, around}};

TEST(AxisModes, EigenvaluesAreThoseOfTheAxis) {
  for (const auto& [low, high] : sides)
    for (const int n : {1, 2, 3, 4, 7, 8}) {
      SCOPED_TRACE(testing::Message() << n << " cells, " << int(low) << int(high));
      const AxisModes modes = AxisModes::of(uniform_axis(n, low, high), "x");
      const std::vector<double> values = eigenvalues(modes);
      ASSERT_EQ(int(values.size()), n);
      // The sum of them is the trace: 2 a cell, and what the sides add and take.
      double trace = 0.0, expected = n == 1 && low == around ? 0.0 : 2.0 * n;
      for (const double value : values) {
        EXPECT_GE(value, 0.0);
        trace += value;
      }
      for (const Boundary side : {low, high})
        expected += side == zero ? 1.0 : side == closed ? -1.0 : 0.0;
      EXPECT_NEAR(trace, expected, 1e-12);
    }
}

TEST(AxisModes, CellsOfDifferentWidthsAreRefused) {
  try {
    AxisModes::of(stretched_axis(8, 2.0, zero, zero), "y");
    FAIL() << "no error";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "y: cells of different widths have no Fourier transform; expected equal ones");
  }
}

/// Layers of a box's modes, and the transform that a library would do.
template <class P> struct Layers {
  using Complex = std::complex<double>;
  BoxSpec box;
  ModePlanes<P> planes;

  explicit Layers(const BoxSpec& spec)
      : box(spec), planes(AxisModes::of(box.x, "x"), AxisModes::of(box.y, "y"), box.z.cells()) {}

  /// In place, from x.length x y.length real numbers, or back times their number.
  void transform(bool forward) const {
    const PlaneShape s = planes.shape();
    const auto host = Kokkos::create_mirror_view(planes.numbers);
    Kokkos::deep_copy(host, planes.numbers);
    for (int k = 0; k < s.nz; ++k) {
      const auto at = [&](int n, int j) -> auto& {
        return host((std::size_t(j) * s.nz + k) * s.row() + n);
      };
      std::vector<Complex> in(std::size_t(s.nx) * s.ny), out(in.size());
      for (int j = 0; j < s.ny; ++j)
        for (int i = 0; i < s.nx; ++i)
          in[std::size_t(j) * s.nx + i] = forward ? Complex(at(i, j)) : spread(at, s, i, j);
      for (int q = 0; q < s.ny; ++q)
        for (int p = 0; p < s.nx; ++p)
          for (int j = 0; j < s.ny; ++j)
            for (int i = 0; i < s.nx; ++i)
              out[std::size_t(q) * s.nx + p] +=
                  in[std::size_t(j) * s.nx + i] *
                  std::polar(1.0, (forward ? -2.0 : 2.0) * std::numbers::pi *
                                      (double(p) * i / s.nx + double(q) * j / s.ny));
      using S = typename P::storage;
      for (int q = 0; q < s.ny; ++q)
        for (int p = 0; p < (forward ? s.nx / 2 + 1 : s.nx); ++p) {
          const Complex z = out[std::size_t(q) * s.nx + p];
          if (!forward) at(p, q) = S(z.real());
          else at(2 * p, q) = S(z.real()), at(2 * p + 1, q) = S(z.imag());
        }
    }
    Kokkos::deep_copy(planes.numbers, host);
  }

private:
  /// The half of a transform that is not stored is the conjugate of the other one.
  template <class At> static Complex spread(const At& at, const PlaneShape& s, int p, int q) {
    if (2 * p <= s.nx) return {at(2 * p, q), at(2 * p + 1, q)};
    const int conjugate = (s.ny - q) % s.ny;
    return std::conj(Complex(at(2 * (s.nx - p), conjugate), at(2 * (s.nx - p) + 1, conjugate)));
  }
};

template <class P> struct ModeKernelsOf : testing::Test {
  static constexpr double rounding = std::is_same_v<typename P::storage, float> ? 2e-5 : 1e-12;
};
TYPED_TEST_SUITE(ModeKernelsOf, BoxPrecisions, PrecisionNames);

std::vector<BoxSpec> mode_boxes() {
  std::vector<BoxSpec> boxes;
  int n = 0;
  for (const auto& x : sides)
    for (const auto& y : sides) {
      constexpr int sizes[] = {1, 2, 3, 4, 5, 6, 8};
      boxes.push_back({uniform_axis(sizes[n % 7], x[0], x[1]),
                       uniform_axis(sizes[(3 * n + 2) % 7], y[0], y[1]),
                       uniform_axis(2, zero, zero)});
      ++n;
    }
  return boxes;
}

/// The way to modes and back returns the cells, and the matrix of x and y multiplies each mode by its eigenvalue.
TYPED_TEST(ModeKernelsOf, DiagonaliseTheMatrixAndReturnTheCells) {
  for (const BoxSpec& box : mode_boxes()) {
    const BoxCase c{box, whole_box(box)};
    SCOPED_TRACE(c.name());
    const Layers<TypeParam> layers(box);
    const auto modes_of = [&](const oracle::Array& cells) {
      const auto field = box_field<TypeParam>(cells, c), modes = box_garbage<TypeParam>(c);
      ModeKernels<TypeParam>::arrange(layers.planes, field);
      layers.transform(true);
      ModeKernels<TypeParam>::split(layers.planes, modes);
      return modes;
    };
    const BoxSpec flat{box.x, box.y, uniform_axis(box.z.cells(), closed, closed)};
    oracle::Array same_in_layers = c.random(3); // so that nothing flows between layers
    for (int j = 0; j < box.y.cells(); ++j)
      for (int i = 0; i < box.x.cells(); ++i) same_in_layers(j, i, 1) = same_in_layers(j, i, 0);
    const auto stored = modes_of(same_in_layers);
    const oracle::Array modes = owned(stored),
                        image = owned(modes_of(oracle::box_apply(flat, same_in_layers)));
    const std::vector<double> ex = eigenvalues(layers.planes.x), ey = eigenvalues(layers.planes.y);
    const double hx = box.x.width(0), hy = box.y.width(0), hz = box.z.width(0);
    for (int q = 0; q < box.y.cells(); ++q)
      for (int p = 0; p < box.x.cells(); ++p) {
        const double value = hz * (ex[std::size_t(p)] * hy / hx + ey[std::size_t(q)] * hx / hy);
        const double size = 1.0 + hz * 4.0 * (hy / hx + hx / hy);
        EXPECT_NEAR(image(q, p, 1), value * modes(q, p, 1),
                    10 * this->rounding * size * double(box.cells()));
      }
    ModeKernels<TypeParam>::join(layers.planes, stored);
    layers.transform(false);
    const auto back = box_garbage<TypeParam>(c);
    ModeKernels<TypeParam>::collect(layers.planes, back);
    const oracle::Array cells = owned(back);
    const double factor = double(layers.planes.x.length) * layers.planes.y.length;
    for (std::size_t n = 0; n < cells.values.size(); ++n)
      EXPECT_NEAR(cells.values[n] / factor, same_in_layers.values[n], 10 * this->rounding);
  }
}

} // namespace
} // namespace isobar
