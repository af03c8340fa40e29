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
  needed, ///< asked for by the executable or a needed library (DT_NEEDED)
  preloaded, ///< by the one who started the program: nothing needs it, and it was there before the program began
  plug_in, ///< asked for by running code: it came after all that is needed
};
std::string_view to_string(CodeOrigin origin);

/// The origin of each file; files are in the order of loading.
std::vector<CodeOrigin> code_origins(const std::vector<CodeFile>& files);

/// Code in the process that is not the program's.
struct ForeignCode {
  std::string name;   ///< "executable", or the library's
  std::string found;  ///< its path and what is wrong with it
  std::string wanted; ///< the right file's path; empty: none
};

/// The code of a process that somebody has put in the program's place or beside it:
/// - a loader that was started in place of the executable;
/// - preloaded libraries, and code that the loader does not know;
/// - a needed library in a place of the user's, if RUNPATH or the system have another one of its name;
/// - a plug-in in a place of the user's, unless it lies below a
///   needed library's directory, or a plug-in that does needs it.
std::vector<ForeignCode> foreign_code(const ProcessCode& code, const LibraryPlaces& places);

} // namespace isobar
