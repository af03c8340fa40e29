#pragma once
#include "flow/flow_context.hpp"
#include "output/output_files.hpp"

namespace isobar {

/// The file that a run of this deck reads. Each rank reads its part.
std::vector<FileToRead> files_to_read(const FlowDeck& deck);

/// The output files of a run of isobar_flow.
class FlowOutputs : public OutputFiles {
public:
  using OutputFiles::Stage;

  /// Collective. Throws as OutputFiles does.
  explicit FlowOutputs(const FlowContext& context);

  /// Writes solution and VTK files of the Poisson equation under partial names, as far as the deck asks for them. `good`: as
  /// Outputs::stage has it. Collective.
  void stage(const Partition& partition, const HostField& right_side, const HostField& solution,
             bool good);

  /// What a flow has at one time. Empty where the deck asks for none, and the restart also where fields are lost.
  struct FlowFiles {
    std::string probes, fluxes; ///< text
    std::vector<VtkField> fields;
    Stage restart;
  };
  /// Writes them under their names while the run goes on; VTK files under the path and the number of the output. Collective.
  void publish(const Partition& partition, const FlowFiles& files, int number);
  /// Stages them at the end. `good`: the flow has come as far as was asked for. Collective.
  void stage(const Partition& partition, const FlowFiles& files, bool good);

private:
  void stage_pictures(const Partition& partition, const std::vector<VtkField>& fields, bool good);
  Stage netcdf_file(const Partition& partition, const std::vector<VtkField>& fields,
                    bool good) const;
  Stage text(const std::string& text) const;
  const FlowDeck& deck_;
};

} // namespace isobar
