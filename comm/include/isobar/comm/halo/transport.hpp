#pragma once
#include <array>
#include <string_view>

namespace isobar {

/// How a halo travels from one rank's memory to another's.
enum class Transport {
  peer,    ///< a kernel stores into the memory of a rank of the same host, then sets a flag
  segment, ///< the same through host memory, for GPUs that do not reach each other
  nccl,    ///< NCCL sends buffers in the fields' memory, in the order of the kernels
  device,  ///< MPI sends buffers in the fields' memory, which it must be able to read
  staged   ///< MPI sends copies in pinned host memory
};
inline constexpr std::array transports = {Transport::peer, Transport::segment, Transport::nccl,
                                          Transport::device, Transport::staged};
/// Whether this transport's kernels store into memory that ranks of one host share.
constexpr bool stores(Transport way) { return way == Transport::peer || way == Transport::segment; }
/// The name of a transport, such as "peer".
std::string_view to_string(Transport transport);

} // namespace isobar
