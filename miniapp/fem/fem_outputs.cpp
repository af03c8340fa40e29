#include "fem/fem_outputs.hpp"

#include "io/npy.hpp"
#include "io/vtu.hpp"

#include <utility>

namespace isobar {
namespace {

std::string vtu_name(const std::string& path) { return path.empty() ? path : path + ".vtu"; }

OutputPlan output_plan(const FemContext& c) {
  const fem::Output& o = c.deck.output;
  const FemCounts& finest = c.counts.back();
  OutputPlan plan;
  if (c.deck.mesh.source == fem::MeshSource::file)
    plan.inputs.push_back({describe(c.deck, "mesh.file"), c.deck.mesh.file});
  add_report(plan, c.deck, o);
  const auto add = [&](const char* key, const std::string& name, Int64 bytes) {
    if (!name.empty()) plan.outputs.push_back({describe(c.deck, key), name, bytes});
  };
  add("output.solution", o.solution, 3 * Int64(sizeof(double)) * finest.unknowns);
  const int nodes = c.deck.space.order == 1 ? 4 : 9;
  add("output.vtk", vtu_name(o.vtk),
      vtu_bytes(finest.unknowns, finest.elements, nodes, c.deck.problem.solution ? 3 : 2,
                o.vtk_encoding == fem::Encoding::ascii));
  return plan;
}

std::vector<double> at_points(const FemSpace& space, const PointFunction& function) {
  std::vector<double> values;
  for (const Point& p : space.table().points) values.push_back(function(p));
  return values;
}

} // namespace

FemOutputs::FemOutputs(const FemContext& context)
    : OutputFiles(output_plan(context), context.comm), context_(context) {}

void FemOutputs::stage(const FemSpace& finest, const std::vector<double>& u, bool good) {
  const fem::Output& o = context_.deck.output;
  choose_names(good);
  OutputFiles::stage("solution", o.solution, [&](const std::filesystem::path& target) {
    return solution_file(target, finest, u);
  });
  OutputFiles::stage("vtu", vtu_name(o.vtk), [&](const std::filesystem::path& target) {
    return vtk_file(target, finest, u);
  });
}

/// Elements are met in the same order in every numbering.
StagedFile FemOutputs::solution_file(const std::filesystem::path& target, const FemSpace& finest,
                                     const std::vector<double>& u) const {
  const ElementTable& table = finest.table();
  const std::vector<int> place = new_numbers(Numbering::hierarchical, table);
  const HostField rows("isobar solution rows", u.size(), 1, 3);
  for (std::size_t n = 0; n < u.size(); ++n) {
    rows(place[n], 0, 0) = table.points[n].x;
    rows(place[n], 0, 1) = table.points[n].y;
    rows(place[n], 0, 2) = u[n];
  }
  return stage_npy(target, comm(), Partition::whole(1, int(u.size())), rows);
}

StagedFile FemOutputs::vtk_file(const std::filesystem::path& target, const FemSpace& finest,
                                const std::vector<double>& u) const {
  const FemDeck& deck = context_.deck;
  VtuMesh mesh{finest.table(), {}, {}};
  mesh.at_points = {{"u", u}, {"f", at_points(finest, context_.problem.f)}};
  if (const auto exact = exact_solution(deck)) {
    std::vector<double> error = at_points(finest, exact->value);
    for (std::size_t n = 0; n < u.size(); ++n) error[n] = u[n] - error[n];
    mesh.at_points.push_back({"error", std::move(error)});
  }
  if (context_.problem.c) {
    const auto c =
        Kokkos::create_mirror_view_and_copy(HostSpace(), at_elements(finest, context_.problem.c));
    mesh.of_elements.push_back({"c", std::vector<double>(c.data(), c.data() + c.extent(0))});
  }
  return stage_vtu(target, mesh, deck.output.vtk_encoding == fem::Encoding::ascii);
}

} // namespace isobar
