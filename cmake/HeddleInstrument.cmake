# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the preset `asan` adds to every compilation, through heddle_options.
#
# The runtime of AddressSanitizer is the shared one: the plugin, which has none
# of its own then, is loaded into a clang that preloads it (HEDDLE_ASAN_RUNTIME).

set(HEDDLE_SANITIZE "" CACHE STRING "Sanitizers for -fsanitize=, e.g. address,undefined")
option(HEDDLE_FUZZERS "Build the fuzzers; needs clang" OFF)
option(HEDDLE_COVERAGE "Count what is executed, for llvm-cov; needs clang" OFF)

set(Instrument)
if(HEDDLE_SANITIZE)
  # vptr needs the type information that LLVM's libraries do not have.
  list(APPEND Instrument -fsanitize=${HEDDLE_SANITIZE} -fno-sanitize=vptr)
  target_compile_options(heddle_options INTERFACE -fno-omit-frame-pointer)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND HEDDLE_SANITIZE MATCHES "address")
    execute_process(
      COMMAND ${CMAKE_CXX_COMPILER}
              -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
      OUTPUT_VARIABLE HEDDLE_ASAN_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE)
    get_filename_component(RuntimeDir "${HEDDLE_ASAN_RUNTIME}" DIRECTORY)
    # Named as well, because it has to come before Clang's libraries.
    target_link_options(heddle_options INTERFACE
      -shared-libasan "LINKER:-rpath,${RuntimeDir}" "${HEDDLE_ASAN_RUNTIME}")
    # Clang's visitors, instrumented, take most of the time of a compilation.
    set(IgnoreList "${CMAKE_BINARY_DIR}/not-instrumented.txt")
    file(CONFIGURE OUTPUT "${IgnoreList}" CONTENT "src:@HEDDLE_LLVM_INCLUDEDIR@/clang/*\n" @ONLY)
    target_compile_options(heddle_options INTERFACE "-fsanitize-ignorelist=${IgnoreList}")
  endif()
endif()
if(HEDDLE_FUZZERS)
  list(APPEND Instrument -fsanitize=fuzzer-no-link)
  if(IgnoreList)
    target_compile_options(heddle_options INTERFACE
      "-fsanitize-coverage-ignorelist=${IgnoreList}")
  endif()
endif()
if(HEDDLE_COVERAGE)
  list(APPEND Instrument -fprofile-instr-generate -fcoverage-mapping)
endif()
target_compile_options(heddle_options INTERFACE ${Instrument})
target_link_options(heddle_options INTERFACE ${Instrument})
