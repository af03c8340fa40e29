#include "npy.hpp"

#include "files.hpp"
#include "npy_header.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace isobar {
namespace {

static_assert(std::endian::native == std::endian::little, "NumPy files are written as in memory");

std::string mpi_text(int code) {
  char text[MPI_MAX_ERROR_STRING + 1] = {};
  int length = 0;
  return MPI_Error_string(code, text, &length) == MPI_SUCCESS ? text : "MPI error";
}

/// A file opened by all ranks. Files return errors, whatever their communicator does; an error
/// of one rank becomes an InputError of all.
class SharedFile {
public:
  SharedFile(const MpiComm& comm, const std::string& path, int mode, std::string doing)
      : comm_(comm), path_(path), doing_(std::move(doing)) {
    check(MPI_File_open(comm.get(), path.c_str(), mode, MPI_INFO_NULL, &file_));
  }
  ~SharedFile() {
    if (file_ != MPI_FILE_NULL) report_mpi(MPI_File_close(&file_), "MPI_File_close");
  }
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  MPI_File get() const { return file_; }
  void close() { check(MPI_File_close(&file_)); }
  void check(int code) const { check(code == MPI_SUCCESS ? "" : mpi_text(code)); }
  void check(const std::string& problem) const {
    throw_on_all(
        comm_, problem.empty() ? "" : fmt::format("{}: cannot {} it: {}", path_, doing_, problem));
  }

private:
  const MpiComm& comm_;
  std::string path_, doing_;
  MPI_File file_ = MPI_FILE_NULL;
};

/// Shows each rank only its own part of the global array that begins at `offset`.
void set_view(const SharedFile& file, Count offset, const Partition& p, int nz) {
  const int global[] = {p.global_ny, p.global_nx, nz}, own[] = {p.ny, p.nx, nz};
  const int first[] = {p.first_j, p.first_i, 0};
  MPI_Datatype part = MPI_DATATYPE_NULL;
  check_mpi(MPI_Type_create_subarray(3, global, own, first, MPI_ORDER_C, MPI_DOUBLE, &part),
            "MPI_Type_create_subarray");
  check_mpi(MPI_Type_commit(&part), "MPI_Type_commit");
  file.check(
      MPI_File_set_view(file.get(), MPI_Offset(offset), MPI_DOUBLE, part, "native", MPI_INFO_NULL));
  check_mpi(MPI_Type_free(&part), "MPI_Type_free");
}

/// Moves all numbers in pieces that fit MPI's int counts; `move` is a collective MPI call, so
/// ranks that have finished early take part with nothing.
template <class Move>
void move_in_chunks(const MpiComm& comm, const SharedFile& file, const HostField& field,
                    Count chunk, const Move& move) {
  const Count own = Count(field.size());
  Count longest = own;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_INT64_T, MPI_MAX, comm.get()),
            "MPI_Allreduce");
  for (Count start = 0; start < longest; start += chunk) {
    const Count from = std::min(start, own);
    const int count = int(std::min(chunk, own - from));
    MPI_Status status;
    const int code = move(file.get(), field.data() + from, count, MPI_DOUBLE, &status);
    int moved = 0;
    if (code == MPI_SUCCESS) check_mpi(MPI_Get_count(&status, MPI_DOUBLE, &moved), "MPI_Get_count");
    file.check(code != MPI_SUCCESS ? mpi_text(code)
               : moved != count    ? fmt::format("{} of {} numbers moved", moved, count)
                                   : "");
  }
}

npy::Shape shape_of(const Partition& p, int nz) { return {p.global_ny, p.global_nx, nz}; }

} // namespace

void read_npy(const std::string& path, const MpiComm& comm, const Partition& partition,
              const HostField& field, Count chunk) {
  const int nz = int(field.extent(2));
  npy::Head head;
  if (comm.rank() == 0) head = npy::read_head(path, shape_of(partition, nz));
  throw_on_all(comm, head.problem.empty() ? "" : path + ": " + head.problem);
  check_mpi(MPI_Bcast(&head.data_offset, 1, MPI_INT64_T, 0, comm.get()), "MPI_Bcast");
  SharedFile file(comm, path, MPI_MODE_RDONLY, "read");
  set_view(file, head.data_offset, partition, nz);
  move_in_chunks(comm, file, field, chunk, MPI_File_read_all);
  file.close();
}

void write_npy(const std::string& path, const MpiComm& comm, const Partition& partition,
               const HostField& field, Count chunk) {
  const int nz = int(field.extent(2));
  const npy::Shape shape = shape_of(partition, nz);
  const std::string header = npy::header(shape);
  const Count bytes = Count(header.size()) + shape[0] * shape[1] * shape[2] * Count(sizeof(double));
  SharedFile file(comm, path, MPI_MODE_WRONLY | MPI_MODE_CREATE, "write");
  file.check(MPI_File_set_size(file.get(), MPI_Offset(bytes)));
  const bool first = comm.rank() == 0;
  file.check(MPI_File_write_at_all(file.get(), 0, header.data(), first ? int(header.size()) : 0,
                                   MPI_CHAR, MPI_STATUS_IGNORE));
  set_view(file, Count(header.size()), partition, nz);
  move_in_chunks(comm, file, field, chunk, MPI_File_write_all);
  file.close();
}

} // namespace isobar
