#include "flow/poisson_run.hpp"

#include "flow/flow_levels.hpp"
#include "flow/poisson_checks.hpp"
#include "flow/poisson_parts.hpp"
#include "flow/poisson_problem.hpp"
#include "io/npy.hpp"
#include "run/solve_run.hpp"

namespace isobar {
namespace {

/// A run in one precision. Its right-hand side is volume-integrated until it is written to a file.
template <class P>
class PoissonRun final : public SolveRun<const FlowContext, PoissonParts<P>, SolveRecord> {
  using Base = SolveRun<const FlowContext, PoissonParts<P>, SolveRecord>;
  using Base::c_, Base::right_side_, Base::solution_, Base::scale_, Base::record_;

public:
  PoissonRun(const FlowContext& c, FlowOutputs& outputs, MemoryMeter& meter)
      : Base(c, meter), outputs_(outputs), part_(c.partition()) {
    this->make_fields(part_.nx, part_.ny, c.deck.grid.nz);
  }

private:
  void make_right_side() override {
    if (c_.deck.rhs.kind == flow::RhsKind::file)
      read_named(c_.deck, "rhs.file",
                 [&] { read_npy(c_.deck.rhs.file, c_.comm, part_, right_side_); });
    fill_right_side(c_.deck, c_.comm, part_, right_side_);
    to_integrals(c_.deck.box(), part_, right_side_);
    scale_ = normalise(c_.comm, right_side_);
  }

  CopyBandwidth copies() const override {
    return copies_of_ranks<typename P::storage>(c_.comm, part_.nx, part_.ny, c_.deck.grid.nz);
  }

  std::vector<Check> operator_checks() override { return box_operator_checks<P>(c_); }
  void set_up(std::optional<PoissonParts<P>>& parts) override { parts.emplace(c_); }
  ModelledCalls modelled_calls() const override { return isobar::modelled_calls(c_); }

  void verify() override {
    record_.put_first(
        poisson_checks<P>(c_, this->demands(), record_.solve, right_side_, solution_));
  }

  void stage_outputs() override {
    for (const HostField* field : {&right_side_, &solution_}) scale_.undo(*field);
    to_means(c_.deck.box(), part_, right_side_);
    outputs_.stage(part_, right_side_, solution_, record_.reached_tolerance());
  }

  FlowOutputs& outputs_;
  Partition part_;
};

} // namespace

SolveRecord run_poisson(const FlowContext& context, FlowOutputs& outputs, MemoryMeter& meter) {
  return with_precision(context.deck,
                        [&]<class P>(P) { return PoissonRun<P>(context, outputs, meter)(); });
}

} // namespace isobar
