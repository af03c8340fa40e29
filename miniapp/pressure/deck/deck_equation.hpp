#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

/// What a deck says about the equation's coefficients. Files are read where the deck is resolved (numbers of the layers) and
/// in equation_of (numbers of columns and of cells).
namespace isobar::deck {

/// A function of the height: one number for all layers, one a layer from the ground up, or that of the standard
/// atmosphere.
struct Profile {
  std::vector<double> numbers;
  std::string file; ///< the numbers' NumPy file; empty: they stand in the deck
  bool standard_atmosphere = false;
  bool operator==(const Profile&) const = default;

  bool is_everywhere(double number) const {
    for (const double x : numbers)
      if (x != number) return false;
    return !standard_atmosphere;
  }
};

/// A function of the horizontal position; `constant` is 1.
enum class ColumnFactor { constant, mountains, ramp, file };
struct Columns {
  ColumnFactor factor = ColumnFactor::constant;
  std::string file;
  bool operator==(const Columns&) const = default;
};

/// The ground that layers follow: a plain, that of the formula of mountains, or heights in m.
enum class GroundShape { flat, mountains, file };
struct Ground {
  GroundShape shape = GroundShape::flat;
  std::string file;
  bool is_flat() const { return shape == GroundShape::flat; }
};

/// The product of both; or, where a file of cells is given, its numbers.
struct Coefficient {
  Profile profile{{1.0}, {}, false};
  Columns columns{};
  std::string cells{};
  bool operator==(const Coefficient&) const = default;
};

/// A component of xi: without convection its profile is 0.
inline const Coefficient no_convection{{{0.0}, {}, false}, {}, {}};

struct Coefficients {
  Coefficient alpha_h, alpha_v, beta;
  Coefficient xi_x = no_convection, xi_y = no_convection, xi_z = no_convection;
  Ground ground;
  double mountain_height = 4000.0;
  int mountains = 3;
  double ramp_factor = 100.0;

  bool has_convection() const {
    return !xi_x.profile.is_everywhere(0.0) || !xi_y.profile.is_everywhere(0.0) ||
           !xi_z.profile.is_everywhere(0.0);
  }
  /// Whether a coefficient has the factor of mountains.
  bool has_mountains() const {
    for (const Coefficient* c : {&alpha_h, &alpha_v, &beta, &xi_x, &xi_y, &xi_z})
      if (c->columns.factor == ColumnFactor::mountains) return true;
    return false;
  }
  bool has_cells() const {
    return !alpha_h.cells.empty() || !alpha_v.cells.empty() || !beta.cells.empty();
  }
};

/// All coefficients, as keys begin with them.
struct NamedCoefficient {
  std::string_view name;
  Coefficient Coefficients::*member;
  bool is_xi;
};
inline constexpr std::array<NamedCoefficient, 6> coefficients = {
    {{"alpha_h", &Coefficients::alpha_h, false},
     {"alpha_v", &Coefficients::alpha_v, false},
     {"beta", &Coefficients::beta, false},
     {"xi_x", &Coefficients::xi_x, true},
     {"xi_y", &Coefficients::xi_y, true},
     {"xi_z", &Coefficients::xi_z, true}}};

} // namespace isobar::deck
