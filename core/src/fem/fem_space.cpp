#include "fem/macro_places.hpp"
#include "fem/part_unknowns.hpp"

#include <isobar/core/base/device_array.hpp>
#include <isobar/core/fem/fem_space.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace isobar {
namespace {

/// Copies rows of `width` numbers to a view of rank 2 on the device.
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

/// Returns the first element of each macro element that a rank owns. These macro elements are elements of the distributed
/// level. The rank has all finer elements inside them, and these follow each other.
std::vector<int> own_macros(const MeshPart& part) {
  std::vector<int> firsts;
  const int elements = 1 << (2 * part.mesh.refinements);
  for (int q = 0, own = 0; q < int(part.mesh.quads.size()); ++q)
    if (part.owns_quad(q) && own++ % elements == 0) firsts.push_back(q);
  return firsts;
}

/// The numbers that a numbering asks for, and the lattice that was made for them.
struct Renumbering {
  std::optional<MacroLattice> lattice;
  std::vector<int> wanted;

  Renumbering(Numbering numbering, const FemTables& tables, const ElementTable& table,
              std::uint64_t seed) {
    if (numbering == Numbering::macro && tables.has_triangles)
      throw std::invalid_argument("the numbering of macro elements has no triangles");
    if (numbering == Numbering::macro) {
      lattice.emplace(table);
      wanted = new_numbers(*lattice, int(table.points.size()));
    } else wanted = new_numbers(numbering, table, seed);
  }
  /// Gives the table and the lattice their numbers. Returns the lattice, or null if there is none.
  const MacroLattice* apply(ElementTable& table, std::span<const int> new_number) {
    renumber(table, new_number);
    if (!lattice) return nullptr;
    lattice->renumber(new_number);
    return &*lattice;
  }
};

} // namespace

FemSpace::FemSpace(const QuadMesh& mesh, int order, Numbering numbering,
                   std::span<const int> dirichlet_rims, std::uint64_t seed)
    : order_(order), table_(element_table(mesh, order)) {
  device_.has_triangles = mesh.triangles() > 0;
  Renumbering numbers(numbering, device_, table_, seed);
  const MacroLattice* const lattice = numbers.apply(table_, numbers.wanted);
  find_fixed(mesh, {}, dirichlet_rims, numbers.wanted);
  find_rim_sides(mesh);
  distributed_.owned = unknowns();
  finish(lattice);
}

FemSpace::FemSpace(const MeshPart& part, int order, Numbering numbering,
                   std::span<const int> dirichlet_rims, const FemSpace* coarser, std::uint64_t seed)
    : order_(order), table_(element_table(part.mesh, order)) {
  device_.has_triangles = part.has_triangles();
  table_.macros = own_macros(part);
  const PartUnknowns all(part, table_, coarser);
  // A side of a macro element has one owner, so that in this order its ghosts follow each other.
  const auto ghosts = numbering == Numbering::macro ? PartUnknowns::GhostOrder::wanted
                                                    : PartUnknowns::GhostOrder::id;
  Renumbering numbers(numbering, device_, table_, seed);
  const std::vector<int> new_number = all.numbers(numbers.wanted, ghosts);
  distributed_ = all.distributed(new_number);
  const MacroLattice* const lattice = numbers.apply(table_, new_number);
  for (int e = 0; e < elements(); ++e) {
    own_elements_.push_back(part.owns_quad(e));
    coarsest_quads_.push_back(int(part.quads.ids[e] >> (2 * part.level)));
  }
  find_fixed(part.mesh, part.rim_vertices, dirichlet_rims, new_number);
  find_rim_sides(part.mesh);
  finish(lattice);
  if (!coarser) return;
  std::vector<int> children(std::size_t(coarser->elements()), -1);
  for (std::size_t g = 0; g < part.parents.size(); ++g) children[part.parents[g]] = int(4 * g);
  device_.parents = on_device("isobar fem parents", part.parents);
  device_.children = on_device("isobar fem children", children);
}

