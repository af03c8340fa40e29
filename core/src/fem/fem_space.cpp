#include <isobar/core/base/device_array.hpp>
#include <isobar/core/fem/fem_space.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace isobar {
namespace {

/// Rows of `width` numbers as a view of rank 2 on the device.
template <class X>
Kokkos::View<X**, Kokkos::LayoutRight, MemorySpace>
rows_on_device(const std::string& label, const X* numbers, std::size_t rows, int width) {
  const Kokkos::View<X**, Kokkos::LayoutRight, MemorySpace> view(
      Kokkos::view_alloc(label, Kokkos::WithoutInitializing), rows, width);
  const Kokkos::View<const X**, Kokkos::LayoutRight, HostSpace,
                     Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      source(numbers, rows, width);
  Kokkos::deep_copy(view, source);
  return view;
}

} // namespace

FemSpace::FemSpace(const QuadMesh& mesh, int order, Numbering numbering,
                   std::span<const int> dirichlet_rims, std::uint64_t seed)
    : order_(order), table_(element_table(mesh, order)) {
  const std::vector<int> new_number = new_numbers(numbering, table_, seed);
  renumber(table_, new_number);
  find_fixed(mesh, dirichlet_rims, new_number);
  copy_to_device();
}

void FemSpace::find_fixed(const QuadMesh& mesh, std::span<const int> dirichlet_rims,
                          std::span<const int> new_number) {
  for (int rim : dirichlet_rims)
    if (rim < 0 || std::size_t(rim) >= mesh.rims.size())
      throw std::invalid_argument("the mesh has " + std::to_string(mesh.rims.size()) +
                                  " rims and none with number " + std::to_string(rim));
  std::vector<int> rim_of(table_.points.size(), -1);
  for (int rim : dirichlet_rims)
    for (const RimEdge& r : mesh.rim_edges) {
      if (r.rim != rim) continue;
      const auto fix = [&](int n) {
        if (rim_of[new_number[n]] < 0) rim_of[new_number[n]] = rim;
      };
      for (int v : mesh.edges[r.edge]) fix(v);
      if (order_ == 2) fix(int(mesh.vertices.size()) + r.edge);
    }
  for (int n = 0; n < unknowns(); ++n)
    if (rim_of[n] >= 0) fixed_.push_back({n, rim_of[n]});
}

void FemSpace::copy_to_device() {
  const ElementsAround around = elements_around(table_);
  for (int n = 0; n < unknowns(); ++n)
    if (around.starts[n + 1] - around.starts[n] > most_around)
      throw std::invalid_argument(std::to_string(around.starts[n + 1] - around.starts[n]) +
                                  " quadrilaterals meet in one vertex, up to " +
                                  std::to_string(most_around) + " are possible");
  static_assert(sizeof(Point) == 2 * sizeof(double));
  device_.elements = rows_on_device("isobar fem elements", table_.unknowns.data(),
                                    std::size_t(elements()), table_.nodes);
  device_.points =
      rows_on_device("isobar fem points", &table_.points.data()->x, table_.points.size(), 2);
  device_.starts = on_device("isobar fem starts", around.starts);
  device_.around = on_device("isobar fem around", around.elements);
  std::vector<unsigned char> fixed(table_.points.size(), 0);
  for (const Fixed& f : fixed_) fixed[f.unknown] = 1;
  device_.fixed = on_device("isobar fem fixed", fixed);
}

} // namespace isobar
