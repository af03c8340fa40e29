#pragma once
#include "sparse/row_product.hpp"
#include "sparse/sparse_compat.hpp"

#include <isobar/core/sparse/csr_rows.hpp>

#include <memory>
#include <type_traits>
#include <variant>

namespace isobar {

/// Width of a CSR matrix's row offsets. Automatic: 32 bits as long as they can count the entries.
enum class Offsets { automatic, bits32, bits64 };

/// The arrays of compressed sparse rows that products of our own read. A product takes three sums for each row, as most rows of
/// Q1 have nine entries. With one sum, g++ would use vectors, and then add their numbers one after the other.
template <class T, class Offset> struct ReadCsrRows {
  const Offset* starts;
  const T* values;
  const int* columns;

  KOKKOS_FORCEINLINE_FUNCTION int length(Int64 n) const { return int(starts[n + 1] - starts[n]); }
  KOKKOS_FORCEINLINE_FUNCTION T sum(Int64 n, int length, const T* x) const {
    const T* const v = values + starts[n];
    const int* const c = columns + starts[n];
    T sums[3] = {};
    int entry = 0;
    for (; entry + 2 < length; entry += 3)
      for (int k = 0; k < 3; ++k) sums[k] += v[entry + k] * x[c[entry + k]];
    for (; entry < length; ++entry) sums[0] += v[entry] * x[c[entry]];
    return sums[0] + sums[1] + sums[2];
  }
};

/// Compressed sparse rows for Kokkos Kernels, with offsets of 32 or of 64 bits. A source of rows is like that of EllStorage.
/// Columns and values of CsrRows are not copied, so that a change of them changes the matrix. Copies share the matrix.
template <class T> class CsrStorage {
public:
  static constexpr Int64 most_places = std::numeric_limits<int>::max();

  /// In: `most`, an upper bound of the source's entries. Throws std::length_error if indices cannot count the places, rows or
  /// entries.
  template <class Rows> CsrStorage(const Rows& rows, Int64 most, Offsets offsets) {
    const Int64 places = rows.places();
    if (offsets == Offsets::automatic) offsets = automatic(most);
    if (places > most_places || rows.rows() >= most_places || most > most_matrix_entries ||
        (offsets == Offsets::bits32 && most > most_places))
      throw std::length_error("a stored matrix of " + std::to_string(places) + " columns and " +
                              std::to_string(most) +
                              " entries is larger than its indices can count");
    if (offsets == Offsets::bits32) stored_ = std::make_shared<const Of<int>>(rows);
    else stored_ = std::make_shared<const Of<std::size_t>>(rows);
  }
  /// Stores other values in the same places.
  template <class Rows> void fill(const Rows& rows) const {
    std::visit([&](const auto& s) { fill_entries(rows, s->matrix); }, stored_);
  }
  /// Computes y = alpha A x + beta y. x has `places` numbers, and y has one for each row.
  void multiply(T alpha, const T* x, T beta, T* y) const {
    std::visit([&](const auto& s) { s->multiply(alpha, x, beta, y); }, stored_);
  }
  /// Calls finish(n, sum of row n, finish.given(n)) for all rows, with a thread for each. This takes one launch, where Kokkos
  /// Kernels needs two.
  template <class Finish>
  void multiply_rows(const std::string& label, const T* x, const Finish& finish) const {
    std::visit(
        [&](const auto& s) {
          isobar::multiply_rows(label, Int64(s->matrix.numRows()), s->rows(), x, finish);
        },
        stored_);
  }
  Int64 entries() const {
    return std::visit([](const auto& s) { return Int64(s->matrix.nnz()); }, stored_);
  }
  Int64 bytes() const {
    const auto rows = std::visit([](const auto& s) { return Int64(s->matrix.numRows()); }, stored_);
    return bytes(entries(), rows);
  }
  static Int64 bytes(Int64 entries, Int64 rows) {
    const Int64 offset = automatic(entries) == Offsets::bits32 ? sizeof(int) : sizeof(std::size_t);
    return entries * Int64(sizeof(T) + sizeof(int)) + (rows + 1) * offset;
  }

  /// Finds where the entries of each row begin, and puts their total number at [rows]. It is public for nvcc, like
  /// fill_entries.
  template <class Starts, class Rows>
  static void count_entries(const Rows& rows, const Starts& starts) {
    const Int64 last = rows.rows();
    Kokkos::parallel_scan(
        "isobar/csr_count", AllRows(0, last + 1), KOKKOS_LAMBDA(Int64 n, Int64 & sum, bool final) {
          if (final) starts(n) = typename Starts::non_const_value_type(sum);
          if (n < last) rows.visit(n, [&](Int64, auto) { ++sum; });
        });
  }
  template <class Matrix, class Rows>
  static void fill_entries(const Rows& rows, const Matrix& matrix) {
    const auto starts = matrix.graph.row_map;
    const auto columns = matrix.graph.entries;
    const auto values = matrix.values;
    Kokkos::parallel_for(
        "isobar/csr_fill", AllRows(0, rows.rows()), KOKKOS_LAMBDA(Int64 n) {
          Int64 at = Int64(starts(n));
          rows.visit(n, [&](Int64 place, auto value) {
            columns(at) = int(place);
            values(at++) = value;
          });
        });
  }

private:
  static Offsets automatic(Int64 entries) {
    return entries <= most_places ? Offsets::bits32 : Offsets::bits64;
  }

  template <class Offset> struct Of {
    using Matrix =
        KokkosSparse::CrsMatrix<T, int, Kokkos::Device<ExecutionSpace, MemorySpace>, void, Offset>;

    template <class Rows> explicit Of(const Rows& rows) : matrix(assemble(rows)) {}
    template <class Rows> static Matrix assemble(const Rows& rows) {
      using Starts = typename Matrix::row_map_type::non_const_type;
      const Int64 last = rows.rows();
      const Starts starts("isobar csr offsets", std::size_t(last) + 1);
      count_entries(rows, starts);
      Offset entries = 0;
      Kokkos::deep_copy(entries, Kokkos::subview(starts, last));
      if constexpr (std::is_same_v<Rows, CsrRows<T>>)
        return Matrix("isobar csr", int(last), int(rows.places()), entries, rows.values, starts,
                      rows.columns);
      const auto unset = [](const char* label) {
        return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
      };
      const typename Matrix::index_type::non_const_type columns(unset("isobar csr columns"),
                                                                entries);
      const typename Matrix::values_type::non_const_type values(unset("isobar csr values"),
                                                                entries);
      const Matrix matrix("isobar csr", int(last), int(rows.places()), entries, values, starts,
                          columns);
      fill_entries(rows, matrix);
      return matrix;
    }
    ReadCsrRows<T, Offset> rows() const {
      return {matrix.graph.row_map.data(), matrix.values.data(), matrix.graph.entries.data()};
    }
    void multiply(T alpha, const T* x, T beta, T* y) const {
      using View = typename SparseProduct<Matrix>::Vector;
      // Kokkos Kernels asks for a view that it may write, but does not write x.
      product(alpha, matrix, View(const_cast<T*>(x), matrix.numCols()), beta,
              View(y, matrix.numRows()));
    }

    Matrix matrix;
    SparseProduct<Matrix> product;
  };

  std::variant<std::shared_ptr<const Of<int>>, std::shared_ptr<const Of<std::size_t>>> stored_;
};

} // namespace isobar
