#include "sparse/ell_storage.hpp"

#include <isobar/core/fem/mixed_fem_cg.hpp>
#include <isobar/core/multigrid/binary_scale.hpp>

#include <utility>

namespace isobar {
namespace {

template <class To, class From>
void scale_to(double factor, const Kokkos::View<From*, MemorySpace>& from,
              const Kokkos::View<To*, MemorySpace>& to) {
  Kokkos::parallel_for(
      "isobar/fem_numbers", AllRows(0, Int64(to.extent(0))),
      KOKKOS_LAMBDA(Int64 n) { to(n) = To(factor * double(from(n))); });
}

constexpr const char* stiffness_label = "fem_stiffness_of_cg";

} // namespace

MixedStiffness::MixedStiffness(const FemSpace& finest, const FemProblem& problem,
                               const FemMultigridOptions& options) {
  const FemCoefficients coefficients = coefficients_of(finest, problem);
  if (!options.has_rows_by_macros(finest)) {
    const CsrRows<double> a = assemble_stiffness<double>(finest, coefficients);
    rows = in_numbers<float>(a);
    matrix = make_sparse_matrix(options.format, a, stiffness_label, 0, options.row_threads);
  } else if (options.rows == FemRows::bands) {
    const BandRows<double> a = assemble_bands<double>(finest, coefficients);
    rows = in_numbers<float>(a);
    matrix = make_band_matrix(finest, a, 0, stiffness_label);
  } else matrix = make_macro_stiffness<double>(finest, coefficients, 0, stiffness_label);
}

MixedFemCg::MixedFemCg(std::unique_ptr<const SparseMatrix<double>> a,
                       HierarchyOf<FemLevel<float>> levels, const CycleOptions& options,
                       Ranks& ranks, Ghosts<double>* ghosts, Directions directions)
    : a_(std::move(a)), ghosts_(ghosts), unknowns_(count_over_ranks(ranks, a_->rows())),
      multigrid_(std::move(levels), options), r_(multigrid_.finest().make_vector("isobar r")),
      z_(make_vector("isobar z")),
      cg_(ranks, directions, make_vector("isobar u"), make_vector("isobar r"),
          make_vector("isobar p"), make_vector("isobar q")) {}

MixedFemCg::Vector MixedFemCg::make_vector(const char* label) const {
  return vector_with_ghosts<double>(label, std::size_t(a_->rows()),
                                    ghosts_ ? std::size_t(ghosts_->room()) : 0);
}

SolveReport MixedFemCg::solve(const Vector& f, const SolveControls& controls) {
  return cg_.solve(
      f, controls,
      [this](const Vector& r, double norm) -> const Vector& { return precondition(r, norm); },
      [this](const Vector& p, const Vector& q) {
        if (ghosts_) ghosts_->exchange(p);
        a_->apply(1.0, p, q);
      });
}

const MixedFemCg::Vector& MixedFemCg::precondition(const Vector& r, double norm) {
  const double scale = binary_scale(norm, unknowns_);
  scale_to(1.0 / scale, r, r_);
  scale_to(scale, multigrid_.cycles(r_, 1), z_);
  return z_;
}

} // namespace isobar
