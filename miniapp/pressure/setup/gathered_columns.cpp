#include "pressure/setup/gathered_columns.hpp"

#include <algorithm>
#include <span>

namespace isobar {
namespace {

/// The same set of functions, each given one replaced by make(function), in a fixed order.
template <class Make> ColumnFields with_each(const ColumnFields& given, Make make) {
  const auto replace = [&](HorizontalField& field) {
    if (field) field = make(field);
  };
  ColumnFields fields = given;
  replace(fields.alpha_h);
  replace(fields.alpha_v);
  replace(fields.beta);
  if (!given.geometry) return fields;
  ColumnGeometryFields geometry = *given.geometry;
  replace(geometry.area);
  replace(geometry.west_length);
  replace(geometry.west_distance);
  replace(geometry.south_length);
  replace(geometry.south_distance);
  fields.geometry = std::make_shared<const ColumnGeometryFields>(std::move(geometry));
  return fields;
}

/// The place of a number of the whole domain.
struct WholePlace {
  int columns;
  std::size_t operator()(int i, int j) const {
    return std::size_t(j) * (std::size_t(columns) + 1) + std::size_t(i);
  }
};
std::size_t places(const Partition& p) {
  return (std::size_t(p.global_nx) + 1) * (std::size_t(p.global_ny) + 1);
}

/// Whether index i of an axis is one of `count` own ones; the edge at the end of the domain belongs to the last column.
bool is_own(int i, int first, int count, int columns) {
  return first <= i && (i < first + count || (i == columns && first + count == columns));
}
bool is_own(const Partition& p, int i, int j) {
  return is_own(i, p.first_i, p.nx, p.global_nx) && is_own(j, p.first_j, p.ny, p.global_ny);
}

/// MPI's counts have 31 bits.
void sum_in_pieces(std::span<double> numbers, const RankReductions& ranks) {
  constexpr std::size_t most = std::size_t(1) << 28;
  for (std::size_t first = 0; first < numbers.size(); first += most)
    ranks.sum(numbers.subspan(first, std::min(most, numbers.size() - first)));
}

} // namespace

GatheredColumns::GatheredColumns(const ColumnFields& given, const Partition& part) {
  const WholePlace place{part.global_nx};
  known_ = with_each(given, [&](const HorizontalField&) -> HorizontalField {
    numbers_.push_back(std::make_shared<std::vector<double>>(places(part)));
    return [numbers = numbers_.back(), place](int i, int j) { return (*numbers)[place(i, j)]; };
  });
  asking_ = with_each(
      given, [&, n = std::size_t(0)](const HorizontalField& field) mutable -> HorizontalField {
        return [numbers = numbers_[n++], place, field, part](int i, int j) {
          const double number = field(i, j);
          if (is_own(part, i, j)) (*numbers)[place(i, j)] = number;
          return number;
        };
      });
}

std::shared_ptr<const ColumnFields> GatheredColumns::over_ranks(const RankReductions& ranks) const {
  for (const auto& numbers : numbers_) sum_in_pieces(*numbers, ranks);
  return std::make_shared<const ColumnFields>(known_);
}

Int64 GatheredColumns::bytes(const ColumnFields& given, const Partition& part) {
  Int64 functions = 0;
  with_each(given, [&](const HorizontalField& field) {
    ++functions;
    return field;
  });
  return functions * Int64(places(part)) * Int64(sizeof(double));
}

} // namespace isobar
