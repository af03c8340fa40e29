#pragma once
#include "deck/deck.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace isobar {

/// A term of a right-hand side: a function of the horizontal position times one of the layer.
class SourceTerm {
public:
  /// A product of bumps (1 - t^2)^2, t the distance from the centre over the width, 0 from t = 1 on.
  struct Bump {
    std::array<double, 3> centre, width; ///< x, y, z as fractions of the domain
    double amplitude;
  };
  /// sin(pi p x) sin(pi q y), with a number in [-1, 1) of its own on each layer.
  struct Waves {
    double p, q;
    std::uint64_t seed; ///< of the numbers of the layers
  };
  static SourceTerm of(const Bump& bump);
  static SourceTerm of(const Waves& waves);

  /// x and y in (0, 1).
  double horizontal(double x, double y) const;
  /// Layer k of nz.
  double vertical(Int64 k, int nz) const;

private:
  bool is_bump_ = true;
  Bump bump_{};
  Waves waves_{};
};

/// The terms of rhs.kind "sources" and "layered"; none for the others. They follow from the seed alone, not from the grid: a finer
/// grid has the same sources.
std::vector<SourceTerm> source_terms(const deck::Rhs& rhs);

} // namespace isobar
