#include "fem/rim_terms.hpp"

#include "fem/rim_points.hpp"

#include <isobar/core/base/device_array.hpp>

#include <array>
#include <map>

namespace isobar {
namespace {

/// Sums of integrals by unknowns. The integrals of an unknown that two edges share are added in the order of edges.
struct RimSums {
  std::map<int, std::map<int, double>> rows;
  std::map<int, double> fluxes;

  void add(const RimPoint& point, const OpenRim& rim) {
    const double flux = rim.flux ? rim.flux(point.place, point.normal) : 0.0;
    for (std::size_t a = 0; a < point.unknowns.size(); ++a) {
      if (rim.flux) fluxes[point.unknowns[a]] += point.weight * flux * point.values[a];
      if (rim.transfer == 0.0) continue;
      auto& row = rows[point.unknowns[a]];
      for (std::size_t b = 0; b < point.unknowns.size(); ++b)
        row[point.unknowns[b]] += point.weight * rim.transfer * (point.values[a] * point.values[b]);
    }
  }
  RimTerms on_device(int unknowns) const;
};

RimTerms RimSums::on_device(int unknowns) const {
  RimTerms terms;
  std::vector<int> columns, flux_unknowns;
  std::vector<double> values, flux_values;
  for (const auto& [unknown, flux] : fluxes) {
    flux_unknowns.push_back(unknown);
    flux_values.push_back(flux);
  }
  terms.flux_unknowns = isobar::on_device("isobar fem flux unknowns", flux_unknowns);
  terms.fluxes = isobar::on_device("isobar fem fluxes", flux_values);
  if (rows.empty()) return terms;
  std::vector<int> starts(std::size_t(unknowns) + 1, 0);
  for (const auto& [unknown, row] : rows) {
    starts[std::size_t(unknown) + 1] = int(row.size());
    for (const auto& [column, value] : row) {
      columns.push_back(column);
      values.push_back(value);
    }
  }
  for (std::size_t n = 1; n < starts.size(); ++n) starts[n] += starts[n - 1];
  terms.starts = isobar::on_device("isobar fem rim starts", starts);
  terms.columns = isobar::on_device("isobar fem rim columns", columns);
  terms.values = isobar::on_device("isobar fem rim values", values);
  return terms;
}

template <int K> RimTerms terms_of(const FemSpace& space, std::span<const OpenRim> open) {
  std::array<double, K + 1> places, weights;
  for (int q = 0; q <= K; ++q) {
    places[q] = ReferenceElement<K>::axis_place(q);
    weights[q] = ReferenceElement<K>::axis_weight(q);
  }
  const auto wanted = [&](int rim) {
    return bool(open[std::size_t(rim)].flux) || open[std::size_t(rim)].transfer != 0.0;
  };
  RimSums sums;
  visit_rims<K>(
      space, {places, weights}, wanted, [](const FemSpace&, int) { return true; },
      [&](const RimPoint& point) { sums.add(point, open[std::size_t(point.rim)]); });
  return sums.on_device(space.unknowns());
}

} // namespace

RimTerms rim_terms(const FemSpace& space, std::span<const OpenRim> open) {
  return space.order() == 1 ? terms_of<1>(space, open) : terms_of<2>(space, open);
}

} // namespace isobar
