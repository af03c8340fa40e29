#include <isobar/core/base/padding.hpp>
#include <isobar/core/launch/march_shape.hpp>

namespace isobar {
namespace {

bool fits(const MarchShape& s, int nz) {
  return s.chunks * s.layers >= nz && s.chunks * s.layers <= nz + overhang(nz);
}

} // namespace

MarchShape march_shape(int nx, int ny, int nz, std::size_t word,
                       const std::vector<MarchRule>& rules) {
  if (nz > 256) return {};
  for (const MarchRule& rule : rules)
    if (rule.word == word && Int64(nx) * ny >= rule.columns && fits(rule.shape, nz))
      return rule.shape;
  if (nz <= 32) return {32, 8, 4, 2};
  if (nz > 128) return {16, 16, 16, word == 8 ? 1 : 2};
  return {32, 8, 16, word == 8 ? 1 : 2};
}

} // namespace isobar
