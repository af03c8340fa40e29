#pragma once
#include "box/kernels/box_two_steps.hpp"

#include <isobar/core/box/kernels/box_two_steps.hpp>

#include <string>

/// The kernels behind BoxTwoSteps, for several kinds of boxes and ranks. Each kind has its own source file, because a GPU's
/// compiler takes minutes for each.
namespace isobar {

/// The arguments of both functions of BoxTwoSteps.
template <class P> struct TwoStepCall {
  using A = typename P::arithmetic;
  const BoxGridOf<P>& grid;
  const TwoSteps& steps;
  const FieldOf<P>* u; ///< null if u = 0
  const FieldOf<P>&f, &out;

  /// Runs the first step in the rows beside neighbours.
  template <class Box> void first(const Box& box, const DistributedRows& rows) const {
    with_kernel(box, rows, [&](const auto& kernel) {
      for_first_step(grid.label(Kernel::box_first_step), kernel);
    });
  }
  /// Runs both steps in the rows of `span`.
  template <class Box, class Rows>
  void both(const Box& box, const Rows& rows, const RowSpan& span) const {
    with_kernel(box, rows, [&](const auto& kernel) { for_two_steps(label(), kernel, span); });
  }

private:
  /// Calls use(kernel) with the kernel for this source of u and for these steps.
  template <class Box, class Rows, class Use>
  void with_kernel(const Box& box, const Rows& rows, const Use& use) const {
    if (u) from(box, rows, StoredBox(*u), use);
    else from(box, rows, ZeroBox(), use);
  }
  std::string label() const {
    return grid.label(u ? Kernel::box_smooth_twice : Kernel::box_smooth_twice_from_zero);
  }

  template <class Box, class Rows, class Source, class Use>
  void from(const Box& box, const Rows& rows, const Source& source, const Use& use) const {
    using Colours = ColourSteps<A>;
    using Jacobi = JacobiSteps<A>;
    const A rho[] = {A(steps.first), A(steps.second)};
    if (steps.colours)
      use(TwoStepKernel<P, Box, Rows, Source, Colours>(grid, box, rows, source, {{rho[0], rho[1]}},
                                                       f, out));
    else
      use(TwoStepKernel<P, Box, Rows, Source, Jacobi>(grid, box, rows, source, {{rho[0], rho[1]}},
                                                      f, out));
  }
};

/// Runs the steps on a rank that has some rows of a uniform box.
template <class P> struct DistributedSteps {
  static void first(const TwoStepCall<P>& call, const DistributedRows& rows);
  static void both(const TwoStepCall<P>& call, const DistributedRows& rows, const RowSpan& span);
};
/// Runs the steps on a rank that has some or all rows of a stretched box. Does nothing on a GPU, where BoxTwoSteps refuses such
/// boxes.
template <class P> struct StretchedSteps {
  static void first(const TwoStepCall<P>& call, const DistributedRows& rows);
  static void both(const TwoStepCall<P>& call, const DistributedRows& rows, const RowSpan& span);
};

} // namespace isobar
