#pragma once
#include "deck/deck_names.hpp"

#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

namespace isobar {

/// Replaces "auto" by the choice, once the transport of halos is known. Returns
/// whether a rank first computes the rows for which its neighbours wait.
inline bool choose_halo_overlap(deck::HaloOverlap& overlap, TransportPlan& transports) {
  using deck::HaloOverlap;
  const bool waits_for_host = !on_host && (transports.inside == Transport::device ||
                                           transports.inside == Transport::staged);
  if (overlap == HaloOverlap::automatic)
    overlap = waits_for_host ? HaloOverlap::rim : HaloOverlap::none;
  transports.own_queue = overlap == HaloOverlap::queue;
  return overlap != HaloOverlap::none;
}

} // namespace isobar
