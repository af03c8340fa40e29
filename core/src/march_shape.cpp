#include <isobar/core/kokkos_compat.hpp>
#include <isobar/core/march_shape.hpp>

#include <cstdlib>

namespace isobar {

int overhang(int nz) {
  if (on_host) return 0;
  const int height = nz <= 32 ? 32 : nz <= 128 ? 128 : nz <= 256 ? 256 : (nz + 31) / 32 * 32;
  return height - nz;
}

MarchShape march_shape(int, int, int nz, std::size_t word) {
  if (on_host || nz > 256) return {};
  if (const char* e = std::getenv("MS")) {
    MarchShape s;
    if (sscanf(e, "%d,%d,%d,%d", &s.lanes, &s.chunks, &s.levels, &s.waves) == 4) return s;
  }
  if (nz <= 32) return {32, 8, 4, 2};
  if (nz > 128) return {16, 16, 16, word == 8 ? 1 : 2};
  return {32, 8, 16, word == 8 ? 1 : 2};
}

} // namespace isobar
