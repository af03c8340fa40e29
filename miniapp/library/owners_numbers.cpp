#include "library/owners_numbers.hpp"

#include <isobar/comm/mpi/all_to_all.hpp>

#include <cstdint>

namespace isobar {
namespace {

using Columns = std::vector<TakenColumns::Column>;

/// The numbers of the columns for which a rank asks, given as consecutive pairs of indices.
std::vector<double> answer(const TakenColumns& function, const std::vector<std::int64_t>& asked,
                           KeptException& kept) {
  const auto depth = std::size_t(function.depth());
  std::vector<double> numbers(asked.size() / 2 * depth, TakenColumns::unknown);
  kept.runs([&] {
    for (std::size_t n = 0; n < asked.size() / 2; ++n)
      function.ask_function(int(asked[2 * n]), int(asked[2 * n + 1]), numbers.data() + n * depth);
  });
  return numbers;
}

} // namespace

bool OwnersNumbers::get(const TakenFunctions& functions) const {
  bool any = false;
  for (const auto& function : functions) {
    const Columns wanted = function->wanted();
    if (comm_.min(wanted.empty() ? 1 : 0) != 0) continue;
    any = true;
    get(*function, wanted);
  }
  return any;
}

void OwnersNumbers::get(TakenColumns& function, const Columns& wanted) const {
  std::vector<std::vector<std::int64_t>> asked(std::size_t(comm_.size()));
  std::vector<int> owners;
  for (const auto& [i, j] : wanted) {
    owners.push_back(blocks_.owner(i, j));
    std::vector<std::int64_t>& of_owner = asked[std::size_t(owners.back())];
    of_owner.insert(of_owner.end(), {i, j});
  }
  std::vector<std::vector<double>> answers;
  for (const std::vector<std::int64_t>& theirs : all_to_all(comm_, asked))
    answers.push_back(answer(function, theirs, *kept_));
  const std::vector<std::vector<double>> given = all_to_all(comm_, answers);
  const auto depth = std::size_t(function.depth());
  std::vector<std::size_t> next(given.size());
  std::vector<double> numbers;
  numbers.reserve(wanted.size() * depth);
  for (const int owner : owners) {
    const double* const first = given[std::size_t(owner)].data() + next[std::size_t(owner)];
    numbers.insert(numbers.end(), first, first + depth);
    next[std::size_t(owner)] += depth;
  }
  function.set_numbers(numbers);
}

} // namespace isobar
