#include "flow/box_file.hpp"

#include "io/utc_time.hpp"
#include "output/cf_numbers.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <isobar/core/version.hpp>

namespace isobar {
namespace {

void add_axis(CfFile& file, const Partition& part, const std::string& name, const char* letter,
              const Axis& axis) {
  std::vector<double> centres, bounds;
  for (int i = 0; i < axis.cells(); ++i) {
    centres.push_back(axis.centre(i));
    bounds.insert(bounds.end(),
                  {axis.interfaces[std::size_t(i)], axis.interfaces[std::size_t(i) + 1]});
  }
  file.contents.variables.push_back({name,
                                     {name},
                                     {{"long_name", name + " of the cell's centre"},
                                      {"units", "1"},
                                      {"axis", letter},
                                      {"bounds", name + "_bounds"}}});
  file.numbers.push_back(one_row(part, centres));
  file.contents.variables.push_back({name + "_bounds", {name, "bounds"}, {}});
  file.numbers.push_back(one_row(part, bounds));
}

} // namespace

CfFile box_file(const FlowDeck& deck, const Partition& partition,
                const std::vector<VtkField>& fields, bool good) {
  const BoxSpec box = deck.box();
  CfFile file;
  file.contents.dimensions = {
      {"z", deck.grid.nz}, {"y", deck.grid.ny}, {"x", deck.grid.nx}, {"bounds", 2}};
  add_axis(file, partition, "x", "X", box.x);
  add_axis(file, partition, "y", "Y", box.y);
  add_axis(file, partition, "z", "Z", box.z);
  for (const VtkField& field : fields) {
    file.contents.variables.push_back(
        {field.name,
         {"z", "y", "x"},
         {{"long_name", field.name}, {"units", "1"}, {"cell_methods", "z: y: x: mean"}}});
    file.numbers.push_back(of_cells(partition, field.values));
  }
  file.contents.attributes = {
      {"Conventions", "CF-1.8"},
      {"title", deck.is_poisson() ? "Poisson equation in a box" : "Incompressible flow in a box"},
      {"source", fmt::format("Isobar {}", version)},
      {"history", fmt::format("{}: isobar_flow {}", utc_time(),
                              std::filesystem::path(deck.path).filename().string())},
      {"tolerance", deck.solver.tolerance},
      {"tolerance_reached", good ? "yes" : "no"}};
  return file;
}

} // namespace isobar
