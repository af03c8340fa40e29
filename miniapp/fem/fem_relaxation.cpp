#include "fem/fem_relaxation.hpp"

#include "io/terminal.hpp"

#include <fmt/format.h>

namespace isobar {
namespace {

/// The factor of a level's steps; empty on the coarsest level and with Chebyshev's factors.
template <class T> std::optional<double> factor_of(const FemDeck& deck, const FemLevel<T>& level) {
  const CycleOptions& cycle = level.options();
  if (!level.matrices().restriction || deck.has_chebyshev()) return {};
  return cycle.pre_relaxation.empty() ? cycle.post_relaxation.front()
                                      : cycle.pre_relaxation.front();
}

std::string divergence(const FemLevelRecord& level, std::size_t index) {
  return fmt::format("smoothing steps enlarge errors on level {}: the relaxation factor {:.4g} is "
                     "above 2 / {:.4g}, the largest eigenvalue; expected multigrid.relaxation "
                     "below {:.3g}, or \"auto\"",
                     index, *level.relaxation, *level.largest_eigenvalue,
                     2.0 / *level.largest_eigenvalue);
}

} // namespace

template <class T>
void record_relaxation(const FemContext& c, std::span<const FemSpace> spaces,
                       const std::vector<const FemLevel<T>*>& levels, FemRecord& record) {
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const FemLevel<T>& level = *levels[l];
    FemLevelRecord& r = record.levels[l];
    const double known = level.matrices().largest_eigenvalue;
    r.relaxation = factor_of(c.deck, level);
    if (known > 0.0) r.largest_eigenvalue = known;
    else if (r.relaxation && c.deck.has_checked_relaxation())
      r.largest_eigenvalue =
          level.estimated_eigenvalue(spaces[spaces.size() - 1 - l].distributed().ids);
    if (record.warning.empty() && r.smoother_diverges()) record.warning = divergence(r, l);
  }
  if (!record.warning.empty() && c.comm.rank() == 0) print_error(record.warning);
}

template void record_relaxation(const FemContext&, std::span<const FemSpace>,
                                const std::vector<const FemLevel<double>*>&, FemRecord&);
template void record_relaxation(const FemContext&, std::span<const FemSpace>,
                                const std::vector<const FemLevel<float>*>&, FemRecord&);

} // namespace isobar
