#include <isobar/core/grid/cubed_sphere.hpp>
#include <isobar/core/grid/measures.hpp>

namespace isobar {

ColumnMeasures::ColumnMeasures(const GridSpec& spec, const Partition& p)
    : own_(spec.columns ? spec.columns->geometry : nullptr),
      geometry_(spec.domain, p.global_nx, p.global_ny, p.x_widths, p.y_widths, spec.boundaries),
      on_sphere_(spec.domain == Domain::sphere), global_nx_(p.global_nx), global_ny_(p.global_ny),
      periodic_(spec.boundaries.periodic()) {}

double ColumnMeasures::area(int i, int j) const {
  if (own_) return own_->area(i, j);
  if (!on_sphere_) return geometry_.area(i, j);
  const int n = global_nx_;
  return CubedSphere(n).area({j / n, i, j % n});
}

double ColumnMeasures::x_span(int i, int j) const { return x_step(i, j) + x_step(i + 1, j); }
double ColumnMeasures::y_span(int i, int j) const { return y_step(i, j) + y_step(i, j + 1); }

double ColumnMeasures::x_step(int i, int j) const {
  const bool side = !periodic_.x && (i == 0 || i == global_nx_);
  return (side ? 2.0 : 1.0) * west_distance(i, j);
}

double ColumnMeasures::y_step(int i, int j) const {
  const bool side = !periodic_.y && (j == 0 || j == global_ny_);
  return (side ? 2.0 : 1.0) * south_distance(i, j);
}

double ColumnMeasures::west_distance(int i, int j) const {
  return own_ ? own_->west_distance(i, j) : geometry_.west_distance(i, j);
}
double ColumnMeasures::south_distance(int i, int j) const {
  return own_ ? own_->south_distance(i, j) : geometry_.south_distance(i, j);
}

ColumnMeasures::Edge ColumnMeasures::west(int i, int j) const {
  const double distance = west_distance(i, j);
  return {own_ ? own_->west_length(i, j) : geometry_.west(i, j) * distance, distance};
}
ColumnMeasures::Edge ColumnMeasures::south(int i, int j) const {
  const double distance = south_distance(i, j);
  return {own_ ? own_->south_length(i, j) : geometry_.south(i, j) * distance, distance};
}

LayerMeasures::LayerMeasures(const GridSpec& spec) : volume(layer_volumes(spec)) {
  const LayerHeights heights(spec);
  const int nz = heights.layers();
  for (int k = 0; k < nz; ++k)
    thickness.push_back(heights.length(heights.step(k + 1) - heights.step(k)));
  for (int k = 0; k < nz; ++k) {
    const double below = thickness[k > 0 ? k - 1 : k], above = thickness[k + 1 < nz ? k + 1 : k];
    span.push_back(0.5 * (below + above) + thickness[k]);
  }
}

GridSpec geometry_alone(GridSpec spec) {
  spec.profiles.alpha_h.clear();
  spec.profiles.alpha_v.clear();
  spec.profiles.beta.clear();
  if (spec.columns)
    spec.columns =
        spec.columns->geometry
            ? std::make_shared<const ColumnFields>(ColumnFields{{}, {}, {}, spec.columns->geometry})
            : nullptr;
  return spec;
}

} // namespace isobar
