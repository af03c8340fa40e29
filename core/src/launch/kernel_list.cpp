#include <isobar/core/launch/kernel_list.hpp>

namespace isobar {

static_assert(
    [] {
      for (std::size_t n = 0; n < kernel_traffic.size(); ++n)
        if (std::size_t(kernel_traffic[n].kernel) != n) return false;
      return true;
    }(),
    "kernel_traffic is indexed by Kernel");

std::string kernel_label(Kernel kernel, int level) {
  std::string label(kernel_label_prefix);
  label += traffic(kernel).name;
  label += '/';
  label += std::to_string(level);
  return label;
}

} // namespace isobar
