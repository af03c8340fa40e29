#pragma once
#include "fem/fem_problem.hpp"
#include "output/output_files.hpp"

namespace isobar {

/// The output files of a run of isobar_fem.
class FemOutputs : public OutputFiles {
public:
  /// Throws as OutputFiles does.
  explicit FemOutputs(const FemContext& context);

  /// Writes the files that the deck asks for under partial names; `u` with its boundary values, in the numbering of the space. `good`: as
  /// OutputFiles::choose_names has it.
  void stage(const FemSpace& finest, const std::vector<double>& u, bool good);

private:
  StagedFile solution_file(const std::filesystem::path& target, const FemSpace& finest,
                           const std::vector<double>& u) const;
  StagedFile vtk_file(const std::filesystem::path& target, const FemSpace& finest,
                      const std::vector<double>& u) const;
  const FemContext& context_;
};

} // namespace isobar
