#pragma once
#include "deck/deck_values.hpp"
#include "pressure/deck/deck_equation.hpp"

/// The kinds of value of [coefficients] and of heights: numbers in the deck or in a file, or a formula's name.
namespace isobar::deck {

/// Reads the path of a NumPy file.
inline Fault read_npy_path(const toml::node& node, std::string& target) {
  const std::string text = node.as_string()->get();
  if (!text.ends_with(".npy")) return "unknown choice";
  return Path{}.read(node, target);
}

/// Numbers of the layers, or of the interfaces: a list, a file, and where they are allowed one number for all layers and
/// the standard atmosphere.
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

  Fault read(const toml::node& node, Profile& target) const {
    Profile found;
    Fault fault;
    if (node.is_string()) fault = read_text(node, found);
    else if (node.is_array()) fault = NumberList{1, 4097, number}.read(node, found.numbers);
    else if (one_for_all) fault = number.read(node, found.numbers.emplace_back());
    else fault = wrong_type(node);
    if (fault.empty()) target = found;
    return fault;
  }

private:
  Fault read_text(const toml::node& node, Profile& found) const {
    found.standard_atmosphere =
        standard_atmosphere && node.as_string()->get() == "standard-atmosphere";
    return found.standard_atmosphere ? Fault() : read_npy_path(node, found.file);
  }
};

/// A horizontal factor: its formula, or a file.
struct ColumnNumbers {
  static std::string expected() {
    return "\"constant\", \"mountains\", \"ramp\", or the path of a .npy file of shape (ny, nx)";
  }
  static Fault read(const toml::node& node, Columns& target) {
    if (!node.is_string()) return wrong_type(node);
    Columns found;
    if (Choice<ColumnFactor>{}.read(node, found.factor).empty() &&
        found.factor != ColumnFactor::file) {
      target = found;
      return {};
    }
    found.factor = ColumnFactor::file;
    Fault fault = read_npy_path(node, found.file);
    if (fault.empty()) target = found;
    return fault;
  }
};

/// Numbers of all cells: a file.
struct CellNumbers {
  static std::string expected() { return "the path of a .npy file of shape (ny, nx, nz)"; }
  static Fault read(const toml::node& node, std::string& target) {
    return node.is_string() ? read_npy_path(node, target) : wrong_type(node);
  }
};

template <> inline constexpr bool is_text_kind<ColumnNumbers> = true;
template <> inline constexpr bool is_text_kind<CellNumbers> = true;
template <> inline constexpr bool is_text_kind<ProfileNumbers> = true;
template <> inline constexpr bool is_number_kind<ProfileNumbers> = true;

inline nlohmann::json to_json(const Profile& p) {
  if (p.standard_atmosphere) return "standard-atmosphere";
  if (!p.file.empty()) return p.file;
  if (p.numbers.size() == 1) return p.numbers.front();
  return p.numbers.empty() ? nlohmann::json() : nlohmann::json(p.numbers);
}
inline nlohmann::json to_json(const Columns& c) {
  return c.factor == ColumnFactor::file ? nlohmann::json(c.file) : nlohmann::json(word(c.factor));
}

} // namespace isobar::deck
