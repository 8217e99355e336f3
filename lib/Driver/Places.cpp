//===- Places.cpp - Places of the source, for people and as keys ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/Places.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/Twine.h"

using namespace clang;
using namespace heddle;

NestReport::Place heddle::reportedPlace(const SourceManager &SM,
                                        SourceLocation Loc) {
  PresumedLoc P = SM.getPresumedLoc(SM.getFileLoc(Loc));
  if (P.isInvalid())
    return {};
  return {P.getFilename(), P.getLine(), P.getColumn()};
}

std::string heddle::placeKey(const SourceManager &SM, SourceLocation Loc) {
  PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(Loc));
  return (llvm::Twine(P.getFilename()) + ":" + llvm::Twine(P.getLine()) + ":" +
          llvm::Twine(P.getColumn()))
      .str();
}
