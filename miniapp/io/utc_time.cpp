#include "io/utc_time.hpp"

#include <ctime>

namespace isobar {

std::string utc_time() {
  const std::time_t t = std::time(nullptr);
  char text[sizeof "2000-01-01T00:00:00Z"];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&t));
  return text;
}

} // namespace isobar
