#include "vtk.hpp"

#include "files.hpp"

#include <array>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <isobar/core/profile.hpp>

namespace isobar {
namespace {

constexpr std::string_view byte_order =
    std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian";

/// First and last point of a box in x, y and z, in global numbers.
using Extent = std::array<int, 6>;

std::string to_string(const Extent& e) {
  return fmt::format("{} {} {} {} {} {}", e[0], e[1], e[2], e[3], e[4], e[5]);
}

Extent extent_of(const Partition& p, int nz) {
  return {p.first_i, p.first_i + p.nx, p.first_j, p.first_j + p.ny, 0, nz};
}

std::string piece_name(const std::string& path, int rank) {
  return fmt::format("{}_{:04}.vts", path, rank);
}

/// The corner (i, j), global numbers, as a point of the unit sphere or of the unit square.
std::array<double, 3> corner(const VtkGrid& grid, int i, int j) {
  const double x = double(i) / grid.partition.global_nx, y = double(j) / grid.partition.global_ny;
  if (grid.domain == Domain::flat) return {x, y, 0.0};
  const double xi = 2.0 * x - 1.0, eta = 2.0 * y - 1.0;
  const double norm = std::sqrt(1.0 + xi * xi + eta * eta);
  return {xi / norm, eta / norm, 1.0 / norm};
}

/// One array of the appended data: its length in bytes, then the numbers. `row(k, j, numbers)`
/// fills the numbers of one row along x.
template <class Row>
void write_array(std::ostream& file, int length, int rows, int layers, const Row& row) {
  std::vector<double> numbers(static_cast<std::size_t>(length));
  const std::uint64_t bytes = numbers.size() * sizeof(double);
  const std::uint64_t total = bytes * std::uint64_t(rows) * std::uint64_t(layers);
  file.write(reinterpret_cast<const char*>(&total), sizeof total);
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < rows; ++j) {
      row(k, j, numbers);
      file.write(reinterpret_cast<const char*>(numbers.data()), std::streamsize(bytes));
    }
}

void write_points(std::ostream& file, const VtkGrid& grid) {
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

void write_cells(std::ostream& file, const Partition& p, int nz, const VtkField& field) {
  const auto row = [&](int k, int j, std::vector<double>& numbers) {
    for (int i = 0; i < p.nx; ++i) numbers[std::size_t(i)] = field.values(j, i, k);
  };
  write_array(file, p.nx, p.ny, nz, row);
}

/// What pieces and index say about the arrays; `kind` is "DataArray" or "PDataArray". Only
/// pieces have data, at growing offsets.
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

std::string file_tag(std::string_view type) {
  return fmt::format("<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" "
                     "byte_order=\"{}\" header_type=\"UInt64\">\n",
                     type, byte_order);
}

std::string problem_of(std::ofstream& file, const std::string& name) {
  file.close();
  return file ? "" : fmt::format("{}: cannot write it: {}", name, std::strerror(errno));
}

std::string write_piece(const std::string& name, const VtkGrid& grid,
                        const std::vector<VtkField>& fields) {
  const Partition& p = grid.partition;
  const int nz = int(grid.interfaces.size()) - 1;
  const std::uint64_t bytes = std::uint64_t(Count(p.nx) * p.ny * nz) * sizeof(double);
  const std::string extent = to_string(extent_of(p, nz));
  std::ofstream file(name, std::ios::binary);
  file << file_tag("StructuredGrid")
       << fmt::format("<StructuredGrid WholeExtent=\"{0}\">\n<Piece Extent=\"{0}\">\n", extent)
       << declare_arrays(fields, "", bytes, true)
       << "</Piece>\n</StructuredGrid>\n<AppendedData encoding=\"raw\">\n_";
  for (const VtkField& field : fields) write_cells(file, p, nz, field);
  write_points(file, grid);
  file << "\n</AppendedData>\n</VTKFile>\n";
  return problem_of(file, name);
}

std::string write_index(const std::string& path, const VtkGrid& grid,
                        const std::vector<VtkField>& fields, const std::vector<Extent>& pieces) {
  const Partition& p = grid.partition;
  const int nz = int(grid.interfaces.size()) - 1;
  const std::string stem = std::filesystem::path(path).filename().string();
  std::ofstream file(vtk_index(path));
  file << file_tag("PStructuredGrid")
       << fmt::format("<PStructuredGrid WholeExtent=\"{}\" GhostLevel=\"0\">\n",
                      to_string(Extent{0, p.global_nx, 0, p.global_ny, 0, nz}))
       << declare_arrays(fields, "P", 0, false);
  for (std::size_t rank = 0; rank < pieces.size(); ++rank)
    file << fmt::format("<Piece Extent=\"{}\" Source=\"{}\"/>\n", to_string(pieces[rank]),
                        piece_name(stem, int(rank)));
  file << "</PStructuredGrid>\n</VTKFile>\n";
  return problem_of(file, vtk_index(path));
}

} // namespace

std::string vtk_index(const std::string& path) { return path + ".pvts"; }

void write_vtk(const std::string& path, const MpiComm& comm, const VtkGrid& grid,
               const std::vector<VtkField>& fields) {
  throw_on_all(comm, write_piece(piece_name(path, comm.rank()), grid, fields));
  const Extent own = extent_of(grid.partition, int(grid.interfaces.size()) - 1);
  std::vector<Extent> pieces(std::size_t(comm.size()));
  check_mpi(MPI_Gather(own.data(), int(own.size()), MPI_INT, pieces.data(), int(own.size()),
                       MPI_INT, 0, comm.get()),
            "MPI_Gather");
  throw_on_all(comm, comm.rank() == 0 ? write_index(path, grid, fields, pieces) : "");
}

void write_vtk(const Deck& deck, const MpiComm& comm, const Decomposition& decomposition,
               const HostField& right_side, const HostField& solution) {
  const deck::Grid& g = deck.grid;
  const double depth = non_dimensional(deck.atmosphere()).depth;
  const VtkGrid grid{g.domain, level_interfaces(g.domain, g.levels, depth, g.nz),
                     decomposition.partition(), deck.output.vtk_stretch};
  write_vtk(deck.output.vtk, comm, grid, {{"right_side", right_side}, {"solution", solution}});
}

} // namespace isobar
