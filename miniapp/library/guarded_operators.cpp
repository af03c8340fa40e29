#include "library/guarded_operators.hpp"

#include <cmath>

namespace isobar {
namespace {

using ReadCells = DeviceCells<const double>;
using WrittenCells = DeviceCells<double>;
using CellsToCells = std::function<void(const ReadCells&, const WrittenCells&)>;

/// Writes NaN to all cells.
struct FillWithNaN {
  WrittenCells cells;
  KOKKOS_FUNCTION void operator()(int i, int j) const {
    for (std::size_t k = 0; k < cells.extent(2); ++k) cells(i, j, k) = NAN;
  }
};

void fill_with_nan(const WrittenCells& cells) {
  using Policy = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("isobar/no_number",
                       as_arguments(Policy({0, 0}, {int(cells.extent(0)), int(cells.extent(1))})),
                       FillWithNaN{cells});
}

CellsToCells guarded_function(const CellsToCells& function,
                              const std::shared_ptr<KeptException>& kept) {
  if (!function) return {};
  return [function, kept](const ReadCells& from, const WrittenCells& to) {
    if (!kept->runs([&] { function(from, to); })) fill_with_nan(to);
  };
}

} // namespace

CallerOperators guarded(const CallerOperators& parts, const std::shared_ptr<KeptException>& kept) {
  return {guarded_function(parts.preconditioner, kept), guarded_function(parts.matrix, kept)};
}

} // namespace isobar
