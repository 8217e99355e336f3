//===- InspectText.h - Loops that look at their subscripts ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch looks at its loops before its kernels run where data say which
// elements these touch: heddle/runtime/inspect.h.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_INSPECTTEXT_H
#define HEDDLE_EMIT_INSPECTTEXT_H

#include "Emit/WatchedLoops.h"
#include "Legality/VerifiedNest.h"
#include "Mapping/Recovery.h"
#include <map>

namespace heddle {

struct InspectText {
  InspectText(const CheckedNest &Nest, const std::string &Site,
              TakenNames &Names);

  std::string Name;                      ///< of the local that is the inspector
  std::vector<std::string> Declarations; ///< a line each
  std::string Captures; ///< of the pass; variables that it changes are copies
  std::string Loops;
  std::map<unsigned, std::string> Hulls; ///< locals, by array

private:
  AroundPlace aroundElement(const CheckedNest &Nest, const Value &X) const;
  std::string readingFunction(const CheckedNest &Nest, const ReadingCall &Call,
                              TakenNames &Names);
  std::string watched(const CheckedNest &Nest, const LoopNest &Text,
                      llvm::ArrayRef<Watcher> Watchers, TextOf Which,
                      TakenNames &Names);
  /// Local functions that the pass calls, by what follows their names.
  std::map<std::string, std::string> Functions;
};

} // namespace heddle

#endif
