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

/// Returns the same setup with all columns on this rank. Its mesh follows from the spec, whose functions are evaluated in all
/// columns.
GridSetup whole_columns(const GridSetup& s) {
  GridSetup whole = s;
  whole.partition = whole_domain(s.partition);
  if (!s.partition.is_whole()) whole.mesh = {};
  return whole;
}

/// Columns and layers of a field.
struct Size {
  int nx, ny, nz;
};
Size all_columns(const GridSetup& s, int modes) {
  const Partition whole = whole_domain(s.partition);
  return {whole.nx, whole.ny, modes};
}
Size with_columns_beside(const GridSetup& s, const TransposedLayers& t) {
  const Partition& p = s.partition;
  return {p.nx + 2 * t.beside_x(p), p.ny + 2 * t.beside_y(p), s.spec.nz};
}
template <class M> FieldOf<M> field_of_size(const Size& s, const char* label) {
  const Region region(setup_part::allocation);
  return FieldOf<M>(label, s.nx, s.ny, s.nz);
}
template <class M> Int64 bytes_of_size(const Size& s) {
  using S = typename M::storage;
  return FieldShape::of<S>(s.nx, s.ny, s.nz).size() * Int64(sizeof(S));
}
template <class M>
FieldOf<M> own_part(const FieldOf<M>& f, const GridSetup& s, const TransposedLayers& t) {
  const Partition& p = s.partition;
  return f.part(t.beside_x(p), t.beside_y(p), p.nx, p.ny);
}

void require_columns(const GridSetup& s, bool transposes) {
  if (!s.partition.is_whole() && !transposes)
    throw std::invalid_argument("a rank that has a part of the columns needs a transposition");
}

} // namespace

template <class P, class M, class L>
ModePass<P, M, L>::ModePass(const GridSetup& setup, const ModeOptions& options, Planes* planes)
    : unknowns_(whole_domain(setup.partition).columns() * setup.spec.nz), transposition_(planes),
      shares_(planes ? ModeShares::of(*planes) : ModeShares::whole(setup.spec.nz)),
      low_(low_modes(setup, options)), modes_(setup.spec.nz),
      order_(on_device("isobar mode order", shares_.order)), forward_(setup.spec.nz),
      back_(setup.spec.nz),
      f_modes_(field_of_size<M>(with_columns_beside(setup, shares_.layers), "isobar modes of f")),
      columns_{own_part<M>(f_modes_, setup, shares_.layers),
               make_field<M>(setup, "isobar modes of u")} {
  require_columns(setup, planes != nullptr);
  find_modes(setup.spec);
  const Size whole = all_columns(setup, shares_.count);
  if (planes)
    whole_ = {field_of_size<M>(whole, "isobar planes of f"),
              field_of_size<M>(whole, "isobar planes of u")};
  if (shares_.count == 0 && !shares_.has_modes_of_columns()) return;
  const GridSetup all = whole_columns(setup);
  problems_.emplace(all, options.cycle, own_modes(),
                    shares_.has_modes_of_columns() ? setup.partition : all.partition,
                    shares_.layers.beside);
}

template <class P, class M, class L>
Int64 ModePass<P, M, L>::bytes(const GridSetup& setup, const ModeOptions& options,
                               const ModeShares& shares) {
  const int nz = setup.spec.nz;
  const bool transposes = shares.count < nz;
  Int64 all = bytes_of_size<M>(with_columns_beside(setup, shares.layers)) + field_bytes<M>(setup) +
              VerticalModes::bytes(nz) + Int64(nz) * Int64(sizeof(int)) +
              LayerMatrix<typename M::arithmetic>::bytes(nz) + LayerMatrix<double>::bytes(nz);
  if (transposes) all += 2 * bytes_of_size<M>(all_columns(setup, shares.count));
  if (shares.count == 0 && !shares.has_modes_of_columns()) return all;
  return all + HorizontalProblems<M, L>::bytes(whole_columns(setup), options.cycle,
                                               shares.has_modes_of_columns() ? nz : shares.count,
                                               shares.among_first(low_modes(setup, options)));
}

template <class P, class M, class L> void ModePass<P, M, L>::find_modes(const GridSpec& spec) {
  modes_.find(mode_pencil(spec));
  forward_.set_forward(modes_.vectors(), order_);
  back_.set_back(modes_.vectors(), order_);
}

template <class P, class M, class L> void ModePass<P, M, L>::update(const GridSpec& spec) {
  find_modes(spec);
  if (problems_) problems_->update(spec, own_modes());
}

template <class P, class M, class L> void ModePass<P, M, L>::set_reduction(double reduction) {
  if (problems_) problems_->set_reduction(reduction);
}

template <class P, class M, class L>
void ModePass<P, M, L>::apply(const Vector& r, double norm, const Vector& u, Target target) {
  using S = typename M::storage;
  using T = typename P::storage;
  const double scale = binary_scale(norm, unknowns_);
  LayerProduct<typename M::arithmetic, T, S>::apply(kernel_label(forward_kernel<T, M>, 0), forward_,
                                                    r, columns_.f, 1.0 / scale);
  solve_modes();
  LayerProduct<double, S, T>::apply(kernel_label(back_kernel<T, M>, 0), back_, columns_.u, u, scale,
                                    target);
}

template <class P, class M, class L> void ModePass<P, M, L>::solve_modes() {
  if (!transposition_) return problems_->solve(columns_, columns_);
  transposition_->to_layers(f_modes_, whole_.f);
  if (problems_) problems_->solve(whole_, shares_.has_modes_of_columns() ? columns_ : whole_);
  transposition_->to_columns(whole_.u, columns_.u);
}

template <class P, class M, class L> void ModePass<P, M, L>::check() const {
  if (transposition_) transposition_->check();
}

template class ModePass<Double, Double>;
template class ModePass<Double, Float>;
template class ModePass<Float, Float>;
template class ModePass<Double, Double, Float>;

} // namespace isobar
