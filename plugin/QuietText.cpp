//===- QuietText.cpp - Generated text without warnings --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "QuietText.h"
#include "llvm/ADT/StringRef.h"

using namespace heddle;

static const llvm::StringLiteral Push =
    "\n#pragma clang diagnostic push\n"
    "#pragma clang diagnostic ignored \"-Weverything\"\n";
static const llvm::StringLiteral Pop = "#pragma clang diagnostic pop\n";

std::string heddle::quieted(const std::string &Text,
                            std::vector<FileRange> &Ranges) {
  std::string Out;
  unsigned From = 0;
  for (FileRange &R : Ranges) {
    Out.append(Text, From, R.Begin - From);
    From = R.End;
    llvm::StringRef Part = llvm::StringRef(Text).slice(R.Begin, R.End);
    R.Begin = static_cast<unsigned>(Out.size());
    // A generated text ends with a #line, which says where in the user's file
    // the text behind it stands. Without one it is an annotation that has been
    // blanked out.
    size_t Last = Part.rfind("\n#line ");
    if (Last == llvm::StringRef::npos) {
      Out += Part;
    } else {
      Out += Push;
      Out += Part.take_front(Last + 1);
      Out += Pop;
      Out += Part.substr(Last + 1);
    }
    R.End = static_cast<unsigned>(Out.size());
  }
  Out.append(Text, From, std::string::npos);
  return Out;
}
