#include <isobar/core/modes/mode_shares.hpp>

#include <algorithm>
#include <numeric>

namespace isobar {

ModeShares ModeShares::whole(int modes) {
  ModeShares shares{std::vector<int>(std::size_t(modes)), 0, modes, modes};
  std::iota(shares.order.begin(), shares.order.end(), 0);
  return shares;
}

ModeShares ModeShares::distributed(const std::vector<int>& firsts, int rank,
                                   const TransposedLayers& layers) {
  const int ranks = int(firsts.size()) - 1;
  ModeShares shares{std::vector<int>(std::size_t(layers.all)), firsts[std::size_t(rank)],
                    firsts[std::size_t(rank) + 1] - firsts[std::size_t(rank)], layers};
  std::iota(shares.order.begin(), shares.order.end(), 0);
  std::vector<int> next(firsts.begin(), firsts.end() - 1);
  for (int mode = 0, r = 0; mode < firsts.back(); ++r) {
    const std::size_t owner = std::size_t(r % ranks);
    if (next[owner] < firsts[owner + 1]) shares.order[std::size_t(next[owner]++)] = mode++;
  }
  return shares;
}

int ModeShares::among_first(int modes) const {
  const auto own = order.begin() + first;
  return int(std::count_if(own, own + count, [&](int mode) { return mode < modes; }));
}

std::vector<double> ModeShares::own(const std::vector<double>& of_all) const {
  const std::vector<double> numbers = by_place(of_all);
  return {numbers.begin() + first, numbers.begin() + first + count};
}

std::vector<double> ModeShares::by_place(const std::vector<double>& of_all) const {
  std::vector<double> numbers;
  for (const int mode : order) numbers.push_back(of_all[std::size_t(mode)]);
  return numbers;
}

} // namespace isobar
