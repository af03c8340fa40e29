#include "pressure/run/run_right_side.hpp"

#include "io/npy.hpp"
#include "pressure/problem/problem.hpp"

namespace isobar {

Scale fill_run_right_side(const RunContext& c, const Deck& deck, const HostField& f) {
  const Partition part = c.decomposition.partition().in_host_order();
  if (deck.rhs.kind == deck::RhsKind::file)
    read_named(deck, "rhs.file", [&] { read_npy(deck.rhs.file, c.comm, part, f); });
  else fill_right_side(deck, part, f);
  return normalise(c.comm, f);
}

} // namespace isobar
