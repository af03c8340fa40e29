#pragma once

namespace isobar {

/// What A u = 0 has for solutions beside 0: constants, where nothing fixes u.
enum class NullSpace { none, constants };

} // namespace isobar
