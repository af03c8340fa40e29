#include "grid/vertex_evaluation.hpp"

#include "grid/field_evaluation.hpp"
#include <isobar/core/grid/cubed_sphere.hpp>

#include <cmath>

namespace isobar {
namespace {

/// Returns the geometric mean of one, two or four numbers from their product.
double geometric_mean(double product, int count) {
  if (count == 1) return product;
  return count == 2 ? std::sqrt(product) : std::sqrt(std::sqrt(product));
}

/// A column of the part, or of the halo around it. The constructor's j counts the rows of stacked
/// patches.
struct OnPatch {
  int patch, row;
  OnPatch(const PatchRows& rows, int j)
      : patch((j + 1) / rows.stride), row((j + 1) % rows.stride - 1) {}
  bool is_own(const PatchRows& rows) const { return row >= 0 && row < rows.rows; }
};

} // namespace

VertexEvaluation::VertexEvaluation(const ColumnFields& fields, const Boundaries& boundaries,
                                   const Partition& finest)
    : fields_(fields), boundaries_(boundaries), finest_(finest) {}

/// Returns the column's indices in the whole domain, or on the sphere among all its rows. Returns
/// nothing if there is no column.
std::optional<VertexEvaluation::Place> VertexEvaluation::place(const Partition& p, int i,
                                                               int j) const {
  if (p.is_on_sphere()) {
    const CubedSphere sphere(p.global_nx);
    const PatchRows rows = p.rows();
    const OnPatch at(rows, j);
    const SpherePatches::Place patch = p.sphere.place(p.sphere.first + at.patch);
    const int x = patch.x * p.nx + i, y = patch.y * rows.rows + at.row;
    if (sphere.is_missing(x, y)) return {};
    const SphereColumn c = sphere.column(patch.panel, x, y);
    return Place{c.i, c.panel * p.global_nx + c.j};
  }
  const DomainAxis x = x_axis(p, boundaries_), y = y_axis(p, boundaries_);
  const int gi = p.first_i + i, gj = p.first_j + j;
  if (!x.exists(gi) || !y.exists(gj)) return {};
  return Place{x.inside(gi), y.inside(gj)};
}

/// Returns m, the share of a column's depth that is above the ground.
double VertexEvaluation::share(int i, int j) const {
  return fields_.ground ? 1.0 - ground_share(fields_.ground, i, j) : 1.0;
}
double VertexEvaluation::alpha_h(int i, int j) const {
  return share(i, j) * positive_number("alpha_h", fields_.alpha_h, i, j);
}

/// Writes the numbers of the finest columns and of those around them, and 0 for missing columns.
template <class Number>
void VertexEvaluation::write_around(const HostColumnNumbers& to, const Number& number) const {
  for (int j = -1; j <= finest_.ny; ++j)
    for (int i = -1; i <= finest_.nx; ++i) {
      const auto column = place(finest_, i, j);
      to(i + 1, j + 1) = column ? number(*column) : 0.0;
    }
}
void VertexEvaluation::write_alpha_h(const HostColumnNumbers& to) const {
  write_around(to, [&](const Place& c) { return alpha_h(c.i, c.j); });
}
void VertexEvaluation::write_ground(const HostColumnNumbers& to) const {
  write_around(to, [&](const Place& c) { return 1.0 - share(c.i, c.j); });
}
void VertexEvaluation::write_alpha_v_around(const HostColumnNumbers& to) const {
  write_around(to, [&](const Place& c) {
    return positive_number("alpha_v", fields_.alpha_v, c.i, c.j) / share(c.i, c.j);
  });
}

template <class Number>
void VertexEvaluation::write_own(const HostColumnNumbers& to, const Number& number) const {
  const PatchRows rows = finest_.rows();
  for (int j = 0; j < finest_.ny; ++j)
    for (int i = 0; i < finest_.nx; ++i) {
      const bool own = !finest_.is_on_sphere() || OnPatch(rows, j).is_own(rows);
      to(i, j) = own ? number(*place(finest_, i, j)) : 1.0;
    }
}
void VertexEvaluation::write_alpha_v(const HostColumnNumbers& to) const {
  write_own(to, [&](const Place& c) {
    const double m = share(c.i, c.j);
    return positive_number("alpha_v", fields_.alpha_v, c.i, c.j) / (m * m);
  });
}
void VertexEvaluation::write_beta(const HostColumnNumbers& to) const {
  write_own(to, [&](const Place& c) { return positive_number("beta", fields_.beta, c.i, c.j); });
}
void VertexEvaluation::write_share(const HostColumnNumbers& to) const {
  write_own(to, [&](const Place& c) { return share(c.i, c.j); });
}

/// Returns the mean of alpha_h in a column of a level with `columns` columns along a panel.
double VertexEvaluation::mean_on_sphere(int columns, int i, int j) const {
  if (columns == finest_.global_nx) return alpha_h(i, j);
  double product = 1.0;
  for (int y = 2 * j; y < 2 * j + 2; ++y)
    for (int x = 2 * i; x < 2 * i + 2; ++x) product *= mean_on_sphere(2 * columns, x, y);
  return geometric_mean(product, 4);
}

void VertexEvaluation::write_coarse(const Partition& p, const HostColumnNumbers& to,
                                    const Partition& finer, const HostColumnNumbers& from) const {
  const LevelPair pair(p, finer, boundaries_);
  const PatchRows rows = p.rows();
  for (int j = -1; j <= p.ny; ++j)
    for (int i = -1; i <= p.nx; ++i) {
      const auto column = place(p, i, j);
      double& number = to(i + 1, j + 1);
      const bool beside = i < 0 || i == p.nx || !OnPatch(rows, j).is_own(rows);
      if (!column) {
        number = 0.0;
      } else if (p.is_on_sphere() && beside) {
        number = mean_on_sphere(p.global_nx, column->i, column->j);
      } else {
        double product = 1.0;
        const int x = pair.x.begin(i), y = pair.first_row(j);
        for (int n = y; n < y + pair.y.children(j); ++n)
          for (int m = x; m < x + pair.x.children(i); ++m) product *= from(m + 1, n + 1);
        number = geometric_mean(product, pair.x.children(i) * pair.y.children(j));
      }
    }
}

namespace {

/// Evaluates the fields for the meshes of these levels. The first level is the finest.
void ask_vertices(const ColumnFields& fields, const GridSpec& spec,
                  const std::vector<Partition>& levels) {
  const Partition& finest = levels.front();
  const VertexEvaluation evaluation(fields, spec.boundaries, finest);
  const auto numbers = [](const Partition& p) {
    return HostColumnNumbers("isobar numbers", p.nx + 2, p.ny + 2);
  };
  std::vector<HostColumnNumbers> alpha{numbers(finest)};
  evaluation.write_alpha_h(alpha.front());
  evaluation.write_alpha_v(numbers(finest));
  if (fields.ground) evaluation.write_alpha_v_around(numbers(finest));
  evaluation.write_beta(numbers(finest));
  for (std::size_t l = 1; l < levels.size(); ++l) {
    alpha.push_back(numbers(levels[l]));
    evaluation.write_coarse(levels[l], alpha[l], levels[l - 1], alpha[l - 1]);
  }
}

} // namespace

void ask_fields(const GridSpec& spec, const std::vector<Partition>& parts) {
  if (spec.flux == Flux::two_point) {
    for (const Partition& part : parts) FieldEvaluation(spec, part).ask();
    return;
  }
  const ColumnFields fields = spec.columns ? *spec.columns : ColumnFields();
  // Each level of a stage on the sphere has fewer columns than the one before.
  const auto follows = [&](const Partition& p, const std::vector<Partition>& finer) {
    return p.is_on_sphere() && !finer.empty() && p.global_nx < finer.back().global_nx;
  };
  std::vector<Partition> levels;
  for (const Partition& part : parts) {
    if (!levels.empty() && !follows(part, levels)) {
      ask_vertices(fields, spec, levels);
      levels.clear();
    }
    levels.push_back(part);
  }
  ask_vertices(fields, spec, levels);
}

} // namespace isobar
