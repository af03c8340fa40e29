#include "base/precision_list.hpp"
#include <isobar/core/base/device_array.hpp>
#include <isobar/core/base/padding.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/grid/grid_level.hpp>

#include <stdexcept>
#include <string>

namespace isobar {
namespace {

/// Returns the layers, and decoupled ones above them for teams that reach beyond the top.
template <class A>
std::vector<LayerCoefficients<A>>
padded_layers(const std::vector<LayerCoefficients<double>>& exact) {
  std::vector<LayerCoefficients<A>> layers;
  for (const auto& c : exact) layers.push_back({A(c.a), A(c.b), A(c.c), A(c.d)});
  const int nz = int(layers.size());
  layers.resize(nz + overhang(nz), {A(1), A(0), A(0), A(0)});
  return layers;
}
template <class A> std::vector<A> padded_volumes(const GridSpec& spec, int merge) {
  const std::vector<double> exact = layer_volumes(spec, merge);
  std::vector<A> volumes(exact.begin(), exact.end());
  volumes.resize(exact.size() + overhang(int(exact.size())), A(0));
  return volumes;
}

/// Scales the mesh's numbers, and fills the padding with harmless columns. The matrix has no
/// couplings beyond the domain's sides. The sides' transmissibilities still count in the sum over a
/// column's edges.
template <class A> struct FillColumns {
  ColumnGeometry<A> columns;
  MeshColumns mesh;
  Partition part;
  bool fields;
  double scale, reaction_beside_alpha;

  KOKKOS_FUNCTION void operator()(int i, int j) const {
    const int gi = part.first_i + i, gj = part.first_j + j;
    const bool owned_x = i < part.nx;
    const bool side_x = part.has_sides_in_x() && (gi == 0 || gi >= part.global_nx);
    const bool side_y = part.has_sides_in_y() && (gj == 0 || gj == part.global_ny);
    columns.south(i, j) = owned_x && !side_y ? A(scale * mesh.south(i, j)) : A(0);
    if (has_corners())
      columns.corner(i, j) =
          i <= part.nx && !side_x && !side_y ? A(scale * mesh.corner(i, j)) : A(0);
    if (j == part.ny) return;
    columns.area(i, j) = owned_x ? A(scale * mesh.area(i, j)) : A(1);
    columns.total(i, j) = owned_x ? A(scale * total(i, j)) : A(0);
    columns.west(i, j) = i <= part.nx && !side_x ? A(scale * mesh.west(i, j)) : A(0);
    if (fields) columns.vertical(i, j) = owned_x ? A(scale * mesh.vertical(i, j)) : A(1);
    if (fields || j == 0) columns.reaction(i, j) = owned_x ? reaction(i, j) : A(1);
  }
  KOKKOS_FUNCTION bool has_corners() const { return columns.corner.extent(0) > 0; }
  KOKKOS_FUNCTION A reaction(int i, int j) const {
    return fields && reaction_beside_alpha == 0.0 ? A(mesh.reaction(i, j) / mesh.vertical(i, j))
                                                  : A(1);
  }
  KOKKOS_FUNCTION double total(int i, int j) const {
    double alpha = mesh.west(i, j) + mesh.west(i + 1, j) + mesh.south(i, j) + mesh.south(i, j + 1);
    if (has_corners())
      alpha += (mesh.corner(i, j) + mesh.corner(i + 1, j + 1)) -
               (mesh.corner(i + 1, j) + mesh.corner(i, j + 1));
    if (reaction_beside_alpha == 0.0) return alpha;
    return alpha + reaction_beside_alpha * (fields ? mesh.reaction(i, j) : mesh.area(i, j));
  }
};

template <class A> struct LeastReaction {
  typename ColumnGeometry<A>::View reaction;
  KOKKOS_FUNCTION void operator()(int i, int j, double& least) const {
    if (double(reaction(i, j)) < least) least = double(reaction(i, j));
  }
};

/// Returns the number of rows that all numbers of columns take together.
Int64 rows_of_columns(int ny, bool fields, Flux flux) {
  const Int64 without_corners = (fields ? 6 * Int64(ny) : 4 * Int64(ny) + 1) + 1;
  return without_corners + (flux == Flux::vertex ? ny + 1 : 0);
}

/// Allocates the columns' numbers in one piece of memory.
template <class A> ColumnGeometry<A> allocate_columns(int padded, int ny, bool fields, Flux flux) {
  using View = typename ColumnGeometry<A>::View;
  const Region region(setup_part::allocation);
  const View all = make_view<View>("isobar columns", padded, rows_of_columns(ny, fields, flux));
  const auto block = [&](int first, int count) -> View {
    return Kokkos::subview(all, Kokkos::ALL, std::pair(first, first + count));
  };
  const View area = block(0, ny), total = block(ny, ny), west = block(2 * ny, ny),
             south = block(3 * ny, ny + 1);
  int next = 4 * ny + 1;
  const auto further = [&](int count) -> View {
    next += count;
    return block(next - count, count);
  };
  const View vertical = fields ? further(ny) : area, reaction = further(fields ? ny : 1);
  const View corner = flux == Flux::vertex ? further(ny + 1) : View();
  return {area, vertical, reaction, total, west, south, corner};
}

using Columns = Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<int>>;

} // namespace

template <class A>
GridLevel<A>::GridLevel(const GridSpec& spec, const HorizontalMesh& mesh, int index, double scale,
                        int merge)
    : partition_(checked_partition(mesh.partition(), spec)), domain_(spec.domain),
      boundaries_(spec.boundaries), index_(index), merge_(merge), all_layers_(spec.nz),
      nz_(merged_layers(spec.nz, merge)), reaction_beside_alpha_(spec.reaction_beside_alpha),
      scale_(scale),
      columns_(allocate_columns<A>(padded_columns(nx()), ny(), mesh.has_fields(), spec.flux)) {
  if ((mesh.columns().corner.size() > 0) != (spec.flux == Flux::vertex))
    throw std::invalid_argument("a grid needs a mesh with its own flux");
  const Region region(setup_part::geometry);
  layers_ = padded_layers<A>(layer_coefficients(spec, merge));
  place_layers(padded_volumes<A>(spec, merge));
  mesh_ = mesh;
  fill_columns();
  if (!mesh.has_fields()) mesh_ = {};
}

template <class A>
GridLevel<A>::GridLevel(const Partition& partition,
                        const std::vector<LayerCoefficients<double>>& layers, double vertical,
                        const std::vector<double>& total)
    : partition_(partition), all_layers_(int(layers.size())), nz_(all_layers_),
      columns_(allocate_columns<A>(padded_columns(nx()), ny(), false, Flux::two_point)) {
  const Region region(setup_part::geometry);
  layers_ = padded_layers<A>(layers);
  place_layers(std::vector<A>(layers_.size(), A(0)));
  Kokkos::deep_copy(columns_.area, A(vertical));
  Kokkos::deep_copy(columns_.reaction, A(1));
  Kokkos::deep_copy(columns_.west, A(0));
  Kokkos::deep_copy(columns_.south, A(0));
  const auto host = Kokkos::create_mirror_view(columns_.total);
  Kokkos::deep_copy(host, A(0));
  for (int j = 0; j < ny(); ++j)
    for (int i = 0; i < nx(); ++i) host(i, j) = A(total.at(std::size_t(j) * nx() + i));
  Kokkos::deep_copy(columns_.total, host);
}

template <class A> void GridLevel<A>::place_layers(const std::vector<A>& volumes) {
  profile_ = make_view<Profile<A>>("isobar profile", layers_.size());
  volumes_ = make_view<Volumes>("isobar volumes", volumes.size());
  to_device(layers_, profile_);
  to_device(volumes, volumes_);
}

template <class A> void GridLevel<A>::fill_columns() {
  const bool fields = mesh_.has_fields();
  const FillColumns<A> fill{columns_, mesh_.columns(), partition_,
                            fields,   scale_,          reaction_beside_alpha_};
  Kokkos::parallel_for("isobar/columns",
                       as_arguments(Columns({0, 0}, {padded_columns(nx()), ny() + 1})), fill);
  if (!fields) return;
  double least = 1.0;
  Kokkos::parallel_reduce("isobar/reaction", Columns({0, 0}, {nx(), ny()}),
                          LeastReaction<A>{columns_.reaction}, Kokkos::Min<double>(least));
  least_reaction_ = A(least);
}

template <class A> void GridLevel<A>::require_the_same_grid(const GridSpec& spec) const {
  check(spec);
  const auto require = [](bool holds, const std::string& line) {
    if (!holds) throw std::invalid_argument(line);
  };
  require(spec.domain == domain_ && spec.nz == all_layers_,
          "an update of a grid of " + std::to_string(all_layers_) +
              " layers needs the same domain and number of layers");
  require(spec.boundaries == boundaries_,
          "an update of a grid needs the boundaries that it was made with");
  require(spec.flux == flux(), "an update of a grid needs the flux that it was made with");
  require(mesh_.has_fields() || !has_fields(spec),
          "an update with fields of columns needs a grid that was made with fields");
}

template <class A> void GridLevel<A>::update(const GridSpec& spec) {
  require_the_same_grid(spec);
  mesh_.update(spec);
  layers_ = padded_layers<A>(layer_coefficients(spec, merge_));
  to_device(layers_, profile_);
  to_device(padded_volumes<A>(spec, merge_), volumes_);
  reaction_beside_alpha_ = spec.reaction_beside_alpha;
  if (mesh_.has_fields()) fill_columns();
}

/// Returns the part from column (i, j) on, without the mesh. Kernels take a view's first extent as
/// the stride between rows, so it stays the whole level's. A view that begins at another column
/// does not count its users.
template <class A>
GridLevel<A> GridLevel<A>::some_columns(int i, int j, const Partition& partition) const {
  using View = typename ColumnGeometry<A>::View;
  const auto part = [&](const View& view, int rows) -> View {
    if (i == 0) return Kokkos::subview(view, Kokkos::ALL, std::pair(j, j + rows));
    return View(view.data() + j * view.stride(1) + i, view.extent(0), std::size_t(rows));
  };
  GridLevel level = *this;
  level.partition_ = partition;
  level.mesh_ = {};
  const int count = partition.ny;
  const bool own_reaction = columns_.reaction.extent(1) == columns_.area.extent(1);
  level.columns_ = {part(columns_.area, count),
                    part(columns_.vertical, count),
                    own_reaction ? part(columns_.reaction, count) : columns_.reaction,
                    part(columns_.total, count),
                    part(columns_.west, count),
                    part(columns_.south, count + 1),
                    flux() == Flux::vertex ? part(columns_.corner, count + 1)
                                           : typename ColumnGeometry<A>::View()};
  return level;
}

template <class A> GridLevel<A> GridLevel<A>::rows(int first, int count) const {
  Partition part = partition_;
  part.first_j += first;
  part.ny = count;
  GridLevel level = some_columns(0, first, part);
  if (mesh_.has_fields()) level.mesh_ = mesh_.part(part);
  return level;
}

template <class A>
GridLevel<A> GridLevel<A>::part_of_patches(int i, int j, const Partition& part) const {
  return some_columns(i, j, part);
}

template <class A> int GridLevel<A>::padded_columns(int nx) {
  // Whole packs, and one more edge than columns. Rows are even, so that pairs are aligned.
  constexpr int width = 128 / int(sizeof(A)), edge = 1, even = 1;
  return (nx + width - 1) / width * width + edge + even;
}

template <class A> Int64 GridLevel<A>::bytes(int nx, int ny, int nz, bool fields, Flux flux) {
  return Int64(padded_columns(nx)) * rows_of_columns(ny, fields, flux) * Int64(sizeof(A)) +
         Int64(nz + overhang(nz)) * Int64(sizeof(LayerCoefficients<A>) + sizeof(A));
}

ISOBAR_INSTANTIATE_FOR_ARITHMETIC(class GridLevel)

} // namespace isobar
