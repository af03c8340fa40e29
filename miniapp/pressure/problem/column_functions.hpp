#pragma once
#include "input/npy_mapped.hpp"
#include "pressure/deck/deck.hpp"

#include <isobar/core/grid/coefficients.hpp>

namespace isobar {

/// The deck's function of the horizontal position for a coefficient; empty if it is 1. Without
/// `files` a function in a file is empty too. Throws InputError if a file cannot be read.
HorizontalField column_function(const Deck& deck, const deck::NamedCoefficient& c, bool files);

/// The height of a deck's ground as a share of the depth. It is empty if the ground is flat, and,
/// without `files`, if it is in a file. Throws likewise.
HorizontalField ground_function(const Deck& deck, bool files);

/// The numbers of a deck's file of columns or cells. Throws InputError that names the key.
npy::MappedNumbers numbers_of(const Deck& deck, const std::string& key, const std::string& path,
                              const npy::Shape& shape);

} // namespace isobar
