#pragma once
#include <isobar/core/base/precision.hpp>

/// The precisions of isobar_tune_candidates: those that isobar_tune times.
#define ISOBAR_PRECISIONS(X, T) X(T, Double) X(T, Float)
#define ISOBAR_MIXED_PRECISIONS(X, T) X(T, Double, Float)
#define ISOBAR_BOX_PRECISIONS(X, T)
#define ISOBAR_ARITHMETICS(X, T) X(T, double) X(T, float)
