#pragma once
#include "base/precision_list.hpp"
#include "support_oracle.hpp"

#include <gtest/gtest.h>
#include <isobar/core/field/field.hpp>
#include <isobar/core/launch/planned_grid.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

/// Bridges between the oracle's global arrays and one rank's fields, for float and double.
namespace isobar {

/// Stands wherever a kernel must neither use nor write a number.
inline constexpr double garbage = -4096.0;

/// The meaning of a number in a field's memory: a cell (i, k, j), owned or halo, or padding.
struct CellOfNumber {
  int i, k, j;
  bool padding, owned;
};
CellOfNumber cell_of(const FieldShape& shape, Int64 number);

/// The contents of halo cells beyond the domain's sides. Inside the domain
/// and beyond periodic sides the halo always holds the neighbours' cells.
enum class Beyond { garbage, mirror };

/// The part of a global array that a rank sees: owned cells and halo; garbage in the padding.
template <class T, Layout L = Layout::x_fastest>
Field<T, L> field_of(const oracle::Array& global, const Partition& p,
                     Beyond beyond = Beyond::garbage, const Boundaries& sides = {});
/// Its owned cells alone, as solvers want a right-hand side: halo and padding are zero.
template <class T, Layout L = Layout::x_fastest>
Field<T, L> owned_field(const oracle::Array& global, const Partition& p) {
  const Field<T, L> f("f", p.nx, p.ny, global.nz);
  const auto host = Kokkos::create_mirror_view(f.flat());
  for (std::size_t n = 0; n < host.size(); ++n)
    if (const CellOfNumber at = cell_of(f.shape(), Int64(n)); at.owned)
      host(n) = T(global(p.first_j + at.j, p.first_i + at.i, at.k));
  Kokkos::deep_copy(f.flat(), host);
  return f;
}
/// Numbers of columns on the host; those of a mesh are not contiguous.
inline auto columns_on_host(const Kokkos::View<double**, Kokkos::LayoutLeft, MemorySpace>& of) {
  const Kokkos::View<double**, Kokkos::LayoutLeft, MemorySpace> copy("copy", of.extent(0),
                                                                     of.extent(1));
  Kokkos::deep_copy(copy, of);
  return Kokkos::create_mirror_view_and_copy(HostSpace(), copy);
}

/// A field that no kernel has written yet.
template <class T, Layout L = Layout::x_fastest>
Field<T, L> garbage_field(const Partition& p, int nz);

/// All numbers of a field in the order of memory, padding included.
template <class T> std::vector<T> contents(const FieldMemory<T>& field);
/// The owned cells of a field that spans the whole domain.
template <class T> oracle::Array owned(const FieldMemory<T>& field);

/// Owned cells equal the global array's to `tolerance` times its largest value there.
template <class T>
testing::AssertionResult matches(const FieldMemory<T>& field, const oracle::Array& expected,
                                 const Partition& p, double tolerance);
/// Halo and padding still hold what they held in `before`, to the bit.
template <class T>
testing::AssertionResult only_owned_written(const FieldMemory<T>& field,
                                            const std::vector<T>& before);

/// Coefficients with which all couplings of a small grid matter about equally.
inline constexpr Physics test_physics{0.01, 0.05, 0.1};
/// The same for many layers of equal thickness.
inline constexpr Physics tall_physics{0.01, 0.005, 0.1};

/// A rank's part of a domain.
struct GridCase {
  Domain domain;
  LayerSpacing spacing;
  Partition part;
  int nz;
  Physics physics = test_physics;
  Boundaries boundaries{};
  int seed = 0; ///< of profiles, own interfaces, fields and own columns at random; 0: none
  Flux flux = Flux::two_point;

