#include "fem/macro_march.hpp"
#include "fem/macro_mass.hpp"
#include "fem/macro_product.hpp"
#include "fem/macro_row_matrix.hpp"
#include "fem/macro_transfer.hpp"

#include <isobar/core/fem/macro_rows.hpp>

#include <algorithm>
#include <stdexcept>

namespace isobar {
namespace {

/// Makes the kernel of products inside macro elements: MacroProduct on a host, MacroMarch on a GPU.
template <int K, class T, class Geometry> struct InsideProduct {
  template <class Finish>
  using Kernel = std::conditional_t<on_host, MacroProduct<K, T, Finish, Geometry>,
                                    MacroMarch<K, T, Finish, Geometry>>;
  MacroPlaces places;
  Geometry geometry;

  template <class Finish> auto kernel(const T* x, const Finish& finish) const {
    return Kernel<Finish>(places, geometry, x, finish);
  }
  Int64 bytes() const { return geometry.bytes(); }
};

/// Makes the kernel of transfers inside macro elements, MacroTransfer.
template <int K, class T, bool ToCoarser> struct InsideTransfer {
  MacroPlaces from, to;

  template <class Finish> auto kernel(const T* x, const Finish& finish) const {
    return MacroTransfer<K, T, ToCoarser, Finish>{from, to, x, finish};
  }
  Int64 bytes() const { return 0; }
};

template <int K, class T, bool ToCoarser>
std::unique_ptr<const SparseMatrix<T>> make_transfer(const FemSpace& from, const FemSpace& to,
                                                     int level) {
  const InsideTransfer<K, T, ToCoarser> inside{from.macro().places, to.macro().places};
  const int first = inside.to.inside_rows;
  if constexpr (ToCoarser)
    return make_matrix<T>(to.owned(), inside, assemble_restriction<T>(to, from, first), first,
                          "fem_restriction", level);
  else
    return make_matrix<T>(to.owned(), inside, assemble_prolongation<T>(from, to, first), first,
                          "fem_prolongation", level);
}

template <int K, class T>
std::unique_ptr<const SparseMatrix<T>> make_stiffness(const FemSpace& space,
                                                      const FemCoefficients& coefficients,
                                                      int level, const std::string& label) {
  const auto with = [&](const auto& geometry) {
    using Geometry = std::remove_cvref_t<decltype(geometry)>;
    const InsideProduct<K, T, Geometry> inside{space.macro().places, geometry};
    const int first = inside.places.inside_rows;
    return make_matrix<T>(space.owned(), inside, assemble_stiffness<T>(space, coefficients, first),
                          first, label, level);
  };
  if (coefficients.reaction.extent(0) > 0) return with(ReactingGeometry<T>(space, coefficients));
  return with(MacroGeometry<T>(space, coefficients.diffusion));
}

} // namespace

bool has_macro_rows(const FemSpace& space) {
  return (1 << space.table().refinements) >= least_macro_elements;
}

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_stiffness(const FemSpace& space,
                                                            const FemCoefficients& coefficients,
                                                            int level, const std::string& label) {
  return space.order() == 1 ? make_stiffness<1, T>(space, coefficients, level, label)
                            : make_stiffness<2, T>(space, coefficients, level, label);
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
  template std::unique_ptr<const SparseMatrix<T>> make_macro_stiffness(                            \
      const FemSpace&, const FemCoefficients&, int, const std::string&);                           \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_prolongation(const FemSpace&,         \
                                                                          const FemSpace&, int);   \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_restriction(const FemSpace&,          \
                                                                         const FemSpace&, int);
ISOBAR_MACRO_ROWS(double)
ISOBAR_MACRO_ROWS(float)
#undef ISOBAR_MACRO_ROWS

} // namespace isobar
