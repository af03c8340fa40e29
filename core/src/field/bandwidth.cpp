#include <isobar/core/field/bandwidth.hpp>

#include <algorithm>
#include <vector>

namespace isobar {
namespace {

/// What a lane copies: two cache lines on a host, so that it uses whole registers; the most that
/// one instruction of a GPU moves.
struct alignas(16) Line {
  double numbers[on_host ? 16 : 2];
};

} // namespace

template <class T> double copy_bandwidth(int nx, int ny, int nz, int repeats) {
  const Field<T> from("isobar copy source", nx, ny, nz), to("isobar copy target", nx, ny, nz);
  Kokkos::deep_copy(from.flat(), T(1));
  const Line* source = reinterpret_cast<const Line*>(from.flat().data());
  Line* target = reinterpret_cast<Line*>(to.flat().data());
  const Int64 lines = Int64(from.flat().size() * sizeof(T) / sizeof(Line));
  std::vector<double> seconds;
  for (int n = -1; n < repeats; ++n) {
    Kokkos::fence();
    const Kokkos::Timer timer;
    Kokkos::parallel_for(
        "isobar/copy", Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Int64>>(0, lines),
        KOKKOS_LAMBDA(Int64 line) { target[line] = source[line]; });
    Kokkos::fence();
    if (n >= 0) seconds.push_back(timer.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + repeats / 2, seconds.end());
  return 2.0 * double(lines) * sizeof(Line) / seconds[repeats / 2];
}

template double copy_bandwidth<double>(int, int, int, int);
template double copy_bandwidth<float>(int, int, int, int);

} // namespace isobar
