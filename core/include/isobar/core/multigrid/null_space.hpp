#pragma once

namespace isobar {

/// The solutions of A u = 0 other than u = 0. They are constants where nothing fixes u.
enum class NullSpace { none, constants };

} // namespace isobar
