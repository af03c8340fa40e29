#pragma once
#include "output/output_files.hpp"
#include "pressure/run/pressure_context.hpp"

namespace isobar {

/// The output files of a run of the pressure equation.
class Outputs : public OutputFiles {
public:
  /// Collective. Throws as OutputFiles does.
  explicit Outputs(const RunContext& context);

  /// Writes solution, NetCDF and VTK files under partial names, if the deck
  /// asks for them. `good`: the solution reached the tolerance and may replace
  /// existing files of these names. Collective.
  void stage(const Partition& partition, const HostField& right_side, const HostField& solution,
             bool good);

private:
  const Deck& deck_;
};

/// The files that a run of this deck reads. Each rank reads its part of fields.
std::vector<FileToRead> files_to_read(const Deck& deck);
/// The files that it reads and writes on this number of ranks.
OutputPlan output_plan(const Deck& deck, int ranks);

} // namespace isobar
