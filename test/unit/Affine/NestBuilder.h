//===- NestBuilder.h - LoopNests by hand, for unit tests -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small language for building the LoopNests that the front end would make,
// so that the later phases can be tested without Clang:
//
//   NestBuilder B;                          // for (int i = 0; i < n; ++i)
//   E N = B.param("n");                     //   for (int j = 1; j <= i; j +=
//   2) unsigned A = B.array("a", {E()});       //     if (j != 3) E I =
//   B.loop("i", 0, Relation::Lt, N);  //       a[i * n + j] += a[j]; E J =
//   B.loop("j", 1, Relation::Le, I, 2); B.when(J != 3); B.read(A, {J});
//   B.update(A, {I * N + J});
//   auto Nest = B.build();
//
// Expressions are typed as in C++: constants are `int`, operands get the usual
// arithmetic conversions as explicit Cast nodes, `cast` adds one. Every node
// has a Where of its own and a Text, so that carets can be tested. A loop stays
// open until `end` (or `build`); the perfect prefix is found from the calls.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_AFFINE_NESTBUILDER_H
#define HEDDLE_TEST_UNIT_AFFINE_NESTBUILDER_H

#include "IR/LoopNest.h"
#include "IR/NestValues.h"
#include "IR/TextTables.h"
#include <algorithm>
#include <cassert>
#include <memory>
#include <string>
#include <vector>

namespace heddle {
namespace test {

inline constexpr IntType Int{32, true}, UInt{32, false}, Long{64, true},
    ULong{64, false}, Short{16, true}, UShort{16, false}, UChar{8, false},
    Bool{1, false};

inline SourceRef freshRef() {
  static uint32_t Next = 1000;
  ++Next;
  return {Next, Next};
}

inline std::string typeName(IntType T) {
  std::string Signed = T.Bits == 1    ? "bool"
                       : T.Bits == 8  ? "char"
                       : T.Bits == 16 ? "short"
                       : T.Bits == 32 ? "int"
                                      : "long";
  return T.Signed || T.Bits == 1 ? Signed : "unsigned " + Signed;
}

/// An expression; default constructed: an unknown extent.
class E {
public:
  E() = default;
  E(int Value) : E(static_cast<int64_t>(Value), Int) {}
  E(ExprRef R) : Ref(std::move(R)) {}
  E(int64_t Value, IntType Type) {
    Expr X = start(ExprKind::Const, Type, {});
    X.Value = Value;
    X.Text = std::to_string(Value);
    Ref = std::make_shared<const Expr>(std::move(X));
  }

  static E node(ExprKind Kind, IntType Type, std::vector<E> Operands,
                std::string Text) {
    Expr X = start(Kind, Type, std::move(Operands));
    X.Text = std::move(Text);
    return E(std::make_shared<const Expr>(std::move(X)));
  }

  static E leaf(ExprKind Kind, IntType Type, unsigned Index, std::string Name) {
    Expr X = start(Kind, Type, {});
    X.Index = Index;
    X.Text = std::move(Name);
    return E(std::make_shared<const Expr>(std::move(X)));
  }

