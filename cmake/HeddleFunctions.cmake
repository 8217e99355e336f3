# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Heddle in somebody's build; docs/building.md is the manual.
#
#   heddle_target(target
#     [BACKEND check|host|cuda] [ON_FAILURE error|warn|serial] [EMIT folder]
#     [CUDA_ARCHITECTURES 90...])
#
#     Compiles the target's C++ sources through the plugin. The C++ compiler
#     must be the clang that the plugin is made for.
#
#   heddle_rewrite(target SOURCES a.cpp... [ANNOTATED_HEADERS a.h...]
#     [LANGUAGE CUDA|CXX] [ON_FAILURE error|warn|serial] [ROOT folder]
#     [OPTIONS flag...])
#
#     Rewrites the sources when the target is built and compiles what comes out
#     in the language, with any compiler.

cmake_policy(PUSH)
cmake_policy(VERSION 3.20...3.25)

function(_heddle_check_mode Function Mode)
  if(NOT "${Mode}" MATCHES "^(error|warn|serial)?$")
    message(FATAL_ERROR "${Function}: ON_FAILURE is error, warn or serial, not '${Mode}'")
  endif()
endfunction()

function(_heddle_check_arguments Function Target Unknown Missing)
  if(NOT TARGET "${Target}")
    message(FATAL_ERROR "${Function}: there is no target '${Target}'")
  endif()
  if(Unknown)
    message(FATAL_ERROR "${Function}(${Target}): not understood: ${Unknown}")
  endif()
  if(Missing)
    message(FATAL_ERROR "${Function}(${Target}): a value is missing after ${Missing}")
  endif()
endfunction()

# A plugin is bound to its compiler's release, to the second number.
function(_heddle_check_compiler Target)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" Series "${HEDDLE_CLANG_VERSION}")
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" Given "${CMAKE_CXX_COMPILER_VERSION}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND Given STREQUAL Series)
    return()
  endif()
  string(REGEX MATCH "^[0-9]+" Major "${HEDDLE_CLANG_VERSION}")
  message(FATAL_ERROR
    "heddle_target(${Target}): Heddle's plugin needs clang ${Series} as the C++ compiler; "
    "this build uses ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} "
    "(${CMAKE_CXX_COMPILER}). Configure with\n"
    "  -DCMAKE_CXX_COMPILER=clang++-${Major}\n"
    "or keep the compiler, any of which takes what this compiles:\n"
    "  heddle_rewrite(${Target} SOURCES ...)")
endfunction()

# sm_NN for each architecture, those of the target if none are given.
function(_heddle_architectures Out Target)
  set(Given ${ARGN})
  if(NOT Given)
    get_target_property(Given ${Target} CUDA_ARCHITECTURES)
  endif()
  if(NOT Given)
    set(Given ${CMAKE_CUDA_ARCHITECTURES})
  endif()
  set(Flags)
  foreach(Name IN LISTS Given)
    if(NOT Name MATCHES "^(sm_)?([0-9]+[af]?)(-real|-virtual)?$")
      message(FATAL_ERROR "heddle_target(${Target}): '${Name}' is no CUDA architecture; "
        "give numbers, such as CUDA_ARCHITECTURES 90")
    endif()
    list(APPEND Flags "--cuda-gpu-arch=sm_${CMAKE_MATCH_2}")
  endforeach()
  if(NOT Flags)
    # The oldest one that every toolkit in use compiles for; its PTX runs on all
    # later ones.
    set(Flags "--cuda-gpu-arch=sm_75")
  endif()
  list(REMOVE_DUPLICATES Flags)
  set(${Out} "${Flags}" PARENT_SCOPE)
endfunction()

