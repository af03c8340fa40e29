#include "flow/poisson_run.hpp"

#include "flow/flow_levels.hpp"
#include "flow/poisson_checks.hpp"
#include "flow/poisson_parts.hpp"
#include "flow/poisson_problem.hpp"
#include "io/npy.hpp"
#include "run/timed_solves.hpp"
#include "setup/scaling.hpp"

namespace isobar {
namespace {

/// A run in one precision. operator() has its steps in their order.
template <class P> class PoissonRun {
public:
  PoissonRun(const FlowContext& c, FlowOutputs& outputs, MemoryMeter& meter)
      : c_(c), outputs_(outputs), meter_(meter), part_(c.partition()), nz_(c.deck.grid.nz),
        right_side_("isobar right-hand side", part_.ny, part_.nx, nz_),
        solution_("isobar solution", part_.ny, part_.nx, nz_) {}

  SolveRecord operator()() {
    read_right_side();
    record_.copies = copy_bandwidth<typename P::storage>(
        part_.nx, part_.ny, nz_, [&](double x) { return sum_over_ranks(c_.comm, x); });
    if (c_.deck.verification.enabled) record_.checks = box_operator_checks<P>(c_);
    solve_repeatedly();
    verify();
    stage_outputs();
    return std::move(record_);
  }

private:
  void read_right_side() {
    if (c_.deck.rhs.kind == flow::RhsKind::file) read_file();
    fill_right_side(c_.deck, c_.comm, part_, right_side_);
    to_integrals(c_.deck.box(), part_, right_side_);
    scale_ = normalise(c_.comm, right_side_);
  }

  void read_file() {
    read_named(c_.deck, "rhs.file",
               [&] { read_npy(c_.deck.rhs.file, c_.comm, part_, right_side_); });
  }

  void solve_repeatedly() {
    TimedSolves<PoissonParts<P>> solves(
        c_.comm, c_.deck.run, [&](auto& parts) { parts.emplace(c_); }, record_);
    solves.set_up_repeatedly();
    const flow::Solver& s = c_.deck.solver;
    const SolveControls controls{s.tolerance, s.max_iterations,
                                 make_monitor(c_.deck.run.progress, c_.comm.rank())};
    solves.solve_repeatedly(controls, right_side_, solution_);
    meter_.sample_device();
    solves.instrument(controls, right_side_, modelled_calls(c_));
  }

  void verify() {
    if (c_.deck.verification.enabled)
      record_.put_first(poisson_checks<P>(c_, record_.solve, right_side_, solution_));
    else record_.checks = {unverified()};
  }

  void stage_outputs() {
    for (const HostField* field : {&right_side_, &solution_}) scale_.undo(*field);
    to_means(c_.deck.box(), part_, right_side_);
    for (double& norm : record_.solve.residual_norms) norm = scale_.undone(norm);
    outputs_.stage(part_, right_side_, solution_, record_.reached_tolerance());
  }

  const FlowContext& c_;
  FlowOutputs& outputs_;
  MemoryMeter& meter_;
  Partition part_;
  int nz_;
  /// Volume-integrated, and divided by scale_ until they are written.
  HostField right_side_, solution_;
  Scale scale_;
  SolveRecord record_;
};

} // namespace

SolveRecord run_poisson(const FlowContext& context, FlowOutputs& outputs, MemoryMeter& meter) {
  return with_precision(context.deck,
                        [&]<class P>(P) { return PoissonRun<P>(context, outputs, meter)(); });
}

} // namespace isobar
