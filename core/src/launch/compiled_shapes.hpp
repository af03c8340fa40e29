#pragma once
#include "launch/team_shape.hpp"

/// The only list of the shapes that are compiled. Each costs the time to compile every kernel that solves columns. So the list
/// has only as many as keep the threads of a GPU busy for all heights. Registers of a multiprocessor suffice for some 4096
/// cells of 8 bytes and 8192 of 4 bytes: higher columns have fewer lanes. isobar_tune_candidates is compiled with a longer list
/// (bench/candidates).
namespace isobar {

template <class A> struct CompiledShapesOf;
template <> struct CompiledShapesOf<double> {
  using type =
      ShapeList<double, TeamShape<32, 8, 4>, TeamShape<32, 8, 8>, TeamShape<32, 8, 16, true>,
                TeamShape<32, 8, 16>, TeamShape<16, 16, 13>, TeamShape<16, 16, 16>,
                TeamShape<8, 32, 10>, TeamShape<8, 32, 16>, TeamShape<2, 64, 16>>;
};
template <> struct CompiledShapesOf<float> {
  using type =
      ShapeList<float, TeamShape<32, 8, 4>, TeamShape<32, 8, 8>, TeamShape<32, 8, 16, true>,
                TeamShape<32, 8, 16>, TeamShape<16, 16, 13>, TeamShape<16, 16, 16>,
                TeamShape<16, 32, 10>, TeamShape<16, 32, 16>, TeamShape<8, 64, 16>>;
};
template <class A> using CompiledShapes = typename CompiledShapesOf<A>::type;

} // namespace isobar
