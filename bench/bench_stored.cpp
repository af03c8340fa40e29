#include "bench_measure.hpp"

#include "columns/stored_columns.hpp"
#include "columns/stored_matrix.hpp"

/// Benchmarks of products with stored matrices and solves with stored factors.
namespace isobar::bench {
namespace {

template <class T, template <class> class Matrix> struct Transfers {
  PlannedGrid<T> fine, coarse;
  Matrix<T> matrix, restriction, prolongation;
  Field<T> u, f, r, u_coarse;

  explicit Transfers(int n)
      : fine(spec(n, nz), Partition::whole(n, n)),
        coarse(spec(n, nz), Partition::whole(n, n).coarsened(), 1), matrix(OperatorRows<T>(fine)),
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
      : columns(PlannedGrid<T>(spec(n, nz), Partition::whole(n, n))), u("bench", n, n, nz),
        r("bench", n, n, nz) {
    Kokkos::deep_copy(u.flat(), T(0.125));
    Kokkos::deep_copy(r.flat(), T(0.125));
  }
};

/// The products of one format.
template <class T, template <class> class Matrix>
std::map<Kernel, Work<Transfers<T, Matrix>>> products(Kernel product, Kernel restriction,
                                                      Kernel prolongation, Kernel residual) {
  using W = Transfers<T, Matrix>;
  return {{product, [](W& w) { w.matrix.apply(w.u, w.r); }},
          {restriction, [](W& w) { w.restriction.apply(w.r, w.u_coarse); }},
          {prolongation, [](W& w) { w.prolongation.add(w.u_coarse, w.u); }},
          {residual, [](W& w) { w.matrix.residual(w.u, w.f, w.r); }}};
}

template <class T> auto csr_products() {
  return products<T, CsrMatrix>(Kernel::csr_apply, Kernel::csr_restrict, Kernel::csr_prolongate,
                                Kernel::csr_residual);
}
template <class T> auto ell_products() {
  return products<T, EllMatrix>(Kernel::ell_apply, Kernel::ell_restrict, Kernel::ell_prolongate,
                                Kernel::ell_residual);
}
template <class T> std::map<Kernel, Work<Columns<T>>> column_solves() {
  using W = Columns<T>;
  return {{Kernel::stored_solve, [](W& w) { w.columns.solve(1.0, w.r, w.u); }},
          {Kernel::stored_smooth, [](W& w) { w.columns.smooth(0.5, w.r, w.u); }}};
}

template <class P> void add_precision() {
  using T = typename P::storage;
  const auto add_works = [](const auto& works, int n) {
    for (const auto& [kernel, work] : works) add<P>(kernel, work, n);
  };
  for (const int n : sizes()) {
    add_works(csr_products<T>(), n);
    add_works(ell_products<T>(), n);
    add_works(column_solves<T>(), n);
  }
}

} // namespace

void add_stored() {
  add_precision<Double>();
  add_precision<Float>();
}

std::vector<Kernel> stored_kernels() {
  std::vector<Kernel> kernels;
  const auto names = [&](const auto& works) {
    for (const auto& [kernel, work] : works) kernels.push_back(kernel);
  };
  names(csr_products<double>());
  names(ell_products<double>());
  names(column_solves<double>());
  return kernels;
}

} // namespace isobar::bench
