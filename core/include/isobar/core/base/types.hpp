#pragma once
#include <cstdint>

/// Types that all files share and that need no Kokkos: decks and files include them, too.
namespace isobar {

/// The type in which sizes are multiplied, so that 10^12 unknowns do not overflow.
using Int64 = std::int64_t;

/// The order of a field's cells in memory (field.hpp). Neighbours in memory are cells of one layer
/// in x, or cells of one column, as weather models on CPUs hold them.
enum class Layout { x_fastest, z_fastest };

} // namespace isobar
