#include "halo/halo_buffers.hpp"
#include "halo/nccl_exchange.hpp"

#include <utility>
#include <vector>

namespace isobar {
namespace {

/// An exchange by the device or the staged transport: pack, persistent MPI messages, unpack.
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
  int requests() const { return buffers_.halo() == Halo::edges ? edges_ : int(requests_.size()); }

  bool staged_;
  HaloBuffers<T> buffers_;
  std::vector<MPI_Request>
      requests_; ///< receives and sends of the edges, then those of the corners
  int edges_ = 0;
};

template <class T>
MessageExchange<T>::MessageExchange(const MpiComm& comm, int level, const HaloPattern& pattern,
                                    Transport transport)
    : staged_(transport == Transport::staged), buffers_(level, pattern, staged_) {
  add_requests(comm.get(), Halo::edges);
  edges_ = int(requests_.size());
  add_requests(comm.get(), Halo::edges_and_corners);
}

/// Messages between two ranks match in the order of the blocks, so one tag suffices.
template <class T> void MessageExchange<T>::add_requests(MPI_Comm comm, Halo of) {
  constexpr int tag = 0;
  const auto add = [this] { return &requests_.emplace_back(MPI_REQUEST_NULL); };
  buffers_.receive().for_each_message(of, [&](T* numbers, int count, int rank) {
    check_mpi(MPI_Recv_init(numbers, count, mpi_type<T>(), rank, tag, comm, add()),
              "MPI_Recv_init");
  });
  buffers_.send().for_each_message(of, [&](T* numbers, int count, int rank) {
    check_mpi(MPI_Send_init(numbers, count, mpi_type<T>(), rank, tag, comm, add()),
              "MPI_Send_init");
  });
}

template <class T> MessageExchange<T>::~MessageExchange() {
  for (MPI_Request& r : requests_) report_mpi(MPI_Request_free(&r), "MPI_Request_free");
}

template <class T> void MessageExchange<T>::start(FieldSpan<T> fields, Halo halo) {
  buffers_.pack(fields, halo);
  const MessageBuffer<T>& send = buffers_.send();
  if (staged_) send.copy(send.host, send.device, halo);
  // MPI must not read before the kernel has written, nor receive
  // into memory that the last exchange may still unpack.
  ExecutionSpace().fence();
  check_mpi(MPI_Startall(requests(), requests_.data()), "MPI_Startall");
}

template <class T> void MessageExchange<T>::finish(FieldSpan<T> fields) {
  buffers_.require_under_way();
  check_mpi(MPI_Waitall(requests(), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  const MessageBuffer<T>& receive = buffers_.receive();
  if (staged_) receive.copy(receive.device, receive.host, buffers_.halo());
  buffers_.unpack(fields);
}

/// An exchange of one rank, or without neighbours: does nothing.
template <class T> class NoExchange final : public HaloExchange<T> {
public:
  void start(FieldSpan<T>, Halo) override {}
  void finish(FieldSpan<T>) override {}
  bool enqueued() const override { return true; }
};

/// Two exchanges in one. The second is slower, so it starts first and finishes last.
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
  constexpr std::string_view names[] = {"peer", "segment", "nccl", "device", "staged"};
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
  if (pattern.shapes.size() > most_fields)
    throw std::invalid_argument("an exchange of too many fields");
  if (pattern.empty()) return std::make_unique<NoExchange<T>>();
  if (transport == Transport::nccl) return std::make_unique<NcclExchange<T>>(*nccl, level, pattern);
  return std::make_unique<MessageExchange<T>>(comm, level, pattern, transport);
}

/// Peers have two buffers for arriving numbers, which take turns. Memory that ranks of a host
/// share is in each of their processes, so stores into others' buffers count for a rank as well.
BufferBytes halo_buffer_bytes(const HaloPattern& pattern, std::size_t number_bytes,
                              Transport transport) {
  const Int64 both = pattern.size(Halo::edges_and_corners) * Int64(number_bytes);
  if (transport == Transport::peer && !on_host)
    return {2 * pattern.received.size(Halo::edges_and_corners) * Int64(number_bytes), 0};
  if (stores(transport)) return on_host ? BufferBytes{2 * both, 0} : BufferBytes{0, 2 * both};
  return {both, transport == Transport::staged ? both : 0};
}

template std::unique_ptr<HaloExchange<float>>
make_halo_exchange(const MpiComm&, int, const HaloPattern&, Transport, const NcclRanks*);
template std::unique_ptr<HaloExchange<double>>
make_halo_exchange(const MpiComm&, int, const HaloPattern&, Transport, const NcclRanks*);

} // namespace isobar
