# Package that find_package(Isobar) finds in another project.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Isobar)

configure_package_config_file(cmake/IsobarConfig.cmake.in IsobarConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(IsobarConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(EXPORT IsobarTargets NAMESPACE isobar:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/IsobarConfig.cmake
              ${PROJECT_BINARY_DIR}/IsobarConfigVersion.cmake cmake/IsobarKokkosPackage.cmake
        DESTINATION ${package_dir})

if(TARGET isobar_c)
  include(IsobarPkgConfig)
endif()

# Files that the program and the users of the library need: decks (--list-decks), the report's schema,
# the examples, the licence.
install(DIRECTORY inputs docs/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar
        FILES_MATCHING PATTERN "*.toml" PATTERN "*.msh" PATTERN "*.cpp" PATTERN "*.c" PATTERN "*.h" PATTERN "*.f90" PATTERN "*.py" PATTERN "CMakeLists.txt")
file(GLOB pages CONFIGURE_DEPENDS docs/*report.schema.json docs/*deck.md)
install(FILES ${pages} docs/library.md docs/library-c.md docs/library-fortran.md docs/library-python.md DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar)

# Programs that read reports and decks, and what they import (scripts/reproduce_items/places.py knows where they are).
set(scripts_dir ${CMAKE_INSTALL_DATADIR}/isobar/scripts)
install(PROGRAMS scripts/compare scripts/model scripts/plot scripts/report scripts/reproduce scripts/scale scripts/sweep
                 scripts/verify_flow
        DESTINATION ${scripts_dir})
install(DIRECTORY scripts/reproduce_items scripts/model_items scripts/plot_items scripts/report_items scripts/scale_items
                  scripts/script_items scripts/verify_flow_items scripts/machines
        DESTINATION ${scripts_dir}
        FILES_MATCHING PATTERN "*.py" PATTERN "*.json" PATTERN "*.toml" PATTERN "*.css" PATTERN "*.js"
        PATTERN "__pycache__" EXCLUDE)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/isobar)
