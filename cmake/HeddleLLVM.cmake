# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds LLVM and Clang 22 through llvm-config. Their CMake packages are not
# used: on Debian they name files of packages that are not needed here
# (libPolly.a, every clang tool) and fail where one is missing. There is no
# libclang-cpp.so either, only the versioned file.
#
# Defines
#   heddle_llvm     headers and the shared LLVM library
#   heddle_clang    the same with the shared Clang library
#   HEDDLE_LLVM_BINDIR, HEDDLE_LLVM_INCLUDEDIR, HEDDLE_LLVM_LIBDIR

set(HEDDLE_LLVM_VERSION_MAJOR 22)

find_program(HEDDLE_LLVM_CONFIG
  NAMES llvm-config-${HEDDLE_LLVM_VERSION_MAJOR} llvm-config
  HINTS /usr/lib/llvm-${HEDDLE_LLVM_VERSION_MAJOR}/bin)
if(NOT HEDDLE_LLVM_CONFIG)
  message(FATAL_ERROR "llvm-config-${HEDDLE_LLVM_VERSION_MAJOR} not found: "
    "install llvm-22-dev and libclang-22-dev (scripts/setup does), "
    "or set HEDDLE_LLVM_CONFIG")
endif()

function(heddle_llvm_config Var Option)
  execute_process(COMMAND ${HEDDLE_LLVM_CONFIG} ${Option}
    OUTPUT_VARIABLE Output OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(${Var} "${Output}" PARENT_SCOPE)
endfunction()

heddle_llvm_config(HEDDLE_LLVM_VERSION --version)
heddle_llvm_config(HEDDLE_LLVM_BINDIR --bindir)
heddle_llvm_config(HEDDLE_LLVM_INCLUDEDIR --includedir)
heddle_llvm_config(HEDDLE_LLVM_LIBDIR --libdir)
if(NOT HEDDLE_LLVM_VERSION VERSION_GREATER_EQUAL HEDDLE_LLVM_VERSION_MAJOR OR
   NOT HEDDLE_LLVM_VERSION VERSION_LESS 23)
  set(Other "${HEDDLE_LLVM_CONFIG}")
  unset(HEDDLE_LLVM_CONFIG CACHE) # the right one may be installed by next time
  message(FATAL_ERROR
    "LLVM ${HEDDLE_LLVM_VERSION_MAJOR} is needed, "
    "${Other} is of ${HEDDLE_LLVM_VERSION}: scripts/setup installs it")
endif()

set(Major ${HEDDLE_LLVM_VERSION_MAJOR})
foreach(Lib IN ITEMS LLVM clang-cpp)
  string(MAKE_C_IDENTIFIER "HEDDLE_LIB_${Lib}" Var)
  # NO_CACHE would search again each time; the versioned name comes first
  # because the plain one may belong to another release.
  find_library(${Var}
    NAMES lib${Lib}.so.${Major}.1 lib${Lib}-${Major}.so lib${Lib}.so
    PATHS "${HEDDLE_LLVM_LIBDIR}" NO_DEFAULT_PATH)
  if(NOT ${Var})
    message(FATAL_ERROR "lib${Lib}.so.${Major}.1 not found in "
      "${HEDDLE_LLVM_LIBDIR}: install libclang-22-dev and llvm-22-dev")
  endif()
endforeach()

if(NOT EXISTS "${HEDDLE_LLVM_INCLUDEDIR}/clang/AST/AST.h" AND
   NOT EXISTS "${HEDDLE_LLVM_INCLUDEDIR}/clang/AST/ASTContext.h")
  message(FATAL_ERROR "Clang's headers are not in ${HEDDLE_LLVM_INCLUDEDIR}: "
    "install libclang-22-dev")
endif()

add_library(heddle_llvm INTERFACE)
target_include_directories(heddle_llvm SYSTEM INTERFACE "${HEDDLE_LLVM_INCLUDEDIR}")
target_compile_definitions(heddle_llvm INTERFACE
  __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS _GNU_SOURCE)
target_link_libraries(heddle_llvm INTERFACE "${HEDDLE_LIB_LLVM}")

add_library(heddle_clang INTERFACE)
target_link_libraries(heddle_clang INTERFACE "${HEDDLE_LIB_clang_cpp}" heddle_llvm)
