#include "tune_heights.hpp"

#include "gpu_report_fields.hpp"

#include "pressure/deck/deck_launch.hpp"

#include <isobar/core/columns/kernels/cg_kernels.hpp>
#include <isobar/core/columns/kernels/smoother.hpp>
#include <isobar/core/columns/kernels/transfer.hpp>

#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace isobar::gpu_report {
namespace {

constexpr std::array<const char*, 3> kernels = {"smooth", "prolongate", "tridiag"};
constexpr int reference = 128; ///< layers
/// Milliseconds of each of them.
using Times = std::array<double, kernels.size()>;

/// The fields of columns of one height, for all shapes.
template <class P> class HeightFields {
public:
  using T = typename P::storage;
  explicit HeightFields(const Sizes& s)
      : sizes_(s), u_(random_field<T>(s.columns, s.nz, 1)),
        out_(random_field<T>(s.columns, s.nz, 2)), f_(random_field<T>(s.columns, s.nz, 3)),
        coarse_(random_field<T>(s.columns / 2, s.nz, 4)) {
    scalars_.begin({0.0}, 0.0, 0.0);
  }
  /// With these launch rules; nothing if the GPU cannot launch such teams.
  std::optional<Times> times(const std::vector<MarchRule>& rules) try {
    Sizes sizes = sizes_;
    sizes.march = rules;
    const GridOf<P> grid = whole_grid<typename P::arithmetic>(sizes);
    if (grid.plan().march().chunks == 0) return {};
    const auto time = [&](const auto& kernel) {
      return 1e3 * seconds(sizes.repeats, 4, [&] {
                     kernel();
                     std::swap(u_, out_);
                   }).median;
    };
    return Times{time([&] { Smoother<P>::smooth(grid, 0.6, u_, f_, out_); }),
                 time([&] { Transfer<P>::prolongate_smooth(grid, 0.6, u_, f_, coarse_, out_); }),
                 time([&] { CgKernels<P>::tridiag(grid, scalars_, f_, u_, out_); })};
  } catch (const std::runtime_error&) {
    return {};
  }

private:
  Sizes sizes_;
  Field<T> u_, out_, f_, coarse_;
  CgScalars scalars_;
};

void print_row(const char* number, int nz, const MarchShape& s, bool own,
               const std::optional<Times>& times, const Times& per_layer) {
  fmt::print("{:<6} {:>5}  {:<9}{} {:>5}", number, nz, deck::shape_text(s), own ? '*' : ' ',
             s.teams_per_multiprocessor);
  if (!times) fmt::print("   cannot be launched");
  for (std::size_t n = 0; times && n < kernels.size(); ++n)
    fmt::print("  {:>8.4f} {:>5.2f}", (*times)[n], (*times)[n] / (per_layer[n] * nz));
  fmt::print("\n");
}

template <class P> Times times_per_layer(const Heights& heights) {
  const auto found = HeightFields<P>({heights.columns, reference, heights.repeats}).times({});
  if (!found) throw std::runtime_error("the shape of 128 layers cannot be launched");
  Times times = *found;
  for (double& t : times) t /= reference;
  return times;
}

template <class P> void print_number(const char* number, const Heights& heights) {
  const std::size_t word = sizeof(typename P::arithmetic);
  const int n = heights.columns;
  const Times per_layer = times_per_layer<P>(heights);
  for (const int nz : heights.layers) {
    HeightFields<P> fields({n, nz, heights.repeats});
    const MarchShape own = march_shape(n, n, nz, word);
    for (MarchShape shape : compiled_march_shapes(word))
      for (shape.teams_per_multiprocessor = 1; shape.teams_per_multiprocessor <= 2;
           ++shape.teams_per_multiprocessor) {
        const std::vector<MarchRule> rules = {{word, 0, shape}};
        if (march_shape(n, n, nz, word, rules) == shape)
          print_row(number, nz, shape, shape == own, fields.times(rules), per_layer);
      }
  }
}

} // namespace

void print_heights(const Heights& heights) {
  fmt::print("{0} x {0} columns; ms, and over the time that bytes predict from {1} layers\n",
             heights.columns, reference);
  fmt::print("number layers shape     teams");
  for (const char* kernel : kernels) fmt::print("  {:>14}", kernel);
  fmt::print("\n");
  print_number<Double>("double", heights);
  print_number<Float>("float", heights);
}

} // namespace isobar::gpu_report
