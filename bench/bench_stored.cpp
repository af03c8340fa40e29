#include "bench_measure.hpp"

#include "sparse/stored_columns.hpp"
#include "sparse/stored_matrix.hpp"

/// The rivals alone: products with stored matrices and solves with stored factors.
namespace isobar::bench {
namespace {

template <class T, template <class> class Matrix> struct Transfers {
  PlannedGrid<T> fine, coarse;
  Matrix<T> matrix, restriction, prolongation;
  Field<T> u, f, r, u_coarse;

  explicit Transfers(int n)
      : fine(spec(n), Partition::whole(n, n)),
        coarse(spec(n), Partition::whole(n, n).coarsened(), 1), matrix(OperatorRows<T>(fine)),
        restriction(RestrictionRows<T>(fine, coarse)),
        prolongation(ProlongationRows<T>(fine, coarse)), u_coarse("coarse", n / 2, n / 2, nz) {
    for (Field<T>* field : {&u, &f, &r}) {
      *field = Field<T>("bench", n, n, nz);
      Kokkos::deep_copy(field->flat(), T(0.125));
    }
    Kokkos::deep_copy(u_coarse.flat(), T(0.125));
  }
};

template <class T> struct Columns {
  StoredColumns<T> columns;
  Field<T> u, r;

  explicit Columns(int n)
      : columns(PlannedGrid<T>(spec(n), Partition::whole(n, n))), u("bench", n, n, nz),
        r("bench", n, n, nz) {
    Kokkos::deep_copy(u.flat(), T(0.125));
    Kokkos::deep_copy(r.flat(), T(0.125));
  }
};

template <class P, template <class> class Matrix>
void add_format(Kernel product, Kernel restriction, Kernel prolongation, Kernel residual, int n) {
  using W = Transfers<typename P::storage, Matrix>;
  add<P, W>(
      product, [](W& w) { w.matrix.apply(w.u, w.r); }, n);
  add<P, W>(
      restriction, [](W& w) { w.restriction.apply(w.r, w.u_coarse); }, n);
  add<P, W>(
      prolongation, [](W& w) { w.prolongation.add(w.u_coarse, w.u); }, n);
  add<P, W>(
      residual, [](W& w) { w.matrix.residual(w.u, w.f, w.r); }, n);
}

template <class P> void add_precision() {
  using W = Columns<typename P::storage>;
  for (const int n : sizes()) {
    add_format<P, CsrMatrix>(Kernel::csr_apply, Kernel::csr_restrict, Kernel::csr_prolongate,
                             Kernel::csr_residual, n);
    add_format<P, EllMatrix>(Kernel::ell_apply, Kernel::ell_restrict, Kernel::ell_prolongate,
                             Kernel::ell_residual, n);
    add<P, W>(
        Kernel::stored_solve, [](W& w) { w.columns.solve(1.0, w.r, w.u); }, n);
    add<P, W>(
        Kernel::stored_smooth, [](W& w) { w.columns.smooth(0.5, w.r, w.u); }, n);
  }
}

} // namespace

void add_stored() {
  add_precision<Double>();
  add_precision<Float>();
}

} // namespace isobar::bench