function(heddle_target Target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG ""
    "BACKEND;ON_FAILURE;EMIT" "CUDA_ARCHITECTURES")
  _heddle_check_arguments(heddle_target "${Target}"
    "${ARG_UNPARSED_ARGUMENTS}" "${ARG_KEYWORDS_MISSING_VALUES}")
  _heddle_check_mode("heddle_target(${Target})" "${ARG_ON_FAILURE}")
  if(NOT ARG_BACKEND)
    set(ARG_BACKEND check)
  endif()
  if(NOT ARG_BACKEND MATCHES "^(check|host|cuda)$")
    message(FATAL_ERROR
      "heddle_target(${Target}): BACKEND is check, host or cuda, not '${ARG_BACKEND}'")
  endif()
  _heddle_check_compiler(${Target})

  set(Flags "-fplugin=${HEDDLE_PLUGIN}" "-fplugin-arg-heddle-backend=${ARG_BACKEND}")
  if(ARG_ON_FAILURE)
    list(APPEND Flags "-fplugin-arg-heddle-on-failure=${ARG_ON_FAILURE}")
  endif()
  if(ARG_EMIT)
    get_filename_component(Folder "${ARG_EMIT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    list(APPEND Flags "-fplugin-arg-heddle-emit=${Folder}/")
  endif()
  if(ARG_BACKEND STREQUAL "cuda")
    find_package(CUDAToolkit REQUIRED)
    get_filename_component(Toolkit "${CUDAToolkit_NVCC_EXECUTABLE}" REALPATH)
    get_filename_component(Toolkit "${Toolkit}" DIRECTORY)
    get_filename_component(Toolkit "${Toolkit}" DIRECTORY)
    _heddle_architectures(Architectures ${Target} ${ARG_CUDA_ARCHITECTURES})
    list(APPEND Flags "SHELL:-x cuda" "--cuda-path=${Toolkit}" ${Architectures}
      -Wno-unknown-cuda-version)
    target_link_libraries(${Target} PRIVATE CUDA::cudart)
  endif()
  foreach(Flag IN LISTS Flags)
    target_compile_options(${Target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${Flag}>")
  endforeach()
  target_link_libraries(${Target} PRIVATE Heddle::heddle)

  # Another plugin may have another verdict.
  get_target_property(Sources ${Target} SOURCES)
  foreach(Source IN LISTS Sources)
    if(NOT Source MATCHES "\\$<")
      set_property(SOURCE "${Source}" TARGET_DIRECTORY ${Target}
        APPEND PROPERTY OBJECT_DEPENDS "${HEDDLE_PLUGIN}")
    endif()
  endforeach()
endfunction()

# The flags with which the target's C++ sources are compiled, as far as they
# change what a source means.
function(_heddle_flags Out Target)
  get_target_property(Standard ${Target} CXX_STANDARD)
  if(NOT Standard)
    set(Standard 17)
  endif()
  set(Includes "$<TARGET_PROPERTY:${Target},INCLUDE_DIRECTORIES>")
  set(Definitions "$<TARGET_PROPERTY:${Target},COMPILE_DEFINITIONS>")
  set(${Out}
    "-std=c++${Standard}"
    "$<$<BOOL:${Includes}>:-I$<JOIN:${Includes},$<SEMICOLON>-I>>"
    "$<$<BOOL:${Definitions}>:-D$<JOIN:${Definitions},$<SEMICOLON>-D>>"
    PARENT_SCOPE)
endfunction()

function(_heddle_language Out Target Language)
  get_property(Enabled GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT Language AND CUDA IN_LIST Enabled)
    set(Language CUDA)
  elseif(NOT Language)
    set(Language CXX)
  endif()
  if(NOT Language MATCHES "^(CUDA|CXX)$")
    message(FATAL_ERROR
      "heddle_rewrite(${Target}): LANGUAGE is CUDA or CXX, not '${Language}'")
  endif()
  if(NOT Language IN_LIST Enabled)
    message(FATAL_ERROR "heddle_rewrite(${Target}): ${Language} is not enabled; "
      "write project(... LANGUAGES CXX ${Language})")
  endif()
  set(${Out} ${Language} PARENT_SCOPE)
endfunction()

# One run of the tool, over ARGN and the annotated headers; of heddle_rewrite(),
# whose variables it reads.
function(_heddle_rewrite_together)
  set(Files)
  set(Inputs)
  set(Outputs)
  foreach(Source IN LISTS ARGN ARG_ANNOTATED_HEADERS)
    get_filename_component(Source "${Source}" ABSOLUTE)
    file(RELATIVE_PATH Below "${Root}" "${Source}")
    if(Below MATCHES "^\\.\\./")
      message(FATAL_ERROR "heddle_rewrite(${Target}): '${Source}' is outside '${Root}'; "
        "name a folder above all sources with ROOT")
    endif()
    list(APPEND Inputs "${Source}")
    list(APPEND Outputs "${Folder}/${Below}")
  endforeach()
  list(LENGTH ARGN Count)
  list(SUBLIST Inputs 0 ${Count} Files)
  list(GET Outputs 0 First)
  get_filename_component(FirstFolder "${First}" DIRECTORY)
  if(ARG_ANNOTATED_HEADERS)
    set(Where --out-dir "${Folder}" --root "${Root}")
  else()
    set(Where -o "${First}")
  endif()
  add_custom_command(OUTPUT ${Outputs}
    COMMAND ${CMAKE_COMMAND} -E make_directory "${FirstFolder}"
    COMMAND Heddle::heddle-rewrite ${Files} ${Where} "--depfile=${First}.d" ${Mode}
      -- ${Flags} ${ARG_OPTIONS}
    DEPENDS ${Inputs} "${HEDDLE_REWRITE}"
    DEPFILE "${First}.d"
    COMMENT "Rewriting ${ARGN}"
    COMMAND_EXPAND_LISTS VERBATIM)
  # What a source finds by quotes may lie beside it as it was.
  foreach(Number RANGE 1 ${Count})
    math(EXPR Index "${Number} - 1")
    list(GET Files ${Index} File)
    list(GET Outputs ${Index} Output)
    get_filename_component(FileFolder "${File}" DIRECTORY)
    set_source_files_properties("${Output}" PROPERTIES
      GENERATED ON LANGUAGE ${Language} INCLUDE_DIRECTORIES "${FileFolder}")
    target_sources(${Target} PRIVATE "${Output}")
  endforeach()
endfunction()

function(heddle_rewrite Target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG ""
    "LANGUAGE;ON_FAILURE;ROOT" "SOURCES;ANNOTATED_HEADERS;OPTIONS")
  _heddle_check_arguments(heddle_rewrite "${Target}"
    "${ARG_UNPARSED_ARGUMENTS}" "${ARG_KEYWORDS_MISSING_VALUES}")
  _heddle_check_mode("heddle_rewrite(${Target})" "${ARG_ON_FAILURE}")
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "heddle_rewrite(${Target}): give SOURCES")
  endif()
  _heddle_language(Language ${Target} "${ARG_LANGUAGE}")
  if(Language STREQUAL "CUDA")
    get_target_property(Standard ${Target} CUDA_STANDARD)
    if(NOT Standard)
      set_target_properties(${Target} PROPERTIES CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON)
    endif()
  endif()
  target_link_libraries(${Target} PRIVATE Heddle::heddle)

  _heddle_flags(Flags ${Target})
  set(Mode)
  if(ARG_ON_FAILURE)
    set(Mode "--on-failure=${ARG_ON_FAILURE}")
  endif()
  if(NOT ARG_ROOT)
    set(ARG_ROOT "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  get_filename_component(Root "${ARG_ROOT}" ABSOLUTE)
  set(Folder "${CMAKE_CURRENT_BINARY_DIR}/heddle/${Target}")
  if(ARG_ANNOTATED_HEADERS)
    _heddle_rewrite_together(${ARG_SOURCES})
  else()
    foreach(Source IN LISTS ARG_SOURCES)
      _heddle_rewrite_together("${Source}")
    endforeach()
  endif()
endfunction()

cmake_policy(POP)
