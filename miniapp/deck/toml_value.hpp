#pragma once
#include "deck/deck_schema.hpp"

#include <toml++/toml.h>

namespace isobar::deck {

struct TomlValue {
  const toml::node& node;
};

} // namespace isobar::deck
