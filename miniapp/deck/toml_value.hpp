#pragma once
#include "deck/value.hpp"

#include <toml++/toml.h>

/// Values of the TOML library, as keys take them and as messages show them.
namespace isobar::deck {

Value value_of(const toml::node& node);

/// Text as one line of moderate length.
std::string one_line(const std::string& text);

/// A value as the user may have written it.
std::string value_text(const toml::node& node);

} // namespace isobar::deck
