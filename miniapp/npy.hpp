#pragma once
#include "input_error.hpp"

#include <isobar/comm/mpi.hpp>
#include <isobar/core/host_order.hpp>

#include <string>

/// Global fields in NumPy files, read and written by all ranks together through MPI-IO. The
/// array has shape (n_y, n_x, n_z), float64, little endian, C order; each rank holds the
/// (ny, nx, nz) of its partition on the finest level.
namespace isobar {

/// Numbers that one MPI call moves at most: far below INT_MAX, 128 MiB.
inline constexpr Count npy_chunk = Count(1) << 24;

/// Fills `field`, all cells of this rank's partition. Collective. Throws InputError on all
/// ranks, with one line that names the file, what was found and what would be right, if the
/// file is missing, truncated, too long, or of another shape, type or order.
void read_npy(const std::string& path, const MpiComm& comm, const Partition& partition,
              const HostField& field, Count chunk = npy_chunk);

/// Writes `field` and replaces what `path` held. The partitions must cover the global array.
/// Collective. Throws InputError on all ranks if the file cannot be written.
void write_npy(const std::string& path, const MpiComm& comm, const Partition& partition,
               const HostField& field, Count chunk = npy_chunk);

} // namespace isobar
