#pragma once
#include "library/kept_exception.hpp"

#include <isobar/core/columns/own_parts.hpp>

#include <memory>

namespace isobar {

/// A caller's parts whose exceptions are kept. The result is NaN where one is thrown: the sums over all ranks that follow in
/// each iteration are NaN then, so that all ranks end the solve in this iteration, at no cost for others.
OwnParts guarded(const OwnParts& parts, const std::shared_ptr<KeptException>& kept);

} // namespace isobar
