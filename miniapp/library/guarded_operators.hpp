#pragma once
#include "library/kept_exception.hpp"

#include <isobar/core/columns/caller_operators.hpp>

#include <memory>

namespace isobar {

/// A caller's parts, with their exceptions kept. A part that throws gives NaN: the next sums over all ranks
/// in each iteration are then NaN, so that all ranks end the solve in this iteration, at no cost for others.
CallerOperators guarded(const CallerOperators& parts, const std::shared_ptr<KeptException>& kept);

} // namespace isobar
