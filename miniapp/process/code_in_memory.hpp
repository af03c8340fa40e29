#pragma once
#include <cstdint>

namespace isobar {

/// Bytes of the executable's code that differ between memory and its file, because of a debugger or a library. 0 also
/// if the system does not tell. Libraries do not count, because those of networks change functions of the C library.
std::int64_t changed_bytes_of_code();

} // namespace isobar
