#include <isobar/core/modes/separable_spec.hpp>

#include <isobar/core/modes/vertical_modes.hpp>

#include <cmath>
#include <memory>
#include <utility>

namespace isobar {
namespace {

HorizontalField geometric_mean(const HorizontalField& beta, const HorizontalField& alpha_v) {
  return [beta, alpha_v](int i, int j) {
    const double b = beta ? beta(i, j) : 1.0, v = alpha_v ? alpha_v(i, j) : 1.0;
    return b > 0.0 ? std::sqrt(b * v) : v;
  };
}

} // namespace

GridSpec separable_spec(const GridSpec& spec) {
  if (separates(spec)) return spec;
  GridSpec near = spec;
  ColumnFields fields = *spec.columns;
  fields.alpha_v = geometric_mean(spec.columns->beta, spec.columns->alpha_v);
  fields.beta = fields.alpha_v;
  fields.beta_is_alpha_v = true;
  near.columns = std::make_shared<const ColumnFields>(std::move(fields));
  return near;
}

} // namespace isobar
