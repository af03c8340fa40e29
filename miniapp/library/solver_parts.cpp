#include "library/solver_parts.hpp"

#include "grid/vertex_evaluation.hpp"
#include "pressure/setup/hierarchy.hpp"

#include <isobar/core/columns/level_setup.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// Adds indices from `first` - 1 to the edge after the last column, if they exist.
void add_span(Slots& slots, int first, int count, int columns, bool periodic) {
  const int end = periodic ? std::min(first + count + 1, first - 1 + columns) : first + count + 1;
  for (int n = first - 1; n < end; ++n) {
    const int index = periodic ? (n % columns + columns) % columns : n;
    if (index >= 0 && index <= columns) slots.add(index);
  }
}

/// Room for all columns that parts need on the sphere, where the
/// cells beside a patch may be columns or rows of another panel.
std::shared_ptr<const ColumnSlots> slots_on_sphere(const std::vector<Partition>& parts) {
  const int n = parts.front().global_nx;
  auto slots = std::make_shared<ColumnSlots>(n, panel_count * n);
  GridSpec spec;
  spec.domain = Domain::sphere;
  spec.flux = Flux::vertex;
  ColumnFields fields;
  fields.alpha_h = [&slots](int i, int j) {
    slots->x.add(i);
    slots->y.add(j);
    return 1.0;
  };
  spec.columns = std::make_shared<const ColumnFields>(fields);
  ask_fields(spec, parts);
  return slots;
}

/// Adds every `step`-th index and the next one, so that the edge between them is known.
void add_sample(Slots& slots, int columns) {
  constexpr int most = 64;
  const int step = (columns + most - 1) / most;
  for (int n = 0; n < columns; n += step)
    for (const int index : {n, n + 1})
      if (index < columns) slots.add(index);
}

} // namespace

std::vector<Partition> parts_of_solver(const Deck& deck, const GridSpec& spec,
                                       const Decomposition& d) {
  std::vector<Partition> parts{d.partition()};
  if (!deck.uses_multigrid()) return parts;
  GridSetup setup{spec, d.partition(), {}};
  setup.merged = rank_stages(deck, d).merged_parts(d.rank());
  if (setup.partition.is_on_sphere()) return evaluated_parts(level_stages(setup, deck.multigrid));
  for (const Partition& part : evaluated_parts(level_stages(setup, deck.multigrid)))
    parts.push_back(part);
  return parts;
}

std::shared_ptr<const ColumnSlots> slots_of(const std::vector<Partition>& parts) {
  const Partition& whole = parts.front();
  if (whole.is_on_sphere()) return slots_on_sphere(parts);
  auto slots = std::make_shared<ColumnSlots>(whole.global_nx, whole.global_ny);
  for (const Partition& p : parts) {
    add_span(slots->x, p.first_i, p.nx, p.global_nx, p.periodic.x);
    add_span(slots->y, p.first_j, p.ny, p.global_ny, p.periodic.y);
  }
  return slots;
}

std::shared_ptr<const ColumnSlots> slots_of_sample(int nx, int ny) {
  auto slots = std::make_shared<ColumnSlots>(nx, ny);
  add_sample(slots->x, nx);
  add_sample(slots->y, ny);
  return slots;
}

} // namespace isobar
