#include "columns/matrix_rows.hpp"
#include "columns/stored_columns.hpp"
#include "count_operations.hpp"

/// Kernels of stored matrices, and products with the matrix of vertical modes. Solves with stored factors are run with counting numbers. Products
/// are not: Kokkos Kernels multiply with numbers of their own list only. What products move is
/// counted from the rows that both formats are assembled from.
namespace isobar::bench {
namespace {

using counting::Counted, counting::Number, counting::Word, counting::tally;

/// Entries of the row of a cell away from the domain's sides, from bottom and from top.
template <class Rows> int entries(const Rows& rows) {
  const FlatCells& cells = rows.target;
  int count = 0;
  rows.row(cells.nx / 2, cells.nz / 2, cells.ny / 2, [&](Int64, auto) { ++count; });
  return count;
}

/// A product with a matrix, for each fine cell: `rows` rows of so many entries, and `vectors` words of
/// fields that are read and written once. An entry is a word, the index of its column (4 bytes), a
/// multiplication and an addition; without a cache it reads a word of the field, too, where perfect
/// caching reads `sources` words altogether.
struct Product {
  double rows;
  int entries;
  double sources, vectors;

  Count count(Kernel kernel, double row_bytes) const {
    const double all = rows * entries;
    return {kernel,
            2.0 * all,
            0.0,
            2.0 * all + vectors,
            all + sources + vectors,
            4.0 * all + row_bytes * rows};
  }
};

std::vector<Count> products(int n, int nz) {
  const PlannedGrid<double> fine(spec(n, nz), Partition::whole(n, n));
  const PlannedGrid<double> coarse(spec(n, nz), Partition::whole(n, n).coarsened(), 1);
  const double part = double(coarse.unknowns()) / double(fine.unknowns());
  const int of_operator = entries(OperatorRows<double>(fine));
  const Product apply{1.0, of_operator, 1.0, 1.0}; // v is written
  const Product restriction{part, entries(RestrictionRows<double>(fine, coarse)), 1.0, part};
  const Product prolongation{1.0, entries(ProlongationRows<double>(fine, coarse)), part, 2.0};
  const Product csr_residual{1.0, of_operator, 1.0, 4.0}; // a copy of f to r, and r -= A u
  const Product ell_residual{1.0, of_operator, 1.0, 2.0}; // f is read, r is written
  constexpr double offset = 4.0, length = 1.0;            // bytes of a row in CSR and in ELLPACK-R
  return {apply.count(Kernel::csr_apply, offset),
          restriction.count(Kernel::csr_restrict, offset),
          prolongation.count(Kernel::csr_prolongate, offset),
          csr_residual.count(Kernel::csr_residual, offset),
          apply.count(Kernel::ell_apply, length),
          restriction.count(Kernel::ell_restrict, length),
          prolongation.count(Kernel::ell_prolongate, length),
          ell_residual.count(Kernel::ell_residual, length)};
}

/// A product of columns with a matrix of layers and modes, which libraries make, too. `in` and `out`: words of a number that is read and of
/// one that is written. Without a cache each number of a column is read for each mode. The matrix is a few numbers.
Count layer_product(Kernel kernel, int nz, double in, double out) {
  return {kernel, 2.0 * nz, 0.0, nz * in + out, in + out};
}

struct Columns {
  PlannedGrid<Number> grid;
  StoredColumns<Number> columns;
  Field<Word> u, r;

  Columns(int n, int nz)
      : grid(spec(n, nz), Partition::whole(n, n)), columns(grid), u(filled<Counted>(n, nz)),
        r(filled<Counted>(n, nz)) {}
};

} // namespace

std::vector<Count> count_stored(int n, int nz) {
  std::vector<Count> counts = products(n, nz);
  Columns place(n, nz);
  tally = {};
  for (const Field<Word>& field : {place.u, place.r}) tally.memory(field);
  for (const Field<Word>& field : place.columns.factors()) tally.memory(field);
  const auto add = [&](Kernel kernel, const Work<Columns>& work) {
    counts.push_back(count(place, kernel, work, place.grid.unknowns()));
  };
  counts.push_back(layer_product(Kernel::layers_to_modes, nz, 1.0, 1.0));
  counts.push_back(layer_product(Kernel::layers_to_modes_float, nz, 1.0, 0.5));
  counts.push_back(layer_product(Kernel::modes_to_layers, nz, 1.0, 1.0));
  counts.push_back(layer_product(Kernel::modes_to_layers_float, nz, 0.5, 1.0));
  add(Kernel::stored_solve, [](Columns& w) { w.columns.solve(1.0, w.r, w.u); });
  add(Kernel::stored_smooth, [](Columns& w) { w.columns.smooth(0.5, w.r, w.u); });
  return counts;
}

} // namespace isobar::bench
