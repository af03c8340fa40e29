#include "flow/flow_resolve.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

/// Chooses the smoother of a deck that names none. It is the fastest one on such a box that leaves
/// at most 0.15 of the residual in a cycle. See docs/poisson.md, "The smoother that is chosen".
namespace isobar {
namespace {

constexpr double about_equal = 1.25; ///< longest over shortest side of a cell
constexpr double much_stretched = 2.0;

/// The least and the largest width of the cells of an axis.
struct Widths {
  double least, most;
  explicit Widths(const Axis& axis) : least(axis.least_width()), most(least) {
    for (int i = 0; i < axis.cells(); ++i) most = std::max(most, axis.width(i));
  }
};

std::array<const Axis*, 3> axes_of(const BoxSpec& box) { return {&box.x, &box.y, &box.z}; }

/// The ratio of the largest to the least width of cells: over all axes with several cells, and the
/// largest one of a single axis.
struct Shapes {
  double longer = 1.0, stretched = 1.0;
  explicit Shapes(const BoxSpec& box) {
    double least = 0.0, most = 0.0;
    for (const Axis* axis : axes_of(box)) {
      if (axis->cells() == 1) continue;
      const Widths w(*axis);
      least = most == 0.0 ? w.least : std::min(least, w.least);
      most = std::max(most, w.most);
      stretched = std::max(stretched, w.most / w.least);
    }
    if (most > 0.0) longer = most / least;
  }
};

struct Choice {
  flow::SmootherName smoother;
  int steps;
  std::optional<double> relaxation;
  std::string reason;
};

Choice choice_for(const BoxSpec& box) {
  const std::vector<BoxSpec> levels = box_levels(box, most_box_levels);
  const auto odd = std::ranges::find_if(levels, closes_on_an_odd_number);
  const Shapes shapes(box);
  const bool stretched = shapes.stretched > much_stretched;
  if (odd != levels.end())
    return {flow::SmootherName::chebyshev,
            stretched ? 4 : 3,
            {},
            fmt::format("a periodic direction has an odd number of cells on level {}",
                        odd - levels.begin())};
  if (stretched)
    return {flow::SmootherName::sor, 3, 1.4,
            fmt::format("cells of an axis differ by a factor of {:.3g}", shapes.stretched)};
  if (shapes.longer > about_equal)
    return {flow::SmootherName::sor, 2, 1.25,
            fmt::format("cells are {:.3g} times as long as wide", shapes.longer)};
  return {flow::SmootherName::sor, 1, 1.2, "cells are about as long as wide"};
}

/// Replaces an automatic smoother, and its steps if the deck
/// does not give them. Returns the reason for the choice.
std::string resolve(const FlowDeck& deck, const char* section, flow::Cycle& cycle) {
  const auto key = [section](const char* name) { return fmt::format("{}.{}", section, name); };
  if (cycle.smoother != flow::SmootherName::automatic) return "given";
  if (deck.is_given(key("relaxation")))
    throw InputError(fmt::format("{}: {} = \"auto\" has a factor of its own; expected a smoother "
                                 "beside it",
                                 describe(deck, key("relaxation")), key("smoother")));
  const Choice choice = deck.solver.method == flow::PoissonMethod::jacobi
                            ? Choice{flow::SmootherName::jacobi, 2, {}, "the method"}
                            : choice_for(deck.box());
  cycle.smoother = choice.smoother;
  cycle.relaxation = choice.relaxation;
  if (!deck.is_given(key("before"))) cycle.before = choice.steps;
  if (!deck.is_given(key("after"))) cycle.after = choice.steps;
  return choice.reason;
}

} // namespace

bool is_coloured(const flow::Cycle& cycle) {
  return cycle.smoother == flow::SmootherName::gauss_seidel ||
         cycle.smoother == flow::SmootherName::sor;
}

bool closes_on_an_odd_number(const BoxSpec& box) {
  return std::ranges::any_of(axes_of(box), [](const Axis* a) {
    return a->is_periodic() && a->cells() % 2 == 1 && a->cells() > 1;
  });
}

void choose_smoother(const FlowDeck& deck, const char* section, flow::Cycle& cycle) {
  cycle.smoother = flow::SmootherName::automatic;
  resolve(deck, section, cycle);
}

void resolve_smoothers(FlowDeck& deck) {
  deck.smoother_reason = resolve(deck, "multigrid", deck.multigrid.cycle);
  resolve(deck, "amalgamation", deck.amalgamation.cycle);
}

} // namespace isobar
