#pragma once
#include "process/code_file.hpp"

#include <link.h>

namespace isobar {

/// What an object in memory says of itself. `path`: of its file.
CodeFile described(const dl_phdr_info& object, const std::string& path);

} // namespace isobar
