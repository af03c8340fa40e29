#pragma once
#include "deck/deck_names.hpp"

namespace isobar::deck {

/// The numbers of a solve; mixed: cycles in float inside a solver in double.
enum class Precision { double_, float_, mixed };
template <> inline constexpr Words<3> words<Precision>{"double", "float", "mixed"};

} // namespace isobar::deck
