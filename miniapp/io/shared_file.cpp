#include "io/shared_file.hpp"

#include "io/files.hpp"

namespace isobar {

Checksum combine(const MpiComm& comm, const Checksum& own) {
  Checksum whole;
  check_mpi(MPI_Reduce(&own.crc, &whole.crc, 1, MPI_UINT32_T, MPI_BXOR, 0, comm.get()),
            "MPI_Reduce");
  check_mpi(MPI_Reduce(&own.bytes, &whole.bytes, 1, MPI_INT64_T, MPI_SUM, 0, comm.get()),
            "MPI_Reduce");
  return whole;
}

SharedFile::SharedFile(const std::filesystem::path& target, const MpiComm& comm, Int64 bytes)
    : comm_(comm), bytes_(bytes) {
  throw_file_error_on_all(comm, file_problem([&] {
                            if (comm.rank() == 0) file_ = PartialFile(target, bytes);
                          }));
  const std::string partial = broadcast(comm, file_.partial().string(), 0);
  throw_file_error_on_all(comm, file_problem([&] {
                            if (comm.rank() > 0)
                              file_ = PartialFile::shared(partial, target, bytes);
                          }));
}

void SharedFile::write(Int64 offset, const void* data, Int64 bytes) {
  file_.write(offset, data, bytes);
  Checksum piece;
  piece.add(data, bytes);
  written_.add_piece(piece, bytes_ - offset - bytes);
}

StagedFile SharedFile::finish(const std::string& problem) {
  const int rank = comm_.rank(), size = comm_.size();
  throw_file_error_on_all(comm_, problem.empty() ? file_problem([&] { file_.sync(); }) : problem);
  // A rank usually reads what others wrote.
  const Int64 start = bytes_ / size * rank,
              end = rank + 1 == size ? bytes_ : bytes_ / size * (rank + 1);
  Checksum held;
  throw_file_error_on_all(comm_, file_problem([&] {
                            held.add_piece(file_.read_back(start, end - start), bytes_ - end);
                          }));
  const Checksum written = combine(comm_, written_), found = combine(comm_, held);
  throw_file_error_on_all(comm_, file_problem([&] {
                            if (rank == 0) compare_checksums(file_, written, found);
                          }));
  return {std::move(file_), written};
}

} // namespace isobar
