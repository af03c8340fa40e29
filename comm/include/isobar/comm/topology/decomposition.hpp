#pragma once
#include <isobar/comm/topology/sphere_decomposition.hpp>
#include <isobar/core/grid/partition.hpp>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/// Distributes columns over ranks. Nothing here calls MPI: tests
/// and dry runs ask a Decomposition about any rank of any run.
namespace isobar {

/// The numbers of ranks along x and y.
struct ProcessGrid {
  int px = 1, py = 1; ///< ranks in x and in y
  bool operator==(const ProcessGrid&) const = default;
};

/// The error that a size, a rank count, a process grid or a number of levels does not fit
/// the others. The text of what() is one line with the value and what would be right. The
/// caller learns from fault() which input to change, and names its key, file and line.
class DecompositionError : public std::runtime_error {
public:
  enum class Fault { size, ranks, process_grid, levels };
  DecompositionError(Fault fault, const std::string& text)
      : std::runtime_error(text), fault_(fault) {}
  Fault fault() const { return fault_; }

private:
  Fault fault_;
};

/// The most levels that n_x x n_y columns on a process grid allow. They are 0 if the grid has more
/// ranks in a direction than there are columns. Each level halves n_x and n_y, or only the number
/// along which columns are narrower (next_coarsening), and rounds up. Each rank owns a column on
/// the coarsest level. If the last column there covers a single column of the finer level, the last
/// of several ranks also owns the column next to it. A periodic direction is halved only while its
/// number of columns is even.
int max_levels(int nx, int ny, ProcessGrid grid, Periodic periodic = {});
/// The most levels that any process grid of `ranks` ranks allows.
int max_levels(int nx, int ny, int ranks, Periodic periodic = {});

/// Chooses the process grid whose busiest rank holds the fewest columns, owned and halo together,
/// among all that allow this number of levels. If ranks can be equal, that is the shortest
/// perimeter. A tie goes to the longest rows in x. Throws DecompositionError if there is none.
ProcessGrid choose_process_grid(int nx, int ny, int levels, int ranks, Periodic periodic = {});

/// The domain and the ranks to distribute it over. Without a
/// process grid the decomposition chooses one.
struct DecompositionSpec {
  int nx = 0, ny = 0;
  int levels = 1;
  int ranks = 1;
  std::optional<ProcessGrid> process_grid = {};
  Periodic periodic = {};
  /// The axes that each level below the finest halves, for at least
  /// as many levels as there are. Empty: next_coarsening chooses.
  std::vector<Coarsening> halvings = {};
  /// The sphere, whose panels have nx x nx columns. Its process grid is the number of patches of a
  /// panel in x and in y.
  bool sphere = false;
};

/// The most levels of any process grid of the spec's ranks, with its halvings. Ignores its process
/// grid, as the next function does.
int max_levels(const DecompositionSpec& spec);
/// Chooses the process grid as the function above does, with the spec's halvings.
ProcessGrid choose_process_grid(const DecompositionSpec& spec);

/// The eight neighbours; edges come before corners.
enum class Direction { west, east, south, north, south_west, south_east, north_west, north_east };
inline constexpr int direction_count = 8;
inline constexpr int edge_count = 4;

/// The step from a rank to a neighbour in the process grid: -1, 0 or 1 along x and y.
struct Step {
  int x, y;
};
/// The step to the neighbour in a direction.
constexpr Step step(Direction d) {
  constexpr Step steps[direction_count] = {{-1, 0},  {1, 0},  {0, -1}, {0, 1},
                                           {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
  return steps[int(d)];
}
/// The direction in which the neighbour sees this rank.
constexpr Direction opposite(Direction d) {
  return Direction(int(d) < edge_count ? int(d) ^ 1 : edge_count + 7 - int(d));
}

/// One rank's rectangle of columns on every level, or its patches of the sphere
/// (sphere_decomposition.hpp). Multigrid needs rectangles that begin and end between columns
/// of every level. So the coarsest level's columns are distributed as evenly as possible.
/// Each of them holds a power of two of the finest level's columns; the last may hold fewer.
/// If the number of ranks does not divide them, the first ranks own one more, or the last
/// ranks if the last column is narrower. Ranks are numbered row by row, x fastest.
class Decomposition {
public:
  /// Throws DecompositionError if the spec's parts do not fit each other, before anything is
  /// allocated.
  explicit Decomposition(const DecompositionSpec& spec, int rank = 0);

  /// The same decomposition seen by another rank.
  Decomposition of_rank(int rank) const;

  /// The spec, with the process grid that was chosen.
  const DecompositionSpec& spec() const { return spec_; }
  bool is_of_sphere() const { return spec_.sphere; }
  int rank() const { return rank_; }
  int ranks() const { return spec_.ranks; }
  int levels() const { return spec_.levels; }
  ProcessGrid process_grid() const { return *spec_.process_grid; }
  Periodic periodic() const { return spec_.periodic; }
  /// The periodic directions in which one rank has the whole domain, so that it is its own
  /// neighbour.
  Periodic own_sides() const {
    return {periodic().x && process_grid().px == 1, periodic().y && process_grid().py == 1};
  }
  /// The most levels that this size and process grid allow.
  int max_levels() const;
  /// Columns that this rank owns on a level; 0 is the finest.
  /// Throws DecompositionError if there is no such level.
  Partition partition(int level = 0) const;
  /// The least number of columns of any rank along the axes that ranks share; the largest int if
  /// there is one rank.
  int least_columns_of_ranks() const;
  /// The rank that owns the columns beyond that edge or corner of a rectangle; -1 outside the
  /// domain and in directions of own_sides(). Two ranks in a periodic direction are neighbours on
  /// both sides.
  int neighbour(Direction d) const;
  /// The neighbours in all directions.
  std::array<int, direction_count> neighbours() const;

private:
  Partition patches(int level) const;

  DecompositionSpec spec_;
  int rank_;
};

} // namespace isobar
