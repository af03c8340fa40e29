#pragma once
#include "library/kept_exception.hpp"

#include <isobar/core/columns/caller_operators.hpp>

#include <memory>

namespace isobar {

/// A caller's parts, with their exceptions kept. A part that throws gives NaN,
/// and the next sums over all ranks are then NaN. So all ranks end the solve in
/// the same iteration, and iterations without an exception cost nothing more.
CallerOperators guarded(const CallerOperators& parts, const std::shared_ptr<KeptException>& kept);

} // namespace isobar
