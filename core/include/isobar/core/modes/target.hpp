#pragma once

namespace isobar {

/// What happens to numbers that stand where a result is written.
enum class Target { overwrite, add };

} // namespace isobar
