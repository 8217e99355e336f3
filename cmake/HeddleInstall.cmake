# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What `cmake --install` installs. Everything is found relative to the CMake
# files, so that the prefix can be moved:
#
#   bin/heddle-rewrite, bin/heddle-doctor, bin/heddle-tune
#   lib/HeddlePlugin.so, lib/HeddleTidy.so
#   lib/libHeddlePtx.so     runs CUDA programs without a GPU, see docs/ptx.md
#   lib/cmake/Heddle        find_package(Heddle), see docs/building.md
#   include/heddle
#   share/doc/heddle        README.md, docs, LICENSE
#   share/bash-completion, share/zsh   completion for heddle-rewrite

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(HeddleDocDir "${CMAKE_INSTALL_DATAROOTDIR}/doc/heddle")
set(HeddleCMakeDir "${CMAKE_INSTALL_LIBDIR}/cmake/Heddle")

# The tools. Where LLVM's libraries are outside the loader's folders, the
# installed tool finds them where this build did; the plugin takes those of the
# clang that loads it.
if(TARGET heddle-rewrite)
  set_target_properties(heddle-rewrite PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS heddle-rewrite RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(PROGRAMS scripts/heddle-doctor scripts/heddle-tune DESTINATION "${CMAKE_INSTALL_BINDIR}")
if(TARGET HeddlePlugin)
  install(TARGETS HeddlePlugin HeddleTidy LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()

# Programs are linked with it in the place of CUDA's runtime.
# `target_link_libraries(program PRIVATE Heddle::ptx)`.
set_target_properties(HeddlePtx PROPERTIES EXPORT_NAME ptx)
install(TARGETS HeddlePtx EXPORT HeddleTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")

# The headers, as a target for those that include them.
add_library(heddle_headers INTERFACE)
set_target_properties(heddle_headers PROPERTIES EXPORT_NAME heddle)
target_include_directories(heddle_headers INTERFACE
  "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
target_compile_features(heddle_headers INTERFACE cxx_std_17)
install(TARGETS heddle_headers EXPORT HeddleTargets)
install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/heddle"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")

# find_package(Heddle).
install(EXPORT HeddleTargets NAMESPACE Heddle:: DESTINATION "${HeddleCMakeDir}")
configure_package_config_file(
  "${CMAKE_SOURCE_DIR}/cmake/HeddleConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/install/HeddleConfig.cmake"
  INSTALL_DESTINATION "${HeddleCMakeDir}"
  PATH_VARS CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(
  "${CMAKE_BINARY_DIR}/install/HeddleConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_BINARY_DIR}/install/HeddleConfig.cmake"
  "${CMAKE_BINARY_DIR}/install/HeddleConfigVersion.cmake"
  "${CMAKE_SOURCE_DIR}/cmake/HeddleFunctions.cmake"
  DESTINATION "${HeddleCMakeDir}")

install(FILES README.md LICENSE DESTINATION "${HeddleDocDir}")
# Where Debian looks for it.
install(FILES LICENSE DESTINATION "${HeddleDocDir}" RENAME copyright)
install(DIRECTORY docs DESTINATION "${HeddleDocDir}")
install(FILES packaging/completion/heddle-rewrite.bash
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME heddle-rewrite)
install(FILES packaging/completion/_heddle-rewrite
  DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
