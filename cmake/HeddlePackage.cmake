# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The Debian package, which scripts/package builds: what HeddleInstall.cmake
# installs, under /usr. The plugin is bound to its compiler's release, so the
# package depends on that series of clang and no other; the shared libraries are
# found by dpkg-shlibdeps.

string(REGEX MATCH "^([0-9]+)\\.([0-9]+)" Series "${HEDDLE_LLVM_VERSION}")
math(EXPR Next "${CMAKE_MATCH_2} + 1")
set(Major "${CMAKE_MATCH_1}")
# Debian's LLVM packages have the epoch 1.
set(Clang "clang-${Major} (>= 1:${Series}~), clang-${Major} (<< 1:${Major}.${Next}~)")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VENDOR "Heddle")
set(CPACK_PACKAGE_CONTACT "The Heddle developers <heddle@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verified CUDA kernels from annotated C++ loop nests")
set(CPACK_PACKAGE_DESCRIPTION
  "A Clang plugin, a source rewriter and headers. Annotated loop nests are
verified, and mapped to CUDA threads by combinators or strategies.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${Clang}, python3")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, libomp-${Major}-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-tidy-${Major}, cmake, nvidia-cuda-toolkit")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  "${CMAKE_SOURCE_DIR}/packaging/deb/postinst" "${CMAKE_SOURCE_DIR}/packaging/deb/postrm")
include(CPack)
