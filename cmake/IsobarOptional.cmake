# isobar_find_optional(NAME PREFIX HEADER LIBRARY WHAT WITHOUT): a library that Isobar does without. Looks for it in PREFIX_ROOT and where
# CMake looks, unless ISOBAR_ENABLE_NAME is OFF. Defines ISOBAR_NAME_LIBRARY and ISOBAR_NAME_INCLUDE_DIR, the first empty if there is none;
# with ISOBAR_ENABLE_NAME=ON it says in ISOBAR_PROBLEM what is missing. WHAT is its name, WITHOUT what follows from its absence.
function(isobar_find_optional name prefix header library what without)
  set(ISOBAR_${name}_LIBRARY "" PARENT_SCOPE)
  if(NOT ISOBAR_ENABLE_${name} AND NOT ISOBAR_ENABLE_${name} STREQUAL "AUTO")
    return()
  endif()
  set(places ${${prefix}_ROOT} $ENV{${prefix}_ROOT})
  find_path(ISOBAR_FOUND_${prefix}_HEADER ${header} HINTS ${places} PATH_SUFFIXES include)
  find_library(ISOBAR_FOUND_${prefix}_LIBRARY ${library} HINTS ${places} PATH_SUFFIXES lib lib64)
  mark_as_advanced(ISOBAR_FOUND_${prefix}_HEADER ISOBAR_FOUND_${prefix}_LIBRARY)
  if(ISOBAR_FOUND_${prefix}_HEADER AND ISOBAR_FOUND_${prefix}_LIBRARY)
    set(ISOBAR_${name}_INCLUDE_DIR ${ISOBAR_FOUND_${prefix}_HEADER} PARENT_SCOPE)
    set(ISOBAR_${name}_LIBRARY ${ISOBAR_FOUND_${prefix}_LIBRARY} PARENT_SCOPE)
    message(STATUS "${what}: ${ISOBAR_FOUND_${prefix}_LIBRARY}")
  elseif(NOT ISOBAR_ENABLE_${name} STREQUAL "AUTO")
    set(ISOBAR_PROBLEM "no ${header} and lib${library} found: set ${prefix}_ROOT to the folder with its include and lib, \
or ISOBAR_ENABLE_${name} to OFF" PARENT_SCOPE)
  else()
    message(STATUS "${what}: none found, so ${without}")
  endif()
endfunction()
