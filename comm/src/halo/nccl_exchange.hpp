#pragma once
#include "halo/halo_buffers.hpp"

#include <isobar/comm/transport/nccl_ranks.hpp>

#include <vector>

namespace isobar {

/// An exchange through NCCL: pack, sends and receives as one launch, unpack. All run in
/// the order of the kernels, so the host never waits and the exchange may be recorded.
template <class T> class NcclExchange final : public HaloExchange<T> {
public:
  /// Connects the neighbours by a first exchange, which takes long and must not be recorded.
  NcclExchange(const NcclRanks& nccl, int level, const HaloPattern& pattern)
      : nccl_(nccl), buffers_(level, pattern), sent_(buffers_.send()),
        received_(buffers_.receive()) {
    exchange_messages(Halo::edges_and_corners);
  }
  void start(FieldSpan<T> fields, Halo halo) override {
    buffers_.pack(fields, halo);
    exchange_messages(halo);
  }
  void finish(FieldSpan<T> fields) override { buffers_.unpack(fields); }
  bool enqueued() const override { return true; }

private:
  /// The messages of one side: those of the edges, then the additional ones of corners.
  struct Messages {
    std::vector<NcclMessage> all;
    std::size_t edges;
    explicit Messages(const MessageBuffer<T>& buffer) {
      const auto add = [this](T* numbers, int count, int rank) {
        all.push_back({rank, std::size_t(count) * sizeof(T), numbers});
      };
      buffer.for_each_message(Halo::edges, add);
      edges = all.size();
      buffer.for_each_message(Halo::edges_and_corners, add);
    }
    std::span<const NcclMessage> of(Halo halo) const {
      return {all.data(), halo == Halo::edges ? edges : all.size()};
    }
  };
  void exchange_messages(Halo halo) const { nccl_.exchange(sent_.of(halo), received_.of(halo)); }

  const NcclRanks& nccl_;
  HaloBuffers<T> buffers_;
  Messages sent_, received_;
};

} // namespace isobar
