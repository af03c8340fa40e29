#pragma once
#include "process/code_file.hpp"

#include <link.h>

namespace isobar {

/// Describes an object in memory by its own entries. `path` is the path of its file.
CodeFile described(const dl_phdr_info& object, const std::string& path);

} // namespace isobar
