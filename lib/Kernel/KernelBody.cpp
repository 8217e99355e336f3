//===- KernelBody.cpp - What a thread of a kernel runs --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/KernelBody.h"
#include "IR/ArrayText.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace heddle {

//===--- Reads that take a copy -------------------------------------------===//

/// A pointer to the array's first element; the array has so many dimensions.
static ValueRef firstElement(ValueRef Array, size_t Dims) {
  if (Dims == 1)
    return Array;
  std::vector<ValueRef> Indexed{std::move(Array)};
  for (size_t D = 0; D < Dims; ++D)
    Indexed.push_back(makeConstant("0"));
  return makeValue(ValueKind::Unary,
                   {makeValue(ValueKind::Subscript, std::move(Indexed))}, "&");
}

/// Where the array is not named, the element's place in it finds the copy's:
/// x_copy[&(*p) - x].
static ValueRef redirectedAccess(const ValueRef &Access, ValueRef Pointer,
                                 unsigned Array, size_t Dims) {
  ValueRef Place = makeValue(ValueKind::Binary,
                             {makeValue(ValueKind::Unary, {Access}, "&"),
                              firstElement(makeArray(Array), Dims)},
                             "-");
  return makeValue(ValueKind::Subscript,
                   {firstElement(std::move(Pointer), Dims), std::move(Place)});
}

/// By access of the nest: what it reads instead of its array.
struct CopyRead {
  unsigned Array;
  ValueRef Pointer;
};
using CopyReads = std::map<unsigned, CopyRead>;

static CopyReads copiesOf(const VerifiedNest &V) {
  CopyReads All;
  for (auto [I, C] : llvm::enumerate(V.copies()))
    for (const RedirectedRead &R : C.Reads) {
      ValueRef Pointer = makeCopy(static_cast<unsigned>(I));
      if (!R.Where.isConst(1))
        Pointer = makeValue(ValueKind::Select, {makeNumber(R.Where, R.Narrow),
                                                Pointer, makeArray(C.Array)});
      All[V.affine().Accesses[R.Access].Source] = {C.Array, Pointer};
    }
  return All;
}

/// A text that stands for several reads takes the copy once. An access may hold
/// others.
static ValueRef withCopies(const ValueRef &Code, const CopyReads &Copies,
                           const LoopNest &N) {
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    auto Read = llvm::find_if(X->Accesses,
                              [&](unsigned A) { return Copies.count(A) != 0; });
    if (Read == X->Accesses.end() || X->Kind == ValueKind::Element)
      return nullptr;
    const CopyRead &By = Copies.at(*Read);
    if (X->Kind == ValueKind::Array)
      return By.Pointer;
    auto Access = std::make_shared<Value>(*X);
    for (Operand &Op : Access->Operands)
      Op.Is = withCopies(Op.Is, Copies, N);
    return redirectedAccess(Access, By.Pointer, By.Array,
                            subscriptsInText(N, By.Array));
  });
}

//===--- Loops that the thread does not run -------------------------------===//

/// The text in the header's place; braces that it opens are to be closed.
/// `continue` in the body then continues the next loop outside, which has
/// nothing else to do.
static ValueRef solvedHeader(const SolvedLoop &S, const LoopNest &N) {
  const Loop &L = N.Loops[S.Loop];
  std::vector<ValueRef> Parts;
  auto Tokens = [&](const char *Text) { Parts.push_back(makeTokens(Text)); };
  auto Declare = [&](const std::string &Type, const std::string &Name,
                     ValueRef Is) {
    Parts.push_back(
        makeValue(ValueKind::Declare, {std::move(Is)}, Name, "const " + Type));
  };
  const ValueRef Runs = makeNumber(S.Runs, S.Narrow);
  if (S.Mapped) {
    Tokens("if (");
    Parts.push_back(Runs);
    Tokens(") {");
    return makeValue(ValueKind::Sequence, std::move(Parts));
  }
  const bool Always = S.Runs.isConst(1);
  Tokens(Always ? "{ " : "if (");
  // A value that the loop does not take need not fit the counter.
  Declare("long long", S.Wide, makeNumber(S.Value, /*Narrow=*/false));
  Tokens(" ");
  if (!Always) {
    Parts.push_back(Runs);
    Tokens(") { ");
  }
  Declare(L.CxxType, L.Name,
          makeValue(ValueKind::Cast, {makeName(S.Wide, NameMeaning::Local)}, "",
                    L.CxxType));
  return makeValue(ValueKind::Sequence, std::move(Parts));
}

