#include "fem/fem_outputs.hpp"

#include "fem/solution_file.hpp"
#include "io/file_names.hpp"

#include <utility>

namespace isobar {
namespace {

std::string vtu_name(const std::string& path) { return path.empty() ? path : path + ".vtu"; }

OutputPlan output_plan(const FemContext& c) {
  const fem::Output& o = c.deck.output;
  const FemCounts& finest = c.counts.back();
  OutputPlan plan = plan_outputs(c.deck, o, files_to_read(c.deck));
  add_output(plan, c.deck, "output.solution", o.solution,
             (c.deck.dimensions() + 1) * Int64(sizeof(double)) * finest.unknowns);
  const Int64 bytes =
      vtu_bytes(finest.unknowns, finest.elements, c.deck.nodes(), c.deck.problem.solution ? 3 : 2,
                o.vtk_encoding == fem::Encoding::ascii);
  if (c.ranks() > 1) add_vtk(plan, c.deck, o.vtk, c.ranks(), bytes, "vtu");
  else add_output(plan, c.deck, "output.vtk", vtu_name(o.vtk), bytes);
  return plan;
}

/// A rank's own elements with unknowns numbered from 0, and the space's numbers of these unknowns.
struct OwnElements {
  ElementTable table;
  std::vector<int> unknowns;

  explicit OwnElements(const FemSpace& space) {
    const ElementTable& all = space.table();
    table.nodes = all.nodes;
    std::vector<int> number(all.points.size(), -1);
    for (int e = 0; e < space.elements(); ++e)
      if (space.owns_element(e))
        for (int n : all.of(e)) number[n] = 0;
    for (std::size_t n = 0; n < number.size(); ++n) {
      if (number[n] < 0) continue;
      number[n] = int(unknowns.size());
      unknowns.push_back(int(n));
      table.points.push_back(all.points[n]);
    }
    for (int e = 0; e < space.elements(); ++e) {
      if (!space.owns_element(e)) continue;
      for (int n : all.of(e)) table.unknowns.push_back(number[n]);
      table.unknowns.resize(table.unknowns.size() + std::size_t(all.nodes) - all.of(e).size(), -1);
    }
  }

  std::vector<double> numbers(const std::vector<double>& of_space) const {
    std::vector<double> own;
    for (int n : unknowns) own.push_back(of_space[n]);
    return own;
  }
};

std::vector<double> at_points(const ElementTable& table, const PointFunction& function) {
  std::vector<double> values;
  for (const Point& p : table.points) values.push_back(function(p));
  return values;
}

} // namespace

std::vector<FileToRead> files_to_read(const FemDeck& deck) {
  if (deck.mesh.source == fem::MeshSource::file) return {{"mesh.file", deck.mesh.file}};
  return {};
}

FemOutputs::FemOutputs(const FemContext& context)
    : OutputFiles(output_plan(context), context.comm), context_(context) {}

void FemOutputs::stage(const FemSpace& finest, const std::vector<double>& u, bool good) {
  const fem::Output& o = context_.deck.output;
  choose_names(good);
  OutputFiles::stage("solution", o.solution, [&](const std::filesystem::path& target) {
    return stage_solution(target, comm(), finest, context_.partition, context_.deck.mesh.levels, u,
                          context_.unknowns());
  });
  if (context_.ranks() > 1) return stage_pieces(finest, u);
  OutputFiles::stage("vtu", vtu_name(o.vtk), [&](const std::filesystem::path& target) {
    return stage_vtu(target, vtu_mesh(finest, finest.table(), u, right_side(finest)), as_text());
  });
}

void FemOutputs::stage_pieces(const FemSpace& finest, const std::vector<double>& u) {
  const std::string& path = context_.deck.output.vtk;
  if (path.empty()) return;
  const OwnElements own(finest);
  const VtuMesh mesh = vtu_mesh(finest, own.table, own.numbers(u), own.numbers(right_side(finest)));
  stage_vtk_files(vtk_index(path, "vtu"), [&](bool beside) {
    return stage_vtu_pieces(path, beside, comm(), mesh, as_text());
  });
}

bool FemOutputs::as_text() const {
  return context_.deck.output.vtk_encoding == fem::Encoding::ascii;
}

std::vector<double> FemOutputs::right_side(const FemSpace& finest) const {
  const auto f =
      Kokkos::create_mirror_view_and_copy(HostSpace(), at_unknowns(finest, context_.problem.f));
  return {f.data(), f.data() + f.extent(0)};
}

VtuMesh FemOutputs::vtu_mesh(const FemSpace& finest, const ElementTable& table,
                             std::vector<double> u, std::vector<double> f) const {
  VtuMesh mesh{table, {}, {}};
  if (const auto exact = exact_solution(context_.deck)) {
    std::vector<double> error = at_points(table, exact->value);
    for (std::size_t n = 0; n < u.size(); ++n) error[n] = u[n] - error[n];
    mesh.at_points.push_back({"error", std::move(error)});
  }
  mesh.at_points.insert(mesh.at_points.begin(), {{"u", std::move(u)}, {"f", std::move(f)}});
  if (context_.problem.c) {
    const auto c =
        Kokkos::create_mirror_view_and_copy(HostSpace(), at_elements(finest, context_.problem.c));
    std::vector<double> of_elements;
    for (int e = 0; e < finest.elements(); ++e)
      if (finest.owns_element(e)) of_elements.push_back(c(e));
    mesh.of_elements.push_back({"c", std::move(of_elements)});
  }
  return mesh;
}

} // namespace isobar
