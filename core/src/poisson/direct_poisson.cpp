#include <isobar/core/poisson/direct_poisson.hpp>

#include "base/precision_list.hpp"
#include "poisson/mode_columns.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/box/kernels/box_operator.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/field/blas.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace isobar {
namespace {

void check_z(const Axis& z) {
  if (z.is_periodic() && !z.is_uniform())
    throw std::invalid_argument("z: periodic cells of different widths; expected equal ones");
}

template <class P> FieldOf<P> field(const char* label, int nx, int ny, int nz) {
  const Region region(setup_part::allocation);
  return FieldOf<P>(label, nx, ny, nz);
}

/// Returns whether the part has mode (0, 0), the means of layers.
bool has_first(const Partition& part) { return part.first_i == 0 && part.first_j == 0; }
bool has_mean(const PoissonSetup& s) { return has_mean_apart(s.box) && has_first(s.partition); }

template <class A>
Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace>
columns_on_device(const std::string& label, const std::vector<double>& exact, int nx, int ny) {
  const Kokkos::View<A**, Kokkos::LayoutLeft, MemorySpace> view(label, nx, ny);
  const auto host = Kokkos::create_mirror_view(view);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) host(i, j) = A(exact[std::size_t(j) * nx + i]);
  Kokkos::deep_copy(view, host);
  return view;
}

} // namespace

template <class P>
DirectPoisson<P>::DirectPoisson(const PoissonSetup& s, Communicator<T>& communicator,
                                Transposition<T>* transposition)
    : communicator_(communicator), transposition_(transposition), box_(s, communicator),
      grid_(s.box, s.partition, {false, false, false}),
      u_(field<P>("isobar u", s.partition.nx, s.partition.ny, s.box.z.cells())),
      transform_(s.box, transposition ? transposition->layers() : s.box.z.cells()) {
  check_z(s.box.z);
  require_fit(communicator, s.partition, u_.shape());
  if (transposition == nullptr && !s.partition.is_whole())
    throw std::invalid_argument("a rank that has a part of the box needs a transposition");
  if (transposition)
    whole_ =
        field<P>("isobar whole layers", s.box.x.cells(), s.box.y.cells(), transposition->layers());
  set_up_modes(s);
}

template <class P> void DirectPoisson<P>::set_up_modes(const PoissonSetup& s) {
  using A = typename P::arithmetic;
  const Partition& part = s.partition;
  const ModeColumns columns(s.box, part, transform_.factor());
  modes_ = GridOf<P>(GridLevel<A>(part, columns.layers, columns.vertical, columns.total));
  const Region region(setup_part::plans);
  if (goes_around(s.box)) {
    Closing closing(columns, s.box.z.width(0), s.box.z.cells());
    if (s.box.is_singular() && has_first(part)) closing.weight[0] = 0.0;
    ratio_ = columns_on_device<A>("isobar ratio", closing.ratio, part.nx, part.ny);
    weight_ = columns_on_device<A>("isobar weight", closing.weight, part.nx, part.ny);
  }
  if (!has_mean(s)) return;
  std::vector<A> resistance;
  for (const LayerCoefficients<double>& layer : columns.layers)
    resistance.push_back(A(layer.b > 0.0 ? 1.0 / (columns.vertical * layer.b) : 0.0));
  resistance_ = on_device("isobar resistance", resistance);
  mean_ = Numbers("isobar mean", resistance.size());
}

template <class P> Int64 DirectPoisson<P>::bytes(const PoissonSetup& s, int layers) {
  using A = typename P::arithmetic;
  const int nx = s.partition.nx, ny = s.partition.ny, nz = s.box.z.cells();
  const auto field_bytes = [](int x, int y, int z) {
    return FieldShape::of<T>(x, y, z).size() * Int64(sizeof(T));
  };
  Int64 all = field_bytes(nx, ny, nz) + 2 * BoxGrid<A>::bytes(nx, ny, nz) +
              ModeTransform<P>::bytes(s.box, layers) + GridOf<P>::bytes(nx, ny, nz);
  if (!s.partition.is_whole()) all += field_bytes(s.box.x.cells(), s.box.y.cells(), layers);
  if (goes_around(s.box)) all += 2 * Int64(nx) * ny * Int64(sizeof(A));
  return all + (has_mean(s) ? 2 * Int64(nz) * Int64(sizeof(A)) : 0);
}

template <class P>
SolveReport DirectPoisson<P>::solve(const Vector& f, const SolveControls& controls, Guess) {
  box_.make_solvable(f);
  ConvergenceTest test(controls, norm_over_ranks(communicator_, Blas<T>::dot(f, f)));
  if (test.finished()) {
    Blas<T>::set_zero(u_);
    return std::move(test).report();
  }
  find(f);
  exchange(communicator_, u_);
  box_.make_unique(u_);
  test.record_over_ranks(communicator_, BoxOperator<P>::residual_norm_squared(grid_, u_, f));
  if (transposition_) transposition_->check();
  SolveReport report = std::move(test).report();
  if (report.status == SolveStatus::not_converged)
    report.status = SolveStatus::stagnated; // there is no second step
  return report;
}

/// Computes u, up to a constant if the box is singular.
template <class P> void DirectPoisson<P>::find(const Vector& f) {
  if (transposition_ == nullptr) {
    transform_.forward(f, u_);
    solve_modes();
    return transform_.backward(u_, u_);
  }
  transposition_->to_layers(f, whole_);
  transform_.forward(whole_, whole_);
  transposition_->to_columns(whole_, u_);
  solve_modes();
  transposition_->to_layers(u_, whole_);
  transform_.backward(whole_, whole_);
  transposition_->to_columns(whole_, u_);
}

template <class P> void DirectPoisson<P>::solve_modes() {
  const bool mean = mean_.size() > 0;
  if (mean) ModeKernels<P>::keep_mean(u_, mean_);
  Smoother<P>::solve_columns(modes_, u_, u_);
  if (mean) ModeKernels<P>::solve_mean(mean_, resistance_, u_);
  if (ratio_.size() > 0) ModeKernels<P>::close_around(ratio_, weight_, u_);
}

template class DirectPoisson<Double>;
template class DirectPoisson<Float>;

} // namespace isobar
