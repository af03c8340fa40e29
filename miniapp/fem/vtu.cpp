#include "fem/vtu.hpp"

#include "io/file_names.hpp"
#include "io/vtk_text.hpp"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>

namespace isobar {
namespace {

/// VTK's number of each kind of element.
std::uint8_t type_of(std::span<const int> nodes) {
  switch (nodes.size()) {
  case 3: return 5;   // triangle
  case 6: return 22;  // quadratic triangle
  case 4: return 9;   // quadrilateral
  case 8: return 12;  // hexahedron
  case 27: return 29; // triquadratic hexahedron
  default: return 28; // biquadratic quadrilateral
  }
}

constexpr std::size_t numbers_of_a_text = 4096;

/// Declares the arrays of a file in their order, and writes their numbers: as text at once, or appended later. `number(i)` gives
/// number i.
class Arrays {
public:
  Arrays(FileWriter& file, bool as_text) : file_(file), as_text_(as_text) {}

  template <class Number>
  void add(std::string_view type, std::string_view name, int components, std::size_t count,
           const Number& number) {
    using X = decltype(number(std::size_t(0)));
    const std::string head = fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" ", type, name, components);
    if (!as_text_) {
      file_.append(head + fmt::format("format=\"appended\" offset=\"{}\"/>\n", offset_));
      offset_ += sizeof(std::uint64_t) + count * sizeof(X);
      return;
    }
    file_.append(head + "format=\"ascii\">\n");
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      fmt::format_to(std::back_inserter(text), "{}", number(i));
      text += (i + 1) % std::size_t(components) == 0 ? '\n' : ' ';
      if (text.size() > 8 * numbers_of_a_text) file_.append(text), text.clear();
    }
    file_.append(text + "</DataArray>\n");
  }

  template <class Number> void append(std::size_t count, const Number& number) {
    using X = decltype(number(std::size_t(0)));
    const std::uint64_t bytes = count * sizeof(X);
    file_.append(&bytes, sizeof bytes);
    std::vector<X> numbers;
    for (std::size_t i = 0; i < count; ++i) {
      numbers.push_back(number(i));
      if (numbers.size() < numbers_of_a_text && i + 1 < count) continue;
      file_.append(numbers.data(), Int64(numbers.size() * sizeof(X)));
      numbers.clear();
    }
  }

private:
  FileWriter& file_;
  bool as_text_;
  std::uint64_t offset_ = 0;
};

/// The nodes of all elements in sequence, and the end of each element's nodes.
struct Cells {
  std::vector<std::int32_t> nodes;
  std::vector<std::int64_t> ends;
  explicit Cells(const ElementTable& table) {
    for (int e = 0; e < table.elements(); ++e) {
      for (int n : table.of(e)) nodes.push_back(n);
      ends.push_back(std::int64_t(nodes.size()));
    }
  }
};

/// Visits all arrays in the order of the file, once to declare and once to append them. It calls `next` with type, name,
/// components, count and number, and `section` at the beginning and end of a part of the file.
template <class Next, class Section>
void visit_arrays(const VtuMesh& mesh, const Next& next, const Section& section) {
  const ElementTable& t = mesh.elements;
  const std::size_t elements = std::size_t(t.elements());
  const auto fields = [&](const char* part, const std::vector<VtuField>& list) {
    section(fmt::format("<{}>\n", part));
    for (const VtuField& f : list)
      next("Float64", f.name, 1, f.values.size(), [&f](std::size_t i) { return f.values[i]; });
    section(fmt::format("</{}>\n", part));
  };
  fields("PointData", mesh.at_points);
  fields("CellData", mesh.of_elements);
  section("<Points>\n");
  next("Float64", "Points", 3, 3 * t.points.size(), [&t](std::size_t i) {
    const Point& p = t.points[i / 3];
    return i % 3 == 0 ? p.x : i % 3 == 1 ? p.y : p.z;
  });
  section("</Points>\n<Cells>\n");
  const Cells cells(t);
  next("Int32", "connectivity", 1, cells.nodes.size(),
       [&](std::size_t i) { return cells.nodes[i]; });
  next("Int64", "offsets", 1, elements, [&](std::size_t i) { return cells.ends[i]; });
  next("UInt8", "types", 1, elements, [&t](std::size_t i) { return type_of(t.of(int(i))); });
  section("</Cells>\n");
}

} // namespace

Int64 vtu_bytes(Int64 points, Int64 elements, int nodes, int fields, bool as_text) {
  const Int64 numbers = (3 + fields) * points, whole = elements * nodes;
  return as_text ? 20 * numbers + 8 * whole + 12 * elements
                 : 8 * numbers + 4 * whole + 9 * elements + 2000;
}

namespace {

Checksum write_vtu(const PartialFile& partial, const VtuMesh& mesh, bool as_text) {
  FileWriter file(partial);
  Arrays arrays(file, as_text);
  file.append(vtk_file_tag("UnstructuredGrid"));
  file.append(fmt::format("<UnstructuredGrid>\n<Piece NumberOfPoints=\"{}\" "
                          "NumberOfCells=\"{}\">\n",
                          mesh.elements.points.size(), mesh.elements.elements()));
  visit_arrays(
      mesh,
      [&](auto type, auto name, int components, std::size_t count, const auto& number) {
        arrays.add(type, name, components, count, number);
      },
      [&](const std::string& tag) { file.append(tag); });
  file.append("</Piece>\n</UnstructuredGrid>\n");
  if (!as_text) {
    file.append("<AppendedData encoding=\"raw\">\n_");
    visit_arrays(
        mesh,
        [&](auto, auto, int, std::size_t count, const auto& number) {
          arrays.append(count, number);
        },
        [](const std::string&) {});
    file.append("\n</AppendedData>\n");
  }
  file.append("</VTKFile>\n");
  return file.finish();
}

std::string declare_fields(const char* part, const std::vector<VtuField>& fields) {
  std::string text = fmt::format("<P{}>\n", part);
  for (const VtuField& field : fields)
    text += fmt::format("<PDataArray type=\"Float64\" Name=\"{}\"/>\n", field.name);
  return text + fmt::format("</P{}>\n", part);
}

std::string index_text(const VtuMesh& mesh, const std::vector<std::string>& pieces) {
  std::string text = vtk_file_tag("PUnstructuredGrid") + "<PUnstructuredGrid GhostLevel=\"0\">\n" +
                     declare_fields("PointData", mesh.at_points) +
                     declare_fields("CellData", mesh.of_elements) +
                     "<PPoints>\n<PDataArray type=\"Float64\" Name=\"Points\" "
                     "NumberOfComponents=\"3\"/>\n</PPoints>\n";
  for (const std::string& piece : pieces) text += fmt::format("<Piece Source=\"{}\"/>\n", piece);
  return text + "</PUnstructuredGrid>\n</VTKFile>\n";
}

} // namespace

StagedFile stage_vtu(const std::filesystem::path& target, const VtuMesh& mesh, bool as_text) {
  StagedFile staged{PartialFile(target, 0), {}};
  staged.checksum = write_vtu(staged.file, mesh, as_text);
  return staged;
}

StagedVtk stage_vtu_pieces(const std::string& path, bool beside, const MpiComm& comm,
                           const VtuMesh& mesh, bool as_text) {
  return stage_vtk_files(
      vtk_names(path, comm.size(), "vtu"), beside, comm,
      {[&](PartialFile& file, const std::string& name, int) {
         file = PartialFile(resolved(name), 0);
         write_vtu(file, mesh, as_text);
       },
       [&](const std::vector<std::string>& pieces) { return index_text(mesh, pieces); }});
}

} // namespace isobar
