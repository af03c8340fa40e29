#pragma once

namespace isobar {

/// Whether a result replaces the numbers in its place or is added to them.
enum class Target { overwrite, add };

} // namespace isobar
