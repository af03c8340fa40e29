#include "pressure/run/pressure_run.hpp"

#include "io/npy.hpp"
#include "pressure/run/sequence_run.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>

namespace isobar {
namespace {

/// What kernels must move, on the levels of this run.
ModelledCalls modelled_calls_of(const Deck& deck, const Decomposition& decomposition) {
  return [&deck, levels = levels_of_run(deck, decomposition)](const KernelTraffic& t, int level) {
    const Int64 layers = deck.layer_counts().on(t.all_layers ? 0 : level);
    const LevelOfRun& l = levels[std::size_t(level)];
    return ModelledCall{
        modelled_bytes(t.kernel, l.computed * layers, word_bytes(deck, t.kernel, level)), l.ranks};
  };
}

/// A run in one precision. operator() has its steps in their order.
template <class P> class Run {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;

  Run(const RunContext& c, Outputs& outputs, MemoryMeter& meter)
      : c_(c), outputs_(outputs), meter_(meter), part_(c.decomposition.partition()),
        nz_(c.deck.grid.nz), right_side_("isobar right-hand side", part_.ny, part_.nx, nz_),
        solution_("isobar solution", part_.ny, part_.nx, nz_) {}

  RunResult operator()() {
    if (!c_.deck.sequence.is_given()) read_right_side();
    result_.copies = copy_bandwidth<T>(part_.nx, part_.ny, nz_,
                                       [&](double x) { return sum_over_ranks(c_.comm, x); });
    check_operator();
    if (c_.deck.sequence.is_given()) solve_sequence();
    else solve_repeatedly();
    verify();
    stage_outputs();
    return std::move(result_);
  }

private:
  void read_right_side() {
    if (c_.deck.rhs.kind == deck::RhsKind::file) read_file();
    else fill_right_side(c_.deck, part_, right_side_);
    scale_ = normalise(c_.comm, right_side_);
  }

  void read_file() {
    read_named(c_.deck, "rhs.file",
               [&] { read_npy(c_.deck.rhs.file, c_.comm, part_, right_side_); });
  }

  /// Called before the solver allocates its memory: the test needs three fields of its own.
  void check_operator() {
    if (c_.deck.verification.enabled) result_.checks = operator_checks<P>(c_);
  }

  SolveControls controls() const {
    const deck::Solver& s = c_.deck.solver;
    return {s.tolerance, s.max_iterations, make_monitor(c_.deck.run.progress, c_.comm.rank()),
            s.check_after};
  }

  void solve_sequence() {
    const SolveControls control = controls();
    SequenceRun<P> sequence(c_, control, meter_, right_side_, solution_, result_);
    sequence();
    sequence.instrument(modelled_calls_of(c_.deck, c_.decomposition));
  }

  void solve_repeatedly() {
    TimedSolves<SolverSetup<P>> solves(
        c_.comm, c_.deck.run, [&](auto& setup) { setup.emplace(c_.setup_inputs()); }, result_);
    solves.set_up_repeatedly();
    update_repeatedly(solves.parts());
    result_.distance = solves.parts().equation.distance();
    const SolveControls control = controls();
    solves.solve_repeatedly(control, right_side_, solution_);
    meter_.sample_device();
    solves.instrument(control, right_side_, modelled_calls_of(c_.deck, c_.decomposition));
  }

  void update_repeatedly(SolverSetup<P>& setup) {
    for (int n = 0; n < c_.deck.run.repeats; ++n)
      result_.update.samples.push_back(
          timed(c_.comm, "isobar/update", [&] { setup.update(c_.equation); }));
    reduce_over_ranks(c_.comm, result_.update);
  }

  void verify() {
    if (!c_.deck.verification.enabled) result_.checks = {unverified()};
    else if (c_.deck.sequence.is_given()) add_checks(result_.checks, known_problems<P>(c_.deck));
    else result_.put_first(solution_checks<P>(c_, result_.solve, right_side_, solution_));
  }

  void stage_outputs() {
    for (const HostField* field : {&right_side_, &solution_}) scale_.undo(*field);
    for (double& norm : result_.solve.residual_norms) norm = scale_.undone(norm);
    outputs_.stage(part_, right_side_, solution_, result_.reached_tolerance());
  }

  const RunContext& c_;
  Outputs& outputs_;
  MemoryMeter& meter_;
  Partition part_;
  int nz_;
  HostField right_side_, solution_; ///< both divided by scale_ until they are written
  Scale scale_;
  RunResult result_;
};

} // namespace

RunResult run(const RunContext& context, Outputs& outputs, MemoryMeter& meter) {
  return with_precision(context.deck,
                        [&]<class P>(P) { return Run<P>(context, outputs, meter)(); });
}

} // namespace isobar
