#pragma once
#include <isobar/comm/halo_pattern.hpp>
#include <isobar/comm/mpi.hpp>

#include <memory>
#include <string_view>

namespace isobar {

/// The way of a halo from one rank's memory to another's.
enum class Transport {
  device, ///< buffers in the fields' memory handed to MPI, which must be able to read them
  staged  ///< copied to pinned host memory first, and back after
};
std::string_view to_string(Transport transport);

/// Memory of the buffers of one rank: in the fields' memory space and in (pinned) host memory.
struct BufferBytes {
  Int64 device = 0, host = 0;
  Int64 total() const { return device + host; }
};

/// The halo exchange of one level, one at a time. Transports are implementations of this; one
/// that copies straight into the neighbours' halos needs no buffers, which is why start and
/// finish see the field and not a buffer.
template <class T> class HaloExchange {
public:
  virtual ~HaloExchange() = default;
  /// Reads owned cells of `field`, which must have the pattern's shape. Until finish, neither
  /// owned nor halo cells may be written. Throws MpiError.
  virtual void start(const FieldMemory<T>& field, Halo halo) = 0;
  /// Fills the halo cells that start asked for; the kernel that does it may still run, in the
  /// order of the default execution space. Throws MpiError.
  virtual void finish(const FieldMemory<T>& field) = 0;
};

/// Builds the exchange of a level with all its buffers and MPI requests; `comm` must outlive it.
template <class T>
std::unique_ptr<HaloExchange<T>>
make_halo_exchange(const MpiComm& comm, int level, const HaloPattern& pattern, Transport transport);

/// What make_halo_exchange allocates, without allocating it.
BufferBytes halo_buffer_bytes(const HaloPattern& pattern, std::size_t number_bytes,
                              Transport transport);

} // namespace isobar
