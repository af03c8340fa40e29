#include <isobar/core/base/device_array.hpp>
#include <isobar/core/flow/obstacle_codes.hpp>

#include <array>
#include <vector>

namespace isobar {
namespace {

using Place = std::array<int, 3>; ///< i, j, k

/// Returns the length of a row with its padding, as kernels load whole packs.
int padded_row(int nx) { return (nx + 63) / 64 * 64 + 64; }

/// Knows which cells of a part are solid, and which of one row, column and layer around it. Indices count from the part's first
/// cell. Beyond a periodic side lie the cells of the other end.
class Solids {
public:
  Solids(const FlowSpec& spec, const Partition& p)
      : spec_(spec), first_{p.first_i, p.first_j, 0}, cells_{p.nx, p.ny, spec.z.cells()},
        flags_(std::size_t(p.nx + 2) * std::size_t(p.ny + 2) * std::size_t(spec.z.cells() + 2)) {
    for (int j = -1; j <= p.ny; ++j)
      for (int k = -1; k <= cells_[2]; ++k)
        for (int i = -1; i <= p.nx; ++i) flags_[at({i, j, k})] = found({i, j, k});
  }

  bool operator()(const Place& p) const { return flags_[at(p)]; }
  /// Returns whether a cell lies beyond a side of the box that is not periodic.
  bool is_beyond(const Place& p) const {
    for (std::size_t d = 0; d < 3; ++d)
      if (!is_periodic(d) && (first_[d] + p[d] < 0 || first_[d] + p[d] >= all(d))) return true;
    return false;
  }

private:
  std::size_t at(const Place& p) const {
    const auto n = [](int x) { return std::size_t(x) + 1; };
    return (n(p[1]) * std::size_t(cells_[2] + 2) + n(p[2])) * std::size_t(cells_[0] + 2) + n(p[0]);
  }
  bool found(const Place& p) const {
    if (is_beyond(p)) return false;
    Place whole{};
    for (std::size_t d = 0; d < 3; ++d) whole[d] = (first_[d] + p[d] + all(d)) % all(d);
    return spec_.is_solid(whole[0], whole[1], whole[2]);
  }
  bool is_periodic(std::size_t d) const { return spec_.walls()[2 * d]->kind == WallKind::periodic; }
  int all(std::size_t d) const { return (d == 0 ? spec_.x : d == 1 ? spec_.y : spec_.z).cells(); }

  const FlowSpec& spec_;
  Place first_, cells_;
  std::vector<char> flags_;
};

Place moved(Place p, std::size_t d, int by) {
  p[d] += by;
  return p;
}

constexpr std::uint32_t bit(ObstacleBit b) { return std::uint32_t(1) << int(b); }

/// Returns the bits of the velocity across axis d. They say whether its low face is closed, and on which sides along the face
/// both neighbours are solid. On such a side a surface lies half a cell away. In: `first`, the velocity's first bit.
std::uint32_t velocity_code(const Solids& solid, const Place& p, std::size_t d, ObstacleBit first) {
  if (solid(p) || solid(moved(p, d, -1))) return bit(first);
  std::uint32_t code = 0;
  int n = int(first) + 1;
  for (std::size_t along = 0; along < 3; ++along) {
    if (along == d) continue;
    for (const int by : {-1, 1}) {
      const Place beside = moved(p, along, by);
      if (solid(beside) && solid(moved(beside, d, -1))) code |= std::uint32_t(1) << n;
      ++n;
    }
  }
  return code;
}

/// Returns the bits of a cell's six faces.
std::uint32_t cell_code(const Solids& solid, const Place& p) {
  std::uint32_t code = 0;
  int n = 0;
  for (std::size_t d = 0; d < 3; ++d)
    for (const int by : {-1, 1}) {
      const Place beside = moved(p, d, by);
      const bool closed = solid(p) || solid(beside);
      if (closed) code |= std::uint32_t(1) << (int(ObstacleBit::west) + n);
      if (closed || solid.is_beyond(beside))
        code |= std::uint32_t(1) << (int(ObstacleBit::no_flux_west) + n);
      ++n;
    }
  return code;
}

std::uint32_t code(const Solids& solid, const Place& p) {
  return velocity_code(solid, p, 0, ObstacleBit::u_closed) |
         velocity_code(solid, p, 1, ObstacleBit::v_closed) |
         velocity_code(solid, p, 2, ObstacleBit::w_closed) | cell_code(solid, p);
}

} // namespace

ObstacleCodes::ObstacleCodes(const FlowSpec& spec, const Partition& p) {
  if (spec.obstacles.empty()) return;
  const Solids solid(spec, p);
  const int nz = spec.z.cells();
  row = padded_row(p.nx);
  std::vector<std::uint32_t> codes(std::size_t(row) * std::size_t(nz) * std::size_t(p.ny));
  for (int j = 0; j < p.ny; ++j)
    for (int k = 0; k < nz; ++k) {
      const std::size_t begin =
          (std::size_t(j) * std::size_t(nz) + std::size_t(k)) * std::size_t(row);
      for (int i = 0; i < p.nx; ++i) codes[begin + std::size_t(i)] = code(solid, {i, j, k});
    }
  bits = on_device("isobar obstacles", codes);
}

Int64 ObstacleCodes::bytes(const FlowSpec& spec, const Partition& p) {
  if (spec.obstacles.empty()) return 0;
  return Int64(padded_row(p.nx)) * spec.z.cells() * p.ny * Int64(sizeof(std::uint32_t));
}

} // namespace isobar
