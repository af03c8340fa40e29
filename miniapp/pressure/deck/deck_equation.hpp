#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

/// The coefficients of the equation in a deck. Files with numbers of layers are
/// read when the deck is resolved, those of columns and cells in equation_of.
namespace isobar::deck {

/// A function of the height: one number for all layers, one number a layer from
/// the ground up, or the standard atmosphere.
struct Profile {
  std::vector<double> numbers;
  std::string file; ///< NumPy file of the numbers; empty: they are in the deck
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

/// The ground that layers follow: flat, the formula of mountains, or heights in m.
enum class GroundShape { flat, mountains, file };
struct Ground {
  GroundShape shape = GroundShape::flat;
  std::string file;
  bool is_flat() const { return shape == GroundShape::flat; }
};

/// The product of a profile and a column factor; or the numbers of a file of cells, if one is given.
struct Coefficient {
  Profile profile{{1.0}, {}, false};
  Columns columns{};
  std::string cells{};
  bool operator==(const Coefficient&) const = default;
};

/// A component of xi without convection: its profile is 0.
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

/// All coefficients, by the names with which their keys begin.
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
