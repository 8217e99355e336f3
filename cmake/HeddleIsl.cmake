# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Defines heddle_isl: isl with GMP, linked statically and hidden.
#
# Why not libisl.so: Debian's libLLVM exports Polly's copy of isl, some five
# thousand isl_* symbols of another version and without GMP. A plugin that is
# linked to libisl.so gets that copy in silence, because libLLVM is in the
# process first. So the archives go in, hidden by --exclude-libs.
#
# Why copies of the archives: they are compiled for executables, and only
# their uses of the variables stdin, stdout and stderr stop them from going
# into a shared object. The copies use heddle_stdin, heddle_stdout and
# heddle_stderr instead, which HeddleStdio.c defines.
#
# Order: the archives come before libLLVM on the link line, or the linker
# takes the exported symbols. heddle_isl therefore names libLLVM after them.

find_path(HEDDLE_ISL_INCLUDE isl/version.h)
find_library(HEDDLE_ISL_ARCHIVE NAMES libisl.a)
find_library(HEDDLE_GMP_ARCHIVE NAMES libgmp.a)
if(NOT HEDDLE_ISL_INCLUDE OR NOT HEDDLE_ISL_ARCHIVE OR NOT HEDDLE_GMP_ARCHIVE)
  message(FATAL_ERROR "isl/version.h, libisl.a and libgmp.a are needed: "
    "install libisl-dev and libgmp-dev (scripts/setup does)")
endif()

set(IslDir "${CMAKE_BINARY_DIR}/isl")
file(MAKE_DIRECTORY "${IslDir}")
set(Redefine)
foreach(Stream IN ITEMS stdin stdout stderr)
  list(APPEND Redefine --redefine-sym ${Stream}=heddle_${Stream})
endforeach()
set(IslCopies)
foreach(Name IN ITEMS isl gmp)
  string(TOUPPER ${Name} Upper)
  set(Copy "${IslDir}/libheddle-${Name}.a")
  add_custom_command(OUTPUT "${Copy}"
    COMMAND ${CMAKE_OBJCOPY} ${Redefine} "${HEDDLE_${Upper}_ARCHIVE}" "${Copy}"
    DEPENDS "${HEDDLE_${Upper}_ARCHIVE}"
    COMMENT "Copying lib${Name}.a for use in a shared object" VERBATIM)
  list(APPEND IslCopies "${Copy}")
endforeach()
add_custom_target(heddle_isl_copies DEPENDS ${IslCopies})

add_library(heddle_stdio STATIC "${CMAKE_SOURCE_DIR}/cmake/HeddleStdio.c")

add_library(heddle_isl INTERFACE)
add_dependencies(heddle_isl heddle_isl_copies)
target_include_directories(heddle_isl SYSTEM INTERFACE "${HEDDLE_ISL_INCLUDE}")
target_link_options(heddle_isl INTERFACE "LINKER:--exclude-libs,ALL")
target_link_libraries(heddle_isl INTERFACE heddle_isl_archive)

# Imported, so that CMake keeps the order archive, its dependencies, libLLVM.
add_library(heddle_gmp_archive STATIC IMPORTED GLOBAL)
set_target_properties(heddle_gmp_archive PROPERTIES
  IMPORTED_LOCATION "${IslDir}/libheddle-gmp.a"
  INTERFACE_LINK_LIBRARIES "heddle_stdio;heddle_llvm")
add_library(heddle_isl_archive STATIC IMPORTED GLOBAL)
set_target_properties(heddle_isl_archive PROPERTIES
  IMPORTED_LOCATION "${IslDir}/libheddle-isl.a"
  INTERFACE_LINK_LIBRARIES "heddle_gmp_archive;heddle_stdio;heddle_llvm")
add_dependencies(heddle_isl_archive heddle_isl_copies)
add_dependencies(heddle_gmp_archive heddle_isl_copies)
