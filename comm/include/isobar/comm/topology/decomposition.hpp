#pragma once
#include <isobar/comm/topology/sphere_decomposition.hpp>
#include <isobar/core/grid/partition.hpp>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/// How columns are dealt to ranks. Nothing here calls MPI: a Decomposition can be asked about
/// any rank of any run, which is what tests and a dry run do.
namespace isobar {

struct ProcessGrid {
  int px = 1, py = 1; ///< ranks in x and in y
  bool operator==(const ProcessGrid&) const = default;
};

/// A size, rank count, process grid and number of levels that do not go together. what() is
/// one line with the value and what would be right; fault() says which input to change, so
/// that the caller can name its key, file and line.
class DecompositionError : public std::runtime_error {
public:
  enum class Fault { size, ranks, process_grid, levels };
  DecompositionError(Fault fault, const std::string& text)
      : std::runtime_error(text), fault_(fault) {}
  Fault fault() const { return fault_; }

private:
  Fault fault_;
};

/// Most levels that n_x x n_y columns on a process grid allow; 0 if the grid has more ranks in a
/// direction than there are columns. Each level halves n_x and n_y, or only the number along which
/// columns are narrower (next_coarsening), and rounds up. On the coarsest level each rank still owns a
/// column. Where the last column there covers a single one of the finer level, the last of several ranks
/// owns the column beside it, too. A periodic direction is halved only while its number of columns is even.
int max_levels(int nx, int ny, ProcessGrid grid, Periodic periodic = {});
/// Most levels that any process grid of that many ranks allows.
int max_levels(int nx, int ny, int ranks, Periodic periodic = {});

/// Of all process grids that allow that many levels, the one whose busiest rank holds fewest
/// columns, owned and halo together: where ranks can be equal, the shortest perimeter. Of
/// equals the one with the longest rows in x. Throws DecompositionError if there is none.
ProcessGrid choose_process_grid(int nx, int ny, int levels, int ranks, Periodic periodic = {});

/// What is decomposed over how many ranks. Without a process grid one is chosen.
struct DecompositionSpec {
  int nx = 0, ny = 0;
  int levels = 1;
  int ranks = 1;
  std::optional<ProcessGrid> process_grid = {};
  Periodic periodic = {};
  /// The axes that each level below the finest halves, at least for so many levels as there are. Empty: as columns are
  /// halved (next_coarsening).
  std::vector<Coarsening> halvings = {};
  /// The sphere, whose panels have nx x nx columns. Its process grid says into how many patches a panel is cut in x and in y.
  bool sphere = false;
};

/// The two functions above for any halvings; the spec's process grid is not looked at.
int max_levels(const DecompositionSpec& spec);
ProcessGrid choose_process_grid(const DecompositionSpec& spec);

/// The eight neighbours; edges come before corners.
enum class Direction { west, east, south, north, south_west, south_east, north_west, north_east };
inline constexpr int direction_count = 8;
inline constexpr int edge_count = 4;

struct Step {
  int x, y;
};
constexpr Step step(Direction d) {
  constexpr Step steps[direction_count] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
                                           {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
  return steps[int(d)];
}
constexpr Direction opposite(Direction d) {
  return Direction(int(d) < edge_count ? int(d) ^ 1 : edge_count + 7 - int(d));
}

/// One rank's rectangle of columns on every level, or its patches of the sphere
/// (sphere_decomposition.hpp). Multigrid needs rectangles that begin and end
/// between columns of every level, so the columns of the coarsest level are dealt as evenly as
/// possible; each holds a power of two of the finest level's, but the last, which may hold fewer.
/// Where they do not divide, the first ranks own one more, or the last ones if the last column is
/// narrower. Ranks are numbered row by row, x fastest.
class Decomposition {
public:
  /// Throws DecompositionError before anything is allocated.
  explicit Decomposition(const DecompositionSpec& spec, int rank = 0);

  /// The same decomposition seen by another rank.
  Decomposition of_rank(int rank) const;

  /// With the process grid that was chosen.
  const DecompositionSpec& spec() const { return spec_; }
  bool is_of_sphere() const { return spec_.sphere; }
  int rank() const { return rank_; }
  int ranks() const { return spec_.ranks; }
  int levels() const { return spec_.levels; }
  ProcessGrid process_grid() const { return *spec_.process_grid; }
  Periodic periodic() const { return spec_.periodic; }
  /// The periodic directions along which one rank has the whole domain, so that it is its own neighbour.
  Periodic own_sides() const {
    return {periodic().x && process_grid().px == 1, periodic().y && process_grid().py == 1};
  }
  /// Most levels that this size and process grid would allow.
  int max_levels() const;
  /// Columns this rank owns on a level, 0 the finest. Throws DecompositionError if there is no such
  /// level.
  Partition partition(int level = 0) const;
  /// The least number of columns of any rank along the axes that ranks share; of one rank the largest int.
  int least_columns_of_ranks() const;
  /// Rank that owns the columns beyond that edge or corner of a rectangle; -1 outside the domain, and where own_sides() has them. Two
  /// ranks in a periodic direction are neighbours on both sides.
  int neighbour(Direction d) const;
  std::array<int, direction_count> neighbours() const;

private:
  Partition patches(int level) const;

  DecompositionSpec spec_;
  int rank_;
};

} // namespace isobar
