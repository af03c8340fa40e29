#include <isobar/core/modes/mode_pass.hpp>

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/multigrid/binary_scale.hpp>

#include <stdexcept>

namespace isobar {
namespace {

template <class T, class M> constexpr bool same_words = sizeof(T) == sizeof(typename M::storage);
template <class T, class M>
constexpr Kernel forward_kernel =
    same_words<T, M> ? Kernel::layers_to_modes : Kernel::layers_to_modes_float;
template <class T, class M>
constexpr Kernel back_kernel =
    same_words<T, M> ? Kernel::modes_to_layers : Kernel::modes_to_layers_float;

/// The same setup with all columns on this rank. Its mesh is made of the spec, whose functions are asked for all columns.
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
  if (!s.partition.is_whole() && !transposes)
    throw std::invalid_argument("a rank that has a part of the columns needs a transposition");
}

} // namespace

template <class P, class M, class L>
ModePass<P, M, L>::ModePass(const GridSetup& setup, const ModeOptions& options, Planes* planes)
    : unknowns_(Int64(setup.partition.global_nx) * setup.partition.global_ny * setup.spec.nz),
      transposition_(planes),
      shares_(planes ? ModeShares::dealt(planes->first_layers(), planes->rank())
                     : ModeShares::whole(setup.spec.nz)),
      modes_(setup.spec.nz), order_(on_device("isobar mode order", shares_.order)),
      forward_(setup.spec.nz), back_(setup.spec.nz),
      f_modes_(make_field<M>(setup, "isobar modes of f")),
      u_modes_(make_field<M>(setup, "isobar modes of u")) {
  require_columns(setup, planes != nullptr);
  find_modes(setup.spec);
  if (planes) {
    f_planes_ = plane_field<M>(setup, shares_.count, "isobar planes of f");
    u_planes_ = plane_field<M>(setup, shares_.count, "isobar planes of u");
  }
  if (shares_.count == 0) return;
  planes_.emplace(whole_columns(setup), options.cycle, shares_.own(modes_.values()),
                  shares_.among_first(low_modes(setup, options)), modes_.values().front());
}

template <class P, class M, class L>
Int64 ModePass<P, M, L>::bytes(const GridSetup& setup, const ModeOptions& options,
                               const ModeShares& shares) {
  const int nz = setup.spec.nz;
  const bool transposes = shares.count < nz;
  Int64 all = 2 * field_bytes<M>(setup) + VerticalModes::bytes(nz) +
              Int64(nz) * Int64(sizeof(int)) + LayerMatrix<typename M::arithmetic>::bytes(nz) +
              LayerMatrix<double>::bytes(nz);
  if (transposes) all += 2 * plane_bytes<M>(setup, shares.count);
  if (shares.count == 0) return all;
  return all + HorizontalProblems<M, L>::bytes(whole_columns(setup), options.cycle, shares.count,
                                               shares.among_first(low_modes(setup, options)));
}

template <class P, class M, class L> void ModePass<P, M, L>::find_modes(const GridSpec& spec) {
  modes_.find(mode_pencil(spec));
  forward_.set_forward(modes_.vectors(), order_);
  back_.set_back(modes_.vectors(), order_);
}

template <class P, class M, class L> void ModePass<P, M, L>::update(const GridSpec& spec) {
  find_modes(spec);
  if (planes_) planes_->update(spec, shares_.own(modes_.values()));
}

template <class P, class M, class L> void ModePass<P, M, L>::set_reduction(double reduction) {
  if (planes_) planes_->set_reduction(reduction);
}

template <class P, class M, class L>
void ModePass<P, M, L>::apply(const Vector& r, double norm, const Vector& u, Target target) {
  using S = typename M::storage;
  using T = typename P::storage;
  const double scale = binary_scale(norm, unknowns_);
  LayerProduct<typename M::arithmetic, T, S>::apply(kernel_label(forward_kernel<T, M>, 0), forward_,
                                                    r, f_modes_, 1.0 / scale);
  solve_modes();
  LayerProduct<double, S, T>::apply(kernel_label(back_kernel<T, M>, 0), back_, u_modes_, u, scale,
                                    target);
}

template <class P, class M, class L> void ModePass<P, M, L>::solve_modes() {
  if (!transposition_) return planes_->solve(f_modes_, u_modes_);
  transposition_->to_layers(f_modes_, f_planes_);
  if (planes_) planes_->solve(f_planes_, u_planes_);
  transposition_->to_columns(u_planes_, u_modes_);
}

template <class P, class M, class L> void ModePass<P, M, L>::check() const {
  if (transposition_) transposition_->check();
}

template class ModePass<Double, Double>;
template class ModePass<Double, Float>;
template class ModePass<Float, Float>;
template class ModePass<Double, Double, Float>;

} // namespace isobar
