#include <isobar/core/base/device_queues.hpp>

#include "base/kept.hpp"

namespace isobar {
namespace {

struct Queues {
  std::array<ExecutionSpace, 2> both = new_queues();
};

} // namespace

const std::array<ExecutionSpace, 2>& two_queues() { return kept<Queues>().both; }

} // namespace isobar
