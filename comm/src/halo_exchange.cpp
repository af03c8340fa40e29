#include "halo_buffers.hpp"
#include "nccl_exchange.hpp"

#include <utility>
#include <vector>

namespace isobar {
namespace {

/// Device and staged transport: pack, persistent MPI messages, unpack.
template <class T> class MessageExchange final : public HaloExchange<T> {
public:
  MessageExchange(const MpiComm& comm, int level, const HaloPattern& pattern, Transport transport);
  ~MessageExchange() override;
  MessageExchange(const MessageExchange&) = delete;
  MessageExchange& operator=(const MessageExchange&) = delete;
  void start(const FieldMemory<T>& field, Halo halo) override;
  void finish(const FieldMemory<T>& field) override;
  bool enqueued() const override { return false; }

private:
  using HostBuffer = Kokkos::View<T*, PinnedSpace>;

  void add_requests(MPI_Comm comm, int first, int last);
  template <class To, class From> void copy(const To& to, const From& from) const;

  HaloBuffers<T> buffers_;
  bool staged_;
  HostBuffer host_send_, host_receive_; // allocated only when staged
  // Receives and sends of the edges, then those of the corners.
  std::vector<MPI_Request> requests_;
};

template <class T>
MessageExchange<T>::MessageExchange(const MpiComm& comm, int level, const HaloPattern& pattern,
                                    Transport transport)
    : buffers_(level, pattern), staged_(transport == Transport::staged) {
  if (staged_) {
    host_send_ = HostBuffer("isobar/halo_host_send", buffers_.send().size());
    host_receive_ = HostBuffer("isobar/halo_host_receive", buffers_.send().size());
  }
  add_requests(comm.get(), 0, pattern.messages(Halo::edges));
  add_requests(comm.get(), pattern.messages(Halo::edges),
               pattern.messages(Halo::edges_and_corners));
}

/// A message's tag is the direction in which it travels.
template <class T> void MessageExchange<T>::add_requests(MPI_Comm comm, int first, int last) {
  T* send = staged_ ? host_send_.data() : buffers_.send().data();
  T* receive = staged_ ? host_receive_.data() : buffers_.receive().data();
  const auto add = [this] { return &requests_.emplace_back(MPI_REQUEST_NULL); };
  for (int i = first; i < last; ++i) {
    const HaloMessage& m = buffers_.pattern().message(i);
    check_mpi(MPI_Recv_init(receive + m.buffer, m.size(), mpi_type<T>(), m.neighbour,
                            int(opposite(m.direction)), comm, add()),
              "MPI_Recv_init");
  }
  for (int i = first; i < last; ++i) {
    const HaloMessage& m = buffers_.pattern().message(i);
    check_mpi(MPI_Send_init(send + m.buffer, m.size(), mpi_type<T>(), m.neighbour, int(m.direction),
                            comm, add()),
              "MPI_Send_init");
  }
}

template <class T> MessageExchange<T>::~MessageExchange() {
  for (MPI_Request& r : requests_) report_mpi(MPI_Request_free(&r), "MPI_Request_free");
}

/// Copies what the exchange under way needs, in the order of the kernels.
template <class T>
template <class To, class From>
void MessageExchange<T>::copy(const To& to, const From& from) const {
  const auto part = std::make_pair(std::size_t(0), buffers_.used());
  Kokkos::deep_copy(ExecutionSpace(), Kokkos::subview(to, part), Kokkos::subview(from, part));
}

template <class T> void MessageExchange<T>::start(const FieldMemory<T>& field, Halo halo) {
  buffers_.pack(field, halo);
  if (staged_) copy(host_send_, buffers_.send());
  // MPI must not read before the kernel has written, nor receive into what the last exchange
  // may still be unpacking.
  ExecutionSpace().fence();
  check_mpi(MPI_Startall(2 * buffers_.messages(), requests_.data()), "MPI_Startall");
}

template <class T> void MessageExchange<T>::finish(const FieldMemory<T>& field) {
  buffers_.require_under_way();
  check_mpi(MPI_Waitall(2 * buffers_.messages(), requests_.data(), MPI_STATUSES_IGNORE),
            "MPI_Waitall");
  if (staged_) copy(buffers_.receive(), host_receive_);
  buffers_.unpack(field);
}

/// One rank, or none beside this one: nothing to do.
template <class T> class NoExchange final : public HaloExchange<T> {
public:
  void start(const FieldMemory<T>&, Halo) override {}
  void finish(const FieldMemory<T>&) override {}
  bool enqueued() const override { return true; }
};

/// The second one starts first and finishes last: it is the slower one.
template <class T> class TwoExchanges final : public HaloExchange<T> {
public:
  TwoExchanges(std::unique_ptr<HaloExchange<T>> first, std::unique_ptr<HaloExchange<T>> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  void start(const FieldMemory<T>& field, Halo halo) override {
    second_->start(field, halo);
    first_->start(field, halo);
  }
  void finish(const FieldMemory<T>& field) override {
    first_->finish(field);
    second_->finish(field);
  }
  bool enqueued() const override { return first_->enqueued() && second_->enqueued(); }

private:
  std::unique_ptr<HaloExchange<T>> first_, second_;
};

} // namespace

std::string_view to_string(Transport transport) {
  constexpr std::string_view names[] = {"peer", "nccl", "device", "staged"};
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
                                                    const HaloPattern& pattern, Transport transport,
                                                    const NcclRanks* nccl) {
  if (pattern.messages(Halo::edges_and_corners) == 0) return std::make_unique<NoExchange<T>>();
  if (transport == Transport::nccl) return std::make_unique<NcclExchange<T>>(*nccl, level, pattern);
  return std::make_unique<MessageExchange<T>>(comm, level, pattern, transport);
}

BufferBytes halo_buffer_bytes(const HaloPattern& pattern, std::size_t number_bytes,
                              Transport transport) {
  const Int64 both = 2 * pattern.size(Halo::edges_and_corners) * Int64(number_bytes);
  return {both, transport == Transport::staged ? both : 0};
}

template std::unique_ptr<HaloExchange<float>>
make_halo_exchange(const MpiComm&, int, const HaloPattern&, Transport, const NcclRanks*);
template std::unique_ptr<HaloExchange<double>>
make_halo_exchange(const MpiComm&, int, const HaloPattern&, Transport, const NcclRanks*);

} // namespace isobar
