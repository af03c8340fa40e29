#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/core/base/kokkos_compat.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

namespace isobar {

/// A term of a right-hand side: a function of the horizontal position times one of the layer.
class SourceTerm {
public:
  /// A product of bumps (1 - t^2)^2, t the distance from the centre over the width, 0 from t = 1 on.
  struct Bump {
    double centre[3], width[3]; ///< x, y, z as fractions of the domain
    double amplitude;
  };
  /// sin(pi p x) sin(pi q y), with a number in [-1, 1) of its own on each layer.
  struct Waves {
    double p, q;
    std::uint64_t seed; ///< of the numbers of the layers
  };
  static SourceTerm of(const Bump& bump);
  static SourceTerm of(const Waves& waves);

  /// x and y in (0, 1). A device function.
  KOKKOS_INLINE_FUNCTION double horizontal(double x, double y) const {
    if (is_bump_) return bump_.amplitude * bump(x, 0) * bump(y, 1);
    constexpr double pi = 3.141592653589793;
    return std::sin(pi * waves_.p * x) * std::sin(pi * waves_.q * y);
  }
  /// Layer k of nz.
  double vertical(Int64 k, int nz) const;

private:
  /// Along one of the three axes.
  KOKKOS_INLINE_FUNCTION double bump(double x, int axis) const {
    const double t = (x - bump_.centre[axis]) / bump_.width[axis], left = 1.0 - t * t;
    return left > 0.0 ? left * left : 0.0;
  }

  bool is_bump_ = true;
  Bump bump_{};
  Waves waves_{};
};

/// The terms of rhs.kind "sources" and "layered"; none for the others. They follow from the seed alone, not from the grid: a finer
/// grid has the same sources.
std::vector<SourceTerm> source_terms(const deck::Rhs& rhs);

} // namespace isobar
