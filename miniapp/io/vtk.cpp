#include "io/vtk.hpp"

#include "io/vtk_text.hpp"

#include <isobar/core/grid/unit_sphere.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace isobar {
namespace {

/// First and last point of a box in x, y and z, in global numbers.
using Extent = std::array<int, 6>;

std::string to_string(const Extent& e) {
  return fmt::format("{} {} {} {} {} {}", e[0], e[1], e[2], e[3], e[4], e[5]);
}

Extent extent_of(const Partition& p, int nz) {
  return {p.first_i, p.first_i + p.nx, p.first_j, p.first_j + p.ny, 0, nz};
}

/// The corner (i, j), global numbers, as a point of the unit sphere or of the unit square.
std::array<double, 3> corner(const VtkGrid& grid, int i, int j) {
  if (grid.corner) return grid.corner(i, j);
  const double x = double(i) / grid.partition.global_nx, y = double(j) / grid.partition.global_ny;
  if (grid.domain == Domain::flat) return {x, y, 0.0};
  const auto gnomonic = [&grid](double share) {
    return grid.domain == Domain::equiangular_panel ? gnomonic_of_share(share) : share;
  };
  const double xi = gnomonic(2.0 * x - 1.0), eta = gnomonic(2.0 * y - 1.0);
  const double norm = std::sqrt(1.0 + xi * xi + eta * eta);
  return {xi / norm, eta / norm, 1.0 / norm};
}

/// Writes one array of the appended data: its length in bytes, then the
/// numbers. `row(k, j, numbers)` fills the numbers of one row along x.
template <class Row>
void write_array(FileWriter& file, int length, int rows, int layers, const Row& row) {
  std::vector<double> numbers(static_cast<std::size_t>(length));
  const std::uint64_t bytes = numbers.size() * sizeof(double);
  const std::uint64_t total = bytes * std::uint64_t(rows) * std::uint64_t(layers);
  file.append(&total, sizeof total);
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < rows; ++j) {
      row(k, j, numbers);
      file.append(numbers.data(), Int64(bytes));
    }
}

void write_points(FileWriter& file, const VtkGrid& grid) {
  const Partition& p = grid.partition;
  const double base = grid.interfaces.front();
  const auto row = [&](int k, int j, std::vector<double>& numbers) {
    const double height = base + grid.stretch * (grid.interfaces[std::size_t(k)] - base);
    for (int i = 0; i <= p.nx; ++i) {
      const std::array<double, 3> c = corner(grid, p.first_i + i, p.first_j + j);
      double* out = &numbers[3 * std::size_t(i)];
      for (std::size_t d = 0; d < 3; ++d)
        out[d] = grid.domain == Domain::flat ? c[d] : height * c[d];
      if (grid.domain == Domain::flat) out[2] = height;
    }
  };
  write_array(file, 3 * (p.nx + 1), p.ny + 1, int(grid.interfaces.size()), row);
}

void write_cells(FileWriter& file, const Partition& p, int nz, const VtkField& field) {
  const auto row = [&](int k, int j, std::vector<double>& numbers) {
    for (int i = 0; i < p.nx; ++i) numbers[std::size_t(i)] = field.values(j, i, k);
  };
  write_array(file, p.nx, p.ny, nz, row);
}

/// The text about the arrays in pieces and index; `kind` is "DataArray"
/// or "PDataArray". Only pieces have data, at growing offsets.
std::string declare_arrays(const std::vector<VtkField>& fields, std::string_view prefix,
                           std::uint64_t bytes_of_a_field, bool appended) {
  std::uint64_t offset = 0;
  const auto place = [&] {
    return appended ? fmt::format(" format=\"appended\" offset=\"{}\"", offset) : "";
  };
  std::string text = fmt::format("<{}CellData>\n", prefix);
  for (const VtkField& field : fields) {
    text +=
        fmt::format("<{}DataArray type=\"Float64\" Name=\"{}\"{}/>\n", prefix, field.name, place());
    offset += sizeof(std::uint64_t) + bytes_of_a_field;
  }
  return text + fmt::format("</{0}CellData>\n<{0}Points>\n<{0}DataArray type=\"Float64\" "
                            "Name=\"Points\" NumberOfComponents=\"3\"{1}/>\n</{0}Points>\n",
                            prefix, place());
}

