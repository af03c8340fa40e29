#include <isobar/core/modes/mode_solver.hpp>

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/multigrid/binary_scale.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace isobar {
namespace {

/// Least share of a residual that an iteration leaves with cycles in this precision.
template <class L>
constexpr double least_reduction = std::is_same_v<typename L::storage, float> ? 1e-6 : 1e-13;

template <class T, class M> constexpr bool same_words = sizeof(T) == sizeof(typename M::storage);
template <class T, class M>
constexpr Kernel forward_kernel =
    same_words<T, M> ? Kernel::layers_to_modes : Kernel::layers_to_modes_float;
template <class T, class M>
constexpr Kernel back_kernel =
    same_words<T, M> ? Kernel::modes_to_layers : Kernel::modes_to_layers_float;

/// The same setup with all columns on this rank.
GridSetup whole_columns(const GridSetup& s) {
  GridSetup whole = s;
  const Partition& p = s.partition;
  whole.partition = Partition::whole(p.global_nx, p.global_ny, p.periodic);
  if (!p.is_whole()) whole.mesh = {};
  return whole;
}

template <class M> FieldOf<M> plane_field(const GridSetup& s, int modes, const char* label) {
  const Region region(setup_part::allocation);
  return FieldOf<M>(label, s.partition.global_nx, s.partition.global_ny, modes);
}
template <class M> Int64 plane_bytes(const GridSetup& s, int modes) {
  using S = typename M::storage;
  return FieldShape::of<S>(s.partition.global_nx, s.partition.global_ny, modes).size() *
         Int64(sizeof(S));
}

void require_columns(const GridSetup& s, bool transposes) {
  if (s.partition.is_whole()) return;
  if (!transposes)
    throw std::invalid_argument("a rank that has a part of the columns needs a transposition");
  if (has_fields(s.spec))
    throw std::invalid_argument("vertical modes on several ranks: columns have numbers of their "
                                "own, which no rank has for all; expected none, or one rank");
}

} // namespace

template <class P, class M, class L>
ModeSolver<P, M, L>::ModeSolver(const GridSetup& setup, const ModeOptions& options,
                                Communicator<T>& communicator, Planes* planes)
    : grid_(make_grid<P>(setup, ColumnSolves::none)), communicator_(communicator),
      transposition_(planes),
      shares_(planes ? ModeShares::dealt(planes->first_layers(), planes->rank())
                     : ModeShares::whole(setup.spec.nz)),
      modes_(setup.spec.nz), order_(on_device("isobar mode order", shares_.order)),
      forward_(setup.spec.nz), back_(setup.spec.nz), u_(make_field<P>(setup, "isobar u")),
      r_(make_field<P>(setup, "isobar r")), f_modes_(make_field<M>(setup, "isobar modes of f")),
      u_modes_(make_field<M>(setup, "isobar modes of u")) {
  require_columns(setup, planes != nullptr);
  find_modes(setup.spec);
  if (planes) {
    f_planes_ = plane_field<M>(setup, shares_.count, "isobar planes of f");
    u_planes_ = plane_field<M>(setup, shares_.count, "isobar planes of u");
  }
  if (shares_.count == 0) return;
  planes_.emplace(whole_columns(setup), shares_.own(modes_.values()),
                  shares_.among_first(low_modes(setup, options)), modes_.values().front());
}

template <class P, class M, class L>
Int64 ModeSolver<P, M, L>::bytes(const GridSetup& setup, const ModeOptions& options,
                                 const ModeShares& shares) {
  const int nz = setup.spec.nz;
  const bool transposes = shares.count < nz;
  Int64 all = grid_bytes<P>(setup, ColumnSolves::none) + 2 * field_bytes<P>(setup) +
              2 * field_bytes<M>(setup) + VerticalModes::bytes(nz) +
              Int64(nz) * Int64(sizeof(int)) + LayerMatrix<typename M::arithmetic>::bytes(nz) +
              LayerMatrix<double>::bytes(nz);
  if (transposes) all += 2 * plane_bytes<M>(setup, shares.count);
  if (shares.count == 0) return all;
  return all + HorizontalProblems<M, L>::bytes(whole_columns(setup), shares.count,
                                               shares.among_first(low_modes(setup, options)));
}

template <class P, class M, class L> void ModeSolver<P, M, L>::find_modes(const GridSpec& spec) {
  modes_.find(mode_pencil(spec));
  forward_.set_forward(modes_.vectors(), order_);
  back_.set_back(modes_.vectors(), order_);
}

template <class P, class M, class L> void ModeSolver<P, M, L>::update(const GridSpec& spec) {
  find_modes(spec);
  grid_.update(spec);
  if (planes_) planes_->update(spec, shares_.own(modes_.values()));
}

/// Chooses what an iteration leaves: the tolerance at once, or a root of it that the modes' precision reaches.
template <class P, class M, class L> void ModeSolver<P, M, L>::prepare(double tolerance) {
  double reduction = 0.5 * tolerance;
  for (int n = 2; reduction < least_reduction<L> && n < 5; ++n)
    reduction = 0.5 * std::pow(tolerance, 1.0 / n);
  if (planes_) planes_->set_reduction(std::clamp(reduction, least_reduction<L>, 0.1));
}

template <class P, class M, class L>
SolveReport ModeSolver<P, M, L>::solve(const Vector& f, const SolveControls& controls) {
  prepare(controls.tolerance);
  double norm = norm_over_ranks(communicator_, Blas<T>::dot(f, f));
  Target target = Target::overwrite;
  const auto iterate = [&](ConvergenceTest& test) {
    const bool first = target == Target::overwrite;
    if (!first) Operator<P>::residual(grid_, u_, f, r_);
    add_correction(first ? f : r_, norm, std::exchange(target, Target::add));
    exchange(communicator_, u_);
    norm = test.record_over_ranks(communicator_, Operator<P>::residual_norm_squared(grid_, u_, f));
  };
  SolveReport report = solve_loop(controls, norm, iterate, Decrease::steady);
  if (transposition_) transposition_->check();
  if (target == Target::overwrite) Blas<T>::set_zero(u_); // f is 0
  return report;
}

template <class P, class M, class L>
void ModeSolver<P, M, L>::add_correction(const Vector& residual, double norm, Target target) {
  const Partition& p = grid_.partition();
  const double scale = binary_scale(norm, Int64(p.global_nx) * p.global_ny * residual.shape().nz);
  LayerProduct<typename M::arithmetic, T, typename M::storage>::apply(
      kernel_label(forward_kernel<T, M>, 0), forward_, residual, f_modes_, 1.0 / scale);
  solve_modes();
  LayerProduct<double, typename M::storage, T>::apply(kernel_label(back_kernel<T, M>, 0), back_,
                                                      u_modes_, u_, scale, target);
}

template <class P, class M, class L> void ModeSolver<P, M, L>::solve_modes() {
  if (!transposition_) return planes_->solve(f_modes_, u_modes_);
  transposition_->to_layers(f_modes_, f_planes_);
  if (planes_) planes_->solve(f_planes_, u_planes_);
  transposition_->to_columns(u_planes_, u_modes_);
}

template class ModeSolver<Double, Double>;
template class ModeSolver<Double, Float>;
template class ModeSolver<Float, Float>;
template class ModeSolver<Double, Double, Float>;

} // namespace isobar
