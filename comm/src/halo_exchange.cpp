#include "halo_kernels.hpp"

#include <isobar/comm/halo_exchange.hpp>

#include <stdexcept>
#include <utility>
#include <vector>

namespace isobar {
namespace {

/// One side of the messages: its runs, and buffers for the numbers.
template <class T> struct MessageBuffer {
  HaloSide side;
  HaloRuns runs;
  Kokkos::View<T*, MemorySpace> device;
  Kokkos::View<T*, PinnedSpace> host; ///< only when staged

  MessageBuffer(const HaloSide& side, const std::string& name, bool staged)
      : side(side), runs(on_device(name + " runs", side.run_list())) {
    const auto size = std::size_t(side.size(Halo::edges_and_corners));
    device = Kokkos::View<T*, MemorySpace>(name, size);
    if (staged) host = Kokkos::View<T*, PinnedSpace>(name + " on the host", size);
  }
  T* data() const { return host.size() > 0 ? host.data() : device.data(); }
  /// Copies what an exchange needs from one to the other, in the order of the kernels.
  template <class To, class From> void copy(const To& to, const From& from, Halo halo) const {
    const auto part = std::make_pair(std::size_t(0), std::size_t(side.size(halo)));
    Kokkos::deep_copy(ExecutionSpace(), Kokkos::subview(to, part), Kokkos::subview(from, part));
  }
};

/// Device and staged transport: pack, persistent MPI messages, unpack.
template <class T> class MessageExchange final : public HaloExchange<T> {
public:
  MessageExchange(const MpiComm& comm, int level, const HaloPattern& pattern, Transport transport);
  ~MessageExchange() override;
  MessageExchange(const MessageExchange&) = delete;
  MessageExchange& operator=(const MessageExchange&) = delete;
  void start(FieldSpan<T> fields, Halo halo) override;
  void finish(FieldSpan<T> fields) override;
  bool enqueued() const override { return false; }

private:
  void add_requests(MPI_Comm comm, Halo of);
  template <class Init>
  void add_messages(const MessageBuffer<T>& buffer, Halo of, const Init& init);
  int requests(Halo halo) const { return halo == Halo::edges ? edges_ : int(requests_.size()); }

  HaloPattern pattern_;
  std::string pack_label_, unpack_label_;
  bool staged_;
  MessageBuffer<T> send_, receive_;
  std::vector<MPI_Request>
      requests_; ///< receives and sends of the edges, then those of the corners
  int edges_ = 0;
  Halo halo_ = Halo::edges;
  bool under_way_ = false;
};

template <class T>
MessageExchange<T>::MessageExchange(const MpiComm& comm, int level, const HaloPattern& pattern,
                                    Transport transport)
    : pattern_(pattern), pack_label_("isobar/halo_pack/" + std::to_string(level)),
      unpack_label_("isobar/halo_unpack/" + std::to_string(level)),
      staged_(transport == Transport::staged), send_(pattern.sent, "isobar/halo_send", staged_),
      receive_(pattern.received, "isobar/halo_receive", staged_) {
  add_requests(comm.get(), Halo::edges);
  edges_ = int(requests_.size());
  add_requests(comm.get(), Halo::edges_and_corners);
}

/// Messages of one pair of ranks meet in the order of the blocks, so that one tag is enough.
template <class T> void MessageExchange<T>::add_requests(MPI_Comm comm, Halo of) {
  constexpr int tag = 0;
  add_messages(receive_, of, [&](T* numbers, int count, int rank, MPI_Request* request) {
    check_mpi(MPI_Recv_init(numbers, count, mpi_type<T>(), rank, tag, comm, request),
              "MPI_Recv_init");
  });
  add_messages(send_, of, [&](T* numbers, int count, int rank, MPI_Request* request) {
    check_mpi(MPI_Send_init(numbers, count, mpi_type<T>(), rank, tag, comm, request),
              "MPI_Send_init");
  });
}

/// Blocks of one rank that follow each other in the buffer are one message.
template <class T>
template <class Init>
void MessageExchange<T>::add_messages(const MessageBuffer<T>& buffer, Halo of, const Init& init) {
  const std::vector<HaloBlock>& blocks = buffer.side.all();
  const int end = buffer.side.blocks(of);
  for (int b = of == Halo::edges ? 0 : buffer.side.blocks(Halo::edges); b < end;) {
    const HaloBlock& first = blocks[std::size_t(b)];
    Int64 count = 0;
    for (; b < end && blocks[std::size_t(b)].rank == first.rank; ++b)
      count += blocks[std::size_t(b)].size();
    init(buffer.data() + first.buffer, int(count), first.rank,
         &requests_.emplace_back(MPI_REQUEST_NULL));
  }
}

template <class T> MessageExchange<T>::~MessageExchange() {
  for (MPI_Request& r : requests_) report_mpi(MPI_Request_free(&r), "MPI_Request_free");
}

template <class T> void MessageExchange<T>::start(FieldSpan<T> fields, Halo halo) {
  require_halo_shapes(fields, pattern_);
  if (under_way_) throw std::logic_error("halo exchange started again before it was finished");
  under_way_ = true;
  halo_ = halo;
  for_halo_runs(pack_label_, send_.side.runs(halo),
                PackHalo<T>{send_.runs.data(), HaloFields<T>(fields), send_.device.data()});
  if (staged_) send_.copy(send_.host, send_.device, halo);
  // MPI must not read before the kernel has written, nor receive into what the last exchange
  // may still be unpacking.
  ExecutionSpace().fence();
  check_mpi(MPI_Startall(requests(halo), requests_.data()), "MPI_Startall");
}

template <class T> void MessageExchange<T>::finish(FieldSpan<T> fields) {
  if (!under_way_) throw std::logic_error("halo exchange finished that was not started");
  under_way_ = false;
  check_mpi(MPI_Waitall(requests(halo_), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  if (staged_) receive_.copy(receive_.device, receive_.host, halo_);
  for_halo_runs(unpack_label_, receive_.side.runs(halo_),
                UnpackHalo<T>{receive_.runs.data(), HaloFields<T>(fields), receive_.device.data()});
}

/// One rank, or none beside this one: nothing to do.
template <class T> class NoExchange final : public HaloExchange<T> {
public:
  void start(FieldSpan<T>, Halo) override {}
  void finish(FieldSpan<T>) override {}
  bool enqueued() const override { return true; }
};

/// The second one starts first and finishes last: it is the slower one.
template <class T> class TwoExchanges final : public HaloExchange<T> {
public:
  TwoExchanges(std::unique_ptr<HaloExchange<T>> first, std::unique_ptr<HaloExchange<T>> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  void start(FieldSpan<T> fields, Halo halo) override {
    second_->start(fields, halo);
    first_->start(fields, halo);
  }
  void finish(FieldSpan<T> fields) override {
    first_->finish(fields);
    second_->finish(fields);
  }
  bool enqueued() const override { return first_->enqueued() && second_->enqueued(); }

private:
  std::unique_ptr<HaloExchange<T>> first_, second_;
};

} // namespace

std::string_view to_string(Transport transport) {
  constexpr std::string_view names[] = {"peer", "device", "staged"};
  return names[std::size_t(transport)];
}

template <class T>
std::unique_ptr<HaloExchange<T>> both(std::unique_ptr<HaloExchange<T>> first,
                                      std::unique_ptr<HaloExchange<T>> second) {
  return std::make_unique<TwoExchanges<T>>(std::move(first), std::move(second));
}
template std::unique_ptr<HaloExchange<float>> both(std::unique_ptr<HaloExchange<float>>,
                                                   std::unique_ptr<HaloExchange<float>>);
template std::unique_ptr<HaloExchange<double>> both(std::unique_ptr<HaloExchange<double>>,
                                                    std::unique_ptr<HaloExchange<double>>);

template <class T>
std::unique_ptr<HaloExchange<T>> make_halo_exchange(const MpiComm& comm, int level,
                                                    const HaloPattern& pattern,
                                                    Transport transport) {
  if (pattern.shapes.size() > most_fields)
    throw std::invalid_argument("an exchange of too many fields");
  if (pattern.empty()) return std::make_unique<NoExchange<T>>();
  return std::make_unique<MessageExchange<T>>(comm, level, pattern, transport);
}

BufferBytes halo_buffer_bytes(const HaloPattern& pattern, std::size_t number_bytes,
                              Transport transport) {
  const Int64 both = pattern.size(Halo::edges_and_corners) * Int64(number_bytes);
  return {both, transport == Transport::staged ? both : 0};
}

template std::unique_ptr<HaloExchange<float>> make_halo_exchange(const MpiComm&, int,
                                                                 const HaloPattern&, Transport);
template std::unique_ptr<HaloExchange<double>> make_halo_exchange(const MpiComm&, int,
                                                                  const HaloPattern&, Transport);

} // namespace isobar
