#pragma once
#include "pressure/classes/official.hpp"
#include "report/screen_parts.hpp"

#include <nlohmann/json_fwd.hpp>

/// The parts of reports about a problem class.
namespace isobar::report_part {

/// The section "benchmark".
nlohmann::json benchmark(const Official& official);
/// The list `environment.libraries`: the executable and the libraries that were mapped.
nlohmann::json libraries(const ClassRun& run);

} // namespace isobar::report_part

namespace isobar::screen_part {

/// Class, hash and commit, repeats and spread, and whether the run is official, with a line for each departure.
void add_official(Lines out, const Official& official);

} // namespace isobar::screen_part
