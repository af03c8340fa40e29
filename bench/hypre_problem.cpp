#include "hypre_problem.hpp"

#include "hypre_check.hpp"
#include "input/input_error.hpp"
#include "pressure/deck/deck.hpp"
#include "setup/random_number.hpp"

#include <isobar/core/grid/horizontal_geometry.hpp>
#include <isobar/core/grid/measures.hpp>
#include <isobar/core/grid/physics.hpp>

#include <cstdint>
#include <limits>

namespace hypre {
namespace {

int first_of(int n, int parts, int part) { return int(std::int64_t(n) * part / parts); }

std::array<int, 2> process_grid(int n, int ranks) {
  std::array<int, 2> grid{0, 0};
  check_mpi(MPI_Dims_create(ranks, 2, grid.data()), "MPI_Dims_create");
  if (grid[0] > n)
    throw isobar::InputError(
        fmt::format("--n {}: too small for {} ranks; expected at least {}", n, ranks, grid[0]));
  return {grid[1], grid[0]}; // more processes in y, so that rows in x stay whole
}

Box box_of(int n, int nz, std::array<int, 2> grid, int rank) {
  const int p = rank % grid[0], q = rank / grid[0];
  Box b{n, n, nz, first_of(n, grid[0], p), first_of(n, grid[1], q), 0, 0};
  b.columns_x = first_of(n, grid[0], p + 1) - b.first_i;
  b.columns_y = first_of(n, grid[1], q + 1) - b.first_j;
  return b;
}

/// 3n/8 <= index < 5n/8, without rounding.
bool in_middle_quarter(int index, int n) {
  return 8 * std::int64_t(index) >= 3 * std::int64_t(n) &&
         8 * std::int64_t(index) < 5 * std::int64_t(n);
}

} // namespace

Problem::Problem(int n, int nz, RightSide rhs, Equation equation,
                 const isobar::MpiComm& communicator)
    : rhs_(rhs), equation_(equation), comm_(communicator) {
  // Rows are numbered with HYPRE_BigInt, 32 bits in Debian's hypre.
  if (std::int64_t(n) * n * nz > std::numeric_limits<HYPRE_BigInt>::max())
    throw isobar::InputError(
        fmt::format("--n {} --nz {}: more rows than this hypre can number", n, nz));
  const auto grid = process_grid(n, comm_.size());
  for (int r = 0; r < comm_.size(); ++r) boxes_.push_back(box_of(n, nz, grid, r));
  box_ = boxes_[comm_.rank()];
  if (equation == Equation::pressure) set_pressure(n, nz);
  else set_poisson(n, nz);
}

/// Couplings: the area of a face over the distance of the centres, twice as much on a side. h is the width of a column, h_z of a layer.
void Problem::set_poisson(int n, int nz) {
  const double h = 1.0 / n, hz = 1.0 / nz;
  for (int k = 0; k < nz; ++k)
    levels_.push_back({hz, k == nz - 1 ? 2.0 / hz : 1.0 / hz, k == 0 ? 2.0 / hz : 1.0 / hz, hz});
  const auto coupling = [n](int beside) { return beside < 0 || beside >= n ? 2.0 : 1.0; };
  for (int j = box_.first_j; j < box_.first_j + box_.columns_y; ++j)
    for (int i = box_.first_i; i < box_.first_i + box_.columns_x; ++i) {
      Column c{h * h, 0.0, coupling(i - 1), coupling(i + 1), coupling(j - 1), coupling(j + 1)};
      c.total = c.west + c.east + c.south + c.north;
      columns_.push_back(c);
    }
}

void Problem::set_pressure(int n, int nz) {
  isobar::Atmosphere atmosphere;
  atmosphere.time_step = isobar::default_time_step(n);
  levels_ = isobar::layer_coefficients(isobar::Domain::panel, isobar::LayerSpacing::graded,
                                       isobar::non_dimensional(atmosphere), nz);
  const isobar::HorizontalGeometry geometry(isobar::Domain::panel, n, n);
  columns_.reserve(box_.cells() / nz);
  for (int j = box_.first_j; j < box_.first_j + box_.columns_y; ++j)
    for (int i = box_.first_i; i < box_.first_i + box_.columns_x; ++i) {
      Column c{geometry.area(i, j),  0.0,
               geometry.west(i, j),  geometry.west(i + 1, j),
               geometry.south(i, j), geometry.south(i, j + 1)};
      c.total = c.west + c.east + c.south + c.north;
      columns_.push_back(c);
    }
}

void Problem::set_alpha(const std::string& path) {
  if (equation_ != Equation::pressure)
    throw isobar::InputError("--alpha: not with --equation poisson; expected pressure");
  alpha_ = isobar::npy::MappedNumbers(path, {box_.ny, box_.nx, box_.nz});
  if (!alpha_.problem().empty()) throw isobar::InputError(path + " " + alpha_.problem());
  const isobar::GridSpec spec{isobar::Domain::panel, isobar::LayerSpacing::graded,
                              isobar::non_dimensional(isobar::Atmosphere{}), box_.nz};
  thickness_ = isobar::LayerMeasures(spec).thickness;
}

/// Multiplies couplings by alpha of two half cells in series, and on sides by the cell's own alpha.
Row Problem::with_alpha(Row r, int i, int j, int k) const {
  const Column& c = column(i, j);
  const double d = levels_[k].d, own = alpha(i, j, k);
  const auto beside = [&](int i2, int j2) {
    const bool inside = i2 >= 0 && i2 < box_.nx && j2 >= 0 && j2 < box_.ny;
    return inside ? 2.0 / (1.0 / own + 1.0 / alpha(i2, j2, k)) : own;
  };
  const auto above = [&](int k2) {
    if (k2 < 0 || k2 >= box_.nz) return own;
    const double share = thickness_[k] / (thickness_[k] + thickness_[k2]);
    return 1.0 / (share / own + (1.0 - share) / alpha(i, j, k2));
  };
  const auto scale = [&r](double full, double& coupling, double factor) {
    r.diagonal += full * (factor - 1.0);
    coupling *= factor;
  };
  scale(d * c.west, r.west, beside(i - 1, j));
  scale(d * c.east, r.east, beside(i + 1, j));
  scale(d * c.south, r.south, beside(i, j - 1));
  scale(d * c.north, r.north, beside(i, j + 1));
  scale(c.area * levels_[k].c, r.below, above(k - 1));
  scale(c.area * levels_[k].b, r.above, above(k + 1));
  return r;
}

Row Problem::row(int i, int j, int k) const {
  const Row plain = plain_row(i, j, k);
  return alpha_.size() > 0 ? with_alpha(plain, i, j, k) : plain;
}

Row Problem::plain_row(int i, int j, int k) const {
  const Column& c = column(i, j);
  const auto& l = levels_[k];
  const double reaction = equation_ == Equation::pressure ? l.a : 0.0; // the term u
  return {c.area * (reaction + l.b + l.c) + c.total * l.d, i == 0 ? 0.0 : -c.west * l.d,
          i == box_.nx - 1 ? 0.0 : -c.east * l.d,          j == 0 ? 0.0 : -c.south * l.d,
          j == box_.ny - 1 ? 0.0 : -c.north * l.d,         k == 0 ? 0.0 : -c.area * l.c,
          k == box_.nz - 1 ? 0.0 : -c.area * l.b};
}

double Problem::right_side(int i, int j, int k) const {
  const double volume = column(i, j).area * levels_[k].a;
  if (rhs_ == RightSide::random) {
    const std::int64_t index = (std::int64_t(j) * box_.nx + i) * box_.nz + k;
    return volume * isobar::random_number(isobar::deck::Rhs{}.seed, std::uint64_t(index));
  }
  return in_middle_quarter(i, box_.nx) && in_middle_quarter(j, box_.ny) ? volume : 0.0;
}

} // namespace hypre
