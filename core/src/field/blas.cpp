#include <isobar/core/base/region.hpp>
#include <isobar/core/field/blas.hpp>

#include <KokkosBlas1_axpby.hpp>
#include <KokkosBlas1_dot.hpp>

namespace isobar {
namespace {

/// All numbers of a field. Kernels with labels show in a profile; a deep copy may wait.
template <class View> auto whole(const View& view) {
  return Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, Int64(view.extent(0)));
}

} // namespace

template <class T> double Blas<T>::dot(const Vector& x, const Vector& y) {
  static const std::string label = "isobar/dot";
  const Region region(label);
  return double(KokkosBlas::dot(x.flat(), y.flat()));
}

template <class T> void Blas<T>::axpby(double a, const Vector& x, double b, const Vector& y) {
  static const std::string label = "isobar/axpby";
  const Region region(label);
  KokkosBlas::axpby(T(a), x.flat(), T(b), y.flat());
}

template <class T> void Blas<T>::copy(const Vector& from, const Vector& to) {
  const T* const source = from.flat().data();
  T* const target = to.flat().data();
  Kokkos::parallel_for(
      "isobar/copy", whole(to.flat()), KOKKOS_LAMBDA(Int64 n) { target[n] = source[n]; });
}

template <class T> void Blas<T>::set_zero(const Vector& x) {
  T* const target = x.flat().data();
  Kokkos::parallel_for(
      "isobar/set_zero", whole(x.flat()), KOKKOS_LAMBDA(Int64 n) { target[n] = T(0); });
}

template struct Blas<double>;
template struct Blas<float>;

} // namespace isobar
