#include "fem/macro_march.hpp"
#include "fem/macro_product.hpp"
#include "fem/macro_transfer.hpp"
#include "matrix/row_matrix.hpp"
#include "matrix/sliced_storage.hpp"

#include <isobar/core/fem/macro_rows.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// A kernel inside macro elements, and beside it in the same launch the stored rows, whose teams come first.
template <class T, class Kernel, class Finish> struct WithStoredRows {
  static constexpr int rows_a_team = on_host ? 1024 : 128;
  Kernel inside;
  SlicedRows<T> stored;
  Int64 count, first; ///< of stored rows
  int stored_teams;
  const T* x;
  Finish finish;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    if (team.league_rank() >= stored_teams) inside(team, team.league_rank() - stored_teams);
    else multiply_stored(team, Int64(team.league_rank()) * rows_a_team);
  }

private:
  KOKKOS_FORCEINLINE_FUNCTION void multiply_stored(const Member& team, Int64 begin) const {
    const Int64 left = count - begin;
    Kokkos::parallel_for(
        Kokkos::TeamThreadRange(team, left < rows_a_team ? int(left) : rows_a_team), [&](int at) {
          const Int64 n = begin + at;
          const auto given = finish.given(first + n);
          finish(first + n, stored.sum(n, stored.length(n), x), given);
        });
  }
};

/// Rows inside by `Inside`, all others stored.
template <class T, class Inside> class MacroRows {
public:
  MacroRows(Inside inside, const CsrRows<T>& others, Int64 first)
      : inside_(std::move(inside)), others_(others), first_(first) {}

  template <class Finish>
  void multiply(const std::string& label, const T* x, const Finish& finish) const {
    const auto kernel = inside_.kernel(x, finish);
    using Both = WithStoredRows<T, std::remove_const_t<decltype(kernel)>, Finish>;
    const Int64 teams = (others_.count() + Both::rows_a_team - 1) / Both::rows_a_team;
    typename decltype(kernel)::Policy policy(int(teams) + kernel.teams(), kernel.team_size());
    policy.set_scratch_size(0, Kokkos::PerTeam(kernel.scratch_bytes()));
    Kokkos::parallel_for(
        label, as_arguments(policy),
        Both{kernel, others_.rows(), others_.count(), first_, int(teams), x, finish});
  }
  Int64 bytes() const { return inside_.bytes() + others_.bytes(); }
  Int64 bytes_read() const { return inside_.bytes() + others_.bytes_read(); }

private:
  Inside inside_;
  StoredRows<T, SlicedStorage<T>> others_;
  Int64 first_;
};

template <class T, class Inside>
std::unique_ptr<const SparseMatrix<T>> make_matrix(Int64 rows, Inside inside,
                                                   const CsrRows<T>& others, Int64 first,
                                                   const std::string& label, int level) {
  using Rows = MacroRows<T, Inside>;
  return std::make_unique<RowMatrix<T, Rows>>(rows, others.entries(), Rows(inside, others, first),
                                              label, level);
}

/// What computes products inside macro elements: MacroProduct on a host, MacroMarch on a GPU.
template <int K, class T> struct InsideProduct {
  template <class Finish>
  using Kernel = std::conditional_t<on_host, MacroProduct<K, T, Finish>, MacroMarch<K, T, Finish>>;
  MacroPlaces places;
  MacroGeometry<T> geometry;

  template <class Finish> auto kernel(const T* x, const Finish& finish) const {
    return Kernel<Finish>(places, geometry, x, finish);
  }
  Int64 bytes() const { return geometry.bytes(); }
};

/// MacroTransfer.
template <int K, class T, bool ToCoarser> struct InsideTransfer {
  MacroPlaces from, to;

  template <class Finish> auto kernel(const T* x, const Finish& finish) const {
    return MacroTransfer<K, T, ToCoarser, Finish>{from, to, x, finish};
  }
  Int64 bytes() const { return 0; }
};

template <int K, class T, bool ToCoarser>
std::unique_ptr<const SparseMatrix<T>> make_transfer(const FemSpace& from, const FemSpace& to,
                                                     int level) {
  const InsideTransfer<K, T, ToCoarser> inside{from.macro().places, to.macro().places};
  const int first = inside.to.inside_rows;
  if constexpr (ToCoarser)
    return make_matrix<T>(to.owned(), inside, assemble_restriction<T>(to, from, first), first,
                          "fem_restriction", level);
  else
    return make_matrix<T>(to.owned(), inside, assemble_prolongation<T>(from, to, first), first,
                          "fem_prolongation", level);
}

template <int K, class T>
std::unique_ptr<const SparseMatrix<T>> make_stiffness(const FemSpace& space,
                                                      const FemNumbers& diffusion, int level,
                                                      const std::string& label) {
  const InsideProduct<K, T> inside{space.macro().places, MacroGeometry<T>(space, diffusion)};
  const int first = inside.places.inside_rows;
  return make_matrix<T>(space.owned(), inside, assemble_stiffness<T>(space, diffusion, first),
                        first, label, level);
}

} // namespace

bool has_macro_rows(const FemSpace& space) {
  return (1 << space.table().refinements) >= least_macro_elements;
}

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_stiffness(const FemSpace& space,
                                                            const FemNumbers& diffusion, int level,
                                                            const std::string& label) {
  return space.order() == 1 ? make_stiffness<1, T>(space, diffusion, level, label)
                            : make_stiffness<2, T>(space, diffusion, level, label);
}

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_prolongation(const FemSpace& coarse,
                                                               const FemSpace& fine, int level) {
  return fine.order() == 1 ? make_transfer<1, T, false>(coarse, fine, level)
                           : make_transfer<2, T, false>(coarse, fine, level);
}

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_restriction(const FemSpace& coarse,
                                                              const FemSpace& fine, int level) {
  return fine.order() == 1 ? make_transfer<1, T, true>(fine, coarse, level)
                           : make_transfer<2, T, true>(fine, coarse, level);
}

#define ISOBAR_MACRO_ROWS(T)                                                                       \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_stiffness(                            \
      const FemSpace&, const FemNumbers&, int, const std::string&);                                \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_prolongation(const FemSpace&,         \
                                                                          const FemSpace&, int);   \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_restriction(const FemSpace&,          \
                                                                         const FemSpace&, int);
ISOBAR_MACRO_ROWS(double)
ISOBAR_MACRO_ROWS(float)
#undef ISOBAR_MACRO_ROWS

} // namespace isobar
