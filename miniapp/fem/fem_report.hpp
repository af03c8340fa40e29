#pragma once
#include "fem/fem_problem.hpp"
#include "fem/fem_record.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace isobar {

/// The report of a run as docs/fem-report.schema.json describes it. `environment` is what environment() returned.
nlohmann::json fem_report(const FemContext& context, const FemRecord& record,
                          const nlohmann::json& environment);

/// The report as text for the screen, with the verdict in the last lines.
std::string fem_screen(const FemContext& context, const FemRecord& record);

/// The text of --dry-run: mesh, levels with their counts, and predicted memory.
std::string fem_dry_run(const FemSetting& setting);

} // namespace isobar
