# How every target of this project is compiled.
find_package(Threads REQUIRED)
include(ArenasimUnity)

# arenasim_target(TARGET [WHOLE]): WHOLE is for what nothing but the time of a build hangs on: many of its files are
# compiled as one in optimised builds too, and with few optimisations where the whole tree is built so.
function(arenasim_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # Contracted floating operations would make figures differ from machine to machine.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Werror
                                           -ffp-contract=off)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 takes inlined std::string operations for copies of impossible sizes; the sanitizers see real ones.
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread
                                             -Wno-array-bounds)
  endif()
  if(CMAKE_UNITY_BUILD OR ("WHOLE" IN_LIST ARGN AND CMAKE_BUILD_TYPE STREQUAL Release))
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
    arenasim_group(${target})
    # Of what another file of the group declares; and GCC takes files of a group for headers.
    target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  if("WHOLE" IN_LIST ARGN AND CMAKE_UNITY_BUILD AND CMAKE_BUILD_TYPE STREQUAL Release)
    target_compile_options(${target} PRIVATE -Og)
  endif()
  if(ARENASIM_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${ARENASIM_SANITIZE} -fno-omit-frame-pointer
                                            -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${ARENASIM_SANITIZE})
  endif()
  if(ARENASIM_TIDY)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "clang-tidy-15;--quiet;--warnings-as-errors=*")
  endif()
endfunction()

# What nearly every file includes anyway, parsed once a target. Files still include what they use: the tidy preset
# builds without it.
function(arenasim_precompile target)
  target_precompile_headers(${target} PRIVATE <algorithm> <array> <cstdint> <map> <memory> <optional> <span> <string>
                                              <string_view> <variant> <vector> <tl/expected.hpp> ${ARGN})
endfunction()

# A library of one room: all its sources, with the repository root as include root.
function(arenasim_room name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX ${CMAKE_CURRENT_SOURCE_DIR}/cli/)
  add_library(arenasim_${name} STATIC ${sources})
  add_library(arenasim::${name} ALIAS arenasim_${name})
  set_target_properties(arenasim_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(arenasim_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                                     $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/arenasim>)
  arenasim_target(arenasim_${name})
  arenasim_precompile(arenasim_${name} ${ARGN})
endfunction()
