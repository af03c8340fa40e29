#include "pressure/problem/problem.hpp"

#include "pressure/problem/fill_kernels.hpp"
#include "setup/random_number.hpp"

namespace isobar {

double right_side(const Deck& deck, Int64 i, Int64 j, Int64 k) {
  const deck::Grid& g = deck.grid;
  if (deck.rhs.kind == deck::RhsKind::random)
    return random_number(std::uint64_t(deck.rhs.seed), std::uint64_t((j * g.nx + i) * g.nz + k));
  const ColumnPlace place = place_of_column(g.is_sphere(), g.nx, g.ny, i, j);
  double sum = 0.0;
  for (const SourceTerm& term : source_terms(deck))
    sum += term.horizontal(place) * term.vertical(k, g.nz);
  return sum;
}

MakeRows right_side_rows(const Deck& deck, const Partition& part) {
  if (deck.rhs.kind == deck::RhsKind::random)
    return rows_of_random(std::uint64_t(deck.rhs.seed), deck.grid, part);
  return rows_from_terms(source_terms(deck), deck.grid, part);
}

void fill_all_rows(const MakeRows& make, const HostField& f) {
  make(ExecutionSpace(), HostOrderRows(f.data(), f.extent(0), f.extent(1), f.extent(2)), 0);
  Kokkos::fence();
}

void fill_right_side(const Deck& deck, const Partition& part, const HostField& f) {
  fill_all_rows(right_side_rows(deck, part), f);
}

} // namespace isobar
