#pragma once
#include <isobar/comm/halo_pattern.hpp>

#include <stdexcept>
#include <string>

namespace isobar {

/// A team carries one line. All neighbours' lines are in one launch: a launch costs more than
/// an edge does.
template <class T> struct PackHalo {
  HaloPattern pattern;
  const T* field;
  T* buffer;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const HaloLine line = pattern.line(team.league_rank());
    const T* from = field + line.sent;
    T* to = buffer + line.buffer;
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, line.length),
                         [=](int n) { to[n] = from[n * line.stride]; });
  }
};

template <class T> struct UnpackHalo {
  HaloPattern pattern;
  const T* buffer;
  T* field;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const HaloLine line = pattern.line(team.league_rank());
    const T* from = buffer + line.buffer;
    T* to = field + line.received;
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, line.length),
                         [=](int n) { to[n * line.stride] = from[n]; });
  }
};

inline constexpr int halo_team_size = on_host ? 1 : 128;
template <class K> void for_halo_lines(const std::string& label, int lines, const K& kernel) {
  Kokkos::parallel_for(label, as_arguments(TeamPolicy(lines, halo_team_size)), kernel);
}
template <class T>
void require_halo_shape(const FieldMemory<T>& field, const HaloPattern& pattern) {
  if (field.shape() != pattern.shape())
    throw std::logic_error("halo exchange of a field of another level or another layout");
}

} // namespace isobar
