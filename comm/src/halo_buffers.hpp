#pragma once
#include "halo_kernels.hpp"

#include <isobar/comm/halo_exchange.hpp>

#include <stdexcept>
#include <string>

namespace isobar {

/// What exchanges by messages have alike: the numbers that one level sends and receives, packed, in the fields' memory,
/// and the order of pack and unpack.
template <class T> class HaloBuffers {
public:
  using Buffer = Kokkos::View<T*, MemorySpace>;

  HaloBuffers(int level, const HaloPattern& pattern)
      : pattern_(pattern), pack_label_("isobar/halo_pack/" + std::to_string(level)),
        unpack_label_("isobar/halo_unpack/" + std::to_string(level)),
        send_("isobar/halo_send", std::size_t(pattern.size(Halo::edges_and_corners))),
        receive_("isobar/halo_receive", send_.size()) {}

  const HaloPattern& pattern() const { return pattern_; }
  const Buffer& send() const { return send_; }
  const Buffer& receive() const { return receive_; }

  /// An exchange begins. Throws std::logic_error if one is under way, or if the field is of another shape.
  void pack(const FieldMemory<T>& field, Halo halo) {
    require_halo_shape(field, pattern_);
    if (under_way_) throw std::logic_error("halo exchange started again before it was finished");
    under_way_ = true;
    halo_ = halo;
    for_halo_lines(pack_label_, pattern_.lines(halo),
                   PackHalo<T>{pattern_, field.flat().data(), send_.data()});
  }
  /// It ends.
  void unpack(const FieldMemory<T>& field) {
    require_under_way();
    under_way_ = false;
    for_halo_lines(unpack_label_, pattern_.lines(halo_),
                   UnpackHalo<T>{pattern_, receive_.data(), field.flat().data()});
  }
  void require_under_way() const {
    if (!under_way_) throw std::logic_error("halo exchange finished that was not started");
  }
  /// Messages and numbers of the exchange that is under way.
  int messages() const { return pattern_.messages(halo_); }
  std::size_t used() const { return std::size_t(pattern_.size(halo_)); }

private:
  HaloPattern pattern_;
  std::string pack_label_, unpack_label_;
  Buffer send_, receive_;
  Halo halo_ = Halo::edges;
  bool under_way_ = false;
};

} // namespace isobar
