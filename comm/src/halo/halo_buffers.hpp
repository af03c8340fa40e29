#pragma once
#include "halo/halo_kernels.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace isobar {

/// One side of the messages: its runs, and buffers for the numbers.
template <class T> struct MessageBuffer {
  HaloSide side;
  SideRuns list;
  Kokkos::View<T*, MemorySpace> device;
  Kokkos::View<T*, PinnedSpace> host; ///< only if staged

  MessageBuffer(const HaloSide& side, const std::string& name, bool staged)
      : side(side), list(name + " runs", side) {
    const auto size = std::size_t(side.size(Halo::edges_and_corners));
    device = Kokkos::View<T*, MemorySpace>(name, size);
    if (staged) host = Kokkos::View<T*, PinnedSpace>(name + " on the host", size);
  }
  T* data() const { return host.size() > 0 ? host.data() : device.data(); }
  /// Copies the numbers of an exchange between both buffers, in the order of the kernels.
  template <class To, class From> void copy(const To& to, const From& from, Halo halo) const {
    const auto part = std::make_pair(std::size_t(0), std::size_t(side.size(halo)));
    Kokkos::deep_copy(ExecutionSpace(), Kokkos::subview(to, part), Kokkos::subview(from, part));
  }
  /// Calls use(first number, count, rank) for the messages of the edges, or for the additional
  /// messages of corners. Blocks of one rank that follow each other in the buffer are one message.
  template <class Use> void for_each_message(Halo of, const Use& use) const {
    const std::vector<HaloBlock>& blocks = side.all();
    const int end = side.blocks(of);
    for (int b = of == Halo::edges ? 0 : side.blocks(Halo::edges); b < end;) {
      const HaloBlock& first = blocks[std::size_t(b)];
      Int64 count = 0;
      for (; b < end && blocks[std::size_t(b)].rank == first.rank; ++b)
        count += blocks[std::size_t(b)].size();
      use(data() + first.buffer, int(count), first.rank);
    }
  }
};

/// The shared part of all exchanges by messages: buffers of
/// both sides, and the order of pack and unpack.
template <class T> class HaloBuffers {
public:
  HaloBuffers(int level, const HaloPattern& pattern, bool staged = false)
      : pattern_(pattern), pack_label_("isobar/halo_pack/" + std::to_string(level)),
        unpack_label_("isobar/halo_unpack/" + std::to_string(level)),
        send_(pattern.sent, "isobar/halo_send", staged),
        receive_(pattern.received, "isobar/halo_receive", staged) {}

  const MessageBuffer<T>& send() const { return send_; }
  const MessageBuffer<T>& receive() const { return receive_; }
  Halo halo() const { return halo_; } ///< of the present exchange

  /// Begins an exchange. Throws std::logic_error if one is under way, or if a field is of another shape.
  void pack(FieldSpan<T> fields, Halo halo) {
    require_halo_shapes(fields, pattern_);
    if (under_way_) throw std::logic_error("halo exchange started again before it was finished");
    under_way_ = true;
    halo_ = halo;
    for_halo_runs(pack_label_, send_.side.runs(halo),
                  PackHalo<T>{send_.list.runs.data(), HaloFields<T>(fields), send_.device.data()});
  }
  void require_under_way() const {
    if (!under_way_) throw std::logic_error("halo exchange finished that was not started");
  }
  /// Ends the exchange.
  void unpack(FieldSpan<T> fields) {
    require_under_way();
    under_way_ = false;
    for_halo_runs(
        unpack_label_, receive_.side.runs(halo_),
        UnpackHalo<T>{receive_.list.runs.data(), HaloFields<T>(fields), receive_.device.data()});
  }

private:
  HaloPattern pattern_;
  std::string pack_label_, unpack_label_;
  MessageBuffer<T> send_, receive_;
  Halo halo_ = Halo::edges;
  bool under_way_ = false;
};

} // namespace isobar
