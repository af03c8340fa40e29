#pragma once
#include <isobar/core/base/precision.hpp>

/// The precisions of isobar_march: those that march on a GPU, with its walk on any machine. Their
/// matrices and launch plans are core's own.
namespace isobar {

template <class P>
using Marched = Precision<typename P::storage, typename P::arithmetic, P::layout, Walk::march>;

} // namespace isobar

#define ISOBAR_PRECISIONS(X, T)                                                                    \
  X(T, Marched<Double>) X(T, Marched<Float>) X(T, Marched<FloatStorage>)
#define ISOBAR_MIXED_PRECISIONS(X, T) X(T, Marched<Double>, Marched<Float>)
#define ISOBAR_BOX_PRECISIONS(X, T) X(T, Marched<Double>) X(T, Marched<Float>)
#define ISOBAR_ARITHMETICS(X, T)
