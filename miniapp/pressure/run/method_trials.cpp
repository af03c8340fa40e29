#include "pressure/run/method_trials.hpp"

#include "pressure/run/method_measurement.hpp"
#include "pressure/run/predicted_memory.hpp"
#include "pressure/setup/method_costs.hpp"
#include "run/progress.hpp"
#include "run/timed.hpp"

#include <fmt/format.h>

namespace isobar {
namespace {

/// Leaves out candidates that the model predicts far behind, if there are several. Levels of cells
/// stay: the model does not know how far coefficients are from products, which decides about them.
void leave_out_by_model(PlannedRun& plan, const MpiComm& comm) {
  if (count_left(plan.candidates) < 2) return;
  const Partition part = plan.decomposition.partition();
  const CopyBandwidth copies =
      copies_of_ranks<double>(comm, part.nx, part.ny, plan.equation.spec.nz);
  // All ranks must leave out the same candidates. MPI does not promise that a sum has the same last digit everywhere.
  const double rate = largest_of_ranks(comm, copies.best_ordinary().bytes_per_second);
  for (std::size_t n = 0; n < plan.candidates.size(); ++n)
    if (plan.candidates[n].may_be_taken() && !plan.methods[n]->deck.has_levels_of_cells())
      plan.candidates[n].predicted =
          solve_cost(plan.methods[n]->deck, plan.equation).seconds(plan.deck.unknowns(), rate);
  leave_out_slow(plan.candidates);
}

/// Whether a rank's device lacks memory; false if the free memory is unknown.
bool device_lacks(Int64 need) {
  if (on_host) return false;
  const Int64 available = available_device_memory();
  return available > 0 && need > available;
}

/// Whether a rank or a node lacks memory.
bool lacks_memory(const MpiComm& comm, const MemoryUse& need) {
  return any_rank(comm, device_lacks(need.device)) || !memory_problem(comm, need).empty();
}

/// The candidates that may be taken, and the transports of their halos.
class MethodTrials {
public:
  MethodTrials(PlannedRun& plan, const MpiComm& comm, const TransportWish& wish)
      : plan_(plan), comm_(comm), contexts_(plan.candidates.size()) {
    for (std::size_t n = 0; n < plan.candidates.size(); ++n)
      if (plan.candidates[n].may_be_taken()) connect(n, wish);
  }

  void leave_out_by_memory() {
    for_those_left([&](std::size_t n, const RunContext& c) {
      if (const MemoryUse need = predicted_memory(c); lacks_memory(comm_, need))
        plan_.candidates[n].left_out = fmt::format(
            "not enough memory: it needs about {:.3g} GB a rank", double(need.total()) / 1e9);
    });
  }

  void measure() {
    if (count_left(plan_.candidates) < 2) return;
    catch_signals(); // the run that follows reports the interruption
    for_those_left([&](std::size_t n, const RunContext& c) {
      tried_ = largest_of(tried_, predicted_memory(c));
      measure_method(c, plan_.candidates, n);
    });
  }

  RunContext taken(const TransportWish& wish) {
    const std::size_t n = place_of_taken();
    if (!contexts_[n]) connect(n, wish);
    RunContext c = *contexts_[n];
    c.choice = {plan_.candidates, choice_reason(plan_.candidates, n, plan_.deck.sequence.steps)};
    c.tried = tried_;
    return c;
  }

private:
  void connect(std::size_t n, const TransportWish& wish) {
    PlannedMethod& method = *plan_.methods[n];
    contexts_[n].emplace(connected(method.deck, plan_.equation, method.decomposition, comm_, wish));
  }

  template <class Work> void for_those_left(const Work& work) {
    for (std::size_t n = 0; n < contexts_.size(); ++n)
      if (plan_.candidates[n].may_be_taken()) work(n, *contexts_[n]);
  }

  std::size_t place_of_taken() const {
    std::size_t n = fastest_method(plan_.candidates, plan_.deck.sequence.steps);
    if (plan_.candidates[n].may_be_taken()) return n;
    for (n = 0; !plan_.methods[n];) ++n; // a plan has at least one (planned_run)
    return n;
  }

  PlannedRun& plan_;
  const MpiComm& comm_;
  std::vector<std::optional<RunContext>> contexts_;
  MemoryUse tried_; ///< the largest prediction among measured methods
};

} // namespace

RunContext with_fastest_method(PlannedRun& plan, const MpiComm& comm, const TransportWish& wish) {
  MethodTrials trials(plan, comm, wish);
  trials.leave_out_by_memory();
  leave_out_by_model(plan, comm);
  trials.measure();
  return trials.taken(wish);
}

} // namespace isobar
