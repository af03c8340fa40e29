#pragma once
#include "fem/fem_problem.hpp"
#include "fem/vtu.hpp"
#include "output/output_files.hpp"

namespace isobar {

/// The mesh's file if the deck names one; else none.
std::vector<FileToRead> files_to_read(const FemDeck& deck);

/// The output files of a run of isobar_fem.
class FemOutputs : public OutputFiles {
public:
  /// Throws the same exceptions as OutputFiles.
  explicit FemOutputs(const FemContext& context);

  /// Writes the deck's output files under partial names. `u` has owned unknowns and ghosts with boundary values, in the numbering
  /// of the space. `good` is that of OutputFiles::choose_names. Collective.
  void stage(const FemSpace& finest, const std::vector<double>& u, bool good);

private:
  /// Writes the VTK files of many ranks.
  void stage_pieces(const FemSpace& finest, const std::vector<double>& u);
  bool as_text() const;
  /// The values of f at the unknowns of the space.
  std::vector<double> right_side(const FemSpace& finest) const;
  /// A mesh with u, f and other fields at the points of `table`,
  /// which has the elements of the space or the rank's own.
  VtuMesh vtu_mesh(const FemSpace& finest, const ElementTable& table, std::vector<double> u,
                   std::vector<double> f) const;
  const FemContext& context_;
};

} // namespace isobar