std::string head_of_piece(const VtkGrid& grid, const std::vector<VtkField>& fields) {
  const Partition& p = grid.partition;
  const int nz = int(grid.interfaces.size()) - 1;
  const std::uint64_t bytes = std::uint64_t(Int64(p.nx) * p.ny * nz) * sizeof(double);
  return vtk_file_tag("StructuredGrid") +
         fmt::format("<StructuredGrid WholeExtent=\"{0}\">\n<Piece Extent=\"{0}\">\n",
                     to_string(extent_of(p, nz))) +
         declare_arrays(fields, "", bytes, true) +
         "</Piece>\n</StructuredGrid>\n<AppendedData encoding=\"raw\">\n_";
}

constexpr std::string_view tail_of_piece = "\n</AppendedData>\n</VTKFile>\n";

/// Each array has its length before it.
Int64 bytes_of_arrays(const VtkGrid& grid, std::size_t fields) {
  const Partition& p = grid.partition;
  const Int64 cells = Int64(p.nx) * p.ny * Int64(grid.interfaces.size() - 1);
  const Int64 points = Int64(p.nx + 1) * (p.ny + 1) * Int64(grid.interfaces.size());
  return Int64(sizeof(double)) * (Int64(fields) * (1 + cells) + 1 + 3 * points);
}

std::string index_text(const VtkGrid& grid, const std::vector<VtkField>& fields,
                       const std::vector<Extent>& extents, const std::vector<std::string>& pieces) {
  const Partition& p = grid.partition;
  const int nz = int(grid.interfaces.size()) - 1;
  std::string text = vtk_file_tag("PStructuredGrid") +
                     fmt::format("<PStructuredGrid WholeExtent=\"{}\" GhostLevel=\"0\">\n",
                                 to_string(Extent{0, p.global_nx, 0, p.global_ny, 0, nz})) +
                     declare_arrays(fields, "P", 0, false);
  for (std::size_t rank = 0; rank < extents.size(); ++rank)
    text += fmt::format("<Piece Extent=\"{}\" Source=\"{}\"/>\n", to_string(extents[rank]),
                        pieces[rank]);
  return text + "</PStructuredGrid>\n</VTKFile>\n";
}

} // namespace

void write_vtk_piece(PartialFile& piece, const std::string& name, const VtkGrid& grid,
                     const std::vector<VtkField>& fields) {
  const std::string head = head_of_piece(grid, fields);
  piece = PartialFile(resolved(name), Int64(head.size() + tail_of_piece.size()) +
                                          bytes_of_arrays(grid, fields.size()));
  FileWriter file(piece);
  file.append(head);
  for (const VtkField& field : fields)
    write_cells(file, grid.partition, int(grid.interfaces.size()) - 1, field);
  write_points(file, grid);
  file.append(tail_of_piece);
  file.finish();
}

StagedVtk stage_vtk(const std::string& path, bool beside, const MpiComm& comm, const VtkGrid& grid,
                    const std::vector<VtkField>& fields) {
  const Extent own = extent_of(grid.partition, int(grid.interfaces.size()) - 1);
  std::vector<Extent> extents(std::size_t(comm.size()));
  check_mpi(MPI_Gather(own.data(), int(own.size()), MPI_INT, extents.data(), int(own.size()),
                       MPI_INT, 0, comm.get()),
            "MPI_Gather");
  return stage_vtk_files(vtk_names(path, comm.size()), beside, comm,
                         {[&](PartialFile& file, const std::string& name, int) {
                            write_vtk_piece(file, name, grid, fields);
                          },
                          [&](const std::vector<std::string>& pieces) {
                            return index_text(grid, fields, extents, pieces);
                          }});
}

} // namespace isobar
