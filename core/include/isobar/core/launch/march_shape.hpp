#pragma once
#include <isobar/core/base/types.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace isobar {

/// The shape of the teams that solve columns in a march: `lanes` columns, each shared by `chunks`
/// threads with `layers` layers each. If chunks is 0, one lane walks a column, which allows any n_z
/// but is slow on a GPU.
struct MarchShape {
  int lanes = 0, chunks = 0, layers = 0;
  int teams_per_multiprocessor = 1; ///< more teams march fewer rows each
  bool operator==(const MarchShape&) const = default;
};

/// A rule that overrides the program's own choice of a shape. It is for levels of at least
/// `columns` columns whose arithmetic numbers have `word` bytes. The first rule that fits a level
/// counts. A rule fits if its shape holds n_z layers and reaches no further than fields do
/// (padding.hpp). Hosts ignore rules.
struct MarchRule {
  std::size_t word = 0;
  Int64 columns = 0;
  MarchShape shape;
  bool operator==(const MarchRule&) const = default;
};

/// Returns the compiled shapes for arithmetic numbers of `word` bytes. Each has as many teams on a
/// multiprocessor as its registers allow.
std::span<const MarchShape> compiled_march_shapes(std::size_t word);

/// Returns the shape in which a march solves the columns of a level. It has nx x ny columns of nz
/// layers, with arithmetic numbers of `word` bytes. The first rule that fits gives the shape. If no
/// rule fits, the lowest compiled shape that fits is taken, and among equals the first in the list.
/// Columns of up to 1024 layers always have a shape.
MarchShape march_shape(int nx, int ny, int nz, std::size_t word,
                       const std::vector<MarchRule>& rules = {});

} // namespace isobar
