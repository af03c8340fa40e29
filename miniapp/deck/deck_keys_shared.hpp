#pragma once
#include "deck/deck_key_maker.hpp"
#include "deck/deck_merges.hpp"
#include "deck/deck_shared.hpp"

/// The keys of deck_shared.hpp, for a program's deck D.
namespace isobar::deck {

template <class D> std::vector<Key> decomposition_section() {
  const KeyMakerOf<D, Decomposition> key{"decomposition", &D::decomposition};
  return {
      key(&Decomposition::process_grid, "process_grid", RankGrid{}, "",
          "ranks in x and in y. Their product is the number of ranks. auto: the program chooses "
          "them"),
      key(&Decomposition::overlap, "overlap", Choice<HaloOverlap>{}, "",
          "order of computation and exchange. It concerns multigrid's finest level where ranks "
          "have neighbours in y alone, and all levels of a box. none: compute, then exchange. rim: "
          "cells that neighbours wait for are computed first and sent during the computation of "
          "the others. queue: as rim, but between peers in a queue of its own. auto: rim where "
          "messages pass through a GPU's host, none elsewhere"),
  };
}

/// The merge key of a cycle's options S. `beside`: the program's additions to its description.
template <class D, class S, class Part>
Key merge_key(const KeyMakerOf<D, S, Part>& key, const std::string& beside) {
  return key(
      &S::merges, "merge", MergeList{}, "",
      "coarse levels that move to fewer ranks. [[3, 16], [5, 1]] has level 3 and coarser ones on "
      "16 ranks, level 5 and coarser ones on 1. The other ranks wait. []: none, as on one rank. " +
          beside);
}

/// The key of the absolute tolerance of a program's solver S.
/// It follows the key of the relative one.
template <class D, class S, class Part>
Key absolute_tolerance_key(const KeyMakerOf<D, S, Part>& key) {
  return key(&S::absolute_tolerance, "absolute_tolerance", Number{'[', 0, 1e300, ']'}, "",
             "a solve has also converged when the norm of its residual, not relative to another, "
             "is at most this number");
}

template <class D> std::vector<Key> run_section() {
  const KeyMakerOf<D, Run> key{"run", &D::run};
  return {
      key(&Run::repeats, "repeats", Integer{1, 1'000'000}, "", "number of timed solves"),
      key(&Run::warmup, "warmup", Integer{0, 1'000'000}, "",
          "number of solves before them, which are not timed"),
      key(&Run::progress, "progress", Choice<Switch>{}, "",
          "lines about a long solve on standard error. auto: lines if standard error is a "
          "terminal"),
      key(&Run::kernel_timings, "kernel_timings", Boolean{}, "",
          "true: an additional solve times each kernel on each level, and some more solves measure "
          "energy"),
  };
}

template <class D> std::vector<Key> verification_section() {
  const KeyMakerOf<D, Verification> key{"verification", &D::verification};
  return {
      key(&Verification::enabled, "enabled", Boolean{}, "",
          "true: the solution is verified. Without verification no result is valid"),
      default_is("no bound",
                 key(&Verification::iteration_bound, "iteration_bound", Integer{1, 1'000'000'000},
                     "", "largest number of iterations with which a result is valid")),
      key(&Verification::residual_agreement, "residual_agreement", Number{'(', 0, 1, ')'}, "",
          "largest difference between the solver's residual norm and the norm recomputed from the "
          "solution. It is a fraction of the tolerance, and the rounding errors of a residual are "
          "added to it. The tolerance itself holds whatever is set here"),
  };
}

inline const Path output_file{"the path of a file"};

/// The keys of an [output] with files of a solution.
template <class D> Key report_key() {
  return KeyMakerOf<D, ReportOutput, decltype(&D::output)>{"output", &D::output}(
      &ReportOutput::report, "report", output_file, "",
      "report in JSON. Paths of [output] are relative to the current directory");
}
template <class D> Key solution_key() {
  using Output = std::remove_reference_t<decltype(std::declval<D&>().output)>;
  return KeyMakerOf<D, Output>{"output",
                               &D::output}(&Output::solution, "solution", output_file, "",
                                           "solution, a NumPy float64 array of shape (ny, nx, nz)");
}
template <class D> Key unconverged_key() {
  return KeyMakerOf<D, ReportOutput, decltype(&D::output)>{"output", &D::output}(
      &ReportOutput::unconverged, "unconverged", Choice<Unconverged>{}, "",
      "place of these files if the run is interrupted or misses the tolerance. beside: beside the "
      "names given, such as report.unconverged.json, so that a good result stays. replace: under "
      "the names given");
}

} // namespace isobar::deck
