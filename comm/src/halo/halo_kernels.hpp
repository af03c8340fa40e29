#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/core/base/device_array.hpp>

#include <stdexcept>
#include <string>

namespace isobar {

/// Runs in device memory, in which kernels look them up: a pattern may have any number of blocks.
using HaloRuns = Kokkos::View<HaloRun*, MemorySpace>;

/// The runs of a side in device memory, and their lists of places.
struct SideRuns {
  BlockMemory memory = memory_of_views(); ///< shared memory of both, if any
  Kokkos::View<int*, MemorySpace> places;
  HaloRuns runs;

  SideRuns(const std::string& name, const HaloSide& side)
      : places(in_block(name + " places", side.place_list())),
        runs(in_block(name, side.run_list(places.data()))) {}
};

/// The numbers of the fields that travel together.
template <class T> struct HaloFields {
  T* field[most_fields] = {};
  HaloFields() = default;
  explicit HaloFields(FieldSpan<T> fields) {
    for (std::size_t f = 0; f < fields.size(); ++f) field[f] = fields[f].flat().data();
  }
};

/// Calls move(line, number of the line) for all numbers of `lines` lines.
template <class Move>
KOKKOS_INLINE_FUNCTION void for_lines(const Member& team, int lines, int length, const Move& move) {
  if constexpr (on_host) {
    for (int line = 0; line < lines; ++line)
      for (int n = 0; n < length; ++n) move(line, n);
  } else { // lines are shorter than a team on coarse levels
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, lines * length), [&](int m) {
      const int line = m / length;
      move(line, m - line * length);
    });
  }
}

/// Calls move(number in the buffer, number in the field) for all numbers of a run, counted from its first ones.
template <class Move>
KOKKOS_INLINE_FUNCTION void for_run(const Member& team, const HaloRun& run, const Move& move) {
  for_lines(team, run.lines, run.length, [&](int line, int n) {
    const int m = line * run.length + n;
    move(m, run.places ? std::ptrdiff_t(run.places[m]) : line * run.line_stride + n * run.stride);
  });
}

/// Packs halos. A team carries one run. One launch has all
/// neighbours' runs, because a launch costs more than an edge.
template <class T> struct PackHalo {
  const HaloRun* runs;
  HaloFields<T> fields;
  T* buffer;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const HaloRun run = runs[team.league_rank()];
    const T* from = fields.field[run.field] + run.first;
    T* to = buffer + run.buffer;
    for_run(team, run, [=](int n, std::ptrdiff_t place) { to[n] = from[place]; });
  }
};

template <class T> struct UnpackHalo {
  const HaloRun* runs;
  HaloFields<T> fields;
  const T* buffer;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const HaloRun run = runs[team.league_rank()];
    const T* from = buffer + run.buffer;
    T* to = fields.field[run.field] + run.first;
    for_run(team, run, [=](int n, std::ptrdiff_t place) { to[place] = from[n]; });
  }
};

/// Copies from one field of this rank into another. Both lists have the same lines.
template <class T> struct CopyRuns {
  const HaloRun *from, *to;
  const T* source;
  T* target;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const HaloRun read = from[team.league_rank()], written = to[team.league_rank()];
    const T* in = source + read.first;
    T* out = target + written.first;
    for_lines(team, read.lines, read.length, [=](int line, int n) {
      out[line * written.line_stride + n * written.stride] =
          in[line * read.line_stride + n * read.stride];
    });
  }
};

inline constexpr int halo_team_size = on_host ? 1 : 128;
template <class K>
void for_halo_runs(const std::string& label, int runs, const K& kernel,
                   const ExecutionSpace& space = ExecutionSpace()) {
  if (runs > 0) Kokkos::parallel_for(label, TeamPolicy(space, runs, halo_team_size), kernel);
}
template <class T> void require_halo_shapes(FieldSpan<T> fields, const HaloPattern& pattern) {
  bool fit = fields.size() == pattern.shapes.size();
  for (std::size_t f = 0; fit && f < fields.size(); ++f)
    fit = fields[f].shape() == pattern.shapes[f];
  if (!fit) throw std::logic_error("halo exchange of a field of another level or another layout");
}

} // namespace isobar
