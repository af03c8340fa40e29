#include "support_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace isobar {
namespace {

/// Index of the mirror image of cell i beyond the sides of a domain of n cells.
int mirrored(int i, int n) { return i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i; }

double halo_value(const oracle::Array& global, int j, int i, int k, Beyond beyond) {
  if (global.inside(j, i)) return global(j, i, k);
  if (beyond == Beyond::garbage) return garbage;
  const int mj = mirrored(j, global.ny), mi = mirrored(i, global.nx);
  return (mj == j ? 1.0 : -1.0) * (mi == i ? 1.0 : -1.0) * global(mj, mi, k);
}

template <class T> auto host_copy(const FieldMemory<T>& field) {
  return Kokkos::create_mirror_view_and_copy(HostSpace(), field.flat());
}

/// Visits a field's memory: visit(number, place).
template <class T, class View, class Visit>
void for_numbers(const FieldMemory<T>& field, const View& view, const Visit& visit) {
  for (std::size_t n = 0; n < view.extent(0); ++n) visit(view(n), cell_of(field.shape(), Int64(n)));
}

} // namespace

namespace {

/// z fastest: a row begins with its western halo column.
CellOfNumber cell_by_columns(const FieldShape& s, Int64 number) {
  const Int64 column = number / s.pitch;
  const int k = int(number % s.pitch);
  const int i = int(column % (s.nx + 2)) - 1, j = int(column / (s.nx + 2)) - 1;
  const bool padding = k >= s.nz;
  return {i, k, j, padding, !padding && i >= 0 && i < s.nx && j >= 0 && j < s.ny};
}

} // namespace

CellOfNumber cell_of(const FieldShape& s, Int64 number) {
  if (s.layout == Layout::z_fastest) return cell_by_columns(s, number);
  Int64 line = number / s.pitch;
  int i = int(number % s.pitch) - s.offset;
  // A row without padding has its eastern halo cell at the start of the next line.
  if (i == -s.offset && s.nx + s.offset == s.pitch) {
    i = s.nx;
    --line;
  }
  const int k = int(line % s.nz), j = int(line / s.nz) - 1;
  const bool padding = line < 0 || i < -1 || i > s.nx || j > s.ny;
  return {i, k, j, padding, !padding && i >= 0 && i < s.nx && j >= 0 && j < s.ny};
}

template <class T, Layout L> Field<T, L> garbage_field(const Partition& p, int nz) {
  const Field<T, L> field("test", p.nx, p.ny, nz);
  Kokkos::deep_copy(field.flat(), T(garbage));
  return field;
}

template <class T, Layout L>
Field<T, L> field_of(const oracle::Array& global, const Partition& p, Beyond beyond) {
  const Field<T, L> field("test", p.nx, p.ny, global.nz);
  const auto host = Kokkos::create_mirror_view(field.flat());
  for_numbers(field, host, [&](T& x, const CellOfNumber& at) {
    x = T(at.padding ? garbage
                     : halo_value(global, p.first_j + at.j, p.first_i + at.i, at.k, beyond));
  });
  Kokkos::deep_copy(field.flat(), host);
  return field;
}

template <class T> std::vector<T> contents(const FieldMemory<T>& field) {
  const auto host = host_copy(field);
  std::vector<T> all;
  for_numbers(field, host, [&](const T& x, const CellOfNumber&) { all.push_back(x); });
  return all;
}

template <class T> oracle::Array owned(const FieldMemory<T>& field) {
  const FieldShape& s = field.shape();
  oracle::Array array(s.nx, s.ny, s.nz);
  const auto host = host_copy(field);
  for_numbers(field, host, [&](const T& x, const CellOfNumber& at) {
    if (at.owned) array(at.j, at.i, at.k) = double(x);
  });
  return array;
}

template <class T>
testing::AssertionResult matches(const FieldMemory<T>& field, const oracle::Array& expected,
                                 const Partition& p, double tolerance) {
  const oracle::Array found = owned(field);
  double scale = 0.0, worst = 0.0;
  std::ostringstream where;
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i)
      for (int k = 0; k < found.nz; ++k) {
        const double right = expected(p.first_j + j, p.first_i + i, k);
        const double error = std::abs(found(j, i, k) - right);
        scale = std::max(scale, std::abs(right));
        if (error <= worst) continue;
        worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
        where.str("");
        where << "column (" << i << ", " << j << "), level " << k << ": " << found(j, i, k)
              << " instead of " << right;
      }
  if (worst <= tolerance * scale) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << where.str() << ", relative error " << worst / scale << " > " << tolerance;
}

