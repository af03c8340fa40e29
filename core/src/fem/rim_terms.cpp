#include "fem/rim_terms.hpp"

#include "fem/rim_edge_map.hpp"

#include <isobar/core/base/device_array.hpp>

#include <cmath>
#include <map>

namespace isobar {
namespace {

/// Sums of integrals by unknowns; those that two edges share are added in the order of edges.
struct RimSums {
  std::map<int, std::map<int, double>> rows;
  std::map<int, double> fluxes;

  template <int K> void add(const RimEdgeMap<K>& edge, const OpenRim& rim) {
    using Axis = ReferenceElement<K>;
    for (int q = 0; q <= K; ++q) {
      const double s = Axis::axis_place(q);
      const Point t = edge.tangent(s);
      const double length = std::hypot(t.x, t.y), weight = Axis::axis_weight(q) * length;
      const double flux = rim.flux ? rim.flux(edge.place(s), {t.y / length, -t.x / length}) : 0.0;
      for (int a = 0; a <= K; ++a) {
        if (rim.flux) fluxes[edge.unknowns[a]] += weight * flux * Axis::axis_value(a, s);
        if (rim.transfer == 0.0) continue;
        auto& row = rows[edge.unknowns[a]];
        for (int b = 0; b <= K; ++b)
          row[edge.unknowns[b]] +=
              weight * rim.transfer * (Axis::axis_value(a, s) * Axis::axis_value(b, s));
      }
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

} // namespace

RimTerms rim_terms(const FemSpace& space, std::span<const OpenRim> open) {
  RimSums sums;
  for (const FemSpace::RimSide& edge : space.rim_sides()) {
    const OpenRim& rim = open[std::size_t(edge.rim)];
    if (space.order() == 1) sums.add(RimEdgeMap<1>(space.table(), edge), rim);
    else sums.add(RimEdgeMap<2>(space.table(), edge), rim);
  }
  return sums.on_device(space.unknowns());
}

} // namespace isobar
