#pragma once
#include <isobar/comm/halo/transport.hpp>
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/comm/topology/halo_pattern.hpp>

#include <memory>
#include <span>

namespace isobar {

class NcclRanks;
class PeerRanks;

/// The transports of a run: one inside a host, and one between hosts, where there are no peers.
struct TransportPlan {
  TransportPlan(Transport both) // NOLINT(google-explicit-constructor): one transport is a plan
      : inside(both), between(both) {}
  TransportPlan(Transport inside, Transport between, int ranks_per_host = 0)
      : inside(inside), between(between), ranks_per_host(ranks_per_host) {}
  bool operator==(const TransportPlan&) const = default;
  bool takes(Transport way) const { return inside == way || between == way; }

  Transport inside, between;
  int ranks_per_host = 0; ///< this many ranks count as one host (HostRanks); 0: the real hosts
  /// Exchanges between peers with separate start and finish run in
  /// a queue of their own, concurrent with the launches in between.
  bool own_queue = false;
  /// How often to look at a peer's flag before giving up: about a minute on a GPU and on a host.
  Int64 most_looks = 100'000'000;
  std::shared_ptr<const NcclRanks> nccl = {}; ///< for Transport::nccl; null: made on demand
  std::shared_ptr<PeerRanks> peers =
      {}; ///< where ranks store; null, or of other ranks: made on demand
};

/// Memory of one rank's buffers: in the fields' memory space and in (pinned) host memory.
struct BufferBytes {
  Int64 device = 0, host = 0;
  Int64 total() const { return device + host; }
  BufferBytes& operator+=(const BufferBytes& more) {
    device += more.device;
    host += more.host;
    return *this;
  }
};

/// How many fields can travel together at most: the levels of a deck.
inline constexpr int most_fields = 20;

/// Exchanges the halos of one pattern, one exchange at a time. Each transport implements it. The
/// functions start and finish take the fields and no buffer. A transport that copies straight into
/// the neighbours' halos needs none.
template <class T> class HaloExchange {
public:
  virtual ~HaloExchange() = default;
  /// Reads owned cells of the fields, which must have the pattern's shapes. Owned and halo cells
  /// must not change until finish. Throws MpiError if a call of MPI fails.
  virtual void start(FieldSpan<T> fields, Halo halo) = 0;
  /// Fills the cells that start asked for. Its kernel may still be running, in the order of the
  /// default execution space. Throws MpiError if a call of MPI fails.
  virtual void finish(FieldSpan<T> fields) = 0;
  /// Calls start and finish with nothing in between.
  virtual void exchange(FieldSpan<T> fields, Halo halo) {
    start(fields, halo);
    finish(fields);
  }
  /// Whether start and finish only launch kernels, so that they may be recorded (launch_graph.hpp).
  virtual bool enqueued() const = 0;
};

/// Makes the exchange of a pattern with all its buffers and MPI requests; `level` is for labels.
/// `comm` must outlive it, and so must `nccl`, which only Transport::nccl needs. Does not make
/// exchanges of peers. Collective over neighbours for Transport::nccl. Throws std::invalid_argument
/// if it is to take more than most_fields.
template <class T>
std::unique_ptr<HaloExchange<T>> make_halo_exchange(const MpiComm& comm, int level,
                                                    const HaloPattern& pattern, Transport transport,
                                                    const NcclRanks* nccl = nullptr);
/// Combines two exchanges, each with some of the neighbours, into one.
template <class T>
std::unique_ptr<HaloExchange<T>> both(std::unique_ptr<HaloExchange<T>> first,
                                      std::unique_ptr<HaloExchange<T>> second);

/// The memory that make_halo_exchange, or peers in its place, would allocate. Allocates nothing.
BufferBytes halo_buffer_bytes(const HaloPattern& pattern, std::size_t number_bytes,
                              Transport transport);
/// The transport with the largest buffers: for predictions before a run has chosen its transport.
inline constexpr Transport largest_buffers = on_host ? Transport::peer : Transport::staged;

} // namespace isobar
