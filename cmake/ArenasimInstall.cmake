# What `cmake --install` gives: the program, and the core as a CMake package (`find_package(arenasim)`, `arenasim::core`)
# whose include root is include/arenasim, so that `#include "core/arena.hpp"` works there as it does here.
include(CMakePackageConfigHelpers)

install(TARGETS arenasim RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS arenasim_core EXPORT arenasimTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY core/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/arenasim/core FILES_MATCHING PATTERN "*.hpp")

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/arenasim)
install(EXPORT arenasimTargets NAMESPACE arenasim:: DESTINATION ${package_folder})
configure_package_config_file(cmake/arenasimConfig.cmake.in ${PROJECT_BINARY_DIR}/arenasimConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/arenasimConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/arenasimConfig.cmake ${PROJECT_BINARY_DIR}/arenasimConfigVersion.cmake
        DESTINATION ${package_folder})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
