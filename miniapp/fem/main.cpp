#include "fem/fem_deck_solver.hpp"
#include "fem/fem_report.hpp"
#include "fem/fem_run.hpp"
#include "program/run_problem.hpp"

#include <utility>

namespace {

using namespace isobar;

/// The problem of isobar_fem: -div( c grad u ) + k u = f on an unstructured mesh.
class MeshProblem {
public:
  using Deck = FemDeck;
  using Plan = FemSetting;
  using Context = FemContext;
  using Outputs = FemOutputs;
  using Record = FemRecord;
  static constexpr Program program{
      "isobar_fem", "Solves -div( c grad u ) = f with finite elements on an unstructured mesh.",
      "inputs/fem/circle-q1.toml", "fem"};

  explicit MeshProblem(const Options& options) : options_(options) {}

  static std::string deck_reference() { return fem_deck_reference(); }
  Deck read_deck() const { return read_fem_deck(options_.deck, options_.overrides); }
  std::vector<FileToRead> files_of(const Deck& deck) const {
    if (deck.mesh.source == fem::MeshSource::vessel) return {{"the mesh of the vessel", vessel_}};
    return files_to_read(deck);
  }
  Plan plan(const Deck& deck, const MpiComm& comm) const {
    return make_setting(deck, vessel_, comm.size());
  }
  std::string dry_run(const Plan& plan) const { return fem_dry_run(plan); }
  /// Leaves the transport open: it is chosen later, when there are spaces to measure with.
  Context connect(Plan& plan, const MpiComm& comm, const TransportWish& wish) const {
    return {std::move(plan), comm, wish};
  }
  MemoryUse memory(const Context& c) const { return predicted_memory(c); }
  Record run(Context& c, Outputs& outputs, MemoryMeter& meter) const {
    return run_fem(c, outputs, meter);
  }
  nlohmann::json report(const Context& c, const Record& record,
                        const nlohmann::json& environment) const {
    return fem_report(c, record, environment);
  }
  std::string screen(const Context& c, const Record& record) const { return fem_screen(c, record); }

private:
  const Options& options_;
  std::string vessel_ = program.inputs("meshes/vessel.msh");
};

} // namespace

int main(int argc, char** argv) { return run_problem<MeshProblem>(argc, argv); }