  GridSpec spec() const;
  oracle::Matrix matrix() const;
  std::string name() const;
  /// The case of the next coarser level.
  GridCase coarsened(Coarsening halved = {}) const {
    return {domain, spacing, part.coarsened(halved), nz, physics, boundaries, seed, flux};
  }
};

/// A rank's part and the axes that the coarser level halves.
struct TransferCase : GridCase {
  Coarsening halved;
  GridCase coarse() const { return coarsened(halved); }
  /// Axes at whose end a coarse column covers a single fine one.
  Coarsening single_ends() const {
    return {halved.x && part.nx % 2 == 1, halved.y && part.ny % 2 == 1};
  }
  std::string name() const {
    return GridCase::name() + (halved.x ? ", x" : ", ") + (halved.y ? "y halved" : " halved");
  }
};

/// The case's matrix but for one coefficient, which is wrong by a thousandth.
template <class P> GridOf<P> with_wrong_coefficient(const GridCase& c) {
  const GridOf<P> grid(c.spec(), c.part);
  const auto profile = Kokkos::create_mirror_view(grid.matrix().profile());
  Kokkos::deep_copy(profile, grid.matrix().profile());
  profile(3).c *= 1.001;
  Kokkos::deep_copy(grid.matrix().profile(), profile);
  return grid;
}

/// Tiny, odd, padded, wide, long, tall and non-square domains, whole or cut: in the middle, at a
/// side, in a corner. Wide means several blocks of packs (launch.hpp), long many rows. Tall ones
/// have just as many layers as a launch carries along, and more (layer_table.hpp). One layer alone
/// is coupled to none.
std::vector<GridCase> all_cases();
/// Cases of the general equation: coefficients of all kinds, and each boundary on each side. No periodic ones, whose
/// halo not every test fills.
std::vector<GridCase> all_general_cases();
/// The same for kernels that touch two levels.
std::vector<GridCase> all_even_cases();
std::vector<GridCase> all_even_general_cases();
/// The same for the vertex flux: shapes and parts, profiles of all kinds.
std::vector<GridCase> all_vertex_cases();
std::vector<GridCase> all_even_vertex_cases();

/// How far a kernel may be from the oracle, relative to the largest value, if both start from
/// numbers exact in float. These are some tens of roundings of the arithmetic, amplified by the
/// column solve, and one rounding to storage.
template <class P> constexpr double kernel_tolerance() {
  const bool narrow = std::is_same_v<typename P::storage, float>;
  if (std::is_same_v<typename P::arithmetic, float>) return 1e-5;
  return narrow ? 1e-7 : 1e-12;
}

/// The precisions that core is compiled for, or those of another list that a test is compiled with.
using Precisions = ListedPrecisions<testing::Types>;
/// The same of kernels on boxes.
using BoxPrecisions =
    detail::WithoutFirst<testing::Types, void ISOBAR_BOX_PRECISIONS(ISOBAR_AND_TYPE, )>::type;
/// The first of them, which is in double: of tests that need no more than one.
using InDouble = std::tuple_element_t<0, ListedPrecisions<std::tuple>>;
struct PrecisionNames {
  template <class P> static std::string GetName(int) {
    const std::string layout = P::layout == Layout::z_fastest ? "_by_columns" : "";
    std::string name(precision_name<P>());
    std::ranges::replace(name, '-', '_');
    return name + layout;
  }
};

/// The cases for kernels of a precision. Each thread of an emulated team waits for all others twice a
/// row, which takes a host a millisecond: long cases are left out there.
template <class P> std::vector<GridCase> cases_for(std::vector<GridCase> cases) {
  if (on_host && P::walk == Walk::march)
    std::erase_if(cases, [](const GridCase& c) { return c.part.ny > 16; });
  return cases;
}
template <class P = InDouble> std::vector<GridCase> any_cases() {
  std::vector<GridCase> cases = all_cases();
  std::ranges::copy(all_general_cases(), std::back_inserter(cases));
  std::ranges::copy(all_vertex_cases(), std::back_inserter(cases));
  return cases_for<P>(std::move(cases));
}
/// The cases with five points.
template <class P = InDouble> std::vector<GridCase> two_point_cases() {
  std::vector<GridCase> cases = any_cases<P>();
  std::erase_if(cases, [](const GridCase& c) { return c.flux == Flux::vertex; });
  return cases;
}
template <class P = InDouble> std::vector<GridCase> even_cases() {
  std::vector<GridCase> cases = all_even_cases();
  std::ranges::copy(all_even_general_cases(), std::back_inserter(cases));
  std::ranges::copy(all_even_vertex_cases(), std::back_inserter(cases));
  return cases_for<P>(std::move(cases));
}
/// Transfers in all directions.
template <class P = InDouble> std::vector<TransferCase> transfer_cases() {
  std::vector<TransferCase> cases;
  for (const Coarsening halved : {Coarsening{}, Coarsening{true, false}, Coarsening{false, true}})
    for (const GridCase& c : even_cases<P>()) cases.push_back({c, halved});
  return cases;
}

} // namespace isobar
