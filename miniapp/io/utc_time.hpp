#pragma once
#include <string>

namespace isobar {

/// The time now in UTC, as ISO 8601 writes it: 2000-01-01T00:00:00Z.
std::string utc_time();

} // namespace isobar
