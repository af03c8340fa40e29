#pragma once
#include "process/code_file.hpp"
#include "process/library_places.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// Who asked for a file whose code is mapped.
enum class CodeOrigin {
  executable,
  needed, ///< by the executable, or by a library that is needed (DT_NEEDED)
  preloaded, ///< by the one who started the program: nothing needs it, and it was there before the program began
  plug_in, ///< by running code: it came after all that is needed
};
std::string_view to_string(CodeOrigin origin);

/// The origin of each of the files, which are in the order of loading.
std::vector<CodeOrigin> code_origins(const std::vector<CodeFile>& files);

/// Code that is not the program's.
struct ForeignCode {
  std::string name;   ///< "executable", or the library's
  std::string found;  ///< its path, and its fault
  std::string wanted; ///< the path of the right one; empty: none
};

/// The code of a process that somebody has put into the program's place or beside it:
/// A loader that was started in place of the executable.
/// Preloaded libraries, and code that the loader does not know.
/// A needed library in a place of the user's, if RUNPATH or the system have another one of its name.
/// A plug-in in a place of the user's, unless it lies below a needed library's directory, or such a plug-in needs it.
std::vector<ForeignCode> foreign_code(const ProcessCode& code, const LibraryPlaces& places);

} // namespace isobar
