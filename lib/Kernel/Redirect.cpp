//===- Redirect.cpp - Kernel text in which reads take a copy --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/Redirect.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle {

std::vector<std::string> nameCopies(const MappedNest &M) {
  const LoopNest &N = M.Verified->source();
  NameTable Names(N);
  for (const MappingVariant &V : M.Variants)
    for (const RecoveryStep &Step : V.Recovery)
      Names.insert(Step.Name);
  std::vector<std::string> All;
  for (const ArrayCopy &C : M.Verified->copies())
    All.push_back(Names.invent(N.Arrays[C.Array].KernelName + "_copy"));
  return All;
}

std::string copyParameter(const VerifiedNest &V, unsigned Copy,
                          const std::string &Name) {
  const ArrayCopy &C = V.copies()[Copy];
  const ArrayInfo &A = V.source().Arrays[C.Array];
  // Not every compiler finds a common type for pointers to const rows and to
  // others, between which a condition may choose.
  bool Chosen = llvm::any_of(
      C.Reads, [](const RedirectedRead &R) { return !R.Where.isConst(1); });
  bool Const = A.DeclSuffix.empty() || !Chosen;
  return (Const ? "const " : "") + A.DeclPrefix + Name + A.DeclSuffix;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {

class ConditionPrinter {
public:
  ConditionPrinter(const LoopNest &N, bool Narrow) : N(N), Narrow(Narrow) {}

  std::string text(const Sym &S) const { return print(S).Text; }

private:
  enum Level { Or, And, Equality, Relational, Sum, Product, Atom };
  struct Printed {
    std::string Text;
    Level Binds;
    std::string Bare = ""; ///< without a cast, where a long long is beside it
  };

  std::string at(const Sym &S, Level Least) const {
    Printed P = print(S);
    return P.Binds < Least ? "(" + P.Text + ")" : P.Text;
  }
  Printed infix(const Sym &S, const char *Op, Level Own, Level Left,
                Level Right) const {
    const Sym &A = S.operands()[0], &B = S.operands()[1];
    // One wide side makes the other one wide, too; constants are not.
    std::string First = at(A, Left), Second = at(B, Right);
    if (std::string Bare = print(B).Bare; !Bare.empty() && !A.isConst())
      Second = Bare;
    else if (Bare = print(A).Bare; !Bare.empty() && !B.isConst())
      First = Bare;
    return {First + Op + Second, Own};
  }
  Printed leaf(const std::string &Name) const;
  Printed number(long long Value) const;
  Printed choice(const std::string &Cond, const Sym &A, const Sym &B) const {
    return {"(" + Cond + " ? " + at(A, Sum) + " : " + at(B, Sum) + ")", Atom};
  }
  std::string modulo(const Sym &S) const;
  Printed print(const Sym &S) const;

  const LoopNest &N;
  bool Narrow;
};

} // namespace

ConditionPrinter::Printed
ConditionPrinter::leaf(const std::string &Name) const {
  std::string Type;
  IntType Is;
  for (const Loop &L : N.Loops)
    if (L.Name == Name) {
      Type = L.CxxType;
      Is = L.Type;
    }
  for (const Param &P : N.Params)
    if (P.Name == Name) {
      Type = P.CxxType;
      Is = P.Type;
    }
  // What is neither is a local of the kernel's own, of 64 bits.
  if (Narrow || Type == "long long" || Type.empty())
    return {Name, Atom};
  return {"static_cast<long long>(" + Name + ")", Atom,
          Is.Signed || Is.Bits < 64 ? Name : ""};
}

ConditionPrinter::Printed ConditionPrinter::number(long long Value) const {
  if (Value == INT64_MIN)
    return {"(-9223372036854775807LL - 1)", Atom};
  std::string Text = std::to_string(Value);
  if (Value < INT32_MIN || Value > INT32_MAX)
    Text += "LL";
  return {Text, Value < 0 ? Product : Atom};
}

/// The remainder that C++ gives, of the dividend's sign.
std::string ConditionPrinter::modulo(const Sym &S) const {
  return at(S.operands()[0], Product) + " % " + at(S.operands()[1], Atom);
}

ConditionPrinter::Printed ConditionPrinter::print(const Sym &S) const {
  const std::vector<Sym> &Op = S.operands();
  switch (S.kind()) {
  case SymKind::Const:
    return number(S.value());
  case SymKind::Leaf:
    return leaf(S.name());
  case SymKind::Neg:
    return {"-" + at(Op[0], Atom), Product};
  case SymKind::Add:
    return infix(S, " + ", Sum, Sum, Product);
  case SymKind::Sub:
    return infix(S, " - ", Sum, Sum, Product);
  case SymKind::Mul:
    return infix(S, " * ", Product, Product, Atom);
  case SymKind::FloorMod:
    // The dividend may be negative.
    return {"(" + modulo(S) + " + " + at(Op[1], Product) + ") % " +
                at(Op[1], Atom),
            Product};
  case SymKind::FloorDiv:
    return {"(" + at(Op[0], Sum) + " - (" + modulo(S) + " + " +
                at(Op[1], Product) + ") % " + at(Op[1], Atom) + ") / " +
                at(Op[1], Atom),
            Product};
  case SymKind::CeilDiv:
    return print(-floor_div(-Op[0], Op[1]));
  case SymKind::Min:
    return choice(at(Op[0], Sum) + " < " + at(Op[1], Sum), Op[0], Op[1]);
  case SymKind::Max:
    return choice(at(Op[0], Sum) + " < " + at(Op[1], Sum), Op[1], Op[0]);
  case SymKind::Select:
    return choice(at(Op[0], And), Op[1], Op[2]);
  case SymKind::Lt:
    return infix(S, " < ", Relational, Sum, Sum);
  case SymKind::Le:
    return infix(S, " <= ", Relational, Sum, Sum);
  case SymKind::Eq:
  case SymKind::Ne: {
    const char *Is = S.kind() == SymKind::Eq ? " == " : " != ";
    // Whether something divides is seen from C++'s remainder as well.
    if (Op[0].kind() == SymKind::FloorMod && Op[1].isConst(0))
      return {modulo(Op[0]) + Is + "0", Equality};
    return infix(S, Is, Equality, Sum, Sum);
  }
  case SymKind::And:
    return infix(S, " && ", And, And, Equality);
  case SymKind::Or:
    // Compilers suggest parentheses for && within ||.
    return {
        (Op[0].kind() == SymKind::Or ? at(Op[0], Or) : at(Op[0], Equality)) +
            " || " + at(Op[1], Equality),
        Or};
  case SymKind::Not:
    return {"!" + at(Op[0], Atom), Atom};
  }
  llvm_unreachable("unknown kind");
}

std::string conditionText(const Sym &Cond, const LoopNest &N, bool Narrow) {
  return ConditionPrinter(N, Narrow).text(Cond);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

/// Text with the identifier From replaced by To.
static std::string renamed(llvm::StringRef Text, llvm::StringRef From,
                           llvm::StringRef To) {
  std::string Out;
  const char *At = Text.begin();
  forEachIdentifier(Text, [&](llvm::StringRef Name) {
    if (Name != From)
      return;
    Out.append(At, Name.begin());
    Out += To;
    At = Name.end();
  });
  Out.append(At, Text.end());
  return Out;
}

/// A pointer to the array's first element; the array has so many dimensions.
static std::string firstElement(const std::string &Name, size_t Dims) {
  if (Dims == 1)
    return Name;
  std::string Text = "&" + Name;
  for (size_t D = 0; D < Dims; ++D)
    Text += "[0]";
  return Text;
}

/// Where the array is not named, the element's place in it finds the copy's:
/// x_copy[&(*p) - x].
static void redirectAccess(const Access &A, const ArrayInfo &Array,
                           const std::string &Pointer,
                           std::vector<TextHole> &Holes) {
  size_t Dims = Array.Extents.size();
  std::string From = firstElement(Pointer, Dims);
  if (Dims > 1)
    From = "(" + From + ")";
  auto Close = llvm::find_if(
      Holes, [&](const TextHole &H) { return H.Begin >= A.BaseEnd; });
  Holes.insert(Close, {A.BaseEnd, A.BaseEnd,
                       ") - " + firstElement(Array.KernelName, Dims) + "]"});
  auto Open = llvm::find_if(Holes, [&](const TextHole &H) {
    return H.Begin > A.BaseBegin || (H.Begin == A.BaseBegin && H.End > H.Begin);
  });
  Holes.insert(Open, {A.BaseBegin, A.BaseBegin, From + "[&("});
}

static void redirectName(const Access &A, const ArrayInfo &Array,
                         const std::string &Pointer,
                         std::vector<TextHole> &Holes) {
  auto Same = llvm::find_if(Holes, [&](const TextHole &H) {
    return H.Begin == A.BaseBegin && H.End == A.BaseEnd;
  });
  if (Same != Holes.end()) {
    Same->Kernel = renamed(Same->Kernel, Array.KernelName, Pointer);
    return;
  }
  auto After = llvm::find_if(Holes, [&](const TextHole &H) {
    return H.Begin > A.BaseBegin || (H.Begin == A.BaseBegin && H.End > H.Begin);
  });
  Holes.insert(After, {A.BaseBegin, A.BaseEnd, Pointer});
}

std::vector<TextHole> holesWithCopies(const VerifiedNest &V,
                                      const std::vector<std::string> &Names) {
  const LoopNest &N = V.source();
  std::vector<TextHole> Holes = N.Holes;
  for (auto [C, Name] : llvm::zip(V.copies(), Names)) {
    const ArrayInfo &Array = N.Arrays[C.Array];
    std::vector<std::pair<unsigned, unsigned>> Done;
    for (const RedirectedRead &R : C.Reads) {
      const Access &A = N.Accesses[V.affine().Accesses[R.Access].Source];
      if (llvm::is_contained(Done, std::pair(A.BaseBegin, A.BaseEnd)))
        continue; // a macro's argument that is read several times
      Done.push_back({A.BaseBegin, A.BaseEnd});
      std::string Pointer = Name;
      if (!R.Where.isConst(1))
        Pointer = "(" + conditionText(R.Where, N, R.Narrow) + " ? " + Name +
                  " : " + Array.KernelName + ")";
      (A.BaseIsAccess ? redirectAccess : redirectName)(A, Array, Pointer,
                                                       Holes);
    }
  }
  return Holes;
}

} // namespace heddle
