#include <isobar/core/base/device_queues.hpp>

#include "base/process_wide.hpp"

namespace isobar {
namespace {

struct Queues {
  std::array<ExecutionSpace, 2> both = new_queues();
};

} // namespace

const std::array<ExecutionSpace, 2>& two_queues() { return process_wide<Queues>().both; }

} // namespace isobar
