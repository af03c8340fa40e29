#include "fem/part_unknowns.hpp"

#include "fem/reference_element.hpp"
#include "fem/reference_triangle.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace isobar {
namespace {

/// Returns the value of basis function b of an element at node a of one of its children.
template <class Reference> double value_at(int b, int child, int a) {
  return Reference::value(b, Reference::in_parent(child, Reference::place(a)));
}
/// Returns whether basis function b of an element with `nodes` nodes is 0 at node a of a child.
bool is_zero_at(std::size_t nodes, int b, int child, int a) {
  switch (nodes) {
  case 3: return is_zero(value_at<ReferenceTriangle<1>>(b, child, a));
  case 4: return is_zero(value_at<ReferenceElement<1>>(b, child, a));
  case 6: return is_zero(value_at<ReferenceTriangle<2>>(b, child, a));
  default: return is_zero(value_at<ReferenceElement<2>>(b, child, a));
  }
}

} // namespace

PartUnknowns::PartUnknowns(const MeshPart& part, const ElementTable& table, const FemSpace* coarser)
    : rank_(part.rank), is_read_(table.points.size(), false) {
  const auto add = [this](const PartEntities& entities, Int64 before) {
    for (Int64 id : entities.ids) ids_.push_back(before + id);
    owners_.insert(owners_.end(), entities.owners.begin(), entities.owners.end());
  };
  add(part.vertices, 0);
  if (table.nodes > 4) {
    add(part.edges, part.all_vertices);
    for (int q = 0; q < int(part.mesh.quads.size()); ++q) {
      if (corners(part.mesh.quads[q]) == 3) continue;
      ids_.push_back(part.all_vertices + part.all_edges + part.centre(q));
      owners_.push_back(part.quads.owners[q]);
    }
  }
  mark_read(part, table);
  if (coarser) mark_restricted(part, table, *coarser);
}

/// A row of the matrix reads all unknowns of the elements around its own unknown. Prolongations to finer rows read the unknowns
/// of owned elements.
void PartUnknowns::mark_read(const MeshPart& part, const ElementTable& table) {
  for (int e = 0; e < table.elements(); ++e) {
    const auto nodes = table.of(e);
    if (!part.owns_quad(e) && std::ranges::none_of(nodes, [&](int n) { return is_owned(n); }))
      continue;
    for (int n : nodes) is_read_[n] = true;
  }
}

/// A row of the restriction reads the fine unknowns at which the basis function of its coarse unknown is not 0.
void PartUnknowns::mark_restricted(const MeshPart& part, const ElementTable& table,
                                   const FemSpace& coarser) {
  for (int e = 0; e < table.elements(); ++e) {
    const auto coarse = coarser.table().of(part.parents[e / 4]);
    const auto nodes = table.of(e);
    if (std::ranges::all_of(nodes, [&](int n) { return bool(is_read_[n]); })) continue;
    for (int b = 0; b < int(nodes.size()); ++b)
      for (int a = 0; a < int(nodes.size()); ++a)
        if (coarse[b] < coarser.owned() && !is_zero_at(nodes.size(), b, e % 4, a))
          is_read_[nodes[a]] = true;
  }
}

std::vector<int> PartUnknowns::numbers(const std::vector<int>& wanted, GhostOrder ghosts) const {
  std::vector<int> order(ids_.size()), number(ids_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int n) {
    const Kind k = kind(n);
    const bool as_wanted = k == Kind::owned || ghosts == GhostOrder::wanted;
    return std::tuple(k, k == Kind::owned ? 0 : owners_[n], as_wanted ? Int64(wanted[n]) : ids_[n]);
  });
  for (std::size_t n = 0; n < order.size(); ++n) number[order[n]] = int(n);
  return number;
}

DistributedNumbers PartUnknowns::distributed(const std::vector<int>& new_number) const {
  const auto count = [this](Kind wanted) {
    int sum = 0;
    for (int n = 0; n < int(ids_.size()); ++n) sum += kind(n) == wanted;
    return sum;
  };
  DistributedNumbers distributed;
  distributed.owned = count(Kind::owned);
  const int ghosts = count(Kind::ghost);
  distributed.ids.resize(std::size_t(distributed.owned) + ghosts);
  distributed.owners.resize(std::size_t(ghosts));
  for (int n = 0; n < int(ids_.size()); ++n) {
    if (kind(n) == Kind::unread) continue;
    distributed.ids[new_number[n]] = ids_[n];
    if (kind(n) == Kind::ghost) distributed.owners[new_number[n] - distributed.owned] = owners_[n];
  }
  return distributed;
}

} // namespace isobar
