# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles through ccache where it is installed. ccache refuses to cache a
# compilation with a precompiled header unless it is told that the header's
# macros and time stamps do not matter; CMake rebuilds the header when any of
# its files changes, so they do not.

set(HEDDLE_CCACHE_SLOPPINESS
  "pch_defines,time_macros,include_file_mtime,include_file_ctime")

if(HEDDLE_CCACHE)
  find_program(HEDDLE_CCACHE_PROGRAM ccache)
  foreach(Lang IN ITEMS C CXX)
    set(Launcher "${CMAKE_${Lang}_COMPILER_LAUNCHER}")
    if(HEDDLE_CCACHE_PROGRAM AND (NOT Launcher OR Launcher MATCHES "(^|/)ccache$"))
      set(CMAKE_${Lang}_COMPILER_LAUNCHER
        "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=${HEDDLE_CCACHE_SLOPPINESS};${HEDDLE_CCACHE_PROGRAM}")
    endif()
  endforeach()
endif()
