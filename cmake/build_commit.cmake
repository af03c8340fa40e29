# Writes OUTPUT, which says which commit SOURCE is built from and whether its sources were changed since. Runs with every build and leaves
# the file alone where nothing is new. An archive made by git has no history: there commit.txt has the commit (.gitattributes).
set(commit "")
set(changes "")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --verify -q HEAD OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(
    COMMAND ${GIT} -C ${SOURCE} status --porcelain -- CMakeLists.txt cmake core comm miniapp inputs/classes
    OUTPUT_VARIABLE changes RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(failed)
    set(commit "")
  endif()
else()
  file(STRINGS ${SOURCE}/cmake/commit.txt archived LIMIT_COUNT 1)
  if(archived MATCHES "^[0-9a-f]+$")
    set(commit ${archived})
  endif()
endif()
string(REGEX MATCHALL "\n" lines "${changes}")
list(LENGTH lines count)
if(changes)
  math(EXPR count "${count} + 1")
endif()
set(text "// Written by cmake/build_commit.cmake.
#include \"program/build_commit.hpp\"

namespace isobar {

std::string_view build_commit() { return \"${commit}\"; }
int changed_files_of_build() { return ${count}; }

} // namespace isobar
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
