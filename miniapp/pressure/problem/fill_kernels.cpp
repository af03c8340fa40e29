#include "pressure/problem/fill_kernels.hpp"

#include "setup/random_number.hpp"

#include <isobar/core/base/device_array.hpp>

namespace isobar {
namespace {

/// A rank's columns. Each has a team, so that a device stores a column's layers in adjacent memory.
struct Columns {
  HostOrderRows f;
  Int64 nx, ny, first_i, first_j; ///< columns of the grid; the first of them
  int layers;
  bool on_sphere;
  Columns(const deck::Grid& grid, const Partition& part)
      : nx(grid.nx), ny(grid.ny), first_i(part.first_i), first_j(part.first_j), layers(grid.nz),
        on_sphere(grid.is_sphere()) {}
  Columns at(const HostOrderRows& rows, int first_row) const {
    Columns some = *this;
    some.f = rows;
    some.first_j += first_row;
    return some;
  }

  KOKKOS_FUNCTION ColumnPlace place(int i, int j) const {
    return place_of_column(on_sphere, nx, ny, first_i + i, first_j + j);
  }
  KOKKOS_FUNCTION int i(const Member& team) const {
    return int(team.league_rank() % int(f.extent(1)));
  }
  KOKKOS_FUNCTION int j(const Member& team) const {
    return int(team.league_rank() / int(f.extent(1)));
  }
  TeamPolicy policy(const ExecutionSpace& queue) const {
    return {queue, int(f.extent(0) * f.extent(1)), Kokkos::AUTO};
  }
};

/// The layers that a thread sums at once, which on a host fill
/// its registers. The order of a layer's terms is fixed.
constexpr int layers_at_once = on_host ? 16 : 1;
constexpr int parts_of(int layers) { return (layers + layers_at_once - 1) / layers_at_once; }

/// f = sum of horizontal(i, j) * vertical(k) over the terms.
struct FillFromTerms {
  Columns columns;
  Kokkos::View<SourceTerm*, MemorySpace> terms;
  /// The adjacent layers of a term, and zeros up to a whole number of parts.
  Kokkos::View<double*, MemorySpace> vertical;
  int count, parts;

  /// A term that is not 0 in a column.
  struct Share {
    int term;
    double horizontal;
  };
  std::size_t scratch_bytes() const {
    return std::size_t(count) * sizeof(Share) + sizeof(int) + 2 * alignof(Share);
  }

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    auto* shares = static_cast<Share*>(
        team.team_scratch(0).get_shmem_aligned(std::size_t(count) * sizeof(Share), alignof(Share)));
    int* met = static_cast<int*>(team.team_scratch(0).get_shmem_aligned(sizeof(int), alignof(int)));
    const int i = columns.i(team), j = columns.j(team);
    Kokkos::single(Kokkos::PerTeam(team), [&] { *met = find_shares(i, j, shares); });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, parts), [&](int part) {
      const int first = part * layers_at_once;
      double sums[layers_at_once] = {};
      for (int n = 0; n < *met; ++n) {
        const double* layers =
            &vertical((std::size_t(shares[n].term) * parts + part) * layers_at_once);
        for (int k = 0; k < layers_at_once; ++k) sums[k] += shares[n].horizontal * layers[k];
      }
      for (int k = 0; k < layers_at_once && first + k < columns.layers; ++k)
        columns.f(j, i, first + k) = sums[k];
    });
  }

private:
  KOKKOS_FUNCTION int find_shares(int i, int j, Share* shares) const {
    const ColumnPlace place = columns.place(i, j);
    int met = 0;
    for (int term = 0; term < count; ++term) {
      const double horizontal = terms(term).horizontal(place);
      if (horizontal != 0.0) shares[met++] = {term, horizontal};
    }
    return met;
  }
};

struct FillRandom {
  Columns columns;
  std::uint64_t seed;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int i = columns.i(team), j = columns.j(team), layers = columns.layers;
    const Int64 first = ((columns.first_j + j) * columns.nx + columns.first_i + i) * Int64(layers);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, layers), [&](int k) {
      columns.f(j, i, k) = random_number(seed, std::uint64_t(first + k));
    });
  }
};

} // namespace

MakeRows rows_from_terms(const std::vector<SourceTerm>& terms, const deck::Grid& grid,
                         const Partition& part) {
  std::vector<double> vertical;
  const int parts = parts_of(grid.nz);
  for (const SourceTerm& term : terms)
    for (int k = 0; k < parts * layers_at_once; ++k)
      vertical.push_back(k < grid.nz ? term.vertical(k, grid.nz) : 0.0);
  const FillFromTerms all{{grid, part},
                          on_device("isobar source terms", terms),
                          on_device("isobar layers of sources", vertical),
                          int(terms.size()),
                          parts};
  return [all](const ExecutionSpace& queue, const HostOrderRows& rows, int first_row) {
    FillFromTerms fill = all;
    fill.columns = all.columns.at(rows, first_row);
    const auto bytes = Kokkos::PerTeam(int(fill.scratch_bytes()));
    Kokkos::parallel_for("isobar/fill_from_terms",
                         fill.columns.policy(queue).set_scratch_size(0, bytes), fill);
  };
}

MakeRows rows_of_random(std::uint64_t seed, const deck::Grid& grid, const Partition& part) {
  const Columns all(grid, part);
  return [all, seed](const ExecutionSpace& queue, const HostOrderRows& rows, int first_row) {
    const FillRandom fill{all.at(rows, first_row), seed};
    Kokkos::parallel_for("isobar/fill_random", fill.columns.policy(queue), fill);
  };
}

} // namespace isobar
