#pragma once

namespace isobar {

/// The solutions of A u = 0 beside 0: constants, where nothing fixes u.
enum class NullSpace { none, constants };

} // namespace isobar
