#include <isobar/core/modes/separable_spec.hpp>

#include <isobar/core/modes/vertical_modes.hpp>

#include <cmath>

namespace isobar {
namespace {

HorizontalField geometric_mean(const HorizontalField& beta, const HorizontalField& alpha_v) {
  return [beta, alpha_v](int i, int j) {
    const double b = beta ? beta(i, j) : 1.0, v = alpha_v ? alpha_v(i, j) : 1.0;
    return b > 0.0 ? std::sqrt(b * v) : v;
  };
}

ColumnFields with_one_vertical_factor(const ColumnFields& of) {
  ColumnFields fields = of;
  fields.alpha_v = geometric_mean(of.beta, of.alpha_v);
  fields.beta = fields.alpha_v;
  fields.beta_is_alpha_v = true;
  return fields;
}

} // namespace

GridSpec SeparableSpec::operator()(const GridSpec& spec) {
  if (separates(spec)) return spec;
  if (spec.columns != of_) {
    of_ = spec.columns;
    made_ = std::make_shared<const ColumnFields>(with_one_vertical_factor(*of_));
  }
  GridSpec near = spec;
  near.columns = made_;
  return near;
}

} // namespace isobar
