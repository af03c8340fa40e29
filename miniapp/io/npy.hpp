#pragma once
#include "input/input_error.hpp"
#include "io/shared_file.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/grid/host_order.hpp>

#include <string>

/// Global fields in NumPy files. All ranks read and write together, each its own rows. The array has shape (n_y,
/// n_x, n_z), float64, little endian, C order; each rank has its partition's (ny, nx, nz) on the finest level.
namespace isobar {

/// Fills `field`, all cells of this rank's partition. Collective. Throws InputError on all ranks if
/// the file is missing, truncated, too long, or of another shape, type or order. Throws it also if
/// a number is not finite. The error line names the file, the fault and the expected value.
void read_npy(const std::string& path, const MpiComm& comm, const Partition& partition,
              const HostField& field);

/// Writes `field` to a partial file that will become `target` (shared_file.hpp). The partitions must cover the
/// global array. Collective. Throws FileError on all ranks.
StagedFile stage_npy(const std::filesystem::path& target, const MpiComm& comm,
                     const Partition& partition, const HostField& field);

} // namespace isobar
