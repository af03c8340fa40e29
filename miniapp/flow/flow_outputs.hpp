#pragma once
#include "flow/flow_deck.hpp"
#include "output/output_files.hpp"

namespace isobar {

/// The output files of a run of isobar_flow.
class FlowOutputs : public OutputFiles {
public:
  /// Collective. Throws as OutputFiles does.
  FlowOutputs(const FlowDeck& deck, const MpiComm& comm);

  /// Writes solution and VTK files of the Poisson equation under partial names, as far as the deck asks for them. `good`: as
  /// Outputs::stage has it. Collective.
  void stage(const Partition& partition, const HostField& right_side, const HostField& solution,
             bool good);

private:
  const FlowDeck& deck_;
};

} // namespace isobar
