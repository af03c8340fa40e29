#include "flow/flow_resolve.hpp"

#include <cmath>
#include <fmt/format.h>

/// Checks whether inflows, outflows, gravity and obstacles of a deck fit each other.
namespace isobar {

std::string key_of_wall(std::size_t n, const char* what) {
  return fmt::format("walls.{}{}", flow::side_names[n], what);
}

/// Checks that fluid enters through the inflow, and that the opening lies in the side.
void check_inflow(const FlowDeck& deck, std::size_t n) {
  const flow::Wall& wall = deck.walls.*(flow::all_walls[n]);
  if (!(wall.velocity[n / 2] > 0.0))
    throw InputError(fmt::format("{}: the velocity into the box is {}; expected a number above 0 "
                                 "in {}",
                                 describe(deck, key_of_wall(n, "_velocity")), wall.velocity[n / 2],
                                 "xyz"[n / 2]));
  if (wall.opening.empty()) return;
  const std::size_t first = n / 2 == 0 ? 1 : 0, second = n / 2 == 2 ? 1 : 2;
  const double most[] = {deck.grid.length[first], deck.grid.length[second]};
  bool good = wall.opening.size() == 4;
  for (std::size_t d = 0; good && d < 2; ++d)
    good = wall.opening[2 * d] >= 0.0 && wall.opening[2 * d] < wall.opening[2 * d + 1] &&
           wall.opening[2 * d + 1] <= most[d];
  if (!good)
    throw InputError(fmt::format(
        "{}: not a part of the side; expected [a, b, c, d] with a < b from "
        "0 to {} in {} and c < d from 0 to {} in {}",
        describe(deck, key_of_wall(n, "_opening")), most[0], "xyz"[first], most[1], "xyz"[second]));
}

/// Checks that entering fluid can leave, through one side.
void check_openings(const FlowDeck& deck) {
  std::size_t inflow = 6, outflow = 6, outflows = 0;
  for (std::size_t n = 0; n < flow::all_walls.size(); ++n) {
    const WallKind kind = (deck.walls.*(flow::all_walls[n])).kind;
    if (kind == WallKind::inflow) inflow = n;
    if (kind == WallKind::outflow) outflow = n, ++outflows;
  }
  if (inflow < 6 && outflows == 0)
    throw InputError(fmt::format("{}: what enters cannot leave; expected \"outflow\" as walls.east "
                                 "or walls.north",
                                 describe(deck, key_of_wall(inflow))));
  if (outflow < 6 && inflow == 6)
    throw InputError(fmt::format("{}: nothing enters; expected \"inflow\" as walls.west, "
                                 "walls.south or walls.bottom",
                                 describe(deck, key_of_wall(outflow))));
  if (outflows > 1)
    throw InputError(fmt::format("{}: walls.east is an outflow too; expected one of the two",
                                 describe(deck, key_of_wall(outflow))));
}

void check_gravity(const FlowDeck& deck) {
  const std::vector<double>& g = deck.fluid.gravity;
  if (std::hypot(g[0], g[1], g[2]) == 0.0)
    throw InputError(describe(deck, "flow.gravity") +
                     ": no direction; expected a vector that is not 0, and flow.buoyancy = 0 for a "
                     "flow without gravity");
}

/// Checks that obstacles leave some fluid.
void check_obstacles(const FlowDeck& deck) {
  for (std::size_t n = 0; n < deck.obstacles.boxes.size(); ++n) {
    const std::vector<double>& b = deck.obstacles.boxes[n];
    for (std::size_t d = 0; d < 3; ++d)
      if (!(b[d] < b[d + 3]))
        throw InputError(
            fmt::format("{}: box {} of the list goes from {} to {} in {}; expected the "
                        "smaller number first",
                        describe(deck, "obstacles.boxes"), n, b[d], b[d + 3], "xyz"[d]));
  }
  for (std::size_t n = 0; n < deck.obstacles.cylinders.size(); ++n)
    if (!(deck.obstacles.cylinders[n][2] > 0.0))
      throw InputError(fmt::format("{}: cylinder {} of the list has the radius {}; expected a "
                                   "number above 0",
                                   describe(deck, "obstacles.cylinders"), n,
                                   deck.obstacles.cylinders[n][2]));
}

} // namespace isobar
