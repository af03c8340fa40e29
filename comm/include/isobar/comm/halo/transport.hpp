#pragma once
#include <array>
#include <string_view>

namespace isobar {

/// The way of a halo from one rank's memory to another's.
enum class Transport {
  peer,    ///< stored by a kernel into the memory of a rank of the same host, with a flag behind it
  segment, ///< the same through memory of the host, where GPUs do not reach each other
  nccl,    ///< buffers in the fields' memory handed to NCCL, in the order of the kernels
  device,  ///< buffers in the fields' memory handed to MPI, which must be able to read them
  staged   ///< copied to pinned host memory first, and back after
};
inline constexpr std::array transports = {Transport::peer, Transport::segment, Transport::nccl,
                                          Transport::device, Transport::staged};
/// Whether kernels of ranks of one host store into memory that they share.
constexpr bool stores(Transport way) { return way == Transport::peer || way == Transport::segment; }
std::string_view to_string(Transport transport);

} // namespace isobar
