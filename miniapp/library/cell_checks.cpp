#include "library/cell_checks.hpp"

#include "setup/scaling.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace isobar {
namespace {

/// Finds the largest absolute value. Cell number n counts roughly in the order of memory.
template <class T> struct LargestOfCells {
  StridedCells<const T> cells;
  bool layer_fastest;

  KOKKOS_FUNCTION void operator()(Int64 n, double& most) const {
    const int nx = cells.nx, nz = cells.nz;
    const int i = int(layer_fastest ? n / nz % nx : n % nx);
    const int k = int(layer_fastest ? n % nz : n / nx % nz);
    take_magnitude(cells.at(i, k, int(n / nx / nz)), most);
  }
};

template <class Space, class T> double largest_in(const StridedCells<const T>& cells) {
  double most = 0.0;
  Kokkos::parallel_reduce("isobar/largest",
                          Kokkos::RangePolicy<Space, Kokkos::IndexType<Int64>>(
                              0, Int64(cells.nx) * cells.ny * cells.nz),
                          LargestOfCells<T>{cells, cells.z_stride <= cells.x_stride},
                          Kokkos::Max<double>(most));
  return most;
}

/// Finds the first number that is not finite. Cell number n counts in the order of j, i and k.
template <class T> struct FirstNotFinite {
  StridedCells<const T> cells;

  KOKKOS_FUNCTION void operator()(Int64 n, Int64& first) const {
    const int nx = cells.nx, nz = cells.nz;
    double magnitude = 0.0;
    take_magnitude(cells.at(int(n / nz % nx), int(n % nz), int(n / nz / nx)), magnitude);
    if (magnitude > std::numeric_limits<double>::max() && n < first) first = n;
  }
};

template <class Space, class T> Int64 first_not_finite_in(const StridedCells<const T>& cells) {
  const Int64 all = Int64(cells.nx) * cells.ny * cells.nz;
  Int64 first = all;
  Kokkos::parallel_reduce("isobar/first_not_finite",
                          Kokkos::RangePolicy<Space, Kokkos::IndexType<Int64>>(0, all),
                          FirstNotFinite<T>{cells}, Kokkos::Min<Int64>(first));
  return first < all ? first : -1;
}

/// Calls use(space, cells) with an execution space whose kernels reach the cells.
template <class Use> auto where_they_are_reached(const CellsIn& cells, const Use& use) {
  const auto in = [&](const auto& space) {
    return std::visit([&](const auto& some) { return use(space, some); }, strided(cells));
  };
  if constexpr (!on_host)
    if (!in_reach(cells.place())) return in(Kokkos::DefaultHostExecutionSpace());
  return in(ExecutionSpace());
}

double largest(const CellsIn& cells) {
  Kokkos::fence(); // other work on the device that writes the cells may still run
  return where_they_are_reached(
      cells, []<class Space>(const Space&, const auto& some) { return largest_in<Space>(some); });
}

std::optional<std::array<int, 3>> first_not_finite(const CellsIn& cells) {
  const Int64 n = where_they_are_reached(cells, []<class Space>(const Space&, const auto& some) {
    return first_not_finite_in<Space>(some);
  });
  if (n < 0) return {};
  const auto& [nx, ny, nz] = cells.extents();
  return std::array<int, 3>{int(n / nz % nx), int(n / nz / nx), int(n % nz)};
}

std::string shape_problem(const std::string& name, const CellsIn& cells, const ColumnBlock& block,
                          int nz, int rank) {
  const auto& [nx, ny, n] = cells.extents();
  if (cells.data() == nullptr) return fmt::format("{}: no memory on rank {}", name, rank);
  if (nx != block.nx || ny != block.ny || n != nz)
    return fmt::format("{}: {} x {} x {} cells in x, y and z on rank {}; expected {} x {} x {}",
                       name, nx, ny, n, rank, block.nx, block.ny, nz);
  if (cells.place() == Place::host || cells.place() == Place::device) return "";
  return fmt::format("{}: place {} on rank {}; expected Place::host or Place::device", name,
                     int(cells.place()), rank);
}

} // namespace

double largest(BlocksIn cells) {
  double most = 0.0;
  for (const CellsIn& some : cells) most = std::max(most, largest(some));
  return most;
}

std::string shape_problem(const char* name, BlocksIn cells, const std::vector<ColumnBlock>& blocks,
                          int nz, int rank) {
  if (cells.size() != blocks.size())
    return fmt::format("{}: cells of {} blocks on rank {}; expected those of {}", name,
                       cells.size(), rank, blocks.size());
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const std::string of = blocks.size() > 1 ? fmt::format("{}, block {}", name, n) : name;
    if (std::string line = shape_problem(of, cells[n], blocks[n], nz, rank); !line.empty())
      return line;
  }
  return "";
}

std::string written_problem(const char* name, BlocksIn cells, int rank) {
  for (const CellsIn& some : cells)
    for (std::size_t d = 0; d < 3; ++d)
      if (some.extents()[d] > 1 && some.strides()[d] == 0)
        return fmt::format("{}: a stride is 0 on rank {}; expected memory for each cell", name,
                           rank);
  return "";
}

std::string right_side_problem(RightSide kind) {
  if (kind == RightSide::cell_means || kind == RightSide::integrals) return "";
  return fmt::format("right_side = {}: expected RightSide::cell_means or RightSide::integrals",
                     int(kind));
}

std::string line_about_numbers(const char* name, BlocksIn cells,
                               const std::vector<ColumnBlock>& blocks) {
  for (std::size_t n = 0; n < cells.size(); ++n)
    if (const auto cell = first_not_finite(cells[n])) {
      const auto& [i, j, k] = *cell;
      return fmt::format(
          "{}: cell ({}, {}, {}) is not finite; expected a finite number in each cell", name,
          blocks[n].first_i + i, blocks[n].first_j + j, k);
    }
  return "";
}

} // namespace isobar
