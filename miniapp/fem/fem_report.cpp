#include "fem/fem_report.hpp"

#include "fem/fem_value_kinds.hpp"
#include "report/report_parts.hpp"

#include <nlohmann/json.hpp>

namespace isobar {
namespace {

using report_part::Json;
using report_part::number;

/// Flux and transfer of a rim without a value; null if it has neither.
Json open_boundary(const fem::Problem& problem, const std::string& rim) {
  Json open;
  for (const fem::RimFlux& flux : problem.fluxes)
    if (flux.rim == rim) open["flux"] = to_json(fem::to_value(flux));
  for (const fem::RimTransfer& transfer : problem.transfers)
    if (transfer.rim == rim) open["transfer"] = transfer.value;
  return open;
}

/// The condition on each rim: a number, a function, the known solution, or flux and transfer.
Json boundaries(const FemContext& c) {
  Json all = Json::object();
  for (const Rim& rim : c.mesh.rims) {
    const Json open = open_boundary(c.deck.problem, rim.name);
    all[rim.name] = open.is_null() && c.deck.problem.solution ? Json("solution") : open;
    for (const fem::RimValue& value : c.deck.problem.boundaries)
      if (value.rim == rim.name)
        all[rim.name] = value.open ? open : to_json(fem::to_value(value.value));
  }
  return all;
}

Json problem(const FemContext& c) {
  const MeshQuality q = quality(c.mesh);
  return {{"unknowns", c.unknowns()},
          {"fixed", c.counts.back().fixed},
          {"order", c.deck.space.order},
          {"numbering", deck::word(c.deck.used_numbering())},
          {"mesh",
           {{"vertices", c.mesh.vertices.size()},
            {"edges", c.mesh.edges.size()},
            {"elements", c.mesh.quads.size()},
            {"rim_edges", c.mesh.rim_edges.size()},
            {"layers", c.deck.mesh.layers},
            {"height", c.deck.has_layers() ? Json(c.deck.mesh.height) : Json()},
            {"smallest_scaled_jacobian", number(q.smallest_scaled_jacobian)},
            {"largest_aspect_ratio", number(q.largest_aspect_ratio)}}},
          {"boundaries", boundaries(c)}};
}

Json levels(const FemRecord& record) {
  Json all = Json::array();
  for (const FemLevelRecord& l : record.levels)
    all.push_back(
        {{"level", all.size()},
         {"elements", l.elements},
         {"unknowns", l.unknowns},
         {"fixed", l.fixed},
         {"stiffness_entries", l.stiffness},
         {"transfer_entries", l.transfer},
         {"stiffness_bytes", l.stiffness_bytes},
         {"restriction_bytes", l.restriction_bytes},
         {"prolongation_bytes", l.prolongation_bytes},
         {"spai_bytes", l.spai_bytes},
         {"sweep_groups", l.sweep_groups},
         {"largest_eigenvalue", l.largest_eigenvalue ? number(*l.largest_eigenvalue) : Json()},
         {"relaxation", l.relaxation ? number(*l.relaxation) : Json()}});
  return all;
}

/// The partition; null on one rank.
Json partition(const FemContext& c) {
  if (c.ranks() == 1) return {};
  const UnknownsOfRanks unknowns = c.rank_unknowns();
  return {{"method", to_string(c.partition.method)},
          {"dealt_level", c.deck.mesh.levels - 1 - c.partition.level},
          {"dealt_elements", c.partition.rank_of.size()},
          {"most_unknowns", unknowns.most},
          {"least_unknowns", unknowns.least}};
}

Json solver(const FemSetting& c, const FemRecord& record) {
  const fem::Solver& s = c.deck.solver;
  Json all = report_part::solver(deck::word(s.method), deck::word(s.precision), s.tolerance);
  all["matrix_format"] = deck::word(matrix_format(c.deck));
  all["smoother"] = smoother_text(c.deck);
  all["coarsest_level"] = c.coarsest_level;
  all["coarse_solver"] = solves_directly(c) ? "direct" : "cg";
  all["warning"] = record.warning.empty() ? Json() : Json(record.warning);
  report_part::add_outcome(all, record.solve);
  return all;
}

Json errors_json(const FemErrors& e) {
  return {{"l2", number(e.l2)}, {"energy", number(e.energy)}};
}

/// The errors; null if no solution is known.
Json errors(const FemContext& c, const FemRecord& record) {
  if (!record.errors) return {};
  return {{"solution", deck::word(*c.deck.problem.solution)},
          {"of_u", errors_json(record.errors->of_u)},
          {"of_interpolation", errors_json(record.errors->of_interpolation)},
          {"norm", errors_json(record.errors->norm)}};
}

/// The timed products; null if the run was interrupted before them.
Json product(const FemRecord& record) {
  const ProductRecord& p = record.product;
  if (p.seconds.samples.empty()) return {};
  const double rate = p.bytes_per_second();
  return {{"seconds", report_part::timing(p.seconds)},
          {"products_in_a_sample", p.in_a_sample},
          {"entries", p.entries},
          {"bytes", p.bytes},
          {"mflop_s", number(p.mflops())},
          {"gb_s", number(rate / 1e9)},
          {"percent_of_copy", number(100.0 * rate / record.copies.best().bytes_per_second)}};
}

Json timings(const FemRecord& record) {
  Json all = report_part::solve_timings(record);
  all["load"] = number(record.load);
  all["assembly"] = report_part::timing(record.assembly);
  all["product"] = product(record);
  return all;
}

} // namespace

Json fem_report(const FemContext& c, const FemRecord& record, const Json& environment) {
  Json all = report_part::report(1, c.deck, record, environment);
  all["problem"] = problem(c);
  all["decomposition"] = {{"ranks", c.ranks()},
                          {"partition", partition(c)},
                          {"transport", report_part::transport(c.transport)},
                          {"levels", levels(record)}};
  all["solver"] = solver(c, record);
  all["errors"] = errors(c, record);
  all["timings"] = timings(record);
  report_part::add_figures(all, record, record.mdof_per_second(c.unknowns()), c.unknowns());
  return all;
}

} // namespace isobar