template <class T>
testing::AssertionResult only_owned_written(const FieldMemory<T>& field,
                                            const std::vector<T>& before) {
  const auto host = host_copy(field);
  std::size_t n = 0;
  std::ostringstream where;
  for_numbers(field, host, [&](const T& x, const CellOfNumber& at) {
    if (!at.owned && !(x == before[n]))
      where << " (" << at.i << ", " << at.k << ", " << at.j << ")";
    ++n;
  });
  if (where.str().empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "written outside the owned cells, (i, k, j):" << where.str().substr(0, 200);
}

GridSpec GridCase::spec() const { return {domain, spacing, physics, nz}; }

oracle::Matrix GridCase::matrix() const { return {domain, spacing, physics, part, nz}; }

std::string GridCase::name() const {
  std::ostringstream s;
  s << (domain == Domain::panel ? "panel " : "flat ") << part.global_nx << " x " << part.global_ny
    << " x " << nz << ", owned " << part.nx << " x " << part.ny << " from (" << part.first_i << ", "
    << part.first_j << ")";
  return s.str();
}

std::vector<GridCase> all_cases() {
  const auto panel = Domain::panel, flat = Domain::flat;
  const auto graded = LayerSpacing::graded, uniform = LayerSpacing::uniform;
  return {{panel, graded, Partition::whole(1, 1), 1},
          {flat, uniform, Partition::whole(2, 2), 2},
          {panel, uniform, Partition::whole(3, 5), 4},
          {panel, graded, Partition::whole(17, 9), 7},
          {flat, graded, Partition::whole(31, 3), 5},
          {panel, graded, Partition::whole(64, 4), 3},
          {panel, graded, Partition::whole(65, 2), 33},
          {panel, graded, Partition::whole(301, 2), 3},
          {flat, graded, Partition::whole(70, 90), 2},
          {panel, graded, {40, 24, 7, 5, 18, 7}, 6},
          {panel, uniform, {40, 24, 0, 9, 33, 4}, 3},
          {flat, graded, {21, 11, 13, 6, 8, 5}, 5},
          {panel, graded, {9, 9, 4, 4, 1, 1}, 9},
          {panel, uniform, Partition::whole(5, 3), 127, tall_physics},
          {panel, uniform, Partition::whole(35, 3), 128, tall_physics},
          {panel, uniform, Partition::whole(33, 2), 130, tall_physics},
          {flat, uniform, Partition::whole(3, 2), 257, tall_physics}};
}

std::vector<GridCase> all_even_cases() {
  const auto panel = Domain::panel, flat = Domain::flat;
  const auto graded = LayerSpacing::graded, uniform = LayerSpacing::uniform;
  return {{panel, graded, Partition::whole(2, 2), 1},
          {flat, uniform, Partition::whole(4, 2), 3},
          {panel, graded, Partition::whole(6, 10), 5},
          {panel, graded, Partition::whole(34, 6), 4},
          {flat, graded, Partition::whole(64, 4), 3},
          {panel, uniform, Partition::whole(66, 8), 2},
          {panel, graded, Partition::whole(514, 4), 3},
          {flat, graded, Partition::whole(66, 90), 2},
          {panel, graded, {40, 24, 8, 4, 18, 6}, 6},
          {flat, graded, {40, 24, 0, 10, 34, 4}, 3},
          {panel, graded, {24, 16, 14, 10, 10, 6}, 5},
          {panel, graded, {12, 12, 4, 6, 2, 2}, 4},
          {panel, graded, Partition::whole(3, 3), 2},
          {flat, uniform, Partition::whole(33, 6), 3},
          {panel, graded, Partition::whole(8, 7), 4},
          {panel, uniform, Partition::whole(65, 9), 5},
          {panel, graded, {33, 25, 16, 12, 17, 13}, 5},
          {flat, graded, {33, 25, 0, 14, 16, 11}, 3},
          {panel, graded, {41, 12, 38, 4, 3, 6}, 3},
          {panel, uniform, Partition::whole(5, 3), 128, tall_physics},
          {panel, uniform, Partition::whole(4, 2), 128, tall_physics},
          {flat, uniform, Partition::whole(2, 4), 260, tall_physics}};
}

template Field<double> field_of(const oracle::Array&, const Partition&, Beyond);
template Field<double> garbage_field(const Partition&, int);
template Field<double, Layout::z_fastest> field_of(const oracle::Array&, const Partition&, Beyond);
template Field<double, Layout::z_fastest> garbage_field(const Partition&, int);
template std::vector<double> contents(const FieldMemory<double>&);
template oracle::Array owned(const FieldMemory<double>&);
template testing::AssertionResult matches(const FieldMemory<double>&, const oracle::Array&,
                                          const Partition&, double);
template testing::AssertionResult only_owned_written(const FieldMemory<double>&,
                                                     const std::vector<double>&);
template Field<float> field_of(const oracle::Array&, const Partition&, Beyond);
template Field<float> garbage_field(const Partition&, int);
template Field<float, Layout::z_fastest> field_of(const oracle::Array&, const Partition&, Beyond);
template Field<float, Layout::z_fastest> garbage_field(const Partition&, int);
template std::vector<float> contents(const FieldMemory<float>&);
template oracle::Array owned(const FieldMemory<float>&);
template testing::AssertionResult matches(const FieldMemory<float>&, const oracle::Array&,
                                          const Partition&, double);
template testing::AssertionResult only_owned_written(const FieldMemory<float>&,
                                                     const std::vector<float>&);

} // namespace isobar