void FemSpace::find_fixed(const QuadMesh& mesh, std::span<const MeshPart::RimVertex> rim_vertices,
                          std::span<const int> dirichlet_rims, std::span<const int> new_number) {
  for (int rim : dirichlet_rims)
    if (rim < 0 || std::size_t(rim) >= mesh.rims.size())
      throw std::invalid_argument("the mesh has " + std::to_string(mesh.rims.size()) +
                                  " rims and none with number " + std::to_string(rim));
  std::vector<int> rim_of(table_.points.size(), -1);
  for (int rim : dirichlet_rims) {
    const auto fix = [&](int n) {
      if (rim_of[new_number[n]] < 0) rim_of[new_number[n]] = rim;
    };
    for (const auto& [vertex, of] : rim_vertices)
      if (of == rim) fix(vertex);
    for (const RimEdge& r : mesh.rim_edges) {
      if (r.rim != rim) continue;
      for (int v : mesh.edges[r.edge]) fix(v);
      if (order_ == 2) fix(int(mesh.vertices.size()) + r.edge);
    }
  }
  for (int n = 0; n < unknowns(); ++n)
    if (rim_of[n] >= 0) fixed_.push_back({n, rim_of[n]});
}

void FemSpace::find_rim_sides(const QuadMesh& mesh) {
  std::vector<int> rim_of(mesh.edges.size(), -1);
  for (const RimEdge& r : mesh.rim_edges) rim_of[r.edge] = r.rim;
  for (int q = 0; q < int(mesh.quads.size()); ++q)
    for (int k = 0; k < corners(mesh.quads[q]); ++k)
      if (const int rim = rim_of[mesh.quad_edges[q][k]]; rim >= 0)
        rim_sides_.push_back({q, k, rim});
}

std::vector<const DistributedNumbers*> distributed_numbers(std::span<const FemSpace> spaces) {
  std::vector<const DistributedNumbers*> numbers;
  for (std::size_t l = spaces.size(); l-- > 0;) numbers.push_back(&spaces[l].distributed());
  return numbers;
}

void FemSpace::copy_to_device() {
  const ElementsAround around = elements_around(table_);
  for (int n = 0; n < unknowns(); ++n)
    if (around.starts[n + 1] - around.starts[n] > most_around)
      throw std::invalid_argument(std::to_string(around.starts[n + 1] - around.starts[n]) +
                                  " quadrilaterals meet in one vertex, up to " +
                                  std::to_string(most_around) + " are possible");
  std::vector<double> places;
  for (const Point& p : table_.points) places.insert(places.end(), {p.x, p.y});
  device_.elements = rows_on_device("isobar fem elements", table_.unknowns.data(),
                                    std::size_t(elements()), table_.nodes);
  device_.points = rows_on_device("isobar fem points", places.data(), table_.points.size(), 2);
  device_.starts = on_device("isobar fem starts", around.starts);
  device_.around = on_device("isobar fem around", around.elements);
  copy_fixed_to_device();
}

void FemSpace::copy_fixed_to_device() {
  std::vector<unsigned char> fixed(table_.points.size(), 0);
  for (const Fixed& f : fixed_) fixed[f.unknown] = 1;
  device_.fixed = on_device("isobar fem fixed", fixed);
  device_.owned = distributed_.owned;
  device_.places = distributed_.owned + distributed_.ghosts();
}

void FemSpace::finish(const MacroLattice* lattice) {
  copy_to_device();
  if (lattice && table_.refinements > 0)
    macro_ = std::make_shared<const MacroElements>(*this, *lattice);
}

const MacroElements& FemSpace::macro() const {
  if (!macro_)
    throw std::invalid_argument(
        "rows without a matrix need the numbering of macro elements (Numbering::macro) and "
        "elements that are refined");
  return *macro_;
}

} // namespace isobar
