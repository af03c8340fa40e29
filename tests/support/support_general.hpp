#pragma once
#include "support_fields.hpp"
#include "support_general_oracle.hpp"

#include <isobar/core/columns/kernels/general_operator.hpp>

#include <cmath>

/// Bridges between the oracle's general equation and core's.
namespace isobar {

/// Rough numbers, different in each column and layer; with them convection matters as much as
/// diffusion in test_physics.
inline Convection rough_convection(int nz) {
  Convection xi;
  for (int k = 0; k < nz; ++k) {
    xi.x.profile.push_back(3.0 + std::sin(1.0 + k));
    xi.y.profile.push_back(-2.0 + std::cos(2.0 * k));
  }
  xi.x.field = [](int i, int j) { return 1.0 + 0.5 * std::sin(i + 2.0 * j); };
  xi.y.field = [](int i, int j) { return 1.5 + std::cos(3.0 * i - j); };
  xi.z.field = [](int i, int j) { return 0.1 * std::sin(1.0 + i * j); };
  return xi;
}

/// The same, or any other, as one number a cell.
inline oracle::Vectors vectors_of(const Convection& xi, int nx, int ny, int nz) {
  const auto component = [&](const ConvectionComponent& c) {
    return oracle::array_of(nx, ny, nz, [&](int j, int i, int k) {
      if (c.absent()) return 0.0;
      return (c.profile.empty() ? 1.0 : c.profile[std::size_t(k)]) *
             (c.field ? c.field(i, j) : 1.0);
    });
  };
  return {component(xi.x), component(xi.y), component(xi.z)};
}

/// Coefficients that vary by a factor of four from cell to cell, exact in float.
inline oracle::Coefficients rough_coefficients(int nx, int ny, int nz) {
  const auto numbers = [&](int seed) {
    oracle::Array a = oracle::random(nx, ny, nz, seed); // from -0.5 to 1.5
    for (double& x : a.values) x = double(float(1.25 + 0.5 * x));
    return a;
  };
  return {numbers(11), numbers(12), numbers(13)};
}

/// A rank's part of them, with its halo.
template <class P>
CoefficientFields<P> fields_of(const oracle::Coefficients& all, const Partition& p,
                               Flux flux = Flux::two_point) {
  using S = typename P::storage;
  constexpr Boundary closed = Boundary::neumann;
  CoefficientFields<P> fields;
  fields.alpha_h = field_of<S, P::layout>(all.alpha_h, p,
                                          flux == Flux::vertex ? Beyond::mirror : Beyond::garbage,
                                          {closed, closed, closed, closed});
  fields.alpha_v = field_of<S, P::layout>(all.alpha_v, p);
  fields.beta = field_of<S, P::layout>(all.beta, p);
  return fields;
}

/// The operator of a case in core and in the oracle: with convection, with coefficients a cell, or
/// both.
struct GeneralCase : GridCase {
  bool convection, coefficients;

  Convection xi() const { return convection ? rough_convection(nz) : Convection{}; }
  oracle::General oracle() const {
    oracle::General g{domain, spacing, physics, matrix(), {}, {}};
    const int nx = part.global_nx, ny = part.global_ny;
    if (convection) g.xi = vectors_of(xi(), nx, ny, nz);
    if (!coefficients) return g;
    g.coefficients = rough_coefficients(nx, ny, nz);
    for (int k = 0; k < nz && flux == Flux::vertex; ++k) {
      GridSpec layer = spec();
      layer.columns = std::make_shared<const ColumnFields>(ColumnFields{
          [&, k](int i, int j) { return g.coefficients->alpha_h(j, i, k); }, {}, {}, {}});
      g.horizontal.emplace_back(layer, part);
    }
    return g;
  }
  GridSetup setup() const { return {spec(), part, {}}; }
  template <class P> GeneralOperator<P> make() const {
    if (!coefficients) return GeneralOperator<P>(setup(), xi());
    const auto all = rough_coefficients(part.global_nx, part.global_ny, nz);
    return GeneralOperator<P>(setup(), fields_of<P>(all, part, flux), xi());
  }
  std::string name() const {
    return GridCase::name() + (convection ? ", convection" : "") +
           (coefficients ? ", coefficients a cell" : "");
  }
};

template <class P> std::vector<GeneralCase> general_cases() {
  std::vector<GeneralCase> cases;
  for (const GridCase& c : any_cases<P>()) {
    if (c.seed != 0) continue; // the oracle's coefficients a cell stand beside a matrix without any
    cases.push_back({c, true, false});
    cases.push_back({c, false, true});
    cases.push_back({c, true, true});
  }
  return cases;
}

} // namespace isobar
