#include <isobar/core/bandwidth.hpp>

#include <algorithm>
#include <vector>

namespace isobar {

template <class T> double copy_bandwidth(int nx, int ny, int nz, int repeats) {
  const Field<T> from("isobar copy source", nx, ny, nz), to("isobar copy target", nx, ny, nz);
  Kokkos::deep_copy(from.flat(), T(1));
  const T* source = from.flat().data();
  T* target = to.flat().data();
  // A lane copies as many numbers as fill two cache lines, so that hosts use whole registers.
  using Line = Pack<T, on_host ? 128 / int(sizeof(T)) : 1>;
  const Count size = Count(from.flat().size()) / Line::width * Line::width;
  std::vector<double> seconds;
  for (int n = -1; n < repeats; ++n) {
    Kokkos::fence();
    const Kokkos::Timer timer;
    Kokkos::parallel_for(
        "isobar/copy",
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<Count>>(0, size / Line::width),
        KOKKOS_LAMBDA(Count line) {
          const Count at = line * Line::width;
          store(target + at, load<Line>(source + at), Line::width);
        });
    Kokkos::fence();
    if (n >= 0) seconds.push_back(timer.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + repeats / 2, seconds.end());
  return 2.0 * double(size) * sizeof(T) / seconds[repeats / 2];
}

template double copy_bandwidth<double>(int, int, int, int);
template double copy_bandwidth<float>(int, int, int, int);

} // namespace isobar
