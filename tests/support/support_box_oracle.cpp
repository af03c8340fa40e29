#include "support_box_oracle.hpp"

#include <array>
#include <limits>

namespace isobar::oracle {
namespace {

double width(const Axis& a, int i) {
  return a.interfaces[std::size_t(i) + 1] - a.interfaces[std::size_t(i)];
}
double centre(const Axis& a, int i) {
  return 0.5 * (a.interfaces[std::size_t(i)] + a.interfaces[std::size_t(i) + 1]);
}

/// The neighbour of a cell on one side, and its distance: another cell, or a number that u has there.
struct Beside {
  int cell; ///< -1: u is 0
  double distance;
};
Beside beside(const Axis& a, int i, int step) {
  const int n = a.cells(), next = i + step;
  if (next >= 0 && next < n) return {next, 0.5 * (width(a, i) + width(a, next))};
  const Boundary side = step < 0 ? a.low : a.high;
  if (side == Boundary::dirichlet) return {-1, 0.5 * width(a, i)};
  if (side == Boundary::neumann) return {i, std::numeric_limits<double>::infinity()};
  const int other = step < 0 ? n - 1 : 0;
  return {other, 0.5 * (width(a, i) + width(a, other))};
}

using Place = std::array<int, 3>; ///< x, y, z
constexpr int directions = 3;

struct Axes {
  std::array<const Axis*, 3> of;
  explicit Axes(const BoxSpec& b) : of{&b.x, &b.y, &b.z} {}
  const Axis& operator[](int d) const { return *of[std::size_t(d)]; }
  /// Area of the faces across direction d.
  double area(const Place& p, int d) const {
    double product = 1.0;
    for (int e = 0; e < directions; ++e)
      if (e != d) product *= width((*this)[e], p[std::size_t(e)]);
    return product;
  }
};

Array array_of(const BoxSpec& b) { return {b.x.cells(), b.y.cells(), b.z.cells()}; }

template <class Visit> void for_cells_of(const Array& like, const Visit& visit) {
  for (int j = 0; j < like.ny; ++j)
    for (int i = 0; i < like.nx; ++i)
      for (int k = 0; k < like.nz; ++k) visit(Place{i, j, k});
}
double at(const Array& x, const Place& p) { return x(p[1], p[0], p[2]); }
double& at(Array& x, const Place& p) { return x(p[1], p[0], p[2]); }

/// visit(area / distance, the cell there or none) for all faces of a cell.
template <class Visit> void for_faces(const Axes& axes, const Place& p, const Visit& visit) {
  for (int d = 0; d < directions; ++d)
    for (const int step : {-1, 1}) {
      const Beside b = beside(axes[d], p[std::size_t(d)], step);
      Place other = p;
      other[std::size_t(d)] = b.cell;
      visit(axes.area(p, d) / b.distance, b.cell < 0 ? nullptr : &other);
    }
}

/// The place of u of a coarse cell that may lie beyond an end, and the cell whose number it is.
struct Image {
  int cell;
  double position, sign;
};
Image image(const Axis& a, int i) {
  const int n = a.cells();
  if (i >= 0 && i < n) return {i, centre(a, i), 1.0};
  const int step = i < 0 ? -1 : 1, last = i < 0 ? 0 : n - 1;
  if ((i < 0 ? a.low : a.high) == Boundary::periodic) {
    const int other = n - 1 - last;
    return {other, centre(a, other) + step * a.length(), 1.0};
  }
  const double side = i < 0 ? a.interfaces.front() : a.interfaces.back();
  return {last, 2.0 * side - centre(a, last),
          (i < 0 ? a.low : a.high) == Boundary::dirichlet ? -1.0 : 1.0};
}

struct Term {
  int cell;
  double weight;
};
using Terms = std::vector<Term>;

Axis halved_axis(const Axis& fine) {
  Axis coarse{{}, fine.low, fine.high};
  for (int i = 0; i < fine.cells(); i += 2)
    coarse.interfaces.push_back(fine.interfaces[std::size_t(i)]);
  coarse.interfaces.push_back(fine.interfaces.back());
  return coarse;
}

/// The coarse numbers that make fine cell i.
std::vector<Terms> terms_of_axis(const Axis& fine, bool halved) {
  std::vector<Terms> all;
  const Axis coarse = halved_axis(fine);
  for (int i = 0; i < fine.cells(); ++i) {
    const double x = centre(fine, i), own = centre(coarse, i / 2);
    if (!halved || x == own) {
      all.push_back({{halved ? i / 2 : i, 1.0}});
      continue;
    }
    const Image other = image(coarse, x < own ? i / 2 - 1 : i / 2 + 1);
    const double share = (x - own) / (other.position - own);
    all.push_back({{i / 2, 1.0 - share}, {other.cell, share * other.sign}});
  }
  return all;
}

/// visit(fine cell, coarse cell, weight) for all weights of the interpolation.
template <class Visit> void for_weights(const BoxSpec& fine, Halving halved, const Visit& visit) {
  const auto x = terms_of_axis(fine.x, halved.x), y = terms_of_axis(fine.y, halved.y),
             z = terms_of_axis(fine.z, halved.z);
  for_cells_of(array_of(fine), [&](const Place& p) {
    for (const Term& a : x[std::size_t(p[0])])
      for (const Term& b : y[std::size_t(p[1])])
        for (const Term& c : z[std::size_t(p[2])])
          visit(p, Place{a.cell, b.cell, c.cell}, a.weight * b.weight * c.weight);
  });
}

/// u + rho r / d
Array step_with(const Array& d, const BoxSpec& box, double rho, const Array& u, const Array& f) {
  const Array r = box_residual(box, u, f);
  Array next = u;
  for_cells_of(u, [&](const Place& p) { at(next, p) += rho * at(r, p) / at(d, p); });
  return next;
}

Array coarse_array(const BoxSpec& fine, Halving h) {
  const auto cells = [](const Axis& a, bool halved) {
    return halved ? (a.cells() + 1) / 2 : a.cells();
  };
  return {cells(fine.x, h.x), cells(fine.y, h.y), cells(fine.z, h.z)};
}

} // namespace

Array box_apply(const BoxSpec& box, const Array& u) {
  const Axes axes(box);
  Array v(u.nx, u.ny, u.nz);
  for_cells_of(v, [&](const Place& p) {
    for_faces(axes, p, [&](double coupling, const Place* other) {
      at(v, p) += coupling * (at(u, p) - (other ? at(u, *other) : 0.0));
    });
  });
  return v;
}

Array box_residual(const BoxSpec& box, const Array& u, const Array& f) {
  return sum(f, -1.0, box_apply(box, u));
}

Array box_diagonal(const BoxSpec& box) {
  const Axes axes(box);
  Array d = array_of(box);
  for_cells_of(d, [&](const Place& p) {
    for_faces(axes, p, [&](double coupling, const Place* other) {
      if (!other || *other != p) at(d, p) += coupling;
    });
    if (at(d, p) == 0.0) at(d, p) = 1.0;
  });
  return d;
}

Array box_volumes(const BoxSpec& box) {
  Array volumes = array_of(box);
  for_cells_of(volumes, [&](const Place& p) {
    at(volumes, p) = width(box.x, p[0]) * width(box.y, p[1]) * width(box.z, p[2]);
  });
  return volumes;
}

Array box_mirrored_diagonal(const BoxSpec& box) {
  const Axes axes(box);
  Array d = array_of(box);
  for_cells_of(d, [&](const Place& p) {
    for (int n = 0; n < directions; ++n)
      for (const int step : {-1, 1}) {
        const int i = p[std::size_t(n)], next = i + step;
        const bool at_side = !axes[n].is_periodic() && (next < 0 || next >= axes[n].cells()) &&
                             axes[n].is_uniform() && axes[n].cells() > 1;
        const Beside b = at_side ? Beside{-1, width(axes[n], i)} : beside(axes[n], i, step);
        if (b.cell != i) at(d, p) += axes.area(p, n) / b.distance;
      }
  });
  return d;
}

Array box_smooth(const BoxSpec& box, double rho, const Array& u, const Array& f) {
  return step_with(box_mirrored_diagonal(box), box, rho, u, f);
}

Array box_smooth_colour(const BoxSpec& box, double rho, int colour, const Array& u,
                        const Array& f) {
  const Array all = step_with(box_diagonal(box), box, rho, u, f);
  Array next = u;
  for_cells_of(u, [&](const Place& p) {
    if ((p[0] + p[1] + p[2]) % 2 == colour) at(next, p) = at(all, p);
  });
  return next;
}

Array box_sum_children(const BoxSpec& fine, Halving h, const Array& r) {
  Array coarse = coarse_array(fine, h);
  for_cells_of(r, [&](const Place& p) {
    at(coarse, {h.x ? p[0] / 2 : p[0], h.y ? p[1] / 2 : p[1], h.z ? p[2] / 2 : p[2]}) += at(r, p);
  });
  return coarse;
}

Array box_interpolate(const BoxSpec& fine, Halving halved, const Array& coarse) {
  Array u = array_of(fine);
  for_weights(fine, halved, [&](const Place& to, const Place& from, double weight) {
    at(u, to) += weight * at(coarse, from);
  });
  return u;
}

Array box_transpose(const BoxSpec& fine, Halving halved, const Array& r) {
  Array coarse = coarse_array(fine, halved);
  for_weights(fine, halved, [&](const Place& from, const Place& to, double weight) {
    at(coarse, to) += weight * at(r, from);
  });
  return coarse;
}

} // namespace isobar::oracle
