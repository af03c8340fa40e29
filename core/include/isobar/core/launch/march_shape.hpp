#pragma once
#include <isobar/core/base/types.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace isobar {

/// The shape of the teams that solve columns in a march: `lanes` columns, each shared by `chunks`
/// threads with `layers` layers each. chunks = 0: one lane walks a column (any n_z, slow on a GPU).
struct MarchShape {
  int lanes = 0, chunks = 0, layers = 0;
  int teams_per_multiprocessor = 1; ///< more teams march fewer rows each
  bool operator==(const MarchShape&) const = default;
};

/// A rule that overrides the program's own choice: for levels of so many
/// columns or more, whose arithmetic numbers have `word` bytes. The first
/// rule that fits a level counts. A rule fits if its shape holds n_z layers
/// and reaches no further than fields do (padding.hpp). Hosts ignore rules.
struct MarchRule {
  std::size_t word = 0;
  Int64 columns = 0;
  MarchShape shape;
  bool operator==(const MarchRule&) const = default;
};

/// The compiled shapes for arithmetic numbers of `word` bytes, each
/// with as many teams on a multiprocessor as its registers allow.
std::span<const MarchShape> compiled_march_shapes(std::size_t word);

/// The shape in which a march solves the columns of a level: nx x ny columns of nz layers with
/// arithmetic numbers of `word` bytes. It is that of the first rule that fits, else the lowest compiled
/// one that fits, and the first in the list among equals. Columns of up to 1024 layers always have one.
MarchShape march_shape(int nx, int ny, int nz, std::size_t word,
                       const std::vector<MarchRule>& rules = {});

} // namespace isobar
