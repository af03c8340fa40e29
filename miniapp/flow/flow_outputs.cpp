#include "flow/flow_outputs.hpp"

#include "flow/box_file.hpp"
#include "flow/restart_file.hpp"
#include "io/file_names.hpp"
#include "io/files.hpp"
#include "io/npy.hpp"

namespace isobar {
namespace {

OutputPlan output_plan(const FlowDeck& deck, int ranks) {
  const flow::Output& o = deck.output;
  const flow::Grid& g = deck.grid;
  const Int64 field = Int64(sizeof(double)) * deck.unknowns();
  OutputPlan plan = plan_outputs(deck, o, files_to_read(deck));
  if (deck.is_flow() && (o.every_steps || o.every_time)) {
    add_series(plan, describe(deck, "output.netcdf"), o.netcdf);
    add_vtk_series(plan, describe(deck, "output.vtk"), o.vtk);
  }
  if (deck.is_poisson()) add_output(plan, deck, "output.solution", o.solution, field);
  else {
    add_output(plan, deck, "output.probes", o.probes, 0);
    add_output(plan, deck, "output.fluxes", o.fluxes, 0);
    add_output(plan, deck, "output.restart", o.restart,
               restart::bytes(deck.unknowns(), deck.has_temperature()));
  }
  // A job replaces its restart file: each time it is
  // submitted, it continues from the file that it left.
  if (deck.continues() && !o.restart.empty())
    plan.outputs.back().may_replace = describe(deck, "flow.restart_from");
  const int fields = deck.is_poisson() ? 2 : deck.has_temperature() ? 5 : 4;
  const Int64 points = 3 * Int64(sizeof(double)) * (g.nx + 1) * (g.ny + 1) * (g.nz + 1);
  add_vtk(plan, deck, o.vtk, ranks, fields * field + points);
  add_netcdf(plan, deck, o.netcdf, fields * field);
  return plan;
}

/// A grid whose points are the corners of the box's cells.
VtkGrid vtk_grid(const BoxSpec& box, const Partition& partition) {
  VtkGrid grid{Domain::flat, box.z.interfaces, partition};
  grid.corner = [x = box.x.interfaces, y = box.y.interfaces](int i, int j) {
    return std::array<double, 3>{x[std::size_t(i)], y[std::size_t(j)], 0.0};
  };
  return grid;
}

} // namespace

std::vector<FileToRead> files_to_read(const FlowDeck& deck) {
  if (deck.is_poisson() && deck.rhs.kind == flow::RhsKind::file)
    return {{"rhs.file", deck.rhs.file, FileShare::sample}};
  if (deck.continues()) return {{"flow.restart_from", deck.fluid.restart_from, FileShare::sample}};
  return {};
}

FlowOutputs::FlowOutputs(const FlowContext& c)
    : OutputFiles(output_plan(c.deck, c.comm.size()), c.comm), deck_(c.deck) {}

void FlowOutputs::stage(const Partition& partition, const HostField& right_side,
                        const HostField& solution, bool good) {
  choose_names(good);
  OutputFiles::stage("solution", deck_.output.solution, [&](const std::filesystem::path& target) {
    return stage_npy(target, comm(), partition, solution);
  });
  stage_pictures(partition, {{"right_side", right_side}, {"solution", solution}}, good);
}

FlowOutputs::Stage FlowOutputs::netcdf_file(const Partition& partition,
                                            const std::vector<VtkField>& fields, bool good) const {
  return [this, &partition, &fields, good](const std::filesystem::path& target) {
    const CfFile file = box_file(deck_, partition, fields, good);
    return netcdf::stage(target, comm(), file.contents, file.numbers);
  };
}

void FlowOutputs::stage_pictures(const Partition& partition, const std::vector<VtkField>& fields,
                                 bool good) {
  if (!deck_.output.vtk.empty())
    stage_vtk_files(deck_.output.vtk, vtk_grid(deck_.box(), partition), fields);
  OutputFiles::stage("netcdf", deck_.output.netcdf, netcdf_file(partition, fields, good));
}

/// Returns how to write a text, which rank 0 does.
FlowOutputs::Stage FlowOutputs::text(const std::string& text) const {
  return [this, &text](const std::filesystem::path& target) {
    SharedFile file(target, comm(), Int64(text.size()));
    return file.finish(file_problem([&] {
      if (comm().rank() == 0) file.write(0, text.data(), Int64(text.size()));
    }));
  };
}

/// Publishes the restart file last, so that all outputs that it counts are written.
void FlowOutputs::publish(const Partition& partition, const FlowFiles& files, int number) {
  const flow::Output& out = deck_.output;
  OutputFiles::publish("probes", out.probes, text(files.probes));
  OutputFiles::publish("fluxes", out.fluxes, text(files.fluxes));
  if (!out.netcdf.empty())
    OutputFiles::publish("netcdf", numbered_name(out.netcdf).with(number),
                         netcdf_file(partition, files.fields, true));
  if (!out.vtk.empty())
    publish_vtk_files(numbered_name(out.vtk).with(number), vtk_grid(deck_.box(), partition),
                      files.fields);
  if (files.restart) OutputFiles::publish("restart", out.restart, files.restart);
}

void FlowOutputs::stage(const Partition& partition, const FlowFiles& files, bool good) {
  const flow::Output& out = deck_.output;
  choose_names(good);
  OutputFiles::stage("probes", out.probes, text(files.probes));
  OutputFiles::stage("fluxes", out.fluxes, text(files.fluxes));
  stage_pictures(partition, files.fields, good);
  if (files.restart) OutputFiles::stage("restart", out.restart, files.restart);
}

} // namespace isobar
