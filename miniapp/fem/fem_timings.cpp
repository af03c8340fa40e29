#include "fem/fem_timings.hpp"

#include "run/statistics.hpp"
#include "run/timed.hpp"

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

constexpr double sample_seconds = 5e-3;
constexpr int most_products = 1000;

template <class T> Int64 bytes_of(const std::unique_ptr<const SparseMatrix<T>>& matrix) {
  return matrix ? matrix->bytes() : 0;
}

/// The number of launches of a sweep; 0 for a smoother without sweeps.
template <class T> int sweep_groups(const FemMatrices<T>& m) {
  return m.gauss_seidel ? m.gauss_seidel->groups() : m.ilu ? m.ilu->groups() : 0;
}

/// Bytes of one call of a kernel on a level; 0 if they are not known. A restriction or prolongation belongs to the finer of its
/// levels.
template <class T> double bytes_of_call(const KernelRow& row, const FemLevel<T>& level) {
  const FemMatrices<T>& m = level.matrices();
  const auto moved = [&](const std::unique_ptr<const SparseMatrix<T>>& a, Int64 vectors) {
    return a ? double(a->bytes_read() + vectors * Int64(sizeof(T))) : 0.0;
  };
  const Int64 n = m.stiffness->rows(), coarse = m.restriction ? m.restriction->rows() : 0;
  if (row.kernel == "fem_stiffness") return moved(m.stiffness, 2 * n);
  if (row.kernel == "fem_stiffness_residual") return moved(m.stiffness, 3 * n);
  if (row.kernel == "fem_stiffness_jacobi") return moved(m.stiffness, 4 * n);
  if (row.kernel == "fem_spai") return moved(m.spai, 3 * n);
  if (row.kernel == "fem_gauss_seidel" && m.gauss_seidel)
    return double(m.gauss_seidel->bytes_read() + 3 * n * Int64(sizeof(T))) / sweep_groups(m);
  if (row.kernel == "fem_ilu" && m.ilu)
    return double(m.ilu->bytes_read() + 4 * n * Int64(sizeof(T))) / (2.0 * sweep_groups(m));
  if (row.kernel == "fem_restriction") return moved(m.restriction, n + coarse);
  if (row.kernel == "fem_prolongation") return moved(m.prolongation, 2 * n + coarse);
  return 0.0;
}

} // namespace

template <class T>
std::vector<FemLevelRecord> level_records(const FemContext& c,
                                          const std::vector<const FemLevel<T>*>& levels) {
  std::vector<FemLevelRecord> records;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const FemMatrices<T>& m = levels[l]->matrices();
    const FemCounts& counts = c.counts[c.counts.size() - 1 - l];
    const auto all = [&](Int64 of_rank) { return sum_over_ranks(c.comm, of_rank); };
    FemLevelRecord r{counts.elements, counts.unknowns, counts.fixed, all(m.stiffness->entries())};
    r.transfer = all(m.prolongation ? m.prolongation->entries() : 0);
    r.stiffness_bytes = all(bytes_of<T>(m.stiffness));
    r.restriction_bytes = all(bytes_of<T>(m.restriction));
    r.prolongation_bytes = all(bytes_of<T>(m.prolongation));
    r.spai_bytes = all(bytes_of<T>(m.spai));
    r.sweep_groups = int(largest_of_ranks(c.comm, double(sweep_groups(m))));
    records.push_back(r);
  }
  return records;
}

template <class T>
void time_products(const FemContext& c, const FemLevel<T>& finest, FemRecord& record) {
  const SparseMatrix<T>& a = finest.stiffness();
  const auto x = finest.make_vector("isobar x"), y = finest.make_vector("isobar Ax");
  Kokkos::deep_copy(x, T(1));
  const auto seconds = [&](int count) {
    return timed(c.comm, "isobar/products", [&] {
      for (int n = 0; n < count; ++n) finest.apply(x, y);
    });
  };
  ProductRecord& p = record.product;
  seconds(1);
  const double one = largest_of_ranks(c.comm, std::max(seconds(1), 1e-9));
  p.in_a_sample = int(std::clamp(sample_seconds / one, 1.0, double(most_products)));
  for (int n = 0; n < c.deck.run.repeats; ++n)
    p.seconds.samples.push_back(seconds(p.in_a_sample) / p.in_a_sample);
  reduce_over_ranks(c.comm, p.seconds);
  p.entries = sum_over_ranks(c.comm, a.entries());
  p.bytes = sum_over_ranks(c.comm, a.bytes_read()) + 2 * c.unknowns() * Int64(sizeof(T));
}

template <class T>
void time_assembly(const FemContext& c, const FemSpace& finest, FemRecord& record) {
  const FemCoefficients coefficients = coefficients_of(finest, c.scaled);
  for (int n = 0; n <= c.deck.run.repeats; ++n) {
    const double seconds =
        timed(c.comm, "isobar/assembly", [&] { assemble_stiffness<T>(finest, coefficients); });
    if (n > 0) record.assembly.samples.push_back(seconds);
  }
  reduce_over_ranks(c.comm, record.assembly);
}

template <class T>
void add_bytes(const FemContext& c, const std::vector<const FemLevel<T>*>& levels,
               std::vector<KernelRow>& kernels) {
  for (KernelRow& row : kernels)
    if (row.level >= 0 && std::size_t(row.level) < levels.size())
      row.bytes = double(row.calls) *
                  sum_over_ranks(c.comm, bytes_of_call(row, *levels[std::size_t(row.level)]));
}

void add_outer_bytes(const FemContext& c, const SparseMatrix<double>& a,
                     std::vector<KernelRow>& kernels) {
  constexpr Int64 both =
      sizeof(double) + sizeof(float); // a number is read in one and written in the other
  const auto set = [&](const char* kernel, Int64 of_rank) {
    const double bytes = sum_over_ranks(c.comm, double(of_rank));
    for (KernelRow& row : kernels)
      if (row.kernel == kernel) row.bytes = double(row.calls) * bytes;
  };
  set("fem_stiffness_of_cg", a.bytes_read() + 2 * Int64(sizeof(double)) * a.rows());
  set("fem_numbers", both * a.rows());
}

#define ISOBAR_FEM_TIMINGS(T)                                                                      \
  template std::vector<FemLevelRecord> level_records(const FemContext&,                            \
                                                     const std::vector<const FemLevel<T>*>&);      \
  template void time_products(const FemContext&, const FemLevel<T>&, FemRecord&);                  \
  template void time_assembly<T>(const FemContext&, const FemSpace&, FemRecord&);                  \
  template void add_bytes(const FemContext&, const std::vector<const FemLevel<T>*>&,               \
                          std::vector<KernelRow>&);
ISOBAR_FEM_TIMINGS(double)
ISOBAR_FEM_TIMINGS(float)
#undef ISOBAR_FEM_TIMINGS

} // namespace isobar
