#include "sparse/ell_storage.hpp"

#include <isobar/core/fem/sweeps.hpp>

#include <utility>

namespace isobar {
namespace {

/// Calls body(n) for the rows of one group.
template <class Body>
void launch_group(const std::string& label, const RowSchedule& schedule, int group,
                  const Body& body) {
  const auto rows = schedule.rows;
  Kokkos::parallel_for(
      label, AllRows(schedule.starts[std::size_t(group)], schedule.starts[std::size_t(group) + 1]),
      KOKKOS_LAMBDA(Int64 at) { body(rows(at)); });
}

/// Calls body(n) for all rows, group after group.
template <class Body>
void launch_sweep(const std::string& label, const RowSchedule& schedule, Sweep direction,
                  const Body& body) {
  const int groups = schedule.groups();
  for (int g = 0; g < groups; ++g)
    launch_group(label, schedule, direction == Sweep::forward ? g : groups - 1 - g, body);
}

template <class T> struct RelaxRow {
  CsrRows<T> a;
  const T* f;
  T *u, omega;

  KOKKOS_FUNCTION void operator()(int n) const {
    T sum = f[n], diagonal = T(1);
    for (Int64 at = a.offsets(n); at < a.offsets(n + 1); ++at) {
      const int column = a.columns(at);
      if (column == n) diagonal = a.values(at);
      else sum -= a.values(at) * u[column];
    }
    u[n] += omega * (sum / diagonal - u[n]);
  }
};

/// Computes a row of both factors from the rows before it, in place.
template <class T> struct FactorRow {
  CsrRows<T> a;

  KOKKOS_FUNCTION void operator()(int n) const {
    const Int64 begin = a.offsets(n), end = a.offsets(n + 1);
    for (Int64 at = begin; at < end && a.columns(at) < n; ++at) {
      const int m = a.columns(at);
      Int64 other = a.offsets(m);
      const Int64 other_end = a.offsets(m + 1);
      while (a.columns(other) < m) ++other;
      const T factor = a.values(at) / a.values(other);
      a.values(at) = factor;
      Int64 target = at + 1;
      for (++other; other < other_end; ++other) {
        while (target < end && a.columns(target) < a.columns(other)) ++target;
        if (target < end && a.columns(target) == a.columns(other))
          a.values(target) -= factor * a.values(other);
      }
    }
  }
};

/// Subtracts from r_n the product of row n of L with the rows before it.
template <class T> struct LowerRow {
  CsrRows<T> a;
  T* r;

  KOKKOS_FUNCTION void operator()(int n) const {
    T sum = r[n];
    for (Int64 at = a.offsets(n); a.columns(at) < n; ++at) sum -= a.values(at) * r[a.columns(at)];
    r[n] = sum;
  }
};

/// Solves the row's equation of U, after those of the rows behind it. Columns of ghosts come last and are left out.
template <class T> struct UpperRow {
  CsrRows<T> a;
  T* r;
  int rows;

  KOKKOS_FUNCTION void operator()(int n) const {
    T sum = r[n], diagonal = T(1);
    for (Int64 at = a.offsets(n + 1); at-- > a.offsets(n) && a.columns(at) >= n;) {
      const int column = a.columns(at);
      if (column == n) diagonal = a.values(at);
      else if (column < rows) sum -= a.values(at) * r[column];
    }
    r[n] = sum / diagonal;
  }
};

template <class T> CsrRows<T> copy_of(const CsrRows<T>& a) { return in_numbers<T>(a); }

template <class T> Int64 bytes_of(const CsrRows<T>& a) {
  return a.entries() * Int64(sizeof(T) + sizeof(int)) + Int64(a.offsets.extent(0) * sizeof(Int64));
}

} // namespace

template <class T>
GaussSeidel<T>::GaussSeidel(CsrRows<T> a, RowSchedule schedule, int level)
    : a_(std::move(a)), schedule_(std::move(schedule)),
      label_("isobar/fem_gauss_seidel/" + std::to_string(level)) {}

template <class T>
void GaussSeidel<T>::sweep(double omega, Sweep direction, const Vector& f, const Vector& u) const {
  launch_sweep(label_, schedule_, direction, RelaxRow<T>{a_, f.data(), u.data(), T(omega)});
}

template <class T> Int64 GaussSeidel<T>::bytes() const { return bytes_of(a_) + schedule_.bytes(); }

template <class T>
IncompleteLu<T>::IncompleteLu(const CsrRows<T>& a, RowSchedule schedule, int level)
    : factors_(copy_of(a)), schedule_(std::move(schedule)),
      label_("isobar/fem_ilu/" + std::to_string(level)) {
  launch_sweep("isobar/fem_ilu_setup", schedule_, Sweep::forward, FactorRow<T>{factors_});
}

template <class T> void IncompleteLu<T>::solve(const Vector& r) const {
  launch_sweep(label_, schedule_, Sweep::forward, LowerRow<T>{factors_, r.data()});
  launch_sweep(label_, schedule_, Sweep::backward,
               UpperRow<T>{factors_, r.data(), int(factors_.rows())});
}

template <class T> Int64 IncompleteLu<T>::bytes() const {
  return bytes_of(factors_) + schedule_.bytes();
}

template class GaussSeidel<double>;
template class GaussSeidel<float>;
template class IncompleteLu<double>;
template class IncompleteLu<float>;

} // namespace isobar
