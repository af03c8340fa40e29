#pragma once
#include <isobar/core/scalar.hpp>

#include <stdexcept>

/// The shapes in which a GPU's teams solve columns, and which level takes which.
namespace isobar {

/// A team's threads: `lanes` columns, each shared by `chunks` threads with `levels` levels each.
/// `Exact` is for columns of just that many levels: nobody reaches beyond the top.
template <int Lanes, int Chunks, int Levels, bool Exact = false> struct TeamShape {
  static constexpr int lanes = Lanes, chunks = Chunks, levels = Levels;
  static constexpr bool exact = Exact;
  static constexpr int threads = lanes * chunks;
  static constexpr int pitch = lanes + 2; ///< of a level in the ring of rows
  /// Teams on a multiprocessor that leave a thread enough registers: four to five arrays of its
  /// levels.
  template <class A> static constexpr int teams = levels* int(sizeof(A)) > 64 ? 1 : 512 / threads;
};

/// The same at run time. chunks = 0: one lane walks a column (any n_z, slow on a GPU).
struct MarchShape {
  int lanes = 0, chunks = 0, levels = 0;
  int waves = 1; ///< teams for each multiprocessor: more teams march fewer rows each
  bool operator==(const MarchShape&) const = default;
};

/// Calls use(TeamShape) of one of the shapes that are compiled, for columns of nz levels of numbers
/// of `word` bytes. In float the exact shape was measured to be no faster.
template <class Use>
void for_march_shape(const MarchShape& s, int nz, std::size_t word, const Use& use) {
  const auto is = [&](int lanes, int chunks, int levels) {
    return s.lanes == lanes && s.chunks == chunks && s.levels == levels;
  };
  const bool exact = nz == s.chunks * s.levels && word == sizeof(double);
  if (is(32, 8, 16) && exact) use(TeamShape<32, 8, 16, true>());
  else if (is(32, 8, 16)) use(TeamShape<32, 8, 16>());
  else if (is(16, 16, 16)) use(TeamShape<16, 16, 16>());
  else if (is(32, 8, 4)) use(TeamShape<32, 8, 4>());
  else throw std::logic_error("no such march shape");
}

/// Levels above the top that teams' threads may reach into: all of a team of the lowest shape that
/// holds a column, or of a quarter of one (cell_march.hpp). Fields and profiles have them.
int overhang(int nz);

/// The table: for a level of nx x ny columns of nz levels with arithmetic numbers of `word` bytes.
MarchShape march_shape(int nx, int ny, int nz, std::size_t word);

} // namespace isobar
