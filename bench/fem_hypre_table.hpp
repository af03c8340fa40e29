#pragma once
#include "run/statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

/// The table of isobar_fem_hypre.
namespace hypre {

using isobar::median;

/// A solver's line in the table.
struct Line {
  std::string name;
  std::vector<double> setup{}, solve{};
  int iterations = 0;
  double residual = 0.0;

  double total() const {
    std::vector<double> sums;
    for (std::size_t n = 0; n < setup.size(); ++n) sums.push_back(setup[n] + solve[n]);
    return median(sums);
  }
};

/// What stands between the mesh and the solvers of either side: the finest level's rows, and hypre's copy of them.
struct Given {
  std::vector<double> assembly{};
  double filling = 0.0;
};

/// Prints the table, in which the first `ours` lines are Isobar's.
inline void show(const std::string& title, const std::vector<Line>& lines, std::size_t ours,
                 const Given& given) {
  double fastest_of_hypre = lines.back().total();
  for (std::size_t n = ours; n < lines.size(); ++n)
    fastest_of_hypre = std::min(fastest_of_hypre, lines[n].total());
  fmt::print("{}\n", title);
  fmt::print("{:<48}{:>9}{:>9}{:>9}{:>7}{:>11}{:>14}{:>14}\n", "", "setup", "solve", "total",
             "iter.", "residual", "times faster", "given A");
  const double assembly = median(given.assembly);
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const Line& l = lines[n];
    fmt::print("{:<48}{:9.4f}{:9.4f}{:9.4f}{:7}{:11.2e}{:14.2f}{:14.2f}\n", l.name, median(l.setup),
               median(l.solve), l.total(), l.iterations, l.residual, fastest_of_hypre / l.total(),
               fastest_of_hypre / (l.total() - (n < ours ? assembly : 0.0)));
  }
  fmt::print("seconds; total = setup + solve; times faster than hypre's fastest\n");
  fmt::print("assembly of the finest level's rows: {:.4f} s, part of our setup, not of hypre's; "
             "given A: without it\n",
             assembly);
  fmt::print("filling hypre's matrix, not counted: {:.4f} s\n", given.filling);
}

} // namespace hypre
