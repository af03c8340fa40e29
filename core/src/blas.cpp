#include <isobar/core/blas.hpp>

#include <KokkosBlas1_axpby.hpp>
#include <KokkosBlas1_dot.hpp>

namespace isobar {
namespace {

/// All numbers of a field, padding and halo included, as one vector.
template <class T> auto flat(const Field<T>& x) {
  using Flat = Kokkos::View<T*, Kokkos::LayoutLeft, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  return Flat(x.view().data(), x.view().size());
}

} // namespace

template <class T> double Blas<T>::dot(const Vector& x, const Vector& y) {
  return double(KokkosBlas::dot(flat(x), flat(y)));
}

template <class T>
void Blas<T>::axpby(double a, const Vector& x, double b, const Vector& y) {
  KokkosBlas::axpby(T(a), flat(x), T(b), flat(y));
}

template <class T> void Blas<T>::copy(const Vector& from, const Vector& to) {
  Kokkos::deep_copy(ExecutionSpace(), to.view(), from.view());
}

template <class T> void Blas<T>::set_zero(const Vector& x) {
  Kokkos::deep_copy(ExecutionSpace(), x.view(), T(0));
}

template struct Blas<double>;
template struct Blas<float>;

} // namespace isobar