static ValueRef withSolvedLoops(ValueRef Code, const AffineNest &N) {
  if (!N.Owner)
    return Code;
  for (const SolvedLoop &S : N.Owner->Loops) {
    const bool IsBare = S.Mapped && S.Runs.isConst(1);
    const ValueRef Header =
        IsBare ? makeValue(ValueKind::Sequence, {}) : solvedHeader(S, *N.Nest);
    Code = changed(Code, [&](const ValueRef &X) -> ValueRef {
      if (X->Kind != ValueKind::Loop ||
          !(X->Where == Span{S.TextBegin, S.TextEnd}))
        return nullptr;
      auto Solved = std::make_shared<Value>(*X);
      Solved->Operands.front().Is = Header;
      return IsBare
                 ? ValueRef(Solved)
                 : makeValue(ValueKind::Sequence, {Solved, makeTokens(" }")});
    });
  }
  return Code;
}

//===--- Iterations that the launch has listed ----------------------------===//

namespace {

/// Puts text of the kernel's own together, of tokens and names.
class Phrase {
public:
  Phrase &operator<<(const char *Tokens) {
    Parts.push_back(makeTokens(Tokens));
    return *this;
  }
  Phrase &operator<<(const std::string &Name) {
    Parts.push_back(makeName(Name, NameMeaning::Local));
    return *this;
  }
  Phrase &operator<<(ValueRef V) {
    Parts.push_back(std::move(V));
    return *this;
  }
  ValueRef take() { return makeValue(ValueKind::Sequence, std::move(Parts)); }

private:
  std::vector<ValueRef> Parts;
};

} // namespace

/// The iteration before, if there was one, has updated no element of the
/// thread.
static ValueRef noteMiss(const Segments &S, const std::string &Element) {
  Phrase Text;
  Text << "if (!" << S.Hit << ") " << S.Missed << "[" << Element << "] = 1; ";
  return Text.take();
}

/// Stands in the place of the header of perfect loop Number of the source: the
/// outermost one goes through the segment, each finds its counter there.
static ValueRef segmentHeader(const Segments &S, const AffineNest &N,
                              unsigned Number) {
  const Loop &L = N.Nest->Loops[Number + 1];
  const std::string &Element = N.Dims[0].Counter;
  Phrase Text;
  if (Number == 0)
    Text << "for (long long " << S.At << " = " << S.First << "[" << Element
         << "]; " << S.At << " < " << S.First << "[" << Element << " + 1]; ++"
         << S.At << ") { " << noteMiss(S, Element) << S.Hit << " = false; ";
  else
    Text << "{ ";
  Phrase Counter;
  Counter << S.Counters[Number] << "[" << S.At << "]";
  Text << makeValue(ValueKind::Declare, {Counter.take()}, L.Name,
                    "[[maybe_unused]] const " + L.CxxType);
  return Text.take();
}

const char *startOfIgnored(const LoopNest &N, const Access &A) {
  if (!N.Arrays[A.Array].Integral)
    return nullptr;
  return A.Op == "-" ? "-1" : "0";
}

/// `(&h[b] == h_own ? (hit = true, *h_own) : h_ignored)` in the place of
/// `h[b]`: an lvalue, as the text has it, whose update counts in one thread
/// alone. Many updates of an integer might overflow that they do not belong to,
/// so each begins anew.
static ValueRef ownAlone(const ValueRef &Element, const Segments &S,
                         const Segments::Owned &O, const LoopNest &N) {
  Phrase Text;
  Text << "(&" << Element << " == " << O.Own << " ? (" << S.Hit << " = true, *"
       << O.Own << ") : ";
  if (const char *Start =
          startOfIgnored(N, N.Accesses[Element->Accesses.front()]))
    Text << "(" << O.Ignored << " = " << Start << ")";
  else
    Text << O.Ignored;
  Text << ")";
  return Text.take();
}

