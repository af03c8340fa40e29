#include "pressure/classes/united_departures.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace isobar {
namespace {

std::string text_of(const std::vector<Departure>& departures) {
  nlohmann::json all = nlohmann::json::array();
  for (const Departure& d : departures) all.push_back({d.key, d.found, d.wanted});
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<Departure> departures_in(const std::string& text) {
  std::vector<Departure> departures;
  if (text.empty()) return departures;
  for (const nlohmann::json& d : nlohmann::json::parse(text))
    departures.push_back({d.at(0).get<std::string>(), d.at(1), d.at(2)});
  return departures;
}

} // namespace

std::vector<Departure> united(const MpiComm& comm, const std::vector<Departure>& mine) {
  std::vector<Departure> all =
      departures_in(comm.first_text(comm.rank() == 0 ? text_of(mine) : ""));
  std::vector<Departure> more;
  for (const Departure& d : departures_in(text_of(mine))) // in the form in which it travels
    if (std::ranges::none_of(
            all, [&](const Departure& a) { return a.key == d.key && a.found == d.found; }))
      more.push_back({d.key,
                      d.found.is_string()
                          ? nlohmann::json(fmt::format("{}, on rank {}", d.found.get<std::string>(),
                                                       comm.rank()))
                          : d.found,
                      d.wanted});
  for (const Departure& d : departures_in(comm.first_text(more.empty() ? "" : text_of(more))))
    all.push_back(d);
  return all;
}

} // namespace isobar
