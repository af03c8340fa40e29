#pragma once
#include "fem/fem_problem.hpp"
#include "fem/vtu.hpp"
#include "output/output_files.hpp"

namespace isobar {

/// The file that a deck's key names, if the mesh is in one.
std::vector<FileToRead> files_to_read(const FemDeck& deck);

/// The output files of a run of isobar_fem.
class FemOutputs : public OutputFiles {
public:
  /// Throws as OutputFiles does.
  explicit FemOutputs(const FemContext& context);

  /// Writes the files that the deck asks for under partial names; `u` of owned unknowns and ghosts with its boundary values, in the
  /// numbering of the space. `good`: as OutputFiles::choose_names has it. Collective.
  void stage(const FemSpace& finest, const std::vector<double>& u, bool good);

private:
  /// On many ranks.
  void stage_pieces(const FemSpace& finest, const std::vector<double>& u);
  bool as_text() const;
  /// f at the unknowns of the space.
  std::vector<double> right_side(const FemSpace& finest) const;
  /// u, f and what else there is at the points of a table: that of the space, or of the own elements.
  VtuMesh vtu_mesh(const FemSpace& finest, const ElementTable& table, std::vector<double> u,
                   std::vector<double> f) const;
  const FemContext& context_;
};

} // namespace isobar
