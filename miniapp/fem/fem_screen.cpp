#include "fem/fem_deck_solver.hpp"
#include "fem/fem_report.hpp"
#include "report/screen_parts.hpp"

#include <fmt/format.h>

namespace isobar {
namespace {

using screen_part::add_timing;
using screen_part::Lines;

/// The elements of a mesh as text: "Q2", "P1" or "Q1 and P1".
std::string elements_text(const QuadMesh& mesh, int order) {
  const int triangles = mesh.triangles();
  const std::string quad = fmt::format("Q{}", order), triangle = fmt::format("P{}", order);
  if (triangles == 0) return quad;
  return triangles == int(mesh.quads.size()) ? triangle : quad + " and " + triangle;
}

void add_problem(Lines out, const FemSetting& c) {
  const FemDeck& deck = c.deck;
  const MeshQuality q = quality(c.mesh);
  fmt::format_to(out, "deck         {}\n", deck.path);
  fmt::format_to(out, "mesh         {}, {} levels from {} elements, {} vertices, {} boundaries\n",
                 deck::word(deck.mesh.source), deck.mesh.levels, c.mesh.quads.size(),
                 c.mesh.vertices.size(), c.mesh.rims.size());
  if (deck.has_layers())
    fmt::format_to(out, "             extruded into {} layers, of height {:g} together\n",
                   deck.mesh.layers, deck.mesh.height);
  fmt::format_to(out,
                 "             smallest sine of a corner {:.3f}, largest ratio of edges {:.3g}\n",
                 q.smallest_scaled_jacobian, q.largest_aspect_ratio);
  const bool given_up =
      deck.space.numbering == Numbering::random && deck.used_numbering() != Numbering::random;
  const std::string mended = given_up ? ", as random is given up at load" : "";
  fmt::format_to(out, "space        {} = {} unknowns, {} fixed, numbering {}{}\n",
                 elements_text(c.mesh, deck.space.order), c.unknowns(), c.counts.back().fixed,
                 deck::word(deck.used_numbering()), mended);
  if (c.ranks() > 1) {
    const UnknownsOfRanks unknowns = c.rank_unknowns();
    fmt::format_to(out, "ranks        {}, to which {} deals {} elements: {} to {} unknowns\n",
                   c.ranks(), to_string(c.partition.method), c.partition.rank_of.size(),
                   unknowns.least, unknowns.most);
  }
  fmt::format_to(out, "solver       {}, {}, {}, tolerance {:.1e}\n", deck::word(deck.solver.method),
                 deck::word(deck.solver.precision), deck::word(matrix_format(deck)),
                 deck.solver.tolerance);
  fmt::format_to(out, "smoother     {}\n", smoother_text(deck));
  fmt::format_to(out, "coarsest     level {} of {}, {} unknowns, solved {}\n", c.coarsest_level,
                 deck.mesh.levels, c.coarsest().unknowns,
                 solves_directly(c) ? "directly" : "by CG");
}

void add_product(Lines out, const FemRecord& record) {
  const ProductRecord& p = record.product;
  if (p.seconds.samples.empty()) return;
  const double rate = p.bytes_per_second();
  fmt::format_to(out, "product      {:10.4f} ms, {:.0f} MFlop/s, {:.2f} GB/s, {:.0f} % of copy\n",
                 1e3 * p.seconds.median(), p.mflops(), rate / 1e9,
                 100.0 * rate / record.copies.best().bytes_per_second);
}

} // namespace

std::string fem_screen(const FemContext& c, const FemRecord& record) {
  std::string text;
  const Lines out(text);
  add_problem(out, c);
  if (!record.warning.empty()) fmt::format_to(out, "warning      {}\n", record.warning);
  if (c.ranks() > 1) fmt::format_to(out, "exchanges    {}\n", c.transport.reason);
  screen_part::add_memory(out, record);
  fmt::format_to(out, "load         {:10.3f} ms\n", 1e3 * record.load);
  add_timing(out, "assembly", record.assembly);
  add_product(out, record);
  screen_part::add_solve_timings(out, record);
  screen_part::add_solves(out, record, c.unknowns());
  screen_part::add_checks_and_files(out, record);
  screen_part::add_verdict(out, record, record.mdof_per_second(c.unknowns()), "MDOF/s");
  return text;
}

std::string fem_dry_run(const FemSetting& c) {
  std::string text;
  const Lines out(text);
  add_problem(out, c);
  const std::size_t coarsest = std::size_t(c.coarsest_level) - 1;
  for (std::size_t l = c.counts.size(); l-- > coarsest;) {
    const FemCounts& n = c.counts[l];
    fmt::format_to(out, "  level {:<2}   {} elements, {} unknowns, {} fixed, {} non-zeros",
                   c.counts.size() - 1 - l, n.elements, n.unknowns, n.fixed, n.stiffness);
    if (l > coarsest) fmt::format_to(out, ", {} in transfers", n.transfer);
    fmt::format_to(out, "\n");
  }
  screen_part::add_predicted_memory(out, predicted_memory(c), c.ranks());
  return text;
}

} // namespace isobar
