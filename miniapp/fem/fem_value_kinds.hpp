#pragma once
#include "deck/value_kinds.hpp"
#include "fem/fem_names.hpp"
#include "input/plain_text.hpp"

#include <fmt/format.h>

/// Kinds of values of isobar_fem's decks, in addition to those of value_kinds.hpp.
namespace isobar::fem {

using deck::Fault;

template <class E> deck::Value to_value(const NumberOrName<E>& value) {
  return value.name ? deck::Value(deck::word(*value.name)) : deck::Value(value.number);
}

/// A number, or the name of a function.
template <class E> struct NumberOr {
  deck::Number number;
  std::string expected() const {
    return number.expected() + ", or " + deck::Choice<E>{}.expected();
  }
  Fault read(const deck::Value& value, NumberOrName<E>& target) const {
    if (!value.is_text()) {
      target.name.reset();
      return number.read(value, target.number);
    }
    return deck::Choice<E>{}.read(value, target.name.emplace());
  }
};

/// A factor, or "auto".
struct RelaxationOrAuto {
  deck::Number number;
  std::string expected() const { return "\"auto\" or " + number.expected(); }
  Fault read(const deck::Value& value, Relaxation& target) const {
    target = {};
    target.by_eigenvalue = value.is_text("auto");
    return target.by_eigenvalue ? Fault() : number.read(value, target.factor.emplace());
  }
};
inline deck::Value to_value_of(const RelaxationOrAuto&, const Relaxation& value) {
  return value.by_eigenvalue ? deck::Value("auto") : deck::to_value(value.factor);
}

/// One of the names, or "none", which leaves the member empty.
template <class E> struct ChoiceOrNone {
  std::string expected() const { return "\"none\", " + deck::Choice<E>{}.expected(); }
  Fault read(const deck::Value& value, std::optional<E>& target) const {
    target.reset();
    if (value.is_text("none")) return {};
    return deck::Choice<E>{}.read(value, target.emplace());
  }
};
template <class E> deck::Value to_value_of(const ChoiceOrNone<E>&, const std::optional<E>& value) {
  return value ? deck::word(*value) : "none";
}

/// Reads a list of pairs: a name, described by `whose`, and a value that read_value(value, name) reads.
template <class ReadValue>
Fault read_pairs(const deck::Value& value, std::size_t most, const std::string& whose,
                 const ReadValue& read_value) {
  if (!value.is_list()) return deck::wrong_type(value);
  if (value.list.size() > most) return deck::wrong_length(value);
  for (const deck::Value& entry : value.list) {
    if (!entry.is_list()) return deck::wrong_type(entry);
    const deck::Value::List& pair = entry.list;
    if (pair.size() != 2) return fmt::format("a pair of wrong length ({})", pair.size());
    if (!pair[0].is_text()) return deck::wrong_type(pair[0]);
    const std::string& name = pair[0].text;
    if (name.empty() || !is_printable(name)) return "no name of a " + whose;
    if (Fault fault = read_value(pair[1], name); !fault.empty()) return fault;
  }
  return {};
}

/// Pairs of a region's name and its coefficient.
struct RegionValues {
  std::size_t most;
  deck::Number value;
  std::string expected() const {
    return fmt::format("a list of up to {} pairs, each the name of a region and {}", most,
                       value.expected());
  }
  Fault read(const deck::Value& pairs, std::vector<RegionValue>& target) const {
    target.clear();
    return read_pairs(pairs, most, "region", [&](const deck::Value& what, const std::string& name) {
      RegionValue& added = target.emplace_back();
      added.region = name;
      return value.read(what, added.value);
    });
  }
};
inline deck::Value to_value_of(const RegionValues&, const std::vector<RegionValue>& values) {
  deck::Value::List list;
  for (const RegionValue& v : values) list.push_back(deck::Value::List{v.region, v.value});
  return list;
}

/// Pairs of a rim's name and the factor of u there.
struct RimTransfers {
  std::size_t most;
  deck::Number value;
  std::string expected() const {
    return fmt::format("a list of up to {} pairs, each the name of a boundary and {}", most,
                       value.expected());
  }
  Fault read(const deck::Value& pairs, std::vector<RimTransfer>& target) const {
    target.clear();
    return read_pairs(pairs, most, "boundary",
                      [&](const deck::Value& what, const std::string& name) {
                        RimTransfer& added = target.emplace_back();
                        added.rim = name;
                        return value.read(what, added.value);
                      });
  }
};
inline deck::Value to_value_of(const RimTransfers&, const std::vector<RimTransfer>& values) {
  deck::Value::List list;
  for (const RimTransfer& v : values) list.push_back(deck::Value::List{v.rim, v.value});
  return list;
}

/// Pairs of a rim's name and the flux into the mesh.
struct RimFluxes {
  std::size_t most;
  NumberOr<FunctionName> value;
  std::string expected() const {
    return fmt::format(
        "a list of up to {} pairs, each the name of a boundary and {}, or \"solution\"", most,
        value.expected());
  }
  Fault read(const deck::Value& pairs, std::vector<RimFlux>& target) const {
    target.clear();
    return read_pairs(pairs, most, "boundary",
                      [&](const deck::Value& what, const std::string& name) {
                        RimFlux& added = target.emplace_back();
                        added.rim = name;
                        added.of_solution = what.is_text("solution");
                        return added.of_solution ? Fault() : value.read(what, added.value);
                      });
  }
};
inline deck::Value to_value(const RimFlux& flux) {
  return flux.of_solution ? deck::Value("solution") : to_value(flux.value);
}
inline deck::Value to_value_of(const RimFluxes&, const std::vector<RimFlux>& values) {
  deck::Value::List list;
  for (const RimFlux& v : values) list.push_back(deck::Value::List{v.rim, to_value(v)});
  return list;
}

/// Pairs of a rim's name and the value of u there.
struct RimValues {
  std::size_t most;
  NumberOr<FunctionName> value;
  std::string expected() const {
    return fmt::format("a list of up to {} pairs, each the name of a boundary and {}, or \"none\"",
                       most, value.expected());
  }
  Fault read(const deck::Value& pairs, std::vector<RimValue>& target) const {
    target.clear();
    return read_pairs(pairs, most, "boundary",
                      [&](const deck::Value& what, const std::string& name) {
                        RimValue& added = target.emplace_back();
                        added.rim = name;
                        added.open = what.is_text("none");
                        return added.open ? Fault() : value.read(what, added.value);
                      });
  }
};
inline deck::Value to_value_of(const RimValues&, const std::vector<RimValue>& values) {
  deck::Value::List list;
  for (const RimValue& v : values)
    list.push_back(deck::Value::List{v.rim, v.open ? deck::Value("none") : to_value(v.value)});
  return list;
}

} // namespace isobar::fem

namespace isobar::deck {
template <class E> inline constexpr bool is_text_kind<fem::NumberOr<E>> = true;
template <class E> inline constexpr bool is_number_kind<fem::NumberOr<E>> = true;
template <class E> inline constexpr bool is_text_kind<fem::ChoiceOrNone<E>> = true;
} // namespace isobar::deck
