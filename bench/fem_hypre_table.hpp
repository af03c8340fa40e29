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
  std::vector<double> assembly{}; ///< of the finest level's rows, a part of our setup
  int iterations = 0;
  double residual = 0.0;

  double assembling() const { return assembly.empty() ? 0.0 : median(assembly); }
  double total() const {
    std::vector<double> sums;
    for (std::size_t n = 0; n < setup.size(); ++n) sums.push_back(setup[n] + solve[n]);
    return median(sums);
  }
};

/// Seconds that are not counted: hypre's copy of the finest level's rows is filled.
struct Given {
  double filling = 0.0;
};

/// Prints the table, in which the first `ours` lines are Isobar's.
inline void show(const std::string& title, const std::vector<Line>& lines, std::size_t ours,
                 const Given& given) {
  double fastest_of_hypre = lines.back().total();
  for (std::size_t n = ours; n < lines.size(); ++n)
    fastest_of_hypre = std::min(fastest_of_hypre, lines[n].total());
  fmt::print("{}\n", title);
  fmt::print("{:<52}{:>9}{:>9}{:>9}{:>9}{:>7}{:>11}{:>14}{:>14}\n", "", "setup", "its A", "solve",
             "total", "iter.", "residual", "times faster", "given A");
  for (std::size_t n = 0; n < lines.size(); ++n) {
    const Line& l = lines[n];
    fmt::print("{:<52}{:9.4f}{:9.4f}{:9.4f}{:9.4f}{:7}{:11.2e}{:14.2f}{:14.2f}\n", l.name,
               median(l.setup), l.assembling(), median(l.solve), l.total(), l.iterations,
               l.residual, fastest_of_hypre / l.total(),
               fastest_of_hypre / (l.total() - l.assembling()));
  }
  fmt::print("seconds; total = setup + solve; times faster than hypre's fastest\n");
  fmt::print(
      "its A: assembly of the finest level's rows, part of our setup, not of hypre's; given A: "
      "without it\n");
  fmt::print("not counted: filling hypre's matrix {:.4f} s\n", given.filling);
}

} // namespace hypre
