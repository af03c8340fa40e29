#pragma once
#include <vector>

namespace isobar::gpu_report {

/// The timed sizes: columns in x and in y, and the numbers of layers that they have in turn.
struct Heights {
  int columns = 512;
  std::vector<int> layers = {128, 200, 256, 300, 512, 1024};
  int repeats = 5;
};

/// Prints, for each height and each shape that fits it, the time of the kernels that
/// solve columns, and its ratio to the time that their bytes predict from columns of 128
/// layers in the program's own shape. The program's own shape of a height is marked.
void print_heights(const Heights& heights);

} // namespace isobar::gpu_report
