# How everything of Isobar is compiled. Kokkos and other libraries keep their own flags.
include(CheckCXXCompilerFlag)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(ISOBAR_WARNINGS -Wall -Wextra -Wno-psabi)
option(ISOBAR_BOUNDS_CHECK "Check the indices of every Kokkos view" OFF)

if(ISOBAR_SANITIZE)
  # Global, and before a Kokkos source tree is added: a sanitizer has to see all code.
  add_compile_options(-fsanitize=${ISOBAR_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ISOBAR_SANITIZE})
endif()
