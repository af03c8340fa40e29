# ISOBAR_VERSION, the version that programs and reports show. In a git checkout whose history has a tag of a release
# (v1.0.0) it is 1.0.0 on the tag, and 1.0.0+12.g1a2b3c4 twelve commits behind it. It ends with .dirty where tracked
# files were changed. An archive made by git has this in cmake/commit.txt, and ISOBAR_DESCRIBED says it where no tag is
# known. In all other cases it is the version of project().
set(ISOBAR_VERSION ${PROJECT_VERSION})
set(described "${ISOBAR_DESCRIBED}")
set(git_log "")
find_package(Git QUIET)
if(Git_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --show-prefix --git-path logs/HEAD
                  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} RESULT_VARIABLE failed OUTPUT_VARIABLE git_answer
                  ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  # The first line is empty where the checkout is ours and not that of a project around us.
  if(NOT failed AND git_answer MATCHES "^\n(.+)$")
    cmake_path(ABSOLUTE_PATH CMAKE_MATCH_1 BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE git_log)
    execute_process(COMMAND ${GIT_EXECUTABLE} describe --tags --match v[0-9]* --dirty
                    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} RESULT_VARIABLE failed OUTPUT_VARIABLE git_described
                    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT failed)
      set(described "${git_described}")
    endif()
  endif()
endif()
if(NOT git_log AND NOT described AND EXISTS ${PROJECT_SOURCE_DIR}/cmake/commit.txt)
  file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/commit.txt described REGEX "^v[0-9]" LIMIT_COUNT 1)
endif()
if(described MATCHES "^v([0-9]+\\.[0-9]+\\.[0-9]+)(-([0-9]+)-(g[0-9a-f]+))?(-dirty)?$")
  set(ISOBAR_VERSION ${CMAKE_MATCH_1})
  if(CMAKE_MATCH_3)
    string(APPEND ISOBAR_VERSION "+${CMAKE_MATCH_3}.${CMAKE_MATCH_4}")
    string(REPLACE "-dirty" ".dirty" dirty "${CMAKE_MATCH_5}")
  else()
    string(REPLACE "-dirty" "+dirty" dirty "${CMAKE_MATCH_5}")
  endif()
  string(APPEND ISOBAR_VERSION "${dirty}")
  if(NOT CMAKE_MATCH_3 AND NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
    message(WARNING "The tag is v${CMAKE_MATCH_1} and the version in CMakeLists.txt ${PROJECT_VERSION}")
  endif()
  if(EXISTS "${git_log}") # configured anew after every commit, so that it stays true
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${git_log})
  endif()
endif()
