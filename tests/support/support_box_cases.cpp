#include "support_box_cases.hpp"

#include <cmath>
#include <sstream>

namespace isobar {
namespace {

std::string text(const Axis& a) {
  const auto letter = [](Boundary b) {
    return b == zero ? "u = 0" : b == closed ? "closed" : "periodic";
  };
  std::ostringstream s;
  s << a.cells() << (a.is_uniform() ? " (" : " stretched (") << letter(a.low) << ", "
    << letter(a.high) << ")";
  return s.str();
}

BoxCase whole(const Axis& x, const Axis& y, const Axis& z) {
  const BoxSpec box{x, y, z};
  return {box, whole_box(box)};
}
BoxCase part_of(BoxCase c, int first_i, int nx, int first_j, int ny) {
  c.part.first_i = first_i;
  c.part.nx = nx;
  c.part.first_j = first_j;
  c.part.ny = ny;
  return c;
}
BoxCase rows_of(const BoxCase& c, int first_j, int ny) {
  return part_of(c, 0, c.box.x.cells(), first_j, ny);
}

/// Begin and end are even, or the end is that of an axis: parts that can be halved.
std::vector<BoxCase> parts() {
  const BoxCase closed_box =
      whole(stretched_axis(25, 3.0, zero, closed), stretched_axis(19, 2.0, closed, zero),
            uniform_axis(4, zero, closed));
  const BoxCase around_box =
      whole(uniform_axis(24, around, around), uniform_axis(12, around, around),
            uniform_axis(6, around, around));
  return {part_of(closed_box, 8, 6, 4, 6),   part_of(closed_box, 0, 10, 0, 8),
          part_of(closed_box, 16, 9, 12, 7), part_of(closed_box, 0, 25, 8, 4),
          part_of(closed_box, 20, 5, 0, 2),  part_of(around_box, 0, 8, 6, 6),
          part_of(around_box, 8, 16, 0, 12), part_of(around_box, 0, 24, 4, 4)};
}

} // namespace

std::string BoxCase::name() const {
  std::ostringstream s;
  s << "x: " << text(box.x) << ", y: " << text(box.y) << ", z: " << text(box.z);
  if (!part.is_whole())
    s << ", owned " << part.nx << " x " << part.ny << " from (" << part.first_i << ", "
      << part.first_j << ")";
  if (halved.any())
    s << ", halved " << (halved.x ? "x" : "") << (halved.y ? "y" : "") << (halved.z ? "z" : "");
  return s.str();
}

oracle::Array BoxCase::rhs() const {
  const oracle::Array f = oracle::box_apply(box, random(2));
  const double size = oracle::norm(f) / std::sqrt(double(box.cells()));
  return oracle::rounded_to_float(oracle::sum(f, size > 0.0 ? size : 1.0, random(4)));
}

std::vector<BoxCase> whole_box_cases() {
  return {whole(uniform_axis(1, zero, zero), uniform_axis(1, zero, closed),
                uniform_axis(1, closed, closed)),
          whole(uniform_axis(2, zero, closed), uniform_axis(2, closed, closed),
                uniform_axis(2, zero, zero)),
          whole(uniform_axis(2, around, around), uniform_axis(2, around, around),
                uniform_axis(2, around, around)),
          whole(uniform_axis(1, around, around), stretched_axis(6, 3.0, zero, zero),
                uniform_axis(4, closed, zero)),
          whole(stretched_axis(7, 3.0, zero, closed), uniform_axis(1, around, around),
                uniform_axis(4, around, around)),
          whole(stretched_axis(6, 3.0, closed, zero), uniform_axis(3, zero, zero),
                uniform_axis(1, around, around)),
          whole(stretched_axis(11, 4.0, zero, closed), stretched_axis(6, 3.0, closed, zero),
                stretched_axis(9, 5.0, zero, zero)),
          whole(uniform_axis(8, around, around), uniform_axis(5, closed, closed),
                uniform_axis(4, zero, closed)),
          whole(stretched_axis(6, 2.0, closed, closed), uniform_axis(4, around, around),
                stretched_axis(7, 3.0, closed, zero)),
          whole(uniform_axis(5, zero, zero), stretched_axis(3, 2.0, closed, zero),
                uniform_axis(6, around, around)),
          whole(uniform_axis(4, around, around), uniform_axis(6, around, around),
                uniform_axis(8, around, around)),
          whole(stretched_axis(61, 4.0, zero, zero), uniform_axis(4, zero, closed),
                uniform_axis(3, closed, zero)),
          whole(uniform_axis(58, around, around), uniform_axis(4, zero, zero),
                uniform_axis(2, around, around)),
          whole(uniform_axis(64, closed, zero), uniform_axis(2, zero, zero),
                uniform_axis(2, closed, closed)),
          whole(uniform_axis(4, zero, closed), uniform_axis(3, zero, zero),
                stretched_axis(67, 3.0, zero, closed)),
          whole(uniform_axis(3, closed, zero), uniform_axis(2, around, around),
                uniform_axis(34, around, around))};
}

std::vector<BoxCase> box_cases() {
  std::vector<BoxCase> cases = whole_box_cases();
  std::ranges::copy(parts(), std::back_inserter(cases));
  return cases;
}

namespace {

bool can_be_halved(const Axis& a, bool halved) {
  return !halved || (a.cells() > 1 && !(a.is_periodic() && a.cells() % 2 == 1));
}
bool can_be_halved(const BoxCase& c) {
  return can_be_halved(c.box.x, c.halved.x) && can_be_halved(c.box.y, c.halved.y) &&
         can_be_halved(c.box.z, c.halved.z) && c.part.can_coarsen(c.halved.columns());
}

} // namespace

std::vector<BoxCase> box_transfer_cases() {
  std::vector<BoxCase> cases;
  for (BoxCase c : box_cases())
    for (int set = 1; set < 8; ++set) {
      c.halved = {(set & 1) != 0, (set & 2) != 0, (set & 4) != 0};
      if (can_be_halved(c)) cases.push_back(c);
    }
  return cases;
}

std::vector<BoxCase> row_box_cases() {
  std::vector<BoxCase> cases = box_cases();
  std::erase_if(cases, [](const BoxCase& c) { return !c.part.has_whole_rows(); });
  const BoxCase closed_box = whole(uniform_axis(11, zero, closed), uniform_axis(13, closed, zero),
                                   uniform_axis(9, zero, zero)),
                around_box =
                    whole(uniform_axis(30, around, around), uniform_axis(12, around, around),
                          uniform_axis(6, around, around)),
                tall_box = whole(uniform_axis(4, zero, closed), uniform_axis(5, zero, zero),
                                 uniform_axis(67, zero, closed));
  const BoxCase more[] = {whole(uniform_axis(7, zero, closed), uniform_axis(1, around, around),
                                uniform_axis(4, around, around)),
                          closed_box,
                          whole(uniform_axis(61, zero, zero), uniform_axis(4, zero, closed),
                                uniform_axis(3, closed, zero)),
                          tall_box,
                          rows_of(closed_box, 0, 1),
                          rows_of(closed_box, 0, 2),
                          rows_of(closed_box, 5, 1),
                          rows_of(closed_box, 4, 6),
                          rows_of(closed_box, 8, 5),
                          rows_of(closed_box, 12, 1),
                          rows_of(around_box, 0, 4),
                          rows_of(around_box, 6, 6),
                          rows_of(around_box, 7, 1),
                          rows_of(tall_box, 2, 2),
                          rows_of(tall_box, 2, 3)};
  cases.insert(cases.end(), std::begin(more), std::end(more));
  return cases;
}

} // namespace isobar
