#include "flow/flow_levels.hpp"
#include "flow/flow_report.hpp"
#include "flow/flow_run.hpp"
#include "flow/missing_libraries.hpp"
#include "flow/poisson_run.hpp"
#include "program/run_problem.hpp"
#include "setup/halo_overlap.hpp"

#include <variant>

namespace {

using namespace isobar;

/// The record of a run of either problem.
struct BoxRecord : std::variant<SolveRecord, FlowRecord> {
  using variant::variant;
  operator RunRecord&() {
    return std::visit([](RunRecord& record) -> RunRecord& { return record; }, *this);
  }
};

/// The Poisson equation or a flow in a box.
class BoxProblem {
public:
  using Deck = FlowDeck;
  using Plan = FlowPlan;
  using Context = FlowContext;
  using Outputs = FlowOutputs;
  using Record = BoxRecord;
  static constexpr Program program{
      "isobar_flow", "Solves the Poisson equation or computes an incompressible flow in a box.",
      "inputs/flow/poisson.toml", "flow"};

  explicit BoxProblem(const Options& options) : options_(options) {}

  static std::string deck_reference() { return flow_deck_reference(); }
  Deck read_deck() const { return read_flow_deck(options_.deck, options_.overrides); }
  std::vector<FileToRead> files_of(const Deck& deck) const { return files_to_read(deck); }
  Plan plan(Deck& deck, const MpiComm& comm) const {
    refuse_missing_libraries(deck);
    choose_levels(deck, comm.size());
    return {deck, decompose(deck, comm.size(), comm.rank())};
  }
  std::string dry_run(const Plan& plan) const {
    return flow_dry_run(plan.deck, plan.decomposition);
  }
  Context connect(Plan& plan, const MpiComm& comm, const TransportWish& wish) const {
    TransportChoice transport =
        choose_transport(comm, wish, {{plan.decomposition, layer_counts(plan.deck)}});
    choose_halo_overlap(plan.deck.decomposition.overlap, transport.plan);
    return {plan.deck, comm, plan.decomposition, transport};
  }
  MemoryUse memory(const Context& c) const {
    return predicted_memory(c.deck, c.decomposition, c.transport.plan);
  }
  Record run(const Context& c, Outputs& outputs, MemoryMeter& meter) const {
    if (c.deck.is_poisson()) return {run_poisson(c, outputs, meter)};
    return {run_flow(c, outputs, meter)};
  }
  nlohmann::json report(const Context& c, const Record& record,
                        const nlohmann::json& environment) const {
    return std::visit([&](const auto& r) { return box_report(c, r, environment); }, record);
  }
  std::string screen(const Context& c, const Record& record) const {
    return std::visit([&](const auto& r) { return box_screen(c, r); }, record);
  }

private:
  const Options& options_;
};

} // namespace

int main(int argc, char** argv) { return run_problem<BoxProblem>(argc, argv); }
