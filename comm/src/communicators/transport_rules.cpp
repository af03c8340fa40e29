#include <isobar/comm/communicators/transport_choice.hpp>

#include <algorithm>
#include <fmt/format.h>

namespace isobar {
namespace {

/// The rules, for one run and one wish.
class Rules {
public:
  Rules(const RunRanks& run, const TransportWish& wish, const TransportTests& tests)
      : run_(run), wish_(wish), tests_(tests) {}

  TransportChoice asked() const {
    if (stores(*wish_.way)) return stores_inside(*wish_.way);
    if (*wish_.way == Transport::nccl) {
      require_none(tests_.problem(Transport::nccl));
      return {plan(Transport::nccl, Transport::nccl), "nccl: asked for, and the self-test passed"};
    }
    return messages();
  }

  /// Chooses MPI's messages: the wish, or the best transport that works.
  TransportChoice messages() const {
    if (wish_.way == Transport::staged) return {Transport::staged, "staged: asked for"};
    if (run_.fields_on_host) return {Transport::device, "device: MPI's messages"};
    const bool asked = wish_.way == Transport::device;
    const std::string problem = device_problem(asked);
    if (asked && !problem.empty()) require_none(problem + ": use --transport auto or staged");
    if (!problem.empty()) return {Transport::staged, "staged: " + problem};
    return {Transport::device,
            std::string("device: ") + (asked ? "asked for, and " : "") + "the self-test passed"};
  }

  /// The fastest transport that works. The reason says why others do not.
  TransportChoice fastest() const {
    std::string faults, seen;
    const std::vector<TransportPlan> plans = candidates(faults);
    if (plans.size() == 1) return {plans[0], name(plans[0]) + ": the only way" + faults};
    std::optional<TransportPlan> best;
    double least = 0.0;
    for (const TransportPlan& plan : plans) {
      const TimedPlan timed = time(plan);
      if (!timed.problem.empty()) {
        faults += fmt::format("; no {}: {}", name(plan), timed.problem);
        continue;
      }
      seen += fmt::format("{}{:.1f} us ({})", best ? ", " : "", 1e6 * timed.seconds, name(plan));
      if (best && timed.seconds >= least) continue;
      best = plan;
      least = timed.seconds;
    }
    if (!best) throw TransportError("no way of halos works" + faults);
    return {*best, name(*best) + ": an exchange on all levels takes " + seen + faults};
  }

private:
  struct TimedPlan {
    double seconds;
    std::string problem; ///< why it fails with the run's own halos, or ""
  };
  TimedPlan time(const TransportPlan& plan) const {
    try {
      return {tests_.times({plan}).at(0), ""};
    } catch (const EnvironmentError& error) {
      return {0.0, error.what()};
    }
  }

  /// Follows the wish for shared memory inside a host.
  TransportChoice stores_inside(Transport way) const {
    require_none(tests_.problem(way));
    const bool nccl = !run_.one_host && problem_of(Transport::nccl).empty();
    const TransportChoice others =
        nccl ? TransportChoice{Transport::nccl, "nccl: the self-test passed"} : messages();
    TransportChoice choice{
        plan(way, others.plan.between),
        std::string(to_string(way)) +
            " inside a host: asked for, and the self-test passed; between hosts " + others.reason};
    if (tests_.times) require_none(time(choice.plan).problem); // with the run's own halos
    return choice;
  }

  /// Plans whose transports all work, the preferred ones first, and a text about those that do not.
  std::vector<TransportPlan> candidates(std::string& faults) const {
    const auto works = [&](Transport way) {
      const std::string problem = problem_of(way);
      if (!problem.empty()) faults += fmt::format("; no {}: {}", to_string(way), problem);
      return problem.empty();
    };
    std::optional<Transport> near;
    if (works(Transport::peer)) near = Transport::peer;
    else if (!run_.fields_on_host && works(Transport::segment)) near = Transport::segment;
    // NCCL takes a second to start, and was slower beside peers in all measurements (docs/scaling.md).
    const bool peers_reach_all = near == Transport::peer && run_.one_host;
    std::vector<Transport> others;
    if (!run_.fields_on_host && !peers_reach_all && works(Transport::nccl))
      others.push_back(Transport::nccl);
    if (works(Transport::device)) others.push_back(Transport::device);
    if (!run_.fields_on_host) others.push_back(Transport::staged);
    std::vector<TransportPlan> plans;
    if (near && run_.one_host) plans.push_back(plan(*near, messages_of(others)));
    for (const Transport way : others) {
      if (near && !run_.one_host) plans.push_back(plan(*near, way));
      plans.push_back(plan(way, way));
    }
    return plans;
  }
  /// The transport for messages beside peers if no neighbour is on another host.
  static Transport messages_of(const std::vector<Transport>& others) {
    return *std::find_if(others.begin(), others.end(),
                         [](Transport way) { return way != Transport::nccl; });
  }

  /// Returns why a transport is no candidate, or "".
  std::string problem_of(Transport way) const {
    if (way == Transport::staged) return "";
    if (way == Transport::device) return run_.fields_on_host ? "" : device_problem();
    return run_.share_devices ? "ranks share a GPU" : tests_.problem(way);
  }
  /// Returns why messages from device memory do not work, or "".
  /// Tries an MPI that denies them only if asked.
  std::string device_problem(bool asked = false) const {
    const GpuMpiHint hint = tests_.hint();
    if (!asked && hint.answer != GpuMpiHint::Answer::yes) return hint.text;
    if (tests_.device_messages_arrive()) return "";
    return "messages from device memory do not arrive (" + hint.text + ")";
  }

  void require_none(const std::string& problem) const {
    if (!problem.empty())
      throw TransportError(
          fmt::format("--transport {} was asked for, but {}", to_string(*wish_.way), problem));
  }
  TransportPlan plan(Transport inside, Transport between) const {
    return {inside, between, wish_.ranks_per_host};
  }
  std::string name(const TransportPlan& plan) const {
    if (run_.one_host || plan.inside == plan.between) return std::string(to_string(plan.inside));
    return fmt::format("{} and {} between hosts", to_string(plan.inside), to_string(plan.between));
  }

  const RunRanks& run_;
  const TransportWish& wish_;
  const TransportTests& tests_;
};

} // namespace

TransportChoice decide_transport(const RunRanks& run, const TransportWish& wish,
                                 const TransportTests& tests) {
  if (run.ranks == 1) return {Transport::device, "not needed: one rank"};
  const Rules rules(run, wish, tests);
  if (wish.way) return rules.asked();
  return tests.times ? rules.fastest() : rules.messages();
}

} // namespace isobar