static ValueRef withOwnElements(const ValueRef &Code, const Segments &S,
                                const LoopNest &N) {
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Element)
      return nullptr;
    const auto Of = llvm::find_if(S.Arrays, [&](const Segments::Owned &O) {
      return O.Array == N.Accesses[X->Accesses.front()].Array;
    });
    return Of == S.Arrays.end() ? nullptr : ownAlone(X, S, *Of, N);
  });
}

static ValueRef withSegments(ValueRef Code, const AffineNest &N) {
  if (!N.Owner || !N.Owner->Segments)
    return Code;
  const Segments &S = *N.Owner->Segments;
  Code = withOwnElements(Code, S, *N.Nest);
  for (unsigned Number = 0; Number < S.Counters.size(); ++Number) {
    const Loop &L = N.Nest->Loops[Number + 1];
    Code = changed(Code, [&](const ValueRef &X) -> ValueRef {
      if (X->Kind != ValueKind::Loop ||
          !(X->Where == Span{L.TextBegin, L.TextEnd}))
        return nullptr;
      auto Listed = std::make_shared<Value>(*X);
      Listed->Operands.front().Is = segmentHeader(S, N, Number);
      return makeValue(ValueKind::Sequence, {Listed, makeTokens(" }")});
    });
  }
  return Code;
}

/// Body behind the thread's elements.
static ValueRef withElements(ValueRef Body, const AffineNest &N) {
  if (!N.Owner || !N.Owner->Segments)
    return Body;
  Phrase Text;
  for (const Segments::Owned &O : N.Owner->Segments->Arrays) {
    const ArrayInfo &A = N.Nest->Arrays[O.Array];
    Text << (A.ElementType + " *const ").c_str() << O.Own << " = "
         << firstElement(makeArray(O.Array), subscriptsInText(*N.Nest, O.Array))
         << " + " << N.Dims[0].Counter << "; " << (A.ElementType + " ").c_str()
         << O.Ignored << "{}; ";
  }
  const Segments &S = *N.Owner->Segments;
  const std::string &Element = N.Dims[0].Counter;
  Text << "bool " << S.Hit << " = true; " << S.Missed << "[" << Element
       << "] = 0; " << std::move(Body) << " " << noteMiss(S, Element);
  return Text.take();
}

//===--- Steps on shared elements -----------------------------------------===//

/// Operands change first, since one update may stand in another.
static ValueRef withUpdates(const ValueRef &Code,
                            const std::vector<Reduction> &Shared) {
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Update)
      return nullptr;
    const bool IsShared = llvm::any_of(
        Shared, [&](const Reduction &R) { return R.Array == X->Index; });
    return withUpdates(X->Operands[IsShared].Is, Shared);
  });
}

//===--- What variables take that iterations pass on ----------------------===//

/// Statements as they are, or what is left of them.
static ValueRef withSlices(const ValueRef &Code, bool IsSlice) {
  return changed(Code, [&](const ValueRef &X) -> ValueRef {
    return X->Kind == ValueKind::Sliced ? X->Operands[IsSlice].Is : nullptr;
  });
}

static ValueRef bodyOfKernel(const MappedNest &M, bool IsSlice) {
  const AffineNest &N = M.affine();
  const ValueRef Copied = withCopies(withSlices(N.Nest->Code, IsSlice),
                                     copiesOf(M.verified()), *N.Nest);
  const ValueRef Body = bodyOf(N.Nest->Loops[M.rank() - 1],
                               withSegments(withSolvedLoops(Copied, N), N));
  return withUpdates(withElements(Body, N), M.verified().reductions());
}

ValueRef kernelBody(const MappedNest &M) {
  return bodyOfKernel(M, /*IsSlice=*/false);
}

ValueRef kernelSlice(const MappedNest &M) {
  return M.verified().scans() ? bodyOfKernel(M, /*IsSlice=*/true) : nullptr;
}

} // namespace heddle
