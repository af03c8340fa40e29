#pragma once
#include "flow/flow_context.hpp"
#include "output/output_files.hpp"

namespace isobar {

/// The file that a run of this deck reads, if any. Each rank reads its part.
std::vector<FileToRead> files_to_read(const FlowDeck& deck);

/// The output files of a run of isobar_flow.
class FlowOutputs : public OutputFiles {
public:
  using OutputFiles::Stage;

  /// Chooses the names of the files. Collective. Throws as OutputFiles does.
  explicit FlowOutputs(const FlowContext& context);

  /// Writes the solution and VTK files of the Poisson equation that the deck asks
  /// for, under partial names. `good` is that of Outputs::stage. Collective.
  void stage(const Partition& partition, const HostField& right_side, const HostField& solution,
             bool good);

  /// The files of a flow at one time. A file that the deck does not
  /// ask for is empty, and so is the restart if the fields are lost.
  struct FlowFiles {
    std::string probes, fluxes; ///< texts of files
    std::vector<VtkField> fields;
    Stage restart;
  };
  /// Writes a flow's files under their names during the run; VTK
  /// files get the path and the output's number. Collective.
  void publish(const Partition& partition, const FlowFiles& files, int number);
  /// Stages a flow's files at the end. `good`: whether the flow has reached its end. Collective.
  void stage(const Partition& partition, const FlowFiles& files, bool good);

private:
  void stage_pictures(const Partition& partition, const std::vector<VtkField>& fields, bool good);
  Stage netcdf_file(const Partition& partition, const std::vector<VtkField>& fields,
                    bool good) const;
  Stage text(const std::string& text) const;
  const FlowDeck& deck_;
};

} // namespace isobar