  ExprRef Ref;
  const std::string &text() const { return Ref->Text; }
  SourceRef where() const { return Ref->Where; }

private:
  static Expr start(ExprKind Kind, IntType Type, std::vector<E> Operands) {
    Expr X;
    X.Kind = Kind;
    X.Type = Type;
    for (E &O : Operands)
      X.Operands.push_back(O.Ref);
    X.Where = freshRef();
    return X;
  }
};

/// Converts to Type, implicitly where Explicit is false; nothing to do if it
/// has that type already.
inline E cast(IntType Type, const E &A, bool Explicit = true) {
  if (A.Ref->Type == Type)
    return A;
  return E::node(ExprKind::Cast, Type, {A},
                 Explicit ? "(" + typeName(Type) + ")" + A.text() : A.text());
}

inline E promote(const E &A) {
  return A.Ref->Type.Bits < 32 ? cast(Int, A, false) : A;
}

/// The usual arithmetic conversions, in place.
inline IntType convert(E &A, E &B) {
  A = promote(A);
  B = promote(B);
  IntType S = A.Ref->Type, T = B.Ref->Type;
  IntType To = S.Bits > T.Bits ? S : T.Bits > S.Bits ? T : S.Signed ? T : S;
  A = cast(To, A, false);
  B = cast(To, B, false);
  return To;
}

inline E binary(ExprKind Kind, E A, E B, const char *Op, bool Boolean = false) {
  std::string Text = A.text() + " " + Op + " " + B.text();
  IntType Type = convert(A, B);
  return E::node(Kind, Boolean ? Bool : Type, {A, B}, std::move(Text));
}

inline E operator+(const E &A, const E &B) {
  return binary(ExprKind::Add, A, B, "+");
}
inline E operator-(const E &A, const E &B) {
  return binary(ExprKind::Sub, A, B, "-");
}
inline E operator*(const E &A, const E &B) {
  return binary(ExprKind::Mul, A, B, "*");
}
inline E operator/(const E &A, const E &B) {
  return binary(ExprKind::Div, A, B, "/");
}
inline E operator%(const E &A, const E &B) {
  return binary(ExprKind::Rem, A, B, "%");
}
inline E operator-(const E &A) {
  E P = promote(A);
  return E::node(ExprKind::Neg, P.Ref->Type, {P}, "-" + A.text());
}
inline E operator<(const E &A, const E &B) {
  return binary(ExprKind::Lt, A, B, "<", true);
}
inline E operator<=(const E &A, const E &B) {
  return binary(ExprKind::Le, A, B, "<=", true);
}
inline E operator>(const E &A, const E &B) {
  return binary(ExprKind::Gt, A, B, ">", true);
}
inline E operator>=(const E &A, const E &B) {
  return binary(ExprKind::Ge, A, B, ">=", true);
}
inline E operator==(const E &A, const E &B) {
  return binary(ExprKind::Eq, A, B, "==", true);
}
inline E operator!=(const E &A, const E &B) {
  return binary(ExprKind::Ne, A, B, "!=", true);
}
inline E operator&&(const E &A, const E &B) {
  return E::node(ExprKind::And, Bool, {A, B}, A.text() + " && " + B.text());
}
inline E operator||(const E &A, const E &B) {
  return E::node(ExprKind::Or, Bool, {A, B}, A.text() + " || " + B.text());
}
inline E operator!(const E &A) {
  return E::node(ExprKind::Not, Bool, {A}, "!(" + A.text() + ")");
}
inline E min(const E &A, const E &B) {
  return E::node(ExprKind::Min, A.Ref->Type, {A, B},
                 "min(" + A.text() + ", " + B.text() + ")");
}
inline E max(const E &A, const E &B) {
  return E::node(ExprKind::Max, A.Ref->Type, {A, B},
                 "max(" + A.text() + ", " + B.text() + ")");
}
inline E select(const E &C, E A, E B) {
  std::string Text = C.text() + " ? " + A.text() + " : " + B.text();
  IntType Type = convert(A, B);
  return E::node(ExprKind::Select, Type, {C, A, B}, std::move(Text));
}
inline E opaque(IntType Type, std::string Text, std::string Why) {
  Expr X;
  X.Kind = ExprKind::Opaque;
  X.Type = Type;
  X.Where = freshRef();
  X.Text = std::move(Text);
  X.Why = std::move(Why);
  return E(std::make_shared<const Expr>(std::move(X)));
}

/// The accesses' places in the text of N, as its tree has them.
inline TextTables tablesOf(const LoopNest &N) {
  TextTables Tables;
  Tables.Bases.resize(N.Accesses.size());
  forEachValue(*N.Code, [&](const Value &V) {
    for (unsigned A : V.Accesses)
      Tables.Bases[A] = {V.Where.Begin, V.Where.End,
                         V.Kind == ValueKind::Access};
    return true;
  });
  return Tables;
}

class NestBuilder {
public:
  LoopNest Nest; ///< open to changes that the calls below do not offer

  E param(std::string Name, IntType Type = Int) {
    Param P;
    P.Name = Name;
    P.CxxType = typeName(Type);
    P.Integral = true;
    P.Type = Type;
    P.HostText = Name;
    P.Where = freshRef();
    Nest.Params.push_back(std::move(P));
    return E::leaf(ExprKind::Param, Type,
                   static_cast<unsigned>(Nest.Params.size() - 1),
                   std::move(Name));
  }

  /// Extents outermost first, E() where unknown.
  unsigned array(std::string Name, std::vector<E> Extents,
                 Provenance Origin = Provenance::Object,
                 std::string Element = "double", unsigned Bytes = 8) {
    ArrayInfo A;
    A.Name = A.KernelName = A.HostText = Name;
    A.ElementType = std::move(Element);
    A.ElementBytes = Bytes;
    for (E &X : Extents)
      A.Extents.push_back(X.Ref);
    A.Origin = Origin;
    if (Origin == Provenance::Object)
      A.ObjectKey = Name;
    A.DeclPrefix = A.ElementType + " *";
    A.Where = freshRef();
    Nest.Arrays.push_back(std::move(A));
    return static_cast<unsigned>(Nest.Arrays.size() - 1);
  }

  /// Opens `for (Type Name = Init; Name Rel Bound; Name += Step)`. The usual
  /// conversions of the comparison are added; Init is converted to Type.
  E loop(std::string Name, E Init, Relation Rel, E Bound, int64_t Step = 1,
         IntType Type = Int) {
    unsigned Index = static_cast<unsigned>(Nest.Loops.size());
    int Parent = Open.empty() ? -1 : static_cast<int>(Open.back());
    if (!Frozen && static_cast<unsigned>(Parent + 1) == Nest.PerfectDepth)
      ++Nest.PerfectDepth;
    else
      freeze();
    Loop L;
    L.Name = Name;
    L.CxxType = typeName(Type);
    L.Type = Type;
    L.Init = cast(Type, Init, false).Ref;
    E Counter = E::leaf(ExprKind::Counter, Type, Index, Name);
    E Side = Counter;
    convert(Side, Bound);
    L.CounterSide = Side.Ref;
    L.Rel = Rel;
    L.Bound = Bound.Ref;
    L.Step = Step;
    L.Parent = Parent;
    for (SourceRef *R :
         {&L.Where, &L.NameWhere, &L.InitWhere, &L.CondWhere, &L.StepWhere})
      *R = freshRef();
    Nest.Loops.push_back(std::move(L));
    Open.push_back(Index);
    return Counter;
  }

