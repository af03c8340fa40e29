#include "io/npy.hpp"

#include "input/npy_header.hpp"
#include "io/files.hpp"

#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace isobar {
namespace {

static_assert(std::endian::native == std::endian::little, "NumPy files are written as in memory");

npy::Shape shape_of(const Partition& p, int nz) { return {p.global_ny, p.global_nx, nz}; }

/// A range of bytes that is contiguous in the file and in a rank's memory.
struct Block {
  Int64 offset; ///< in the file, behind the header
  double* data;
  Int64 bytes;
};

/// Returns a rank's blocks: its rows, or one block of all rows
/// if they are whole rows of the global array.
std::vector<Block> blocks_of(const Partition& p, const HostField& field) {
  const Int64 nz = Int64(field.extent(2)), row = p.nx * nz * Int64(sizeof(double));
  const bool whole_rows = p.nx == p.global_nx;
  std::vector<Block> blocks;
  for (int j = 0; j < p.ny; j += whole_rows ? p.ny : 1) {
    const Int64 first = (Int64(p.first_j + j) * p.global_nx + p.first_i) * nz;
    blocks.push_back(
        {first * Int64(sizeof(double)), &field(j, 0, 0), whole_rows ? row * p.ny : row});
  }
  return blocks;
}

std::string read_block(int file, Int64 offset, const Block& block) {
  char* to = reinterpret_cast<char*>(block.data);
  for (Int64 done = 0; done < block.bytes;) {
    const ssize_t found =
        pread(file, to + done, std::size_t(block.bytes - done), offset + block.offset + done);
    if (found < 0 && errno == EINTR) continue;
    if (found < 0) return std::strerror(errno);
    if (found == 0) return "it has become shorter";
    done += found;
  }
  return {};
}

std::string read_blocks(const std::string& path, Int64 offset, const std::vector<Block>& blocks) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::strerror(errno);
  std::string problem;
  for (const Block& block : blocks)
    if (problem.empty()) problem = read_block(file, offset, block);
  close(file);
  return problem;
}

/// The first of a rank's numbers that is not finite.
std::string number_problem(const Partition& part, const HostField& field) {
  for (int j = 0; j < part.ny; ++j)
    for (int i = 0; i < part.nx; ++i)
      for (int k = 0; k < int(field.extent(2)); ++k)
        if (!std::isfinite(field(j, i, k)))
          return fmt::format("number [{}, {}, {}] is {}; expected a finite number",
                             part.first_j + j, part.first_i + i, k, field(j, i, k));
  return "";
}

} // namespace

void read_npy(const std::string& path, const MpiComm& comm, const Partition& partition,
              const HostField& field) {
  npy::Head head;
  if (comm.rank() == 0) head = npy::read_head(path, shape_of(partition, int(field.extent(2))));
  throw_on_all(comm, head.problem.empty() ? "" : path + ": " + head.problem);
  check_mpi(MPI_Bcast(&head.data_offset, 1, MPI_INT64_T, 0, comm.get()), "MPI_Bcast");
  const std::string problem = read_blocks(path, head.data_offset, blocks_of(partition, field));
  throw_on_all(comm, problem.empty() ? "" : fmt::format("{}: cannot read it: {}", path, problem));
  const std::string number = number_problem(partition, field);
  throw_on_all(comm, number.empty() ? "" : fmt::format("{}: {}", path, number));
}

StagedFile stage_npy(const std::filesystem::path& target, const MpiComm& comm,
                     const Partition& partition, const HostField& field) {
  const npy::Shape shape = shape_of(partition, int(field.extent(2)));
  const std::string header = npy::header(shape);
  const Int64 start = Int64(header.size());
  SharedFile file(target, comm, start + shape[0] * shape[1] * shape[2] * Int64(sizeof(double)));
  return file.finish(file_problem([&] {
    if (comm.rank() == 0) file.write(0, header.data(), start);
    for (const Block& block : blocks_of(partition, field))
      file.write(start + block.offset, block.data, block.bytes);
  }));
}

} // namespace isobar
