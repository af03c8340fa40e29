#pragma once
#include "support_general.hpp"
#include "support_problem.hpp"

#include <isobar/core/columns/bicgstab.hpp>
#include <isobar/core/field/blas.hpp>

#include <functional>
#include <vector>

/// Solves of the general equation's test cases by BiCGStab on one rank.
namespace isobar {

inline const GeneralCase small{
    {Domain::panel, LayerSpacing::graded, Partition::whole(6, 5), 4}, true, false};

inline Problem problem_of(const GeneralCase& c) { return {c.spec(), c.part.nx, c.part.ny}; }

using Precondition = std::function<Preconditioner<Double>(const GeneralCase&)>;

inline Preconditioner<Double> columns(const GeneralCase& c) {
  return std::make_shared<ColumnPreconditioner<Double>>(make_grid<Double>(c.setup()));
}
inline Preconditioner<Double> v_cycle(const GeneralCase& c) {
  static SelfCommunicators<double> self;
  return std::make_shared<Multigrid<Double>>(c.setup(), with_levels(2), self);
}
/// A function: z = r.
inline Preconditioner<Double> nothing(const GeneralCase&) {
  return [z = Field<double>()](const Field<double>& r, double) mutable -> const Field<double>& {
    if (z.shape().nx == 0) z = Field<double>("z", r.shape().nx, r.shape().ny, r.shape().nz);
    Blas<double>::copy(r, z);
    return z;
  };
}

inline Outcome bicgstab(const GeneralCase& c, const oracle::Array& f, const SolveControls& controls,
                        const Precondition& precondition = columns, LinearOperator<Double> a = {}) {
  SelfCommunicator<double> self;
  if (a.empty()) a = std::make_shared<GeneralOperator<Double>>(c.make<Double>());
  Bicgstab<Double> solver(make_grid<Double>(c.setup()), self, precondition(c), a);
  SolveReport report = solver.solve(problem_of(c).field_of<Double>(f), controls);
  return {std::move(report), owned(solver.solution())};
}

/// A matrix of one's own on so many columns of one layer. It has to live as long as what is returned.
inline LinearOperator<Double> dense_operator(const std::vector<std::vector<double>>& a) {
  return [&a](const Field<double>& u, const Field<double>& v) {
    const int n = int(a.size());
    const auto in = Kokkos::create_mirror_view_and_copy(HostSpace(), u.flat());
    const auto out = Kokkos::create_mirror_view(v.flat());
    Kokkos::deep_copy(out, 0.0);
    const std::ptrdiff_t first = u.shape().place(0, 0, 0);
    for (int row = 0; row < n; ++row)
      for (int column = 0; column < n; ++column)
        out(first + row) += a[row][column] * in(first + column);
    Kokkos::deep_copy(v.flat(), out);
  };
}
inline GeneralCase dense_case(const std::vector<std::vector<double>>& a) {
  return {
      {Domain::flat, LayerSpacing::uniform, Partition::whole(int(a.size()), 1), 1}, false, false};
}

} // namespace isobar
