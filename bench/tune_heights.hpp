#pragma once
#include <vector>

namespace isobar::gpu_report {

/// What is timed: columns in x and in y, and how many layers they have in turn.
struct Heights {
  int columns = 512;
  std::vector<int> layers = {128, 200, 256, 300, 512, 1024};
  int repeats = 5;
};

/// Prints for each height and each shape that fits it how long the kernels that solve columns take,
/// and that over the time which their bytes predict from columns of 128 layers in the program's own
/// shape. That own shape of a height is marked.
void print_heights(const Heights& heights);

} // namespace isobar::gpu_report
