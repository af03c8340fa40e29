#include "support_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace isobar {
namespace {

/// Index of the mirror image of cell i beyond the sides of a domain of n cells.
int mirrored(int i, int n) { return i < 0 ? -1 - i : i >= n ? 2 * n - 1 - i : i; }

/// The factor of a number's mirror image beyond an end of an axis.
double sign_beyond(int i, int n, Boundary low, Boundary high) {
  if (i >= 0 && i < n) return 1.0;
  return (i < 0 ? low : high) == Boundary::neumann ? 1.0 : -1.0;
}

double halo_value(const oracle::Array& global, int j, int i, int k, Beyond beyond,
                  const Boundaries& b) {
  if (b.periodic_x()) i = (i + global.nx) % global.nx;
  if (b.periodic_y()) j = (j + global.ny) % global.ny;
  if (global.inside(j, i)) return global(j, i, k);
  if (beyond == Beyond::garbage) return garbage;
  return sign_beyond(j, global.ny, b.south, b.north) * sign_beyond(i, global.nx, b.west, b.east) *
         global(mirrored(j, global.ny), mirrored(i, global.nx), k);
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
Field<T, L> field_of(const oracle::Array& global, const Partition& p, Beyond beyond,
                     const Boundaries& sides) {
  const Field<T, L> field("test", p.nx, p.ny, global.nz);
  const auto host = Kokkos::create_mirror_view(field.flat());
  for_numbers(field, host, [&](T& x, const CellOfNumber& at) {
    x = T(at.padding ? garbage
                     : halo_value(global, p.first_j + at.j, p.first_i + at.i, at.k, beyond, sides));
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

namespace {

/// A number between 0.25 and 4 of a hash of the place.
double coefficient(int seed, int i, int j) {
  const double x = oracle::random(1, 1, 1, seed * 7919 + i * 104729 + j * 1299709)(0, 0, 0);
  return std::exp2(2.0 * x - 1.0);
}
HorizontalField random_field(int seed) {
  return [seed](int i, int j) { return coefficient(seed, i, j); };
}
std::vector<double> random_profile(int seed, int count) {
  std::vector<double> numbers;
  for (int k = 0; k < count; ++k) numbers.push_back(coefficient(seed, k, 0));
  return numbers;
}
std::vector<double> random_interfaces(int seed, double depth, int nz) {
  std::vector<double> z{0.0};
  for (const double thickness : random_profile(seed, nz))
    z.push_back(z.back() + depth / nz * thickness);
  return z;
}
/// Columns of about the size that they have in the domain.
std::shared_ptr<ColumnGeometryFields> random_geometry(int seed, const Partition& p) {
  const auto scaled = [](int s, double scale) -> HorizontalField {
    return [s, scale](int i, int j) { return scale * coefficient(s, i, j); };
  };
  const double hx = 1.0 / p.global_nx, hy = 1.0 / p.global_ny;
  return std::make_shared<ColumnGeometryFields>(
      ColumnGeometryFields{scaled(seed, hx * hy), scaled(seed + 1, hy), scaled(seed + 2, hx),
                           scaled(seed + 3, hx), scaled(seed + 4, hy)});
}

} // namespace

/// Even seeds have columns of their own. Some seeds lack coefficients of each group.
GridSpec GridCase::spec() const {
  GridSpec s{domain, spacing, physics, nz, boundaries};
  s.flux = flux;
  if (seed == 0) return s;
  if (seed % 5 != 0)
    s.profiles = {random_interfaces(seed, physics.depth, nz), random_profile(seed + 1, nz),
                  random_profile(seed + 2, nz), random_profile(seed + 3, nz)};
  if (seed % 5 == 1) s.profiles.interfaces = {};
  if (seed % 5 == 2) s.profiles.alpha_v = {};
  if (seed % 5 == 3) s.profiles.beta[std::size_t(nz - 1)] = 0.0;
  if (seed % 7 == 0) return s;
  ColumnFields fields{random_field(seed + 4), random_field(seed + 5), random_field(seed + 6), {}};
  if (seed % 2 == 0) fields.geometry = random_geometry(seed + 7, part);
  s.columns = std::make_shared<ColumnFields>(fields);
  return s;
}

oracle::Matrix GridCase::matrix() const { return {spec(), part}; }

std::string GridCase::name() const {
  std::ostringstream s;
  s << (domain == Domain::panel ? "panel " : "flat ") << part.global_nx << " x " << part.global_ny
    << " x " << nz << ", owned " << part.nx << " x " << part.ny << " from (" << part.first_i << ", "
    << part.first_j << ")";
  if (seed > 0) s << ", coefficients " << seed;
  if (boundaries != Boundaries()) s << ", other boundaries";
  if (flux == Flux::vertex) s << ", vertex flux";
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

std::vector<GridCase> all_general_cases() {
  const auto panel = Domain::panel, flat = Domain::flat;
  const auto graded = LayerSpacing::graded, uniform = LayerSpacing::uniform;
  const auto open = Boundary::dirichlet, closed = Boundary::neumann;
  const Boundaries all_closed{closed, closed, closed, closed, closed, closed},
      all_open{open, open, open, open, open, open}, ground{open, open, open, open, open, closed},
      top{closed, open, open, closed, closed, open}, sides{open, closed, closed, open};
  return {{flat, uniform, Partition::whole(3, 2), 1, test_physics, all_open},
          {panel, graded, Partition::whole(17, 4), 7, test_physics, all_closed},
          {panel, uniform, Partition::whole(18, 5), 6, test_physics, ground, 1},
          {flat, graded, Partition::whole(31, 3), 5, test_physics, top, 2},
          {panel, graded, {40, 24, 7, 5, 18, 7}, 6, test_physics, all_open, 3},
          {flat, uniform, {40, 24, 0, 9, 33, 4}, 3, test_physics, sides, 4},
          {panel, graded, {21, 11, 13, 6, 8, 5}, 5, test_physics, all_closed, 5},
          {flat, uniform, Partition::whole(9, 3), 8, test_physics, all_open, 6},
          {panel, uniform, Partition::whole(5, 3), 128, tall_physics, all_open, 7},
          {flat, uniform, Partition::whole(35, 3), 127, tall_physics, top, 8},
          {flat, uniform, Partition::whole(3, 2), 257, tall_physics, ground, 13},
          {panel, graded, Partition::whole(70, 5), 1, test_physics, all_closed, 9}};
}

namespace {

/// Seeds that 7 divides have profiles alone, other odd ones functions of the position, too.
GridCase vertex_case(const Partition& part, int nz, int seed = 0, const Boundaries& sides = {}) {
  return {Domain::panel, LayerSpacing::graded, part, nz, test_physics, sides, seed, Flux::vertex};
}
constexpr Boundaries with_sides(Boundary west, Boundary east, Boundary south, Boundary north) {
  return {west, east, south, north};
}
constexpr Boundary shut = Boundary::neumann, fixed = Boundary::dirichlet;

} // namespace

std::vector<GridCase> all_vertex_cases() {
  return {vertex_case(Partition::whole(1, 1), 1),
          vertex_case(Partition::whole(3, 5), 4),
          vertex_case(Partition::whole(17, 9), 7, 7),
          vertex_case(Partition::whole(65, 2), 33),
          vertex_case(Partition::whole(70, 20), 2),
          vertex_case({40, 24, 7, 5, 18, 7}, 6),
          vertex_case({40, 24, 0, 9, 33, 4}, 130, 14),
          vertex_case(Partition::whole(17, 9), 5, 1),
          vertex_case({40, 24, 7, 5, 18, 7}, 6, 3),
          vertex_case(Partition::whole(9, 6), 4, 0, with_sides(shut, fixed, fixed, shut)),
          vertex_case(Partition::whole(1, 3), 4, 0, with_sides(shut, shut, fixed, shut)),
          vertex_case({40, 24, 20, 5, 20, 19}, 3, 5, with_sides(fixed, shut, shut, shut)),
          vertex_case(Partition::whole(34, 5), 6, 9, with_sides(shut, shut, shut, shut))};
}

std::vector<GridCase> all_even_vertex_cases() {
  return {vertex_case(Partition::whole(6, 10), 5),
          vertex_case(Partition::whole(66, 8), 2, 7),
          vertex_case(Partition::whole(33, 7), 3),
          vertex_case({40, 24, 8, 4, 18, 6}, 6, 14),
          vertex_case({33, 25, 16, 12, 17, 13}, 5, 21),
          vertex_case(Partition::whole(33, 8), 4, 3, with_sides(shut, fixed, shut, fixed)),
          vertex_case({33, 25, 16, 12, 17, 13}, 5, 1, with_sides(shut, shut, shut, shut))};
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

std::vector<GridCase> all_even_general_cases() {
  const auto panel = Domain::panel, flat = Domain::flat;
  const auto graded = LayerSpacing::graded, uniform = LayerSpacing::uniform;
  const auto open = Boundary::dirichlet, closed = Boundary::neumann;
  const Boundaries all_closed{closed, closed, closed, closed, closed, closed},
      mixed{open, closed, closed, open, open, closed},
      others{closed, open, open, closed, closed, open};
  return {{panel, graded, Partition::whole(6, 10), 5, test_physics, all_closed},
          {flat, uniform, Partition::whole(34, 6), 4, test_physics, mixed, 1},
          {panel, graded, Partition::whole(33, 7), 3, test_physics, others, 2},
          {flat, graded, {40, 24, 8, 4, 18, 6}, 6, test_physics, all_closed, 3},
          {panel, uniform, {40, 24, 0, 10, 34, 14}, 3, test_physics, all_closed, 4},
          {panel, graded, {33, 25, 16, 12, 17, 13}, 5, test_physics, mixed, 5},
          {flat, uniform, Partition::whole(4, 2), 128, tall_physics, others, 6},
          {panel, graded, {40, 24, 8, 4, 18, 6}, 1, test_physics, all_closed, 7}};
}

template Field<double> field_of(const oracle::Array&, const Partition&, Beyond, const Boundaries&);
template Field<double> garbage_field(const Partition&, int);
template Field<double, Layout::z_fastest> field_of(const oracle::Array&, const Partition&, Beyond,
                                                   const Boundaries&);
template Field<double, Layout::z_fastest> garbage_field(const Partition&, int);
template std::vector<double> contents(const FieldMemory<double>&);
template oracle::Array owned(const FieldMemory<double>&);
template testing::AssertionResult matches(const FieldMemory<double>&, const oracle::Array&,
                                          const Partition&, double);
template testing::AssertionResult only_owned_written(const FieldMemory<double>&,
                                                     const std::vector<double>&);
template Field<float> field_of(const oracle::Array&, const Partition&, Beyond, const Boundaries&);
template Field<float> garbage_field(const Partition&, int);
template Field<float, Layout::z_fastest> field_of(const oracle::Array&, const Partition&, Beyond,
                                                  const Boundaries&);
template Field<float, Layout::z_fastest> garbage_field(const Partition&, int);
template std::vector<float> contents(const FieldMemory<float>&);
template oracle::Array owned(const FieldMemory<float>&);
template testing::AssertionResult matches(const FieldMemory<float>&, const oracle::Array&,
                                          const Partition&, double);
template testing::AssertionResult only_owned_written(const FieldMemory<float>&,
                                                     const std::vector<float>&);

} // namespace isobar
