#include "library/boundary_numbers.hpp"

#include "input/input_error.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace isobar {
namespace {

template <class Values> auto& field_at(Values& v, DomainSide side) {
  const std::array fields{&v.west, &v.east, &v.south, &v.north, &v.bottom, &v.top};
  return *fields[std::size_t(side)];
}

/// The count of numbers beside a column: one for each layer, but one on bottom and top.
int depth_of(DomainSide side, int nz) { return axis_of(side) == 2 ? 1 : nz; }

/// The layer to which number n beside a column belongs.
int layer_of(DomainSide side, int nz, int n) { return side == DomainSide::top ? nz - 1 : n; }

TakenColumns::Ask asking(DomainSide side, const CellField& field, int nz,
                         const std::shared_ptr<KeptException>& kept) {
  return [=](int i, int j, double* numbers) {
    if (!field)
      throw InputError(fmt::format("boundary values {}: not given for column ({}, {}); expected "
                                   "them on all ranks with columns there, or on none",
                                   to_string(side), i, j));
    kept->runs_or_throws([&] {
      for (int n = 0; n < depth_of(side, nz); ++n) numbers[n] = field(i, j, layer_of(side, nz, n));
    });
  };
}

} // namespace

const CellField& values_at(const BoundaryValues& values, DomainSide side) {
  return field_at(values, side);
}
CellField& values_at(BoundaryValues& values, DomainSide side) { return field_at(values, side); }

BoundaryNumbers::BoundaryNumbers(const BoundaryValues& values, const Sides& given,
                                 ColumnsOfDomain columns,
                                 const std::shared_ptr<KeptException>& kept)
    : given_(given), columns_(std::move(columns)) {
  for (const DomainSide side : all_sides) {
    if (!given_[std::size_t(side)]) continue;
    auto slots = std::make_shared<ColumnSlots>(columns_.nx, columns_.ny);
    columns_.for_beside(side, [&](int i, int j) {
      slots->x.add(i);
      slots->y.add(j);
    });
    functions_.push_back(std::make_shared<TakenColumns>(
        fmt::format("boundary values {}", to_string(side)), std::move(slots),
        depth_of(side, columns_.nz), asking(side, values_at(values, side), columns_.nz, kept)));
  }
}

void BoundaryNumbers::ask() const {
  for (const DomainSide side : all_sides)
    if (given_[std::size_t(side)])
      columns_.for_beside(side, [&](int i, int j) {
        for (int n = 0; n < depth_of(side, columns_.nz); ++n) {
          const int k = layer_of(side, columns_.nz, n);
          if (const double x = number(side, i, j, k); !std::isfinite(x))
            throw InputError(
                fmt::format("boundary values {}: ({}, {}, {}) is {}; expected a finite number",
                            to_string(side), i, j, k, x));
        }
      });
}

void BoundaryNumbers::close() const {
  for (const auto& function : functions_) function->close();
}

BoundaryValues BoundaryNumbers::values() const {
  BoundaryValues all;
  for (const DomainSide side : all_sides)
    if (given_[std::size_t(side)])
      values_at(all, side) = [this, side](int i, int j, int k) { return number(side, i, j, k); };
  return all;
}

double BoundaryNumbers::number(DomainSide side, int i, int j, int k) const {
  const auto before = std::count(given_.begin(), given_.begin() + std::size_t(side), true);
  return functions_[std::size_t(before)]->column(i, j)[axis_of(side) == 2 ? 0 : k];
}

} // namespace isobar
