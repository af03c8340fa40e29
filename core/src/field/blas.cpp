#include <isobar/core/base/region.hpp>
#include <isobar/core/field/blas.hpp>

#include <KokkosBlas1_axpby.hpp>
#include <KokkosBlas1_dot.hpp>
#include <algorithm>
#include <utility>

namespace isobar {
namespace {

/// Returns the range of all numbers of a field. Kernels replace deep copies here: they have labels, which show in a profile,
/// while a deep copy may wait.
template <class View> auto whole(const View& view) {
  return Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, Int64(view.extent(0)));
}

/// Calls use(first, end) for all numbers, `at_once` at a time.
template <class Use> void in_portions(Int64 numbers, Int64 at_once, const Use& use) {
  for (Int64 first = 0; first < numbers; first += at_once)
    use(std::pair(first, std::min(first + at_once, numbers)));
}

} // namespace

template <class T> double Blas<T>::dot(const Flat& x, const Flat& y, Int64 at_once) {
  static const std::string label = "isobar/dot";
  const Region region(label);
  double sum = 0.0;
  in_portions(Int64(x.extent(0)), at_once, [&](const auto& portion) {
    sum += double(KokkosBlas::dot(Kokkos::subview(x, portion), Kokkos::subview(y, portion)));
  });
  return sum;
}

template <class T>
void Blas<T>::axpby(double a, const Flat& x, double b, const Flat& y, Int64 at_once) {
  static const std::string label = "isobar/axpby";
  const Region region(label);
  in_portions(Int64(x.extent(0)), at_once, [&](const auto& portion) {
    KokkosBlas::axpby(T(a), Kokkos::subview(x, portion), T(b), Kokkos::subview(y, portion));
  });
}

template <class T> void Blas<T>::copy(const Flat& from, const Flat& to) {
  const T* const source = from.data();
  T* const target = to.data();
  Kokkos::parallel_for(
      "isobar/copy", whole(to), KOKKOS_LAMBDA(Int64 n) { target[n] = source[n]; });
}

template <class T> void Blas<T>::set_zero(const Flat& x) {
  T* const target = x.data();
  Kokkos::parallel_for(
      "isobar/set_zero", whole(x), KOKKOS_LAMBDA(Int64 n) { target[n] = T(0); });
}

template struct Blas<double>;
template struct Blas<float>;

} // namespace isobar
