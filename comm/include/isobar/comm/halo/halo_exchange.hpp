#pragma once
#include <isobar/comm/halo/transport.hpp>
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/comm/topology/halo_pattern.hpp>

#include <memory>
#include <span>

namespace isobar {

class NcclRanks;
class PeerRanks;

/// The ways of a run: inside a host and between hosts, which have no peers.
struct TransportPlan {
  TransportPlan(Transport both) // NOLINT(google-explicit-constructor): one way is a plan
      : inside(both), between(both) {}
  TransportPlan(Transport inside, Transport between, int ranks_per_host = 0)
      : inside(inside), between(between), ranks_per_host(ranks_per_host) {}
  bool operator==(const TransportPlan&) const = default;
  bool takes(Transport way) const { return inside == way || between == way; }

  Transport inside, between;
  int ranks_per_host = 0; ///< so many take themselves for a host (HostRanks); 0: as it is
  /// Exchanges between peers that are started and finished apart run in a queue of their own, beside what is
  /// launched in between.
  bool own_queue = false;
  /// Looks at a peer's flag before it is given up: about a minute on a GPU and on a host.
  Int64 most_looks = 100'000'000;
  std::shared_ptr<const NcclRanks> nccl = {}; ///< where a way is nccl; null: to be made
  std::shared_ptr<PeerRanks> peers = {}; ///< where ranks store; null, or of other ranks: to be made
};

/// Memory of the buffers of one rank: in the fields' memory space and in (pinned) host memory.
struct BufferBytes {
  Int64 device = 0, host = 0;
  Int64 total() const { return device + host; }
  BufferBytes& operator+=(const BufferBytes& more) {
    device += more.device;
    host += more.host;
    return *this;
  }
};

/// How many fields can travel together at the most: levels of a deck.
inline constexpr int most_fields = 20;

/// The exchange of one pattern, one at a time. Transports are implementations of this; one
/// that copies straight into the neighbours' halos needs no buffers, which is why start and
/// finish see the fields and not a buffer.
template <class T> class HaloExchange {
public:
  virtual ~HaloExchange() = default;
  /// Reads owned cells of the fields, which must have the pattern's shapes. Until finish, neither
  /// owned nor halo cells may be written. Throws MpiError.
  virtual void start(FieldSpan<T> fields, Halo halo) = 0;
  /// Fills the cells that start asked for; the kernel that does it may still run, in the
  /// order of the default execution space. Throws MpiError.
  virtual void finish(FieldSpan<T> fields) = 0;
  /// start and finish with nothing in between.
  virtual void exchange(FieldSpan<T> fields, Halo halo) {
    start(fields, halo);
    finish(fields);
  }
  /// Whether start and finish only launch, so that they may be recorded (launch_graph.hpp).
  virtual bool enqueued() const = 0;
};

/// Builds the exchange of a pattern with all its buffers and MPI requests; `level` is for labels. `comm` and `nccl`, which
/// only Transport::nccl needs, must outlive it. Not for peers. Collective over neighbours for Transport::nccl. Throws
/// std::invalid_argument for more than most_fields.
template <class T>
std::unique_ptr<HaloExchange<T>> make_halo_exchange(const MpiComm& comm, int level,
                                                    const HaloPattern& pattern, Transport transport,
                                                    const NcclRanks* nccl = nullptr);
/// Two exchanges as one, each with some of the neighbours.
template <class T>
std::unique_ptr<HaloExchange<T>> both(std::unique_ptr<HaloExchange<T>> first,
                                      std::unique_ptr<HaloExchange<T>> second);

/// What make_halo_exchange allocates, without allocating it, or what peers have in its place.
BufferBytes halo_buffer_bytes(const HaloPattern& pattern, std::size_t number_bytes,
                              Transport transport);
/// The way whose buffers are the largest: of a prediction before the way of a run is known.
inline constexpr Transport largest_buffers = on_host ? Transport::peer : Transport::staged;

} // namespace isobar
