#include "box/kernels/mode_rows.hpp"

#include "base/precision_list.hpp"
#include "launch/require_cells.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/launch/kernel_list.hpp>

namespace isobar {
namespace {

constexpr int team_size = on_host ? 1 : 128;

/// Runs the kernel with one team for each row of each layer.
template <class K> void for_rows(Kernel name, int rows, int nz, const K& kernel) {
  Kokkos::parallel_for(kernel_label(name, 0), TeamPolicy(rows * nz, team_size), kernel);
}

template <class A>
Kokkos::View<A*, MemorySpace> turns_on_device(const std::string& label, const AxisModes& modes) {
  const std::vector<double> exact = turns(modes);
  return on_device(label, std::vector<A>(exact.begin(), exact.end()));
}

/// Closes periodic columns. Each end adds a share that shrinks from layer to layer, until it is negligible.
template <class P> struct CloseAround {
  using S = typename P::storage;
  using A = typename P::arithmetic;
  typename ModeKernels<P>::Columns ratio, weight;
  FieldOf<P> u;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int top = u.shape().nz - 1;
    const A sum = A(u(i, 0, j)) + A(u(i, top, j)), share = A(weight(i, j)) * sum, r(ratio(i, j));
    A power(1);
    for (int k = 0; k <= top && double(power) > negligible; ++k, power = power * r) {
      add(i, k, j, share * power);
      add(i, top - k, j, share * power);
    }
  }

private:
  static constexpr double negligible = 1e-20;
  KOKKOS_FORCEINLINE_FUNCTION void add(int i, int k, int j, const A& share) const {
    S& cell = u(i, k, j);
    cell = S(A(cell) + share);
  }
};

template <class P> struct KeepMean {
  FieldOf<P> f;
  typename ModeKernels<P>::Numbers numbers;
  KOKKOS_FUNCTION void operator()(int k) const { numbers(k) = typename P::arithmetic(f(0, k, 0)); }
};

/// Solves column (0, 0) by a recurrence over its layers, with one thread.
template <class P> struct SolveMean {
  using A = typename P::arithmetic;
  typename ModeKernels<P>::Numbers numbers, resistance;
  FieldOf<P> u;

  KOKKOS_FUNCTION void operator()(int) const {
    A flux(0), value(0);
    for (int k = 0; k < u.shape().nz; ++k) {
      u(0, k, 0) = typename P::storage(value);
      flux = flux + numbers(k);
      value = value - flux * resistance(k);
    }
  }
};

using Indices = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<int>>;

} // namespace

template <class P>
ModePlanes<P>::ModePlanes(const AxisModes& x, const AxisModes& y, int nz) : x(x), y(y), nz(nz) {
  {
    const Region region(setup_part::allocation);
    numbers = Kokkos::View<S*, MemorySpace>("isobar planes", std::size_t(shape().size()));
  }
  const Region region(setup_part::plans);
  x_turns = turns_on_device<A>("isobar turns x", x);
  y_turns = turns_on_device<A>("isobar turns y", y);
}

template <class P> Int64 ModePlanes<P>::bytes(const AxisModes& x, const AxisModes& y, int nz) {
  return PlaneShape{x.length, y.length, nz}.size() * Int64(sizeof(S)) +
         Int64(turns(x).size() + turns(y).size()) * Int64(sizeof(A));
}

namespace {

template <class P>
void require_box(const ModePlanes<P>& p, Kernel kernel, const FieldOf<P>& field) {
  require_cells(CellCounts(p.x.cells, p.y.cells, p.nz), kernel, field);
}

} // namespace

template <class P> void ModeKernels<P>::arrange(const Planes& p, const Vector& f) {
  require_box(p, Kernel::modes_arrange, f);
  for_rows(Kernel::modes_arrange, p.y.cells, p.nz, ArrangeCells<P>{{p, f}});
}
template <class P> void ModeKernels<P>::collect(const Planes& p, const Vector& u) {
  require_box(p, Kernel::modes_collect, u);
  for_rows(Kernel::modes_collect, p.y.cells, p.nz, CollectCells<P>{{p, u}});
}
template <class P> void ModeKernels<P>::split(const Planes& p, const Vector& modes) {
  require_box(p, Kernel::modes_split, modes);
  for_rows(Kernel::modes_split, p.y.length / 2 + 1, p.nz, SplitModes<P>{{p, modes}});
}
template <class P> void ModeKernels<P>::join(const Planes& p, const Vector& modes) {
  require_box(p, Kernel::modes_join, modes);
  for_rows(Kernel::modes_join, p.y.length / 2 + 1, p.nz, JoinModes<P>{{p, modes}});
}

template <class P>
void ModeKernels<P>::close_around(const Columns& ratio, const Columns& weight, const Vector& u) {
  using Range = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for(kernel_label(Kernel::modes_around, 0),
                       Range({0, 0}, {u.shape().nx, u.shape().ny}),
                       CloseAround<P>{ratio, weight, u});
}

template <class P> void ModeKernels<P>::keep_mean(const Vector& f, const Numbers& numbers) {
  Kokkos::parallel_for(kernel_label(Kernel::modes_mean, 0), Indices(0, f.shape().nz),
                       KeepMean<P>{f, numbers});
}
template <class P>
void ModeKernels<P>::solve_mean(const Numbers& numbers, const Numbers& resistance,
                                const Vector& u) {
  Kokkos::parallel_for(kernel_label(Kernel::modes_mean, 0), Indices(0, 1),
                       SolveMean<P>{numbers, resistance, u});
}

ISOBAR_INSTANTIATE_FOR_BOX(struct ModePlanes)
ISOBAR_INSTANTIATE_FOR_BOX(struct ModeKernels)

} // namespace isobar
