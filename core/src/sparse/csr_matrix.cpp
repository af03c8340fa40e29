#include "sparse/sparse_compat.hpp"
#include "sparse/stored_matrix.hpp"
#include <isobar/core/base/region.hpp>

#include <limits>
#include <stdexcept>

namespace isobar {
namespace {

template <class T, class Offset>
using Crs =
    KokkosSparse::CrsMatrix<T, int, Kokkos::Device<ExecutionSpace, MemorySpace>, void, Offset>;

using AllRows = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>;

/// Where each row's entries begin, and at [rows] how many there are.
template <class Offsets, class Rows> void count_entries(const Rows& rows, const Offsets& offsets) {
  const Int64 last = rows.target.rows();
  Kokkos::parallel_scan(
      "isobar/csr_count", AllRows(0, last + 1), KOKKOS_LAMBDA(Int64 n, Int64 & sum, bool final) {
        if (final) offsets(n) = typename Offsets::non_const_value_type(sum);
        if (n == last) return;
        rows.target.visit(
            n, [&](int i, int k, int j) { rows.row(i, k, j, [&](Int64, auto) { ++sum; }); });
      });
}

template <class Offsets, class Columns, class Values, class Rows>
void fill_entries(const Rows& rows, const Offsets& offsets, const Columns& columns,
                  const Values& values) {
  Kokkos::parallel_for(
      "isobar/csr_fill", AllRows(0, rows.target.rows()), KOKKOS_LAMBDA(Int64 n) {
        Int64 at = Int64(offsets(n));
        rows.target.visit(n, [&](int i, int k, int j) {
          rows.row(i, k, j, [&](Int64 place, auto value) {
            columns(at) = int(place);
            values(at++) = value;
          });
        });
      });
}

constexpr Kernel product_kernels[] = {Kernel::csr_apply, Kernel::csr_restrict,
                                      Kernel::csr_prolongate}; // by MatrixUse

constexpr Int64 most_places = std::numeric_limits<int>::max();

} // namespace

/// The products, whatever the type of the offsets.
template <class T> class CsrMatrix<T>::Products {
public:
  explicit Products(MatrixUse use, int level, const FlatCells& target)
      : product_label(kernel_label(product_kernels[int(use)], level)),
        residual_label(kernel_label(Kernel::csr_residual, level)), target_(target) {}
  virtual ~Products() = default;
  /// y = alpha A x + beta y on the rows' places in y
  virtual void multiply(T alpha, const Vector& x, T beta, const Vector& y) const = 0;
  virtual void update(const OperatorRows<T>& rows) const = 0;
  virtual Int64 entries() const = 0;

  const std::string product_label, residual_label;

protected:
  const FlatCells target_;
};

template <class T> template <class Offset> class CsrMatrix<T>::Storage : public Products {
public:
  using Matrix = Crs<T, Offset>;
  using Product = SparseProduct<Matrix>;

  template <class Rows>
  explicit Storage(const Rows& rows)
      : Products(Rows::use, rows.level, rows.target), matrix_(assemble(rows)) {}

  void multiply(T alpha, const Vector& x, T beta, const Vector& y) const override {
    using View = typename Product::Vector;
    const FlatCells& target = this->target_;
    product_(alpha, matrix_, View(x.flat().data(), x.flat().size()), beta,
             View(y.flat().data() + target.first, std::size_t(target.rows())));
  }
  void update(const OperatorRows<T>& rows) const override {
    fill_entries(rows, matrix_.graph.row_map, matrix_.graph.entries, matrix_.values);
  }
  Int64 entries() const override { return Int64(matrix_.nnz()); }

private:
  template <class Rows> static Matrix assemble(const Rows& rows) {
    using Offsets = typename Matrix::row_map_type::non_const_type;
    using Columns = typename Matrix::index_type::non_const_type;
    using Values = typename Matrix::values_type::non_const_type;
    const Int64 last = rows.target.rows();
    const Offsets offsets("isobar csr offsets", std::size_t(last) + 1);
    count_entries(rows, offsets);
    Offset entries = 0;
    Kokkos::deep_copy(entries, Kokkos::subview(offsets, last));
    const Columns indices("isobar csr columns", entries);
    const Values values("isobar csr values", entries);
    fill_entries(rows, offsets, indices, values);
    return Matrix("isobar csr", int(last), int(rows.source.places), entries, values, offsets,
                  indices);
  }

  Matrix matrix_;
  Product product_;
};

template <class T>
template <class Rows>
CsrMatrix<T>::CsrMatrix(const Rows& rows, Offsets offsets) {
  const Int64 most = Int64(rows.target.nx) * rows.target.ny * rows.target.nz * Rows::most_entries;
  const Int64 places = rows.source.places;
  if (offsets == Offsets::automatic)
    offsets = most <= most_places ? Offsets::bits32 : Offsets::bits64;
  if (places > most_places || rows.target.rows() >= most_places || most > most_matrix_entries ||
      (offsets == Offsets::bits32 && most > most_places))
    throw std::length_error("a stored matrix of " + std::to_string(places) + " columns and " +
                            std::to_string(most) + " entries is larger than its indices can count");
  if (offsets == Offsets::bits32) products_ = std::make_shared<Storage<int>>(rows);
  else products_ = std::make_shared<Storage<std::size_t>>(rows);
}

template <class T> void CsrMatrix<T>::update(const OperatorRows<T>& rows) const {
  products_->update(rows);
}

template <class T> void CsrMatrix<T>::apply(const Vector& x, const Vector& y) const {
  const Region region(products_->product_label);
  products_->multiply(T(1), x, T(0), y);
}

template <class T> void CsrMatrix<T>::add(const Vector& x, const Vector& y) const {
  const Region region(products_->product_label);
  products_->multiply(T(1), x, T(1), y);
}

template <class T>
void CsrMatrix<T>::residual(const Vector& x, const Vector& f, const Vector& r) const {
  const Region region(products_->residual_label);
  Kokkos::deep_copy(ExecutionSpace(), r.flat(), f.flat());
  products_->multiply(T(-1), x, T(1), r);
}

template <class T> Int64 CsrMatrix<T>::entries() const { return products_->entries(); }

template <class T> Int64 CsrMatrix<T>::operator_bytes(int nx, int ny, int nz) {
  const Int64 cells = Int64(nx) * ny * nz;
  return bytes(OperatorRows<T>::most_entries * cells, FlatCells(FieldShape::of<T>(nx, ny, nz)));
}

template <class T>
Int64 CsrMatrix<T>::transfer_bytes(int nx, int ny, int nz, int coarse_nx, int coarse_ny) {
  const Int64 cells = Int64(nx) * ny * nz;
  return bytes(ProlongationRows<T>::most_entries * cells,
               FlatCells(FieldShape::of<T>(nx, ny, nz))) +
         bytes(cells, FlatCells(FieldShape::of<T>(coarse_nx, coarse_ny, nz)));
}

template <class T> Int64 CsrMatrix<T>::bytes(Int64 entries, const FlatCells& target) {
  const Int64 offset = entries <= most_places ? sizeof(int) : sizeof(std::size_t);
  return entries * Int64(sizeof(T) + sizeof(int)) + (target.rows() + 1) * offset;
}

#define ISOBAR_CSR(T)                                                                              \
  template class CsrMatrix<T>;                                                                     \
  template CsrMatrix<T>::CsrMatrix(const OperatorRows<T>&, Offsets);                               \
  template CsrMatrix<T>::CsrMatrix(const RestrictionRows<T>&, Offsets);                            \
  template CsrMatrix<T>::CsrMatrix(const ProlongationRows<T>&, Offsets);
ISOBAR_CSR(double)
ISOBAR_CSR(float)
#undef ISOBAR_CSR

} // namespace isobar
