#include "fem/macro_product.hpp"
#include "fem/macro_transfer.hpp"
#include "matrix/row_matrix.hpp"
#include "matrix/sliced_storage.hpp"

#include <isobar/core/fem/macro_rows.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// Rows inside by `Inside`, which launches them, all others stored.
template <class T, class Inside> class MacroRows {
public:
  MacroRows(Inside inside, const CsrRows<T>& others, Int64 first)
      : inside_(std::move(inside)), others_(others, first) {}

  template <class Finish>
  void multiply(const std::string& label, const T* x, const Finish& finish) const {
    inside_.multiply(label, x, finish);
    others_.multiply(label + "/edges", x, finish);
  }
  Int64 bytes() const { return inside_.bytes() + others_.bytes(); }
  Int64 bytes_read() const { return inside_.bytes() + others_.bytes_read(); }

private:
  Inside inside_;
  StoredRows<T, SlicedStorage<T>> others_;
};

template <class T, class Inside>
std::unique_ptr<const SparseMatrix<T>> make_matrix(Int64 rows, Inside inside,
                                                   const CsrRows<T>& others, Int64 first,
                                                   const std::string& label, int level) {
  using Rows = MacroRows<T, Inside>;
  return std::make_unique<RowMatrix<T, Rows>>(rows, others.entries(), Rows(inside, others, first),
                                              label, level);
}

/// Launches MacroProduct.
template <int K, class T> struct InsideProduct {
  MacroPlaces places;
  MacroGeometry<T> geometry;

  template <class Finish>
  void multiply(const std::string& label, const T* x, const Finish& finish) const {
    using Tile = MacroTile<K>;
    using Product = MacroProduct<K, T, Finish>;
    using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<Tile::threads, 3>>;
    const int x_tiles = Tile::along_x(geometry.elements),
              y_tiles = Tile::along_y(geometry.elements);
    Policy policy(places.macros * x_tiles * y_tiles, Tile::threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(Product::scratch_bytes));
    Kokkos::parallel_for(label, as_arguments(policy),
                         Product{places, geometry, x, finish, x_tiles, y_tiles});
  }
  Int64 bytes() const { return geometry.bytes(); }
};

/// Launches MacroTransfer, a team for each row of a macro element.
template <int K, class T, bool ToCoarser> struct InsideTransfer {
  MacroPlaces from, to;

  template <class Finish>
  void multiply(const std::string& label, const T* x, const Finish& finish) const {
    const int rows = to.cells - 1;
    if (rows == 0) return;
    const int warps = (rows + lanes_in_step - 1) / lanes_in_step;
    const MacroTransfer<K, T, ToCoarser, Finish> transfer{from, to, x, finish};
    TeamPolicy policy(to.macros * rows, on_host ? 1 : lanes_in_step * std::min(warps, 4));
    policy.set_scratch_size(0, Kokkos::PerTeam(transfer.scratch_bytes()));
    Kokkos::parallel_for(label, as_arguments(policy), transfer);
  }
  Int64 bytes() const { return 0; }
};

template <int K, class T, bool ToCoarser>
std::unique_ptr<const SparseMatrix<T>> make_transfer(const FemSpace& from, const FemSpace& to,
                                                     int level) {
  const InsideTransfer<K, T, ToCoarser> inside{MacroPlaces(from, MacroLattice(from.table())),
                                               MacroPlaces(to, MacroLattice(to.table()))};
  const int first = inside.to.inside_rows;
  if constexpr (ToCoarser)
    return make_matrix<T>(to.unknowns(), inside, assemble_restriction<T>(to, from, first), first,
                          "fem_restriction", level);
  else
    return make_matrix<T>(to.unknowns(), inside, assemble_prolongation<T>(from, to, first), first,
                          "fem_prolongation", level);
}

template <int K, class T>
std::unique_ptr<const SparseMatrix<T>> make_stiffness(const FemSpace& space,
                                                      const FemNumbers& diffusion, int level) {
  const MacroLattice lattice(space.table());
  const InsideProduct<K, T> inside{MacroPlaces(space, lattice),
                                   MacroGeometry<T>(space, lattice, diffusion)};
  const int first = inside.places.inside_rows;
  return make_matrix<T>(space.unknowns(), inside, assemble_stiffness<T>(space, diffusion, first),
                        first, "fem_stiffness", level);
}

} // namespace

bool has_macro_rows(const FemSpace& space) {
  return (1 << space.table().refinements) >= least_macro_elements;
}

template <class T>
std::unique_ptr<const SparseMatrix<T>>
make_macro_stiffness(const FemSpace& space, const FemNumbers& diffusion, int level) {
  return space.order() == 1 ? make_stiffness<1, T>(space, diffusion, level)
                            : make_stiffness<2, T>(space, diffusion, level);
}

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_prolongation(const FemSpace& coarse,
                                                               const FemSpace& fine, int level) {
  return fine.order() == 1 ? make_transfer<1, T, false>(coarse, fine, level)
                           : make_transfer<2, T, false>(coarse, fine, level);
}

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_restriction(const FemSpace& coarse,
                                                              const FemSpace& fine, int level) {
  return fine.order() == 1 ? make_transfer<1, T, true>(fine, coarse, level)
                           : make_transfer<2, T, true>(fine, coarse, level);
}

#define ISOBAR_MACRO_ROWS(T)                                                                       \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_stiffness(const FemSpace&,            \
                                                                       const FemNumbers&, int);    \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_prolongation(const FemSpace&,         \
                                                                          const FemSpace&, int);   \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_restriction(const FemSpace&,          \
                                                                         const FemSpace&, int);
ISOBAR_MACRO_ROWS(double)
ISOBAR_MACRO_ROWS(float)
#undef ISOBAR_MACRO_ROWS

} // namespace isobar
