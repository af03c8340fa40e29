#include "io/npy.hpp"

#include "io/files.hpp"
#include "io/npy_header.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace isobar {
namespace {

static_assert(std::endian::native == std::endian::little, "NumPy files are written as in memory");

npy::Shape shape_of(const Partition& p, int nz) { return {p.global_ny, p.global_nx, nz}; }

/// Bytes of the file that lie together in a rank's memory too.
struct Block {
  Int64 offset; ///< in the file, behind the header
  double* data;
  Int64 bytes;
};

/// A rank's blocks: its rows, or all of them as one where they are whole rows of the global array.
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

/// Checksum of a piece of the file, to be put together with those of other ranks.
struct Piece {
  Int64 offset;
  Checksum checksum;
};

/// Checksum of the whole file from its pieces, on rank 0. Collective.
Checksum combine(const MpiComm& comm, const std::vector<Piece>& own) {
  const int bytes = int(own.size() * sizeof(Piece));
  const bool first = comm.rank() == 0;
  std::vector<int> counts(std::size_t(comm.size())), starts(counts.size());
  check_mpi(MPI_Gather(&bytes, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, comm.get()), "MPI_Gather");
  for (std::size_t r = 1; first && r < starts.size(); ++r)
    starts[r] = starts[r - 1] + counts[r - 1];
  std::vector<Piece> all(first ? std::size_t(starts.back() + counts.back()) / sizeof(Piece) : 0);
  check_mpi(MPI_Gatherv(own.data(), bytes, MPI_BYTE, all.data(), counts.data(), starts.data(),
                        MPI_BYTE, 0, comm.get()),
            "MPI_Gatherv");
  std::ranges::sort(all, {}, &Piece::offset);
  Checksum whole;
  for (const Piece& piece : all) whole.append(piece.checksum);
  return whole;
}

/// The partial file, made by rank 0 and opened by all. Collective.
PartialFile open_together(const std::filesystem::path& target, const MpiComm& comm, Int64 bytes) {
  PartialFile file;
  throw_file_error_on_all(comm, file_problem([&] {
                            if (comm.rank() == 0) file = PartialFile(target, bytes);
                          }));
  const std::string partial = broadcast(comm, file.partial().string(), 0);
  throw_file_error_on_all(comm, file_problem([&] {
                            if (comm.rank() > 0) file = PartialFile::shared(partial, target, bytes);
                          }));
  return file;
}

/// Header and own blocks; their checksums as they were in memory.
std::vector<Piece> write_own(const PartialFile& file, bool first, const std::string& header,
                             const std::vector<Block>& blocks) {
  std::vector<Piece> pieces;
  const auto write = [&](Int64 offset, const void* data, Int64 bytes) {
    file.write(offset, data, bytes);
    pieces.push_back({offset, {}});
    pieces.back().checksum.add(data, bytes);
  };
  if (first) write(0, header.data(), Int64(header.size()));
  for (const Block& block : blocks)
    write(Int64(header.size()) + block.offset, block.data, block.bytes);
  file.sync();
  return pieces;
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
}

StagedNpy stage_npy(const std::filesystem::path& target, const MpiComm& comm,
                    const Partition& partition, const HostField& field) {
  const int nz = int(field.extent(2)), rank = comm.rank(), size = comm.size();
  const npy::Shape shape = shape_of(partition, nz);
  const std::string header = npy::header(shape);
  const Int64 bytes = Int64(header.size()) + shape[0] * shape[1] * shape[2] * Int64(sizeof(double));
  StagedNpy staged{open_together(target, comm, bytes), {}};
  std::vector<Piece> written;
  throw_file_error_on_all(comm, file_problem([&] {
                            written = write_own(staged.file, rank == 0, header,
                                                blocks_of(partition, field));
                          }));
  // Each rank reads an equal part of the file, as a rule what others wrote.
  const Int64 start = bytes / size * rank,
              end = rank + 1 == size ? bytes : bytes / size * (rank + 1);
  Piece held{start, {}};
  throw_file_error_on_all(
      comm, file_problem([&] { held.checksum = staged.file.read_back(start, end - start); }));
  staged.checksum = combine(comm, written);
  const Checksum found = combine(comm, {held});
  throw_file_error_on_all(comm, file_problem([&] {
                            if (rank == 0) compare_checksums(staged.file, staged.checksum, found);
                          }));
  return staged;
}

} // namespace isobar
