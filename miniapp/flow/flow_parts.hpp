#pragma once
#include "flow/flow_problem.hpp"
#include "flow/poisson_parts.hpp"

#include <isobar/core/flow/flow_stepper.hpp>
#include <isobar/core/flow/obstacle_poisson.hpp>

#include <memory>

namespace isobar {

/// A pressure solver whose solves all start from 0, for comparison (solver.start = "zero").
template <class P> class ColdStart final : public PoissonSolver<P> {
public:
  explicit ColdStart(PoissonSolver<P>& solver) : solver_(solver) {}
  SolveReport solve(const FieldOf<P>& f, const SolveControls& controls, Guess) override {
    return solver_.solve(f, controls, Guess::zero);
  }
  const FieldOf<P>& solution() const override { return solver_.solution(); }

private:
  PoissonSolver<P>& solver_;
};

/// The flow of a deck with all objects to which it refers, in precision P.
template <class P> class FlowParts {
public:
  /// Makes a flow whose fields are all 0. Collective.
  explicit FlowParts(const FlowContext& c)
      : system_(c), beside_(beside_obstacles(c, system_)),
        solver_(beside_ ? static_cast<PoissonSolver<P>&>(*beside_) : *system_.solver),
        cold_(solver_), stepper_({flow_spec(c.deck), c.partition(), c.deck.time.scheme,
                                  pressure_controls(c.deck.solver)},
                                 c.deck.solver.start == flow::SolveStart::zero ? cold_ : solver_,
                                 system_.communicators->on(0)) {}

  FlowStepper<P>& stepper() { return stepper_; }

  /// The memory that construction allocates on the decomposition's rank.
  static MemoryUse bytes(const FlowDeck& deck, const Decomposition& decomposition,
                         const TransportPlan& transport) {
    MemoryUse use = PoissonSystem<P>::bytes(deck, decomposition, transport);
    const FlowSpec spec = flow_spec(deck);
    use.device += FlowStepper<P>::bytes(spec, decomposition.partition());
    if (deck.has_obstacles())
      use.device += ObstaclePoisson<P>::bytes(spec, decomposition.partition());
    return use;
  }

private:
  static SolveControls pressure_controls(const flow::Solver& s) {
    SolveControls controls{s.tolerance, s.max_iterations, {}};
    controls.absolute_tolerance = s.absolute_tolerance;
    return controls;
  }
  /// Makes the pressure solver beside obstacles; null without obstacles.
  static std::unique_ptr<ObstaclePoisson<P>> beside_obstacles(const FlowContext& c,
                                                              const PoissonSystem<P>& system) {
    if (!c.deck.has_obstacles()) return nullptr;
    return std::make_unique<ObstaclePoisson<P>>(flow_spec(c.deck), c.partition(), *system.solver,
                                                system.communicators->on(0));
  }

  PoissonSystem<P> system_;
  std::unique_ptr<ObstaclePoisson<P>> beside_;
  PoissonSolver<P>& solver_;
  ColdStart<P> cold_;
  FlowStepper<P> stepper_;
};

} // namespace isobar
