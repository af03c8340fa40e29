#include "deck/deck_kinds.hpp"

#include <algorithm>
#include <array>

namespace isobar::deck {
namespace {

constexpr std::array<std::string_view, 28> of_isobar{"boundaries",
                                                     "fields",
                                                     "physics",
                                                     "coefficients",
                                                     "sequence",
                                                     "mixed",
                                                     "launch",
                                                     "grid.domain",
                                                     "grid.layers",
                                                     "grid.interfaces",
                                                     "rhs.kind=box",
                                                     "rhs.kind=constant",
                                                     "rhs.kind=smooth",
                                                     "rhs.kind=blob",
                                                     "rhs.kind=sources",
                                                     "rhs.kind=layered",
                                                     "solver.method=cg-fused",
                                                     "solver.method=cg-standard",
                                                     "solver.method=bicgstab",
                                                     "solver.method=bicgstab-multigrid",
                                                     "solver.method=cg-csr",
                                                     "solver.method=multigrid-csr",
                                                     "solver.method=multigrid-ell",
                                                     "multigrid.pre_relaxation",
                                                     "multigrid.post_relaxation",
                                                     "multigrid.merged_layers",
                                                     "multigrid.overlap_rows",
                                                     "multigrid.replicated_from"};
constexpr std::array<std::string_view, 12> of_flow{"sides",
                                                   "flow",
                                                   "walls",
                                                   "time",
                                                   "amalgamation",
                                                   "problem.kind",
                                                   "grid.length",
                                                   "grid.stretching",
                                                   "rhs.kind=sines",
                                                   "rhs.kind=charges",
                                                   "solver.method=direct",
                                                   "solver.method=jacobi"};
constexpr std::array<std::string_view, 7> of_fem{"mesh",
                                                 "space",
                                                 "problem.solution",
                                                 "problem.rhs",
                                                 "problem.diffusion",
                                                 "problem.regions",
                                                 "problem.boundaries"};
constexpr std::array<std::string_view, 3> of_boxes{"grid", "rhs", "decomposition"};
constexpr std::array<TellingNames, 4> all_names{{
    {"isobar", of_isobar},
    {"isobar_flow", of_flow},
    {"isobar_fem", of_fem},
    {"isobar or isobar_flow", of_boxes},
}};

/// How files of other kinds begin.
struct Beginning {
  std::string_view bytes, kind;
};
constexpr std::array<Beginning, 9> beginnings{{{"\x93NUMPY", "a NumPy array"},
                                               {"CDF", "a NetCDF file"},
                                               {"\x89HDF", "an HDF5 file"},
                                               {"\x7f"
                                                "ELF",
                                                "a program"},
                                               {"$MeshFormat", "a mesh of Gmsh"},
                                               {"<?xml", "an XML file"},
                                               {"<VTKFile", "a VTK file"},
                                               {"PK\x03\x04", "an archive"},
                                               {"\x1f\x8b", "a compressed file"}}};

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

} // namespace

std::string_view what_else_it_is(std::string_view text) {
  for (const auto& [bytes, kind] : beginnings)
    if (text.starts_with(bytes)) return kind;
  if (holds(text, std::string_view("\0", 1))) return "a binary file";
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] != '{') return "";
  const bool report = holds(text, "\"schema_version\"") && holds(text, "\"verification\"");
  return report ? "a report of a run" : "a JSON file";
}

std::span<const TellingNames> telling_names() { return all_names; }

const TellingNames* program_of(const Schema& schema) {
  const auto found = std::ranges::find_if(all_names, [&](const TellingNames& program) {
    return schema.has_section(program.names.front());
  });
  return found == all_names.end() ? nullptr : &*found;
}

const TellingNames* other_program(const Schema& schema,
                                  const std::function<bool(std::string_view)>& has) {
  const TellingNames* const own = program_of(schema);
  if (own == nullptr) return nullptr;
  const TellingNames* best = nullptr;
  auto most = std::ranges::count_if(own->names, has);
  for (const TellingNames& other : all_names) {
    if (schema.has_section(other.names.front())) continue; // its own, or that it shares
    const auto found = std::ranges::count_if(other.names, has);
    const bool stands_for_two = &other == &all_names.back();
    if (found <= most || (stands_for_two && best != nullptr)) continue;
    best = &other;
    most = found;
  }
  return best;
}

} // namespace isobar::deck
