#pragma once
#include "fem/fem_names.hpp"

#include <nlohmann/json.hpp>

/// Values of decks of isobar_fem as reports write them. No TOML here: reports stand beside kernels, and nvcc 13 cannot read that
/// library's headers after the ones of Kokkos.
namespace isobar::fem {

template <class E> nlohmann::json to_json(const NumberOrName<E>& value) {
  return value.name ? nlohmann::json(deck::word(*value.name)) : nlohmann::json(value.number);
}

} // namespace isobar::fem
