#pragma once
#include <cstdint>

namespace isobar {

/// Bytes of the executable's code that are not in memory as in its file: a debugger has put them there, or a library. 0 also where the system does
/// not tell. Libraries are left out: those of networks change functions of the C library.
std::int64_t changed_bytes_of_code();

} // namespace isobar
