// Uses headers, a template and compiled symbols of an installed Isobar.
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/field/field.hpp>
#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/version.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const isobar::Field<double> field("field", 16, 16, 4);
  const isobar::HorizontalGeometry geometry(isobar::Domain::flat, 16, 16);
  const int levels = isobar::max_levels(16, 16, 4);
  std::printf("isobar %.*s: %lld unknowns, cell area %g, %d levels on 4 ranks\n",
              int(isobar::version.size()), isobar::version.data(),
              static_cast<long long>(field.shape().unknowns()), geometry.area(0, 0), levels);
  return field.shape().unknowns() == 1024 && levels == 4 ? 0 : 1;
}
