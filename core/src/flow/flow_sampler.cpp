#include "base/precision_list.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/flow/flow_sampler.hpp>

namespace isobar {
namespace {

/// Computes this rank's share of each sample.
template <class P> struct AddParts {
  const typename P::storage* first_cell; ///< in the field's memory
  Kokkos::View<int*, MemorySpace> first;
  Kokkos::View<std::ptrdiff_t*, MemorySpace> places;
  Kokkos::View<double*, MemorySpace> weights, sums;
  KOKKOS_FUNCTION void operator()(int n) const {
    double sum = 0.0;
    for (int part = first(n); part < first(n + 1); ++part)
      sum += weights(part) * double(typename P::arithmetic(first_cell[places(part)]));
    sums(n) = sum;
  }
};

} // namespace

template <class P>
FlowSampler<P>::FlowSampler(const FlowGridOf<P>& grid, const std::vector<Sample>& samples)
    : label_(grid.label(Kernel::flow_sample)) {
  const Partition& p = grid.partition();
  const FieldShape shape = FieldShape::of<T>(p.nx, p.ny, grid.nz(), P::layout);
  std::vector<int> first{0};
  std::vector<std::ptrdiff_t> places;
  std::vector<double> weights;
  for (const Sample& sample : samples) {
    for (const Sample::Part& part : sample.parts) {
      const int i = part.i - p.first_i, j = part.j - p.first_j;
      if (i < 0 || i >= p.nx || j < 0 || j >= p.ny) continue;
      places.push_back(shape.place(i, part.k, j));
      weights.push_back(part.weight);
    }
    first.push_back(int(places.size()));
    constants_.push_back(sample.constant);
  }
  first_ = on_device("isobar samples", first);
  places_ = on_device("isobar samples", places);
  weights_ = on_device("isobar samples", weights);
  sums_ = Kokkos::View<double*, MemorySpace>("isobar samples", samples.size());
}

template <class P>
std::vector<double> FlowSampler<P>::take(Ranks& ranks, const FieldOf<P>& field) const {
  const AddParts<P> add{field.view().data(), first_, places_, weights_, sums_};
  Kokkos::parallel_for(label_, Kokkos::RangePolicy<ExecutionSpace>(0, int(constants_.size())), add);
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), sums_);
  std::vector<double> numbers(host.data(), host.data() + host.size());
  ranks.sum(numbers);
  for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] += constants_[n];
  return numbers;
}

ISOBAR_INSTANTIATE_FOR_BOX(class FlowSampler)

} // namespace isobar
