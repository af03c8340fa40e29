#pragma once
#include "launch/team_shape.hpp"

/// The shapes of isobar_tune_candidates, in place of core/src/launch/compiled_shapes.hpp: the library's and
/// others that might replace them.
namespace isobar {

template <class A> struct CompiledShapesOf;
template <> struct CompiledShapesOf<double> {
  using type = ShapeList<double, TeamShape<32, 8, 4>, TeamShape<32, 8, 8>, TeamShape<32, 8, 12>,
                         TeamShape<32, 8, 16, true>, TeamShape<32, 8, 16>, TeamShape<16, 16, 10>,
                         TeamShape<16, 16, 13>, TeamShape<8, 32, 8>, TeamShape<16, 16, 16, true>,
                         TeamShape<16, 16, 16>, TeamShape<8, 32, 10>, TeamShape<8, 32, 12>,
                         TeamShape<8, 32, 16, true>, TeamShape<8, 32, 16>, TeamShape<4, 64, 8>,
                         TeamShape<4, 64, 12>, TeamShape<2, 64, 16>>;
};
template <> struct CompiledShapesOf<float> {
  using type = ShapeList<float, TeamShape<32, 8, 4>, TeamShape<32, 8, 8>, TeamShape<32, 8, 12>,
                         TeamShape<32, 8, 16, true>, TeamShape<32, 8, 16>, TeamShape<16, 16, 10>,
                         TeamShape<16, 16, 13>, TeamShape<32, 16, 13>, TeamShape<16, 16, 16, true>,
                         TeamShape<16, 16, 16>, TeamShape<32, 16, 16>, TeamShape<16, 32, 10>,
                         TeamShape<16, 32, 16, true>, TeamShape<16, 32, 16>, TeamShape<8, 32, 16>,
                         TeamShape<8, 64, 16>>;
};
template <class A> using CompiledShapes = typename CompiledShapesOf<A>::type;

} // namespace isobar
