#pragma once
#include <cstdint>

/// Types that all files share and that need no Kokkos: decks and files include them, too.
namespace isobar {

/// Sizes multiply in this type: 10^12 unknowns must not overflow anything.
using Int64 = std::int64_t;

/// Which cells of a field are neighbours in memory (field.hpp): those of one
/// layer in x, or those of one column, as weather models on CPUs hold them.
enum class Layout { x_fastest, z_fastest };

} // namespace isobar
