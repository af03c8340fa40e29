#include <isobar/core/blas.hpp>
#include <isobar/core/region.hpp>

#include <KokkosBlas1_axpby.hpp>
#include <KokkosBlas1_dot.hpp>

namespace isobar {

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
  Kokkos::deep_copy(ExecutionSpace(), to.flat(), from.flat());
}

template <class T> void Blas<T>::set_zero(const Vector& x) {
  Kokkos::deep_copy(ExecutionSpace(), x.flat(), T(0));
}

template struct Blas<double>;
template struct Blas<float>;

} // namespace isobar
