#include <isobar/core/blas.hpp>

#include <KokkosBlas1_axpby.hpp>
#include <KokkosBlas1_dot.hpp>

namespace isobar {

template <class T> double Blas<T>::dot(const Vector& x, const Vector& y) {
  return double(KokkosBlas::dot(x.flat(), y.flat()));
}

template <class T> void Blas<T>::axpby(double a, const Vector& x, double b, const Vector& y) {
  KokkosBlas::axpby(T(a), x.flat(), T(b), y.flat());
}

template <class T> void Blas<T>::copy(const Vector& from, const Vector& to) {
  Kokkos::deep_copy(ExecutionSpace(), to.flat(), from.flat());
}

template <class T> void Blas<T>::set_zero(const Vector& x) {
  Kokkos::deep_copy(ExecutionSpace(), x.flat(), T(0));
}

template struct Blas<double>;
template struct Blas<float>;

} // namespace isobar
