#pragma once
#include <isobar/core/flow/flow_kernels.hpp>
#include <isobar/core/multigrid/communicator.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace isobar {

/// A weighted sum of single cells of a field, plus a constant. A probe and a heat flux have this
/// form.
struct Sample {
  struct Part {
    int i, k, j; ///< of the whole box
    double weight;
  };
  std::vector<Part> parts;
  double constant = 0.0;
};

/// Returns the field at a point, by linear interpolation in each direction. Beyond the last number
/// inside a wall lies its mirror image (Mirror): on a wall the sample has the wall's value. Throws
/// std::invalid_argument if the point is outside of the box.
Sample sample_at(const FlowSpec& spec, FlowField field, const std::array<double, 3>& point);

/// A field on the line along an axis (0: x, 1: y, 2: z) through the middle of the other two axes.
/// The line has samples at both ends, and at each place of the field's numbers between them.
struct SampledLine {
  std::vector<double> positions;
  std::vector<Sample> samples;
};
/// Returns the samples of a field on the line along an axis.
SampledLine line_through_middle(const FlowSpec& spec, FlowField field, int axis);

/// Returns the temperature's gradient from a side into the box, -dT/dn, in a cell at a wall. It is
/// the slope of the parabola through the wall's T and the two cells beside it. The gradient of an
/// insulated wall is 0. (a, b) are the cell's indices along the other two axes. Throws
/// std::invalid_argument if there are fewer than two cells across, or no wall.
Sample wall_gradient_at(const FlowSpec& spec, int side, int a, int b);
/// Returns the gradients of all cells of a side, a fastest.
std::vector<Sample> wall_gradient(const FlowSpec& spec, int side);
/// Returns the mean of such gradients over the side's area. It is the mean Nusselt number if
/// lengths and temperatures are of size 1.
double mean_over_side(const FlowSpec& spec, int side, std::span<const double> numbers);

/// Returns samples whose sum is the mean over the box of -dT/dx along an axis (0: x, 1: y, 2: z).
/// This mean is the mean temperature of the low side less that of the high side, over the axis'
/// length. An insulated wall has the temperature of the cells beside it; a sample has a row of
/// these cells. The result is empty along a periodic axis.
std::vector<Sample> mean_conduction(const FlowSpec& spec, int axis);

/// Takes samples of a distributed field. The constructor allocates all memory.
template <class P> class FlowSampler {
public:
  using T = typename P::storage;
  FlowSampler(const FlowGridOf<P>& grid, const std::vector<Sample>& samples);
  /// Returns the samples in their order, the same on all ranks. Reads owned cells. Collective.
  /// Waits.
  std::vector<double> take(Ranks& ranks, const FieldOf<P>& field) const;

private:
  std::string label_;
  std::vector<double> constants_;
  Kokkos::View<int*, MemorySpace>
      first_; ///< each sample's first part on this rank; the last number is that of all parts
  Kokkos::View<std::ptrdiff_t*, MemorySpace> places_;
  Kokkos::View<double*, MemorySpace> weights_, sums_;
};

} // namespace isobar
