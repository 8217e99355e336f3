//===- SegmentText.cpp - Loops that list their iterations -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/SegmentText.h"
#include "Emit/SourceLines.h"
#include "Emit/WatchedLoops.h"
#include "Kernel/KernelBody.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace heddle {

static std::string typeOf(const AffineNest &N) {
  std::vector<std::string> Counters;
  for (unsigned L = 1; L < N.Depth; ++L)
    Counters.push_back(N.Nest->Loops[L].CxxType);
  return "::heddle::rt::segments<" + llvm::join(Counters, ", ") + ">";
}

SegmentText::SegmentText(const AffineNest &N, TakenNames &Names,
                         llvm::function_ref<std::string(unsigned)> ArrayOf)
    : Name(Names.invent("heddle_segments")), Type(typeOf(N)) {
  std::map<unsigned, std::string> Locals;
  for (const Segments::Owned &O : N.Owner->Segments->Arrays) {
    const ArrayInfo &A = N.Nest->Arrays[O.Array];
    std::string &Local = Locals[O.Array];
    Local = Names.invent("heddle_" + A.KernelName + "_updates");
    Updates.push_back("::heddle::rt::listed_updates " + Local + "(" + Name +
                      ", " + ArrayOf(O.Array) + ", " + quoted(A.Name) + ");");
  }
  Loops = watchedLoops(
      *N.Nest, {{Name, perfectLoops(N)}}, [&](const Value &X) -> AroundPlace {
        if (X.Kind != ValueKind::Element)
          return {};
        const Access &A = N.Nest->Accesses[X.Accesses.front()];
        const auto Local = Locals.find(A.Array);
        if (Local == Locals.end())
          return {};
        const char *Start = startOfIgnored(*N.Nest, A);
        return {Local->second + ".touch(",
                (Start ? std::string(", ") + Start : "") + ")"};
      });
}

std::string SegmentText::declaration(const std::string &Site,
                                     const std::string &Elements) const {
  return Type + " " + Name + "(" + Site + ", " + Elements + ");";
}

std::string segmentParameter(const LoopNest &N, unsigned Index,
                             const std::string &Name) {
  if (Index == N.PerfectDepth)
    return "unsigned char *" + Name;
  return "const " + (Index == 0 ? "long long" : N.Loops[Index].CxxType) + " *" +
         Name;
}

std::string segmentArgument(const LoopNest &N, const std::string &Segments,
                            unsigned Index) {
  if (Index == 0 || Index == N.PerfectDepth)
    return std::string("::heddle::rt::") +
           (Index == 0 ? "first_of(" : "missed_by(") + Segments + ")";
  return "::heddle::rt::counters_of<" + std::to_string(Index - 1) + ">(" +
         Segments + ")";
}

} // namespace heddle
