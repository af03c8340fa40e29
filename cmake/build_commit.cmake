# Writes OUTPUT, which says which commit SOURCE is built from and how many of its sources are not as in the commit. Runs with every build and
# leaves the file alone where nothing is new. An archive made by git has no history: there commit.txt has the commit (.gitattributes), and
# nothing can be compared.
#
# Files are compared by their bytes with the commit's tree. So the index does not count (assume-unchanged,
# skip-worktree, times of files), nor what is ignored or excluded. Filters, replaced objects, another work tree and
# variables of git in the environment do not count either.
set(parts CMakeLists.txt cmake core comm miniapp inputs/classes)
set(commit "")
set(count 0)
set(from_archive false)
find_program(GIT git)

# ask_git(RESULT ARGUMENT... [INPUT_FILE FILE]): the lines that git prints, as a list; fails where git does.
function(ask_git result)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env --unset=GIT_OBJECT_DIRECTORY --unset=GIT_ALTERNATE_OBJECT_DIRECTORIES
            --unset=GIT_COMMON_DIR --unset=GIT_CONFIG_COUNT --unset=GIT_CONFIG_PARAMETERS GIT_NO_REPLACE_OBJECTS=1
            ${GIT} --git-dir=${SOURCE}/.git -c core.quotePath=false ${ARGN}
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE text RESULT_VARIABLE code OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  string(REPLACE "\n" ";" lines "${text}")
  set(${result} "${lines}" PARENT_SCOPE)
  set(failed ${code} PARENT_SCOPE)
endfunction()

# count_changes(RESULT): files that differ from the commit or are missing, and those that a build may take and the commit does not have.
function(count_changes result)
  ask_git(tree ls-tree -r --full-tree ${commit} -- ${parts})
  set(known "")
  set(wanted "")
  foreach(line IN LISTS tree) # 100644 blob HASH<tab>PATH
    if(line MATCHES "^[0-9]+ [a-z]+ ([0-9a-f]+)\t(.*)$")
      list(APPEND known "${CMAKE_MATCH_2}")
      list(APPEND wanted "${CMAKE_MATCH_1} ${CMAKE_MATCH_2}")
    endif()
  endforeach()
  set(there "")
  foreach(path IN LISTS known)
    if(EXISTS ${SOURCE}/${path})
      list(APPEND there ${path})
    endif()
  endforeach()
  string(REPLACE ";" "\n" names "${there}")
  file(WRITE ${OUTPUT}.names "${names}\n")
  set(hashes "")
  if(there)
    ask_git(hashes hash-object --no-filters --stdin-paths INPUT_FILE ${OUTPUT}.names)
  endif()
  file(REMOVE ${OUTPUT}.names)
  set(found "")
  foreach(path hash IN ZIP_LISTS there hashes)
    list(APPEND found "${hash} ${path}")
  endforeach()
  list(REMOVE_ITEM wanted ${found} "")
  set(extra "")
  foreach(part IN LISTS parts)
    if(IS_DIRECTORY ${SOURCE}/${part})
      file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/${part}/*)
      list(APPEND extra ${files})
    endif()
  endforeach()
  list(FILTER extra INCLUDE REGEX "(\\.(c|h|cpp|hpp|cu|in|cmake|toml|f90|py)|CMakeLists\\.txt)$")
  list(REMOVE_ITEM extra ${known} "")
  list(LENGTH wanted differ)
  list(LENGTH extra more)
  math(EXPR sum "${differ} + ${more}")
  set(${result} ${sum} PARENT_SCOPE)
  set(failed ${failed} PARENT_SCOPE)
endfunction()

if(GIT AND EXISTS ${SOURCE}/.git)
  ask_git(commit rev-parse --verify HEAD^{commit})
  if(commit AND NOT failed)
    count_changes(count)
  endif()
  if(failed)
    set(commit "")
    set(count 0)
  endif()
elseif(EXISTS ${SOURCE}/cmake/commit.txt)
  file(STRINGS ${SOURCE}/cmake/commit.txt archived LIMIT_COUNT 1)
  if(archived MATCHES "^[0-9a-f]+$")
    set(commit ${archived})
    set(from_archive true)
  endif()
endif()
set(text "// Written by cmake/build_commit.cmake.
#include \"program/build_commit.hpp\"

namespace isobar {

std::string_view build_commit() { return \"${commit}\"; }
int changed_files_of_build() { return ${count}; }
bool is_build_of_archive() { return ${from_archive}; }

} // namespace isobar
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
