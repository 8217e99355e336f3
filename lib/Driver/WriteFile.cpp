//===- WriteFile.cpp - Files that are whole or not there ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Driver/WriteFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static Error failure(std::error_code Code) { return errorCodeToError(Code); }

static Error writeDirectly(StringRef Path, StringRef Text) {
  std::error_code Code;
  raw_fd_ostream OS(Path, Code);
  if (Code)
    return failure(Code);
  OS << Text;
  OS.close();
  Code = OS.error();
  OS.clear_error();
  return Code ? failure(Code) : Error::success();
}

Error heddle::writeFile(StringRef Path, StringRef Text) {
  SmallString<128> Target(Path);
  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(Path, Status) && sys::fs::exists(Status);
  if (Exists) {
    if (sys::fs::is_directory(Status))
      return failure(std::make_error_code(std::errc::is_a_directory));
    if (!sys::fs::can_write(Path))
      return failure(std::make_error_code(std::errc::permission_denied));
    if (Status.type() != sys::fs::file_type::regular_file)
      return writeDirectly(Path, Text);
    if (std::error_code Code = sys::fs::real_path(Path, Target))
      return failure(Code);
  }
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(Target + ".%%%%%%.tmp");
  if (!Temp)
    return Temp.takeError();
  std::error_code Code;
  {
    raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
    OS << Text;
    OS.flush();
    Code = OS.error();
    OS.clear_error();
  }
  if (!Code && Exists)
    Code = sys::fs::setPermissions(Temp->TmpName, Status.permissions());
  if (Code) {
    consumeError(Temp->discard());
    return failure(Code);
  }
  return Temp->keep(Target);
}
