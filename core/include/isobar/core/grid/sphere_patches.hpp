#pragma once

namespace isobar {

/// The number of panels of the cubed sphere.
inline constexpr int panel_count = 6;
/// The rows between two patches in a field: the northern halo row of one, and the southern halo row
/// of the next.
inline constexpr int rows_between_patches = 2;

/// The patches of the cubed sphere (cubed_sphere.hpp) that a rank owns. Each panel is divided into
/// per_x x per_y equal rectangles. Numbers of patches go panel after panel, and inside a panel row
/// by row, with x fastest. A rank owns `count` consecutive ones.
struct SpherePatches {
  int first = 0, count = 0; ///< a count of 0: the domain is no sphere
  int per_x = 1, per_y = 1;

  bool operator==(const SpherePatches&) const = default;
  constexpr int of_panel() const { return per_x * per_y; }
  constexpr int all() const { return panel_count * of_panel(); }

  /// The place of a patch: its panel, and the numbers of patches of the panel west and south of it.
  struct Place {
    int panel, x, y;
  };
  constexpr Place place(int patch) const {
    const int in_panel = patch % of_panel();
    return {patch / of_panel(), in_panel % per_x, in_panel / per_x};
  }
  constexpr int number(const Place& p) const { return p.panel * of_panel() + p.y * per_x + p.x; }
};

} // namespace isobar
