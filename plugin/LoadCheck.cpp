//===- LoadCheck.cpp - Loaded by the right release? -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plugin is bound to one release of Clang. Another release loads it all the
// same, because the libraries that it names come with it, and then crashes, or
// has a list of plugins of its own and goes on as if there were none: nothing
// is verified, in silence. So before anything else runs, this asks whose code
// the process runs, and ends a process that is not the right one.
//
// No code of Clang may be called from here but getClangFullVersion().
//===----------------------------------------------------------------------===//

#include "clang/Basic/Version.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <string>
#include <unistd.h>

#define TEXT_(X) #X
#define TEXT(X) TEXT_(X)
#define MAJOR TEXT(CLANG_VERSION_MAJOR)
#define SERIES MAJOR "." TEXT(CLANG_VERSION_MINOR)

namespace {

/// Where two addresses are in the list of loaded objects, which is in the order
/// of loading; -1 for one that is in none.
struct Search {
  const void *Addresses[2];
  int Found[2] = {-1, -1};
  int Number = 0;
};

int visit(dl_phdr_info *Object, size_t, void *Data) {
  auto *S = static_cast<Search *>(Data);
  for (int Segment = 0; Segment != Object->dlpi_phnum; ++Segment) {
    const ElfW(Phdr) &Header = Object->dlpi_phdr[Segment];
    uintptr_t Begin = Object->dlpi_addr + Header.p_vaddr;
    for (int I = 0; I != 2; ++I)
      if (Header.p_type == PT_LOAD &&
          reinterpret_cast<uintptr_t>(S->Addresses[I]) - Begin < Header.p_memsz)
        S->Found[I] = S->Number;
  }
  ++S->Number;
  return 0;
}

/// The version that the process states; empty if it is no Clang with shared
/// libraries. Clang's own function is in the process before this object, or it
/// came with it.
std::string versionOfProcess() {
  void *Function =
      dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev");
  if (!Function)
    return "";
  Search S;
  S.Addresses[0] = Function;
  S.Addresses[1] = reinterpret_cast<const void *>(&visit);
  dl_iterate_phdr(visit, &S);
  if (S.Found[0] < 0 || S.Found[0] > S.Found[1])
    return "";
  return reinterpret_cast<std::string (*)()>(Function)();
}

__attribute__((constructor(101))) void checkProcess() {
  std::string Version = versionOfProcess();
  if (Version.find("clang version " SERIES ".") != std::string::npos)
    return;
  Dl_info Self;
  const char *Name = dladdr(reinterpret_cast<const void *>(&visit), &Self)
                         ? Self.dli_fname
                         : "Heddle's plugin";
  std::fprintf(
      stderr,
      "error: '%s' is made for clang " SERIES
      " and cannot work in %s; use clang++-" MAJOR " or clang-tidy-" MAJOR
      ", or rewrite the source with 'heddle-rewrite' and compile what it "
      "writes\n",
      Name,
      Version.empty() ? "this program, which has no shared library of clang"
                      : ("'" + Version + "'").c_str());
  // Not exit(): what would run at exit belongs to the other release.
  _exit(1);
}

} // namespace
