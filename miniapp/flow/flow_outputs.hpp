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

  /// Writes the solution and VTK files of the Poisson equation that the deck asks for, under partial names. `good`: as in
  /// Outputs::stage. Collective.
  void stage(const Partition& partition, const HostField& right_side, const HostField& solution,
             bool good);

  /// The files of a flow at one time. Empty if the deck asks for none; the restart also if the fields are lost.
  struct FlowFiles {
    std::string probes, fluxes; ///< text
    std::vector<VtkField> fields;
    Stage restart;
  };
  /// Writes them under their names during the run; VTK files under the path and the output's number. Collective.
  void publish(const Partition& partition, const FlowFiles& files, int number);
  /// Stages them at the end. `good`: the flow has reached its end. Collective.
  void stage(const Partition& partition, const FlowFiles& files, bool good);

private:
  void stage_pictures(const Partition& partition, const std::vector<VtkField>& fields, bool good);
  Stage netcdf_file(const Partition& partition, const std::vector<VtkField>& fields,
                    bool good) const;
  Stage text(const std::string& text) const;
  const FlowDeck& deck_;
};

} // namespace isobar
