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
          finish(first + n, stored.sum(n, stored.length(n), x));
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
    typename Inside::Policy policy(int(teams) + inside_.teams(), inside_.threads());
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

/// MacroProduct, and how it is launched.
template <int K, class T> struct InsideProduct {
  using Tile = MacroTile<K>;
  static constexpr int team = on_host ? 1 : 128;
  using Policy = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<team, K == 1 ? 4 : 3>>;
  MacroPlaces places;
  MacroGeometry<T> geometry;

  template <class Finish> auto kernel(const T* x, const Finish& finish) const {
    if constexpr (on_host)
      return MacroProduct<K, T, Finish>{places, geometry, x, finish, tiles_x(), tiles_y()};
    else return MacroMarch<K, T, Finish>{places, geometry, x, finish, segments()};
  }
  int teams() const {
    if constexpr (on_host) return places.macros * tiles_x() * tiles_y();
    else return March::teams_along_x(places.macros, geometry.elements) * segments();
  }
  int threads() const { return team; }
  Int64 bytes() const { return geometry.bytes(); }

private:
  using March = MacroMarch<K, T, Combine<T>>;
  int segments() const { return March::segments_of(places.macros, geometry.elements); }
  int tiles_x() const { return Tile::along_x(geometry.elements); }
  int tiles_y() const { return Tile::along_y(geometry.elements); }
};

/// MacroTransfer, a team for each row of a macro element.
template <int K, class T, bool ToCoarser> struct InsideTransfer {
  using Policy = TeamPolicy;
  MacroPlaces from, to;

  template <class Finish> auto kernel(const T* x, const Finish& finish) const {
    return MacroTransfer<K, T, ToCoarser, Finish>{from, to, x, finish};
  }
  int teams() const { return to.macros * (to.cells - 1); }
  int threads() const {
    const int warps = (to.cells - 1 + lanes_in_step - 1) / lanes_in_step;
    return on_host ? 1 : lanes_in_step * std::clamp(warps, 1, 4);
  }
  Int64 bytes() const { return 0; }
};

template <int K, class T, bool ToCoarser>
std::unique_ptr<const SparseMatrix<T>> make_transfer(const MacroSpace& source,
                                                     const MacroSpace& target, int level) {
  const FemSpace &from = source.space, &to = target.space;
  const InsideTransfer<K, T, ToCoarser> inside{MacroPlaces(from, source.lattice),
                                               MacroPlaces(to, target.lattice)};
  const int first = inside.to.inside_rows;
  if constexpr (ToCoarser)
    return make_matrix<T>(to.owned(), inside, assemble_restriction<T>(to, from, first), first,
                          "fem_restriction", level);
  else
    return make_matrix<T>(to.owned(), inside, assemble_prolongation<T>(from, to, first), first,
                          "fem_prolongation", level);
}

template <int K, class T>
std::unique_ptr<const SparseMatrix<T>> make_stiffness(const MacroSpace& macro,
                                                      const FemNumbers& diffusion, int level) {
  const FemSpace& space = macro.space;
  const InsideProduct<K, T> inside{MacroPlaces(space, macro.lattice),
                                   MacroGeometry<T>(space, macro.lattice, diffusion)};
  const int first = inside.places.inside_rows;
  return make_matrix<T>(space.owned(), inside, assemble_stiffness<T>(space, diffusion, first),
                        first, "fem_stiffness", level);
}

} // namespace

bool has_macro_rows(const FemSpace& space) {
  return (1 << space.table().refinements) >= least_macro_elements;
}

template <class T>
std::unique_ptr<const SparseMatrix<T>>
make_macro_stiffness(const MacroSpace& space, const FemNumbers& diffusion, int level) {
  return space.space.order() == 1 ? make_stiffness<1, T>(space, diffusion, level)
                                  : make_stiffness<2, T>(space, diffusion, level);
}

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_prolongation(const MacroSpace& coarse,
                                                               const MacroSpace& fine, int level) {
  return fine.space.order() == 1 ? make_transfer<1, T, false>(coarse, fine, level)
                                 : make_transfer<2, T, false>(coarse, fine, level);
}

template <class T>
std::unique_ptr<const SparseMatrix<T>> make_macro_restriction(const MacroSpace& coarse,
                                                              const MacroSpace& fine, int level) {
  return fine.space.order() == 1 ? make_transfer<1, T, true>(fine, coarse, level)
                                 : make_transfer<2, T, true>(fine, coarse, level);
}

#define ISOBAR_MACRO_ROWS(T)                                                                       \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_stiffness(const MacroSpace&,          \
                                                                       const FemNumbers&, int);    \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_prolongation(const MacroSpace&,       \
                                                                          const MacroSpace&, int); \
  template std::unique_ptr<const SparseMatrix<T>> make_macro_restriction(const MacroSpace&,        \
                                                                         const MacroSpace&, int);
ISOBAR_MACRO_ROWS(double)
ISOBAR_MACRO_ROWS(float)
#undef ISOBAR_MACRO_ROWS

} // namespace isobar
