#include "deck/deck_kinds.hpp"

#include <algorithm>
#include <array>

namespace isobar::deck {
namespace {

constexpr std::array<std::string_view, 10> of_isobar{
    "boundaries", "fields", "physics",     "coefficients", "sequence",
    "mixed",      "launch", "grid.domain", "grid.layers",  "grid.interfaces"};
constexpr std::array<std::string_view, 8> of_flow{"sides",       "flow",           "walls",
                                                  "time",        "amalgamation",   "problem.kind",
                                                  "grid.length", "grid.stretching"};
constexpr std::array<std::string_view, 7> of_fem{"mesh",
                                                 "space",
                                                 "problem.solution",
                                                 "problem.rhs",
                                                 "problem.diffusion",
                                                 "problem.regions",
                                                 "problem.boundaries"};
constexpr std::array<TellingNames, 3> all_names{{
    {"isobar", of_isobar},
    {"isobar_flow", of_flow},
    {"isobar_fem", of_fem},
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
  if (text.empty()) return "empty";
  for (const auto& [bytes, kind] : beginnings)
    if (text.starts_with(bytes)) return kind;
  if (holds(text, std::string_view("\0", 1))) return "a binary file";
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return "empty";
  if (text[first] != '{') return "";
  const bool report = holds(text, "\"schema_version\"") && holds(text, "\"verification\"");
  return report ? "a report of a run" : "a JSON file";
}

std::span<const TellingNames> telling_names() { return all_names; }

const TellingNames* program_of(const Schema& schema) {
  for (const TellingNames& program : all_names)
    if (schema.has_section(program.names.front())) return &program;
  return nullptr;
}

} // namespace isobar::deck
