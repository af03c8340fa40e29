#pragma once
#include <isobar/comm/halo_exchange.hpp>
#include <isobar/core/base/device_array.hpp>

#include <stdexcept>
#include <string>

namespace isobar {

/// Lines in device memory, where kernels look them up: a pattern may have any number of blocks.
using HaloLines = Kokkos::View<HaloLine*, MemorySpace>;

/// The numbers of the fields that travel together.
template <class T> struct HaloFields {
  T* field[most_fields] = {};
  HaloFields() = default;
  explicit HaloFields(FieldSpan<T> fields) {
    for (std::size_t f = 0; f < fields.size(); ++f) field[f] = fields[f].flat().data();
  }
};

/// A team carries one line. All neighbours' lines are in one launch: a launch costs more than
/// an edge does.
template <class T> struct PackHalo {
  const HaloLine* lines;
  HaloFields<T> fields;
  T* buffer;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const HaloLine line = lines[team.league_rank()];
    const T* from = fields.field[line.field] + line.first;
    T* to = buffer + line.buffer;
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, line.length),
                         [=](int n) { to[n] = from[n * line.stride]; });
  }
};

template <class T> struct UnpackHalo {
  const HaloLine* lines;
  HaloFields<T> fields;
  const T* buffer;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const HaloLine line = lines[team.league_rank()];
    const T* from = buffer + line.buffer;
    T* to = fields.field[line.field] + line.first;
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, line.length),
                         [=](int n) { to[n * line.stride] = from[n]; });
  }
};

inline constexpr int halo_team_size = on_host ? 1 : 128;
template <class K> void for_halo_lines(const std::string& label, int lines, const K& kernel) {
  if (lines > 0) Kokkos::parallel_for(label, TeamPolicy(lines, halo_team_size), kernel);
}
template <class T> void require_halo_shapes(FieldSpan<T> fields, const HaloPattern& pattern) {
  bool fit = fields.size() == pattern.shapes.size();
  for (std::size_t f = 0; fit && f < fields.size(); ++f)
    fit = fields[f].shape() == pattern.shapes[f];
  if (!fit) throw std::logic_error("halo exchange of a field of another level or another layout");
}

} // namespace isobar
