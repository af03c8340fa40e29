#include "fem/solution_file.hpp"

#include "input/npy_header.hpp"
#include "io/files.hpp"

#include <numeric>

namespace isobar {
namespace {

constexpr std::size_t numbers_at_once = std::size_t(3) * 65536;

/// The unknowns that a rank's own elements meet first, element by element. The unknowns
/// that quadrilateral quads[k] of the distributed level meets begin at starts[k]. The
/// space has all elements around the rank's own, in the order of their numbers.
struct MetFirst {
  std::vector<int> quads;
  std::vector<std::size_t> starts{0};
  std::vector<int> unknowns;

  MetFirst(const FemSpace& space, const MeshPartition& partition, int levels, int rank) {
    for (std::size_t q = 0; q < partition.rank_of.size(); ++q)
      if (partition.rank_of[q] == rank) quads.push_back(int(q));
    const Int64 layers = space.plane() ? space.layers().count : 1,
                children = layers << (2 * (levels - 1 - partition.level));
    std::vector<bool> met(std::size_t(space.unknowns()), false);
    Int64 own = 0;
    for (int e = 0; e < space.elements(); ++e) {
      for (int n : space.table().of(e)) {
        if (!met[n] && space.owns_element(e)) unknowns.push_back(n);
        met[n] = true;
      }
      if (space.owns_element(e) && ++own % children == 0) starts.push_back(unknowns.size());
    }
  }
};

/// The file's first row of each quadrilateral of the distributed level. Collective.
std::vector<Int64> places_of(const MpiComm& comm, const MetFirst& mine, std::size_t quads) {
  std::vector<Int64> counts(quads, 0), places(quads);
  for (std::size_t k = 0; k < mine.quads.size(); ++k)
    counts[mine.quads[k]] = Int64(mine.starts[k + 1] - mine.starts[k]);
  check_mpi(
      MPI_Allreduce(MPI_IN_PLACE, counts.data(), int(quads), MPI_INT64_T, MPI_SUM, comm.get()),
      "MPI_Allreduce");
  std::exclusive_scan(counts.begin(), counts.end(), places.begin(), Int64(0));
  return places;
}

/// Collects consecutive rows and writes them together.
class Rows {
public:
  Rows(SharedFile& file, Int64 start, int dimensions)
      : file_(file), start_(start), dimensions_(dimensions) {}

  void add(Int64 place, Point p, double u) {
    if (place != end_ || numbers_.size() >= numbers_at_once) flush(place);
    numbers_.insert(numbers_.end(), {p.x, p.y});
    if (dimensions_ == 3) numbers_.push_back(p.z);
    numbers_.push_back(u);
    ++end_;
  }
  void flush(Int64 next = 0) {
    if (!numbers_.empty())
      file_.write(start_ + first_ * (dimensions_ + 1) * Int64(sizeof(double)), numbers_.data(),
                  Int64(numbers_.size() * sizeof(double)));
    numbers_.clear();
    first_ = end_ = next;
  }

private:
  SharedFile& file_;
  Int64 start_;
  int dimensions_;
  Int64 first_ = 0, end_ = 0;
  std::vector<double> numbers_;
};

} // namespace

StagedFile stage_solution(const std::filesystem::path& target, const MpiComm& comm,
                          const FemSpace& finest, const MeshPartition& partition, int levels,
                          std::span<const double> u, Int64 unknowns) {
  const MetFirst mine(finest, partition, levels, comm.rank());
  const std::vector<Int64> places = places_of(comm, mine, partition.rank_of.size());
  const int dimensions = finest.plane() ? 3 : 2;
  const std::string header = npy::header({unknowns, 1, dimensions + 1});
  const Int64 start = Int64(header.size());
  SharedFile file(target, comm, start + (dimensions + 1) * unknowns * Int64(sizeof(double)));
  return file.finish(file_problem([&] {
    if (comm.rank() == 0) file.write(0, header.data(), start);
    Rows rows(file, start, dimensions);
    for (std::size_t k = 0; k < mine.quads.size(); ++k)
      for (std::size_t at = mine.starts[k]; at < mine.starts[k + 1]; ++at) {
        const int n = mine.unknowns[at];
        rows.add(places[mine.quads[k]] + Int64(at - mine.starts[k]), finest.table().points[n],
                 u[n]);
      }
    rows.flush();
  }));
}

} // namespace isobar
