#pragma once
#include <isobar/core/base/precision.hpp>

/// The precisions for which core's sources compile their templates: the only list of them.
///
/// C++ instantiates templates explicitly one by one, and cannot do so for a list of types. So this is one of the few places
/// with macros (Ginkgo does the same). X(T, ...) is the macro for each entry, and T is passed on to it.
///
/// The same sources can be compiled once more for other precisions: if ISOBAR_PRECISION_LIST is defined, it names a file that
/// defines the four lists instead. The tests do so to run a GPU's walk on a host, and isobar_count_operations does so with
/// numbers that count.
#if defined(ISOBAR_PRECISION_LIST)
#include ISOBAR_PRECISION_LIST
#else
/// The list for all kernels and solvers.
#define ISOBAR_PRECISIONS(X, T)                                                                    \
  X(T, Double) X(T, Float) X(T, FloatStorage) X(T, ZFastest<Double>) X(T, ZFastest<Float>)
/// The list for kernels between a fine level or an outer iteration in one precision and a coarse level or an inner iteration in
/// another.
#define ISOBAR_MIXED_PRECISIONS(X, T) X(T, Double, Float)
/// The list for kernels on boxes of cells, which are x fastest and have one type of number.
#define ISOBAR_BOX_PRECISIONS(X, T) X(T, Double) X(T, Float)
/// The list for classes that depend only on the numbers in registers: matrices and launch plans.
#define ISOBAR_ARITHMETICS(X, T) X(T, double) X(T, float)
#endif

#define ISOBAR_INSTANTIATE_ONE(T, ...) template T<__VA_ARGS__>;
/// ISOBAR_INSTANTIATE(struct Smoother) expands to `template struct Smoother<P>;` for all precisions.
#define ISOBAR_INSTANTIATE(T) ISOBAR_PRECISIONS(ISOBAR_INSTANTIATE_ONE, T)
#define ISOBAR_INSTANTIATE_MIXED(T) ISOBAR_MIXED_PRECISIONS(ISOBAR_INSTANTIATE_ONE, T)
#define ISOBAR_INSTANTIATE_FOR_BOX(T) ISOBAR_BOX_PRECISIONS(ISOBAR_INSTANTIATE_ONE, T)
#define ISOBAR_INSTANTIATE_FOR_ARITHMETIC(T) ISOBAR_ARITHMETICS(ISOBAR_INSTANTIATE_ONE, T)

namespace isobar {

/// The same list as a type, Types<P...>, for typed tests.
namespace detail {
template <template <class...> class Types, class, class... P> struct WithoutFirst {
  using type = Types<P...>;
};
} // namespace detail
#define ISOBAR_AND_TYPE(T, ...) , __VA_ARGS__
template <template <class...> class Types>
using ListedPrecisions =
    typename detail::WithoutFirst<Types, void ISOBAR_PRECISIONS(ISOBAR_AND_TYPE, )>::type;

} // namespace isobar
