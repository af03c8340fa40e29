#pragma once
#include "pressure/setup/methods.hpp"

#include <isobar/core/columns/caller_operators.hpp>
#include <isobar/core/columns/level_setup.hpp>

#include <memory>
#include <type_traits>

/// A caller's functions on Views as the parts of Krylov methods that they replace.
namespace isobar {

/// nx x ny columns of a field's cells, from column (first, first) on.
template <class T, class Field>
DeviceCells<T> cells_from(const Field& x, int first, int nx, int ny) {
  const FieldShape& s = x.shape();
  const Kokkos::LayoutStride layout(std::size_t(nx), std::size_t(x.column_stride()),
                                    std::size_t(ny), std::size_t(x.row_stride()), std::size_t(s.nz),
                                    std::size_t(x.layer_stride()));
  return DeviceCells<T>(x.column(first, first), layout);
}
template <class T, class Field> DeviceCells<T> owned_cells(const Field& x) {
  return cells_from<T>(x, 0, x.shape().nx, x.shape().ny);
}
template <class T, class Field> DeviceCells<T> cells_with_halo(const Field& x) {
  return cells_from<T>(x, -1, x.shape().nx + 2, x.shape().ny + 2);
}

/// A preconditioner of the caller, who updates it.
template <class P> class OwnPreconditioner {
public:
  OwnPreconditioner(decltype(CallerOperators::preconditioner) apply, const LevelSetup& setup)
      : apply_(std::move(apply)), z_(make_field<P>(setup, "isobar z")) {}
  const FieldOf<P>& operator()(const FieldOf<P>& r, double /*norm*/) {
    apply_(owned_cells<const double>(r), owned_cells<double>(z_));
    return z_;
  }
  void update(const GridSpec&) {}

private:
  decltype(CallerOperators::preconditioner) apply_;
  FieldOf<P> z_;
};

/// The parts, with `matrix` if the caller has none. With parts of the caller fields are in double (method_choice.hpp).
template <class P>
KrylovParts<P> krylov_parts(const CallerOperators& own, const LinearOperator<P>& matrix,
                            const LevelSetup& setup) {
  KrylovParts<P> parts{matrix, {}, matrix};
  if constexpr (std::is_same_v<typename P::storage, double>) {
    if (own.matrix)
      parts.matrix = [apply = own.matrix](const FieldOf<P>& u, const FieldOf<P>& v) {
        apply(cells_with_halo<const double>(u), owned_cells<double>(v));
      };
    if (own.preconditioner)
      parts.preconditioner.emplace(
          std::make_shared<OwnPreconditioner<P>>(own.preconditioner, setup));
  }
  return parts;
}

} // namespace isobar
