#pragma once

namespace isobar {

/// The colour of a column, as on a chess board: red columns have only black neighbours.
enum class Colour { red, black };

} // namespace isobar
