# Package that find_package(Isobar) finds in another project.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Isobar)

configure_package_config_file(cmake/IsobarConfig.cmake.in IsobarConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(IsobarConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT IsobarTargets NAMESPACE isobar:: DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/IsobarConfig.cmake
              ${PROJECT_BINARY_DIR}/IsobarConfigVersion.cmake cmake/IsobarKokkosPackage.cmake
        DESTINATION ${package_dir})

# What the program and the users of the library look for beside them: decks (--list-decks), the report's
# schema, the examples, the licence.
install(DIRECTORY inputs docs/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar
        FILES_MATCHING PATTERN "*.toml" PATTERN "*.cpp" PATTERN "*.py" PATTERN "CMakeLists.txt")
install(FILES docs/report.schema.json docs/deck.md docs/library.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/isobar)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/isobar)
