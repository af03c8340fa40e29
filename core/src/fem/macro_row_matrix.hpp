#pragma once
#include "sparse/row_matrix.hpp"
#include "sparse/sliced_storage.hpp"

/// Matrices whose rows inside macro elements have no sparse format, while their rows on edges and at vertices have one.
namespace isobar {

/// Runs a kernel inside macro elements and the product of stored rows in one launch. The teams of stored rows are short and
/// come last, so that they fill the places that long teams leave free.
template <class T, class Kernel, class Finish> struct InsideAndStoredRows {
  static constexpr int rows_a_team = on_host ? 1024 : 128;
  Kernel inside;
  SlicedRows<T> stored;
  Int64 count, first; ///< of stored rows
  int inside_teams;
  const T* x;
  Finish finish;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int index = team.league_rank();
    if (index < inside_teams) inside(team, index);
    else multiply_stored(team, Int64(index - inside_teams) * rows_a_team);
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

/// The rows of a matrix: `Inside` computes those inside macro elements, and all others are stored.
template <class T, class Inside> class MacroRows {
public:
  MacroRows(Inside inside, const CsrRows<T>& others, Int64 first)
      : inside_(std::move(inside)), others_(others), first_(first) {}

  template <class Finish>
  void multiply(const std::string& label, const T* x, const Finish& finish) const {
    const auto kernel = inside_.kernel(x, finish);
    using Both = InsideAndStoredRows<T, std::remove_const_t<decltype(kernel)>, Finish>;
    const Int64 teams = (others_.count() + Both::rows_a_team - 1) / Both::rows_a_team;
    typename decltype(kernel)::Policy policy(int(teams) + kernel.teams(), kernel.team_size());
    policy.set_scratch_size(0, Kokkos::PerTeam(kernel.scratch_bytes()));
    Kokkos::parallel_for(
        label, as_arguments(policy),
        Both{kernel, others_.rows(), others_.count(), first_, kernel.teams(), x, finish});
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

} // namespace isobar
