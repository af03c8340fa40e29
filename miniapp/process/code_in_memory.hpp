#pragma once
#include <cstdint>

namespace isobar {

/// The number of bytes of the executable's code that differ between memory and its
/// file, because of a debugger or a library. It is also 0 if the system does not tell.
/// Libraries do not count, because network libraries change functions of the C library.
std::int64_t changed_bytes_of_code();

} // namespace isobar
