#include "pressure/deck/deck_keys.hpp"
#include "pressure/deck/deck_numbers.hpp"

namespace isobar::deck {
namespace {

using Keys = std::vector<Key>;

Key side_key(Boundary Boundaries::*side, const char* name, const char* meaning, const char* note) {
  const KeyMaker<Boundaries> key{"boundaries", &Deck::boundaries};
  Key made = key(side, name, Choice<Boundary>{}, "", meaning);
  if (note == nullptr) return made;
  return used_with(
      "a domain with sides", [](const Deck& d) { return !d.grid.is_sphere(); },
      default_is(note, made));
}

/// Profile and horizontal factor of one coefficient.
template <class Part>
Keys factor_keys(const Part& part, const NamedCoefficient& c, const char* meaning) {
  const KeyMaker<Coefficient, Part> key{"coefficients", part};
  const std::string name(c.name);
  const bool alpha = name.starts_with("alpha");
  const Number number = c.is_xi ? any_number : alpha ? positive : at_least_0;
  return {
      key(&Coefficient::profile, name + "_profile", ProfileNumbers{number, "n_z", true, alpha},
          c.is_xi ? "1 / radius" : "", std::string(meaning) + ", as a function of the height"),
      key(&Coefficient::columns, name + "_columns", ColumnNumbers{}, "",
          "factor of the profile, a function of the horizontal position" +
              std::string(c.is_xi ? "" : ", greater than 0")),
  };
}

Keys keys_of(const NamedCoefficient& c, const char* meaning) {
  const auto part = [member = c.member](auto& deck) -> auto& { return deck.coefficients.*member; };
  Keys keys = factor_keys(part, c, meaning);
  if (c.is_xi) return keys;
  const KeyMaker<Coefficient, decltype(part)> key{"coefficients", part};
  keys.push_back(
      default_is("the product of both",
                 key(&Coefficient::cells, std::string(c.name) + "_cells", CellNumbers{}, "",
                     "one number for each cell in place of the product. Multigrid and line "
                     "relaxation then precondition with the nearest product")));
  return keys;
}

bool uses(const Deck& deck, ColumnFactor factor) {
  for (const NamedCoefficient& c : coefficients)
    if ((deck.coefficients.*c.member).columns.factor == factor) return true;
  return false;
}
bool has_mountains(const Deck& deck) {
  const Coefficients& c = deck.coefficients;
  return c.has_mountains() || c.ground.shape == GroundShape::mountains;
}

Keys formula_keys() {
  const KeyMaker<Coefficients> key{"coefficients", &Deck::coefficients};
  return {
      key(&Coefficients::ground, "ground", GroundHeights{}, "m",
          "height h of the ground, less than the depth. All layers follow the ground below a flat "
          "top. Faces between columns and volumes get the factor 1 - h / depth, and alpha_v gets "
          "its inverse. Columns couple through the layers' inclination. The key needs grid.flux = "
          "\"vertex\" and a Krylov method. The method's preconditioner does not know the "
          "inclination"),
      used_with("mountains", has_mountains,
                key(&Coefficients::mountain_height, "mountain_height", positive, "m",
                    "height of the summits, less than the depth. As a factor of columns, mountains "
                    "are 1 - h / depth, for alpha_v its inverse. Their height is `h = "
                    "mountain_height sin^2(pi n x) sin^2(pi n y)`, with n = mountains. x and y run "
                    "from 0 to 1, on the sphere in each panel")),
      used_with("mountains", has_mountains,
                key(&Coefficients::mountains, "mountains", Integer{1, 1000}, "",
                    "number n of mountains along each direction")),
      used_with(
          "ramp", [](const Deck& d) { return uses(d, ColumnFactor::ramp); },
          key(&Coefficients::ramp_factor, "ramp_factor", positive, "",
              "factor in the east, or on the sphere at the north pole. In the west, or at the "
              "south pole, the factor is 1. From west to east it is ramp_factor^x. On the sphere "
              "it is ramp_factor^((1 + z) / 2), with z the sine of the latitude")),
  };
}

} // namespace

Keys boundary_keys() {
  using B = Boundaries;
  constexpr const char* const side = "\"dirichlet\"; in latlon \"periodic\" where longitudes close";
  constexpr const char* const pole = "\"dirichlet\"; in latlon \"neumann\" at a pole";
  return {side_key(&B::west, "west", "periodic: east is periodic too, and the domain is no panel",
                   side),
          side_key(&B::east, "east", "as west", side),
          side_key(&B::south, "south",
                   "periodic: north is periodic too, and the domain is no panel", pole),
          side_key(&B::north, "north", "as south", pole),
          side_key(&B::bottom, "bottom", "never periodic", nullptr),
          side_key(&B::top, "top", "never periodic", nullptr)};
}

Keys coefficient_keys() {
  constexpr const char* const meanings[] = {"coefficient alpha_h relative to w^2",
                                            "coefficient alpha_v relative to w^2 lam^2",
                                            "coefficient of u itself",
                                            "convection in x",
                                            "convection in y",
                                            "convection upwards"};
  Keys all;
  for (std::size_t n = 0; n < coefficients.size(); ++n)
    for (Key& key : keys_of(coefficients[n], meanings[n])) all.push_back(std::move(key));
  return joined({all, formula_keys()});
}

} // namespace isobar::deck
