#include <isobar/core/grid/grid_spec.hpp>

#include "base/refuse.hpp"
#include <isobar/core/grid/layers.hpp>

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

void require_count(const char* name, const std::vector<double>& numbers, std::size_t count) {
  if (!numbers.empty() && numbers.size() != count)
    refuse("layer profile ", name, ": ", numbers.size(), " numbers; expected ", count);
}

/// Checks a profile of one number a layer. Each has to be finite and greater than 0, or at least 0
/// if it may be zero.
void check_profile(const char* name, const std::vector<double>& profile, int nz, bool may_be_zero) {
  require_count(name, profile, std::size_t(nz));
  for (std::size_t k = 0; k < profile.size(); ++k)
    if (!std::isfinite(profile[k]) || profile[k] < 0.0 || (profile[k] == 0.0 && !may_be_zero))
      refuse("layer profile ", name, ": layer ", k, " is ", profile[k],
             "; expected a finite number ", may_be_zero ? "of at least 0" : "greater than 0");
}

void check_interfaces(const std::vector<double>& z, int nz) {
  require_count("interfaces", z, std::size_t(nz) + 1);
  if (!z.empty() && z[0] != 0.0)
    refuse("layer profile interfaces: interface 0 is ", z[0], "; expected 0, the ground");
  for (std::size_t k = 1; k < z.size(); ++k)
    if (!std::isfinite(z[k]) || z[k] <= z[k - 1])
      refuse("layer profile interfaces: interface ", k, " is ", z[k],
             "; expected a finite height above that of interface ", k - 1, ", ", z[k - 1]);
}

void check_pair(Boundary low, Boundary high, const char* names) {
  if ((low == Boundary::periodic) != (high == Boundary::periodic))
    refuse("boundaries ", names, ": one of them is periodic; expected both or none");
}

void check_boundaries(const GridSpec& s) {
  const Boundaries& b = s.boundaries;
  check_pair(b.west, b.east, "west and east");
  check_pair(b.south, b.north, "south and north");
  if (b.bottom == Boundary::periodic || b.top == Boundary::periodic)
    refuse("boundary ", b.bottom == Boundary::periodic ? "bottom" : "top",
           ": is periodic; expected dirichlet or neumann");
  const bool own_geometry = s.columns && s.columns->geometry;
  if ((b.periodic_x() || b.periodic_y()) && is_panel(s.domain) && !own_geometry)
    refuse("boundary ", b.periodic_x() ? "west" : "south",
           ": is periodic on a panel; expected dirichlet or neumann, a flat domain, or columns of "
           "one's own");
}

void check_flux(const GridSpec& s) {
  if (has_ground(s) && s.flux != Flux::vertex)
    refuse(
        "ground: given with the two-point flux, which has no gradients; expected flux vertex, or "
        "none");
  if (has_ground(s) && s.boundaries.bottom != Boundary::neumann)
    refuse("boundary bottom: is dirichlet on a ground that layers follow; expected neumann");
  if (s.flux != Flux::vertex) return;
  if (s.columns && s.columns->geometry)
    refuse("flux: vertex with columns of one's own, whose vertices are not known; expected "
           "two_point, or none");
}

void check_sphere(const GridSpec& s) {
  if (s.domain != Domain::sphere) return;
  if (s.flux != Flux::vertex)
    refuse("flux: two_point on the sphere, where it does not converge; expected vertex");
  const Boundaries& b = s.boundaries;
  if (b.periodic_x() || b.periodic_y())
    refuse("boundary ", b.periodic_x() ? "west" : "south",
           ": is periodic on the sphere, which has no sides; expected none");
}

void check_unique(const GridSpec& s) {
  if (is_singular(s) && !s.may_be_singular)
    refuse("layer profile beta: is 0 on all layers and u is 0 on no side; expected a layer with "
           "beta greater than 0 or a dirichlet side");
}

} // namespace

bool has_fields(const GridSpec& spec) {
  const ColumnFields* const c = spec.columns.get();
  return c && (c->alpha_h || c->alpha_v || c->beta || c->geometry || c->ground);
}

bool has_ground(const GridSpec& spec) { return spec.columns && spec.columns->ground; }

bool is_singular(const GridSpec& s) {
  const Boundaries& b = s.boundaries;
  using Sides = std::vector<Boundary>;
  const Sides all = s.domain == Domain::sphere
                        ? Sides{b.bottom, b.top}
                        : Sides{b.west, b.east, b.south, b.north, b.bottom, b.top};
  const std::vector<double>& beta = s.profiles.beta;
  return !beta.empty() && std::ranges::count(all, Boundary::dirichlet) == 0 &&
         std::ranges::all_of(beta, [](double x) { return x == 0.0; });
}

void check(const GridSpec& spec) {
  check_boundaries(spec);
  check_sphere(spec);
  check_flux(spec);
  check_interfaces(spec.profiles.interfaces, spec.nz);
  check_profile("alpha_h", spec.profiles.alpha_h, spec.nz, false);
  check_profile("alpha_v", spec.profiles.alpha_v, spec.nz, false);
  check_profile("beta", spec.profiles.beta, spec.nz, true);
  check_unique(spec);
  if (spec.layers && spec.layers->size() != std::size_t(spec.nz))
    refuse("layers: ", spec.layers->size(), " of them; expected ", spec.nz);
}

const Partition& checked_partition(const Partition& partition, const GridSpec& spec) {
  check(spec);
  const Periodic periodic = spec.boundaries.periodic();
  if (periodic != partition.periodic)
    refuse("boundaries: the grid is ", to_string(periodic),
           ", but its columns were distributed over ranks as ", to_string(partition.periodic),
           "; expected Partition::periodic to be the same");
  if (partition.is_on_sphere() != (spec.domain == Domain::sphere))
    refuse("domain: the columns were distributed over ranks as ",
           partition.is_on_sphere() ? "patches of the sphere" : "a rectangle",
           "; expected those of the grid's domain");
  return partition;
}

} // namespace isobar