  /// Closes the innermost open loop.
  void end() {
    assert(!Open.empty() && "no open loop");
    Open.pop_back();
  }

  /// Conditions that hold for the accesses up to endWhen.
  void when(const E &Cond, bool Negated = false) {
    freeze();
    Guard G;
    G.Cond = Cond.Ref;
    G.Negated = Negated;
    Nest.Guards.push_back(std::move(G));
    Guards.push_back(static_cast<unsigned>(Nest.Guards.size() - 1));
  }
  void endWhen() { Guards.pop_back(); }

  Access &read(unsigned Array, const std::vector<E> &Subscripts) {
    return access(Array, Subscripts, false);
  }
  /// Ends the source statement: later accesses belong to the next.
  Access &write(unsigned Array, const std::vector<E> &Subscripts) {
    Access &A = access(Array, Subscripts, true);
    ++Statement;
    return A;
  }
  /// `array[subscripts] Op= ...`: a read and a write.
  void update(unsigned Array, const std::vector<E> &Subscripts,
              std::string Op = "+") {
    for (bool IsWrite : {false, true}) {
      Access &A = access(Array, Subscripts, IsWrite);
      A.Compound = true;
      A.Op = Op;
      A.Reduces = Op == "-" ? "+" : Op;
    }
    ++Statement;
  }

  void assume(const E &Cond) { Nest.Assumptions.push_back(Cond.Ref); }

  void bounds(const std::vector<E> &Lower, const std::vector<E> &Upper) {
    Annotation &A = Nest.Annot;
    A.HasBounds = true;
    A.BoundsWhere = freshRef();
    for (const E &X : Lower)
      A.Lower.push_back(X.Ref);
    for (const E &X : Upper)
      A.Upper.push_back(X.Ref);
  }
  void steps(std::vector<int64_t> Step, std::vector<int64_t> Width = {}) {
    Nest.Annot.StepWhere = freshRef();
    if (!Width.empty())
      Nest.Annot.WidthWhere = freshRef();
    Nest.Annot.Step = std::move(Step);
    Nest.Annot.Width = std::move(Width);
  }
  void map(const mapping &M) {
    Nest.Annot.HasMap = true;
    Nest.Annot.Map = M;
    Nest.Annot.MapWhere = freshRef();
  }

  std::shared_ptr<const LoopNest> build() {
    Nest.Where = freshRef();
    Nest.Annot.Where = freshRef();
    if (Nest.Text.empty())
      writeText();
    return std::make_shared<const LoopNest>(Nest);
  }

private:
  std::vector<unsigned> Open, Guards;
  unsigned Statement = 0;
  bool Frozen = false;

  /// From here on no loop is nested perfectly below the open ones.
  void freeze() {
    Frozen = true;
    Nest.PerfectDepth =
        std::min(Nest.PerfectDepth, static_cast<unsigned>(Open.size()));
  }

  /// Some text in which every access names its array.
  void writeText() {
    TextTables Tables;
    for (Access &A : Nest.Accesses) {
      const auto Begin = static_cast<unsigned>(Nest.Text.size());
      Tables.Bases.push_back(
          {Begin, Begin + static_cast<unsigned>(
                              Nest.Arrays[A.Array].Name.size())});
      Nest.Text += A.Text + ";";
    }
    for (Loop &L : Nest.Loops) {
      L.BodyEnd = static_cast<unsigned>(Nest.Text.size());
      L.NameIsUnique = true;
      for (const Loop &Other : Nest.Loops)
        L.NameIsUnique &= &L == &Other || L.Name != Other.Name;
    }
    Nest.Code = assembleValues(Nest, Tables).Code;
  }

  Access &access(unsigned Array, const std::vector<E> &Subscripts,
                 bool IsWrite) {
    freeze();
    assert(Subscripts.size() == Nest.Arrays[Array].Extents.size());
    Access A;
    A.Array = Array;
    A.IsWrite = IsWrite;
    A.Text = Nest.Arrays[Array].Name;
    for (const E &S : Subscripts) {
      A.Subscripts.push_back(S.Ref);
      A.Text += "[" + S.text() + "]";
    }
    A.Within = ~uint64_t(0);
    A.Loops = Open;
    A.Guards = Guards;
    A.Statement = Statement;
    A.Where = freshRef();
    Nest.Accesses.push_back(std::move(A));
    return Nest.Accesses.back();
  }
};

} // namespace test
} // namespace heddle

#endif
