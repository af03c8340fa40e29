#include "flow/flow_fields.hpp"

namespace isobar {
namespace {

/// A field's memory on the host, halo included.
template <class P> class HostCopy {
public:
  using T = typename P::storage;
  explicit HostCopy(const FieldOf<P>& field)
      : shape_(field.shape()),
        numbers_(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), field.flat())) {}
  double operator()(int i, int k, int j) const {
    return double(numbers_(std::size_t(shape_.place(i, k, j))));
  }

private:
  FieldShape shape_;
  decltype(Kokkos::create_mirror_view_and_copy(
      Kokkos::HostSpace(), std::declval<typename FieldMemory<T>::Flat>())) numbers_;
};

/// Fills a host field with value(i, j, k) in owned cells, which local indices count.
template <class P, class Value>
HostField filled(const FlowGridOf<P>& grid, const std::string& label, const Value& value) {
  const HostField host(label, grid.ny(), grid.nx(), grid.nz());
  for (int j = 0; j < grid.ny(); ++j)
    for (int i = 0; i < grid.nx(); ++i)
      for (int k = 0; k < grid.nz(); ++k) host(j, i, k) = value(i, j, k);
  return host;
}

} // namespace

template <class P> void set_initial_state(const FlowDeck& deck, FlowStepper<P>& stepper) {
  const FlowGridOf<P>& grid = stepper.grid();
  const Partition& part = grid.partition();
  const InitialState initial(deck);
  const HostOrder<P> order(grid.nx(), grid.ny(), grid.nz());
  for (int f = 0; f < flow_fields; ++f) {
    const FieldOf<P>& field = stepper.fields()[std::size_t(f)];
    if (field.shape().nx == 0) continue; // a flow without a temperature has no such field
    order.from_host(filled<P>(grid, "isobar initial state",
                              [&](int i, int j, int k) {
                                return initial(FlowField(f), part.first_i + i, part.first_j + j, k);
                              }),
                    field);
  }
  stepper.restart({});
}

template <class P> CentredFields centred_fields(const FlowStepper<P>& stepper) {
  const FlowGridOf<P>& grid = stepper.grid();
  CentredFields centred;
  const auto& fields = stepper.fields();
  {
    const HostCopy<P> u(fields[0]);
    centred.u = filled<P>(grid, "isobar velocity",
                          [&](int i, int j, int k) { return 0.5 * (u(i, k, j) + u(i + 1, k, j)); });
  }
  {
    const HostCopy<P> v(fields[1]);
    centred.v = filled<P>(grid, "isobar velocity",
                          [&](int i, int j, int k) { return 0.5 * (v(i, k, j) + v(i, k, j + 1)); });
  }
  {
    const HostCopy<P> w(fields[2]);
    const int nz = grid.nz();
    centred.w = filled<P>(grid, "isobar velocity", [&](int i, int j, int k) {
      const double top = k + 1 < nz ? w(i, k + 1, j) : grid.periodic_z() ? w(i, 0, j) : 0.0;
      return 0.5 * (w(i, k, j) + top);
    });
  }
  const auto same = [&](const FieldOf<P>& field) {
    const HostCopy<P> copy(field);
    return filled<P>(grid, "isobar field", [&](int i, int j, int k) { return copy(i, k, j); });
  };
  centred.pressure = same(stepper.pressure());
  if (fields[3].shape().nx > 0) centred.temperature = same(fields[3]);
  return centred;
}

template void set_initial_state(const FlowDeck&, FlowStepper<Double>&);
template void set_initial_state(const FlowDeck&, FlowStepper<Float>&);
template CentredFields centred_fields(const FlowStepper<Double>&);
template CentredFields centred_fields(const FlowStepper<Float>&);

} // namespace isobar
