#pragma once

namespace isobar {

/// Whether a result replaces the present numbers or is added to them.
enum class Target { overwrite, add };

} // namespace isobar
