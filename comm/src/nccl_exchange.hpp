#pragma once
#include "halo_buffers.hpp"

#include <isobar/comm/nccl_ranks.hpp>

#include <vector>

namespace isobar {

/// Pack, NCCL's sends and receives as one launch, unpack: all in the order of the kernels, so that the host never waits
/// and the exchange may be recorded.
template <class T> class NcclExchange final : public HaloExchange<T> {
public:
  /// Connects the neighbours with an exchange of its own, which takes long and may not be recorded.
  NcclExchange(const NcclRanks& nccl, int level, const HaloPattern& pattern)
      : nccl_(nccl), buffers_(level, pattern) {
    for (int i = 0; i < pattern.messages(Halo::edges_and_corners); ++i) {
      const HaloMessage& m = pattern.message(i);
      messages_.push_back({m.neighbour, std::size_t(m.size()) * sizeof(T),
                           buffers_.send().data() + m.buffer,
                           buffers_.receive().data() + m.buffer});
    }
    nccl_.exchange(messages_);
  }
  void start(const FieldMemory<T>& field, Halo halo) override {
    buffers_.pack(field, halo);
    nccl_.exchange({messages_.data(), std::size_t(buffers_.messages())});
  }
  void finish(const FieldMemory<T>& field) override { buffers_.unpack(field); }
  bool enqueued() const override { return true; }

private:
  const NcclRanks& nccl_;
  HaloBuffers<T> buffers_;
  std::vector<NcclMessage> messages_; ///< edges before corners, as in the pattern
};

} // namespace isobar
