#pragma once
#include <vector>

namespace isobar::gpu_report {

/// The sizes that are timed: columns in x and y, and their numbers of layers.
struct Heights {
  int columns = 512;
  std::vector<int> layers = {128, 200, 256, 300, 512, 1024};
  int repeats = 5;
};

/// Prints, for each height and each shape that fits, the time of the kernels that solve columns. It
/// also prints the ratio to the time that bytes predict from columns of 128 layers in the program's
/// own shape. The program's own shape of a height is marked.
void print_heights(const Heights& heights);

} // namespace isobar::gpu_report
