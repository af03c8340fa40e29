// Products of columns with a matrix against plain loops.
#include "support_problem.hpp"

#include <isobar/core/modes/layer_product.hpp>

#include <isobar/core/base/device_array.hpp>

namespace isobar::layer_product_test {
namespace {

constexpr int nz = 13;

/// Any order: mode 5 n mod 13 at place n.
std::vector<int> some_order() {
  std::vector<int> order;
  for (int n = 0; n < nz; ++n) order.push_back(5 * n % nz);
  return order;
}
ModeOrder on_device_in(const std::vector<int>& order) { return on_device("order", order); }

VerticalModes some_modes() {
  VerticalModes modes(nz);
  const GridSpec spec = paper_spec(32, nz);
  modes.find({layer_coefficients(spec), 1.0, 0.0, spec.physics.omega_squared});
  return modes;
}

/// out(n) = factor x sum over l of q(mode of n, l) or q(mode of l, n), times in(l).
oracle::Array multiplied(const VerticalModes& modes, bool forward, double factor,
                         const oracle::Array& in) {
  const auto q = Kokkos::create_mirror_view_and_copy(HostSpace(), modes.vectors());
  oracle::Array out(in.nx, in.ny, in.nz);
  const std::vector<int> order = some_order();
  for (int j = 0; j < in.ny; ++j)
    for (int i = 0; i < in.nx; ++i)
      for (int n = 0; n < nz; ++n)
        for (int l = 0; l < nz; ++l)
          out(j, i, n) += factor *
                          (forward ? q(order[std::size_t(n)], l) : q(order[std::size_t(l)], n)) *
                          in(j, i, l);
  return out;
}

template <class A, class S, class R> void expect_products(double tolerance) {
  const VerticalModes modes = some_modes();
  LayerMatrix<A> forward(nz), back(nz);
  forward.set_forward(modes.vectors(), on_device_in(some_order()));
  back.set_back(modes.vectors(), on_device_in(some_order()));
  for (const int nx : {1, 15, 16, 40, 67})
    for (const bool is_forward : {true, false}) {
      const Partition part = Partition::whole(nx, 3);
      const oracle::Array x = oracle::random(nx, 3, nz, nx), before = oracle::random(nx, 3, nz, 7);
      const Field<S> in = owned_field<S>(x, part);
      const oracle::Array exact = multiplied(modes, is_forward, 0.25, x);
      for (const Target target : {Target::overwrite, Target::add}) {
        const Field<R> out = owned_field<R>(before, part);
        LayerProduct<A, S, R>::apply("product", is_forward ? forward : back, in, out, 0.25, target);
        const oracle::Array wanted =
            target == Target::add ? oracle::sum(before, 1.0, exact) : exact;
        EXPECT_LE(oracle::norm(oracle::sum(owned(out), -1.0, wanted)),
                  tolerance * oracle::norm(wanted))
            << nx;
      }
    }
}

TEST(LayerProduct, OfDoubleIsThatOfPlainLoops) { expect_products<double, double, double>(1e-14); }
TEST(LayerProduct, ToAndFromFloatIsThatOfPlainLoops) {
  expect_products<float, double, float>(1e-6);
  expect_products<double, float, double>(1e-6); // of rounded input
  expect_products<float, float, float>(1e-6);
}

/// Numbers that are none of float's become such by the factor.
TEST(LayerProduct, ScalesBeforeItRounds) {
  const VerticalModes modes = some_modes();
  LayerMatrix<float> forward(nz);
  forward.set_forward(modes.vectors(), on_device_in(some_order()));
  const Partition part = Partition::whole(20, 2);
  const oracle::Array x = oracle::random(20, 2, nz, 1);
  const Field<double> in =
      owned_field<double>(oracle::sum(oracle::Array(20, 2, nz), 1e-120, x), part);
  const Field<float> out = owned_field<float>(oracle::Array(20, 2, nz), part);
  LayerProduct<float, double, float>::apply("product", forward, in, out, 1e120);
  const oracle::Array exact = multiplied(modes, true, 1.0, x);
  EXPECT_LE(oracle::norm(oracle::sum(owned(out), -1.0, exact)), 1e-6 * oracle::norm(exact));
}

} // namespace
} // namespace isobar::layer_product_test
