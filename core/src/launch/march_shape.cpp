#include <isobar/core/base/padding.hpp>
#include <isobar/core/launch/march_shape.hpp>

namespace isobar {
namespace {

int height(const MarchShape& s) { return s.chunks * s.layers; }
bool fits(const MarchShape& s, int nz) { return height(s) >= nz && height(s) <= nz + overhang(nz); }

} // namespace

MarchShape march_shape(int nx, int ny, int nz, std::size_t word,
                       const std::vector<MarchRule>& rules) {
  for (const MarchRule& rule : rules)
    if (rule.word == word && Int64(nx) * ny >= rule.columns && fits(rule.shape, nz))
      return rule.shape;
  MarchShape lowest;
  for (const MarchShape& s : compiled_march_shapes(word))
    if (fits(s, nz) && (lowest.chunks == 0 || height(s) < height(lowest))) lowest = s;
  return lowest;
}

} // namespace isobar
