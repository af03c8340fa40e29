#include <isobar/core/modes/mode_preconditioner.hpp>

namespace isobar {
namespace {

/// The share of a mode's error that steps leave. It hardly matters in a preconditioner: 1e-3 takes as many iterations with
/// coefficients a cell, and one less over mountains (docs/decisions/0033-vertical-modes.md).
constexpr double reduction = 0.1;
constexpr ModeOptions options{0.5, ModeCycle::symmetric, reduction};

GridSetup separable(const GridSetup& s, SeparableSpec& make) {
  GridSetup setup = s;
  setup.spec = make(s.spec);
  setup.mesh = {};
  return setup;
}

} // namespace

template <class P, class M, class L>
ModePreconditioner<P, M, L>::ModePreconditioner(const GridSetup& setup, Planes* planes)
    : pass_(separable(setup, separable_), options, planes), z_(make_field<P>(setup, "isobar z")) {
  pass_.set_reduction(reduction);
}

template <class P, class M, class L>
Int64 ModePreconditioner<P, M, L>::bytes(const GridSetup& setup, const ModeShares& shares) {
  SeparableSpec make;
  return ModePass<P, M, L>::bytes(separable(setup, make), options, shares) + field_bytes<P>(setup);
}

template <class P, class M, class L>
TransposedLayers ModePreconditioner<P, M, L>::layers(const GridSetup& setup, int least_columns) {
  if (has_fields(setup.spec))
    return setup.spec.nz; // so that no function of the position is called here
  SeparableSpec make;
  return mode_layers(separable(setup, make), options, least_columns);
}

template <class P, class M, class L>
const FieldOf<P>& ModePreconditioner<P, M, L>::operator()(const Vector& r, double norm) {
  pass_.check(); // checks the previous application
  pass_.apply(r, norm, z_, Target::overwrite);
  return z_;
}

template <class P, class M, class L>
void ModePreconditioner<P, M, L>::update(const GridSpec& spec) {
  pass_.update(separable_(spec));
  pass_.set_reduction(reduction);
}

template class ModePreconditioner<Double, Double>;
template class ModePreconditioner<Double, Float>;
template class ModePreconditioner<Float, Float>;
template class ModePreconditioner<Double, Double, Float>;

} // namespace isobar
