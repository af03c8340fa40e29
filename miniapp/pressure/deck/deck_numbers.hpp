#pragma once
#include "deck/value_kinds.hpp"
#include "pressure/deck/deck_equation.hpp"

#include <fmt/format.h>

/// The kinds of value in [coefficients] and of heights: numbers in the deck or in a file, or the name of a formula.
namespace isobar::deck {

/// Reads the path of a NumPy file.
inline Fault read_npy_path(const Value& value, std::string& target) {
  if (!value.text.ends_with(".npy")) return "unknown choice";
  return Path{}.read(value, target);
}

/// Numbers of the layers or of the interfaces: a list or a file; and, if
/// allowed, one number for all layers or the standard atmosphere.
struct ProfileNumbers {
  Number number;
  std::string count; ///< "n_z"
  bool one_for_all, standard_atmosphere;

  std::string expected() const {
    return fmt::format("{}a list of {} {}{}, or the path of a .npy file with them",
                       one_for_all ? number.expected() + ", " : "", count,
                       one_for_all ? "of them" : "numbers " + number.interval(),
                       standard_atmosphere ? ", \"standard-atmosphere\"" : "");
  }

  Fault read(const Value& value, Profile& target) const {
    Profile found;
    Fault fault;
    if (value.is_text()) fault = read_text(value, found);
    else if (value.is_list()) fault = NumberList{1, 4097, number}.read(value, found.numbers);
    else if (one_for_all) fault = number.read(value, found.numbers.emplace_back());
    else fault = wrong_type(value);
    if (fault.empty()) target = found;
    return fault;
  }

private:
  Fault read_text(const Value& value, Profile& found) const {
    found.standard_atmosphere = standard_atmosphere && value.is_text("standard-atmosphere");
    return found.standard_atmosphere ? Fault() : read_npy_path(value, found.file);
  }
};

/// Reads the name of a formula into `choice` of the target, or a path into its `file`.
template <class Target, class Formula>
Fault read_formula(const Value& value, Target& target, Formula Target::*choice) {
  if (!value.is_text()) return wrong_type(value);
  Target found;
  if (Choice<Formula>{}.read(value, found.*choice).empty() && found.*choice != Formula::file) {
    target = found;
    return {};
  }
  found.*choice = Formula::file;
  Fault fault = read_npy_path(value, found.file);
  if (fault.empty()) target = found;
  return fault;
}

/// A horizontal factor: its formula, or a file.
struct ColumnNumbers {
  static std::string expected() {
    return "\"constant\", \"mountains\", \"ramp\", or the path of a .npy file of shape (ny, nx)";
  }
  static Fault read(const Value& value, Columns& target) {
    return read_formula(value, target, &Columns::factor);
  }
};

/// The height of the ground: its formula, or a file.
struct GroundHeights {
  static std::string expected() {
    return "\"flat\", \"mountains\", or the path of a .npy file of shape (ny, nx)";
  }
  static Fault read(const Value& value, Ground& target) {
    return read_formula(value, target, &Ground::shape);
  }
};

/// Numbers of all cells: a file.
struct CellNumbers {
  static std::string expected() { return "the path of a .npy file of shape (ny, nx, nz)"; }
  static Fault read(const Value& value, std::string& target) {
    return value.is_text() ? read_npy_path(value, target) : wrong_type(value);
  }
};

template <> inline constexpr bool is_text_kind<ColumnNumbers> = true;
template <> inline constexpr bool is_text_kind<GroundHeights> = true;
template <> inline constexpr bool is_text_kind<CellNumbers> = true;
template <> inline constexpr bool is_text_kind<ProfileNumbers> = true;
template <> inline constexpr bool is_number_kind<ProfileNumbers> = true;

inline Value to_value(const Profile& p) {
  if (p.standard_atmosphere) return "standard-atmosphere";
  if (!p.file.empty()) return p.file;
  if (p.numbers.size() == 1) return p.numbers.front();
  return p.numbers.empty() ? Value() : to_value(p.numbers);
}
inline Value to_value(const Columns& c) {
  return c.factor == ColumnFactor::file ? Value(c.file) : Value(word(c.factor));
}

inline Value to_value(const Ground& g) {
  return g.shape == GroundShape::file ? Value(g.file) : Value(word(g.shape));
}

} // namespace isobar::deck
