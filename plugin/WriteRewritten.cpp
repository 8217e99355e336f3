//===- WriteRewritten.cpp - The file that emit=FILE names -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "WriteRewritten.h"
#include "Driver/WriteFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace heddle;

/// An existing output must be an earlier one of the same source.
static bool mayReplace(llvm::StringRef Path, llvm::StringRef Source,
                       Report &R) {
  llvm::sys::fs::file_status Status;
  if (llvm::sys::fs::status(Path, Status) ||
      Status.type() != llvm::sys::fs::file_type::regular_file)
    return true; // nothing there, or writing it is the error
  auto Old = llvm::MemoryBuffer::getFile(Path);
  if (!Old || (*Old)->getBufferSize() == 0)
    return true;
  std::string Marked = markedSource((*Old)->getBuffer());
  if (Marked == Source ||
      (!Marked.empty() && llvm::sys::fs::equivalent(Marked, Source)))
    return true;
  R.add(DiagID::HD637, {}, Path,
        Marked.empty() ? std::string("was not written by Heddle")
                       : "is the rewritten text of '" + Marked + "'");
  return false;
}

void heddle::writeRewritten(const UnitEdits &Edits, const std::string &Target,
                            Report &R) {
  const FileEdits &Main = Edits.Files.at(Edits.MainPath);
  llvm::SmallString<128> Path(Target);
  if (llvm::sys::fs::is_directory(Path) || Target.back() == '/') {
    llvm::sys::path::append(Path, llvm::sys::path::stem(Main.Name) + ".cu");
    if (std::error_code Code = llvm::sys::fs::create_directories(Target)) {
      R.add(DiagID::HD638, {}, Path, Code.message());
      return;
    }
  }
  llvm::Expected<std::string> Text = apply(Main);
  if (!Text) {
    R.add(DiagID::HD990, {}, Main.Name, toString(Text.takeError()));
    return;
  }
  if (!mayReplace(Path, Main.Name, R))
    return;
  // The marker is what tells the next compilation whose file this is.
  if (llvm::Error E = writeFile(Path, withMarker(*Text, Main.Name)))
    R.add(DiagID::HD638, {}, Path, toString(std::move(E)));
}
