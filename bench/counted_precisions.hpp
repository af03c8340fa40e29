#pragma once
#include "counting.hpp"

/// The precision for which isobar_count_operations compiles core's kernels once more
/// (core/src/base/precision_list.hpp).
#define ISOBAR_PRECISIONS(X, T) X(T, counting::Counted)
#define ISOBAR_MIXED_PRECISIONS(X, T) X(T, counting::Counted, counting::CountedInside)
#define ISOBAR_BOX_PRECISIONS(X, T) X(T, counting::Counted)
#define ISOBAR_ARITHMETICS(X, T) X(T, counting::Number)
