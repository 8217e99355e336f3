# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How the project's targets are declared:
#
#   heddle_add_library(HeddleAffine A.cpp B.cpp [CLANG] [ISL] [LINK HeddleX...])
#     A static library, position-independent, without RTTI and exceptions.
#     CLANG: includes Clang headers (and reuses the one precompiled header).
#     ISL: includes isl headers. LINK: other libraries, passed on to users.
#
#   heddle_add_executable(heddle-rewrite main.cpp [CLANG] [ISL] [LINK ...])
#   heddle_add_plugin(HeddlePlugin Plugin.cpp [CLANG] [ISL] [LINK ...])
#     A loadable module lib/NAME.so, without the `lib` prefix.
#
#   heddle_add_unittest(AffineTests ATest.cpp ... [CLANG] [ISL] [PUBLIC] [LINK ...])
#     A GoogleTest program test/unit/NAME in the build folder, without a main
#     of its own. Exceptions stay on, because the public headers throw; except
#     with CLANG, to share the precompiled header. PUBLIC: tests public headers,
#     which must include all that they use, and has no precompiled header.
#
#   heddle_add_fuzzer(NestFuzzer Nest.cpp ... [CLANG] [ISL] [LINK ...])
#     A libFuzzer program bin/NAME, where HEDDLE_FUZZERS is on.
#
# `#include "Affine/Isl.h"` is found in lib/, `#include <heddle/mapping.h>` in
# include/.

add_library(heddle_options INTERFACE)
target_compile_options(heddle_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -fno-rtti)
target_include_directories(heddle_options INTERFACE
  "${CMAKE_SOURCE_DIR}/lib" "${CMAKE_SOURCE_DIR}/include")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # -Wno-comment and -Wno-maybe-uninitialized: false alarms in and from LLVM's
  # headers; LLVM itself builds with them. -fpch-preprocess lets ccache see
  # which precompiled header a compilation used.
  target_compile_options(heddle_options INTERFACE
    -Wno-comment -Wno-maybe-uninitialized -fpch-preprocess)
endif()
include(HeddleInstrument)

# The headers that are compiled once: those of Clang and LLVM, those of LLVM and the
# standard library alone, and these with GoogleTest's for unit tests. Whoever reuses one
# must be compiled with the same options, so all options are set here.
function(heddle_add_pch Name Header)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "" "LINK;OPTIONS")
  add_library(${Name} STATIC EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/cmake/PCH.cpp")
  target_link_libraries(${Name} PUBLIC heddle_options ${ARG_LINK})
  # Times in it would keep a cache of another build's from being used.
  target_compile_options(${Name} PRIVATE ${ARG_OPTIONS}
    $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
  target_precompile_headers(${Name} PRIVATE "${CMAKE_SOURCE_DIR}/cmake/${Header}")
endfunction()

heddle_add_pch(HeddleClangPCH ClangPCH.h LINK heddle_clang OPTIONS -fno-exceptions)
heddle_add_pch(HeddlePlainPCH PlainPCH.h LINK heddle_llvm OPTIONS -fno-exceptions)

macro(heddle_parse_target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "CLANG;ISL;PUBLIC" "" "LINK")
  set(ARG_SOURCES ${ARG_UNPARSED_ARGUMENTS})
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "${Name}: no sources")
  endif()
endmacro()

macro(heddle_configure_target)
  target_link_libraries(${Name} PUBLIC heddle_options heddle_llvm ${ARG_LINK})
  if(ARG_CLANG)
    target_link_libraries(${Name} PUBLIC heddle_clang)
  endif()
  if(ARG_ISL)
    target_link_libraries(${Name} PUBLIC heddle_isl)
  endif()
endmacro()

# Only a compilation with -fPIC (CMake gives programs -fPIE) matches the
# precompiled header.
macro(heddle_reuse_pch Header)
  set_target_properties(${Name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${Name} PRIVATE -fPIC)
  target_precompile_headers(${Name} REUSE_FROM ${Header})
endmacro()

# For code without exceptions.
macro(heddle_reuse_common_pch)
  if(ARG_CLANG)
    heddle_reuse_pch(HeddleClangPCH)
  else()
    heddle_reuse_pch(HeddlePlainPCH)
  endif()
endmacro()

function(heddle_add_library Name)
  heddle_parse_target()
  add_library(${Name} STATIC ${ARG_SOURCES})
  heddle_configure_target()
  target_compile_options(${Name} PRIVATE -fno-exceptions)
  heddle_reuse_common_pch()
endfunction()

function(heddle_add_executable Name)
  heddle_parse_target()
  add_executable(${Name} ${ARG_SOURCES})
  heddle_configure_target()
  target_compile_options(${Name} PRIVATE -fno-exceptions)
  heddle_reuse_common_pch()
endfunction()

function(heddle_add_plugin Name)
  heddle_parse_target()
  add_library(${Name} MODULE ${ARG_SOURCES})
  heddle_configure_target()
  set_target_properties(${Name} PROPERTIES PREFIX "")
  target_compile_options(${Name} PRIVATE -fno-exceptions)
  target_link_options(${Name} PRIVATE "LINKER:-z,defs")
  heddle_reuse_common_pch()
endfunction()

# Tests run once for each build of them. (Clang's precompiled header holds for the
# libraries' level of optimisation alone.)
set(HEDDLE_UNITTEST_OPTIONS $<$<CONFIG:Debug>:-O0>)

if(HEDDLE_BUILD_TESTS)
  find_package(GTest REQUIRED)
  heddle_add_pch(HeddleTestPCH TestPCH.h LINK heddle_llvm GTest::gmock GTest::gtest
    OPTIONS ${HEDDLE_UNITTEST_OPTIONS})
endif()

function(heddle_add_unittest Name)
  if(NOT HEDDLE_BUILD_TESTS)
    return()
  endif()
  heddle_parse_target()
  add_executable(${Name} ${ARG_SOURCES})
  heddle_configure_target()
  target_link_libraries(${Name} PUBLIC GTest::gmock GTest::gtest GTest::gtest_main)
  if(ARG_CLANG)
    target_compile_options(${Name} PRIVATE -fno-exceptions)
    heddle_reuse_pch(HeddleClangPCH)
  else()
    target_compile_options(${Name} PRIVATE ${HEDDLE_UNITTEST_OPTIONS})
    if(NOT ARG_PUBLIC)
      heddle_reuse_pch(HeddleTestPCH)
    endif()
  endif()
  set_target_properties(${Name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/test/unit")
  add_test(NAME ${Name} COMMAND ${Name})
  # scripts/test reads this list, so that a test program that was not built
  # is a failure and not an absence.
  set_property(GLOBAL APPEND PROPERTY HEDDLE_UNITTESTS ${Name})
endfunction()

function(heddle_add_fuzzer Name)
  if(NOT HEDDLE_FUZZERS)
    return()
  endif()
  heddle_parse_target()
  heddle_add_executable(${ARGV})
  target_link_options(${Name} PRIVATE -fsanitize=fuzzer)
endfunction()
