//===- HandAffine.h - AffineNests written as isl text ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second, naive way from a LoopNest to an AffineNest, for nests whose
// expressions are affine as they stand: every header, condition and subscript
// is printed as isl text. No checks, no linear subscripts, '%' of non-negative
// operands only. The legality phase is tested on its output so that an error
// in the affine phase can neither hide nor cause one here.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LEGALITY_HANDAFFINE_H
#define HEDDLE_TEST_UNIT_LEGALITY_HANDAFFINE_H

#include "Affine/AffineNest.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {
namespace test {

/// Inclusive bounds of one parameter.
struct ParamRange {
  int64_t Min, Max;
};

class HandAffine {
public:
  HandAffine(
      std::shared_ptr<const LoopNest> Nest, std::vector<ParamRange> Ranges,
      std::shared_ptr<isl::Context> Context = std::make_shared<isl::Context>())
      : Nest(std::move(Nest)), Ranges(std::move(Ranges)),
        Out(std::make_shared<AffineNest>()) {
    Out->Isl = std::move(Context);
  }

  std::shared_ptr<AffineNest> build() {
    Out->Nest = Nest;
    Out->Depth = Out->RectangularDepth = Nest->PerfectDepth;
    addParameters();
    std::vector<unsigned> Perfect;
    for (unsigned I = 0; I < Out->Depth; ++I) {
      Perfect.push_back(I);
      Dimension D;
      D.Counter = Nest->Loops[I].Name;
      D.Direction = Nest->Loops[I].Step < 0 ? -1 : 1;
      Out->Dims.push_back(D);
    }
    Out->Domain = set(tuple(Perfect) + " : " + inLoops(Perfect));
    Out->StoreDomain = Out->Domain;
    Out->ZeroTrip = Sym::truth(false);
    for (const ArrayInfo &A : Nest->Arrays) {
      AffineArray X;
      X.IslName = A.Name;
      X.Dims = static_cast<unsigned>(A.Extents.size());
      for (unsigned D = 1; D < X.Dims; ++D)
        X.Widths.push_back(Sym(A.Extents[D]->Value));
      Out->Arrays.push_back(X);
    }
    for (unsigned I = 0; I < Nest->Accesses.size(); ++I)
      addAccess(I);
    return Out;
  }

private:
  std::shared_ptr<const LoopNest> Nest;
  std::vector<ParamRange> Ranges;
  std::shared_ptr<AffineNest> Out;

  std::string paramList() const {
    std::string Text = "[";
    for (const Param &P : Nest->Params)
      Text += (Text.size() > 1 ? "," : "") + P.Name;
    return Text + "] -> ";
  }

  isl::Set set(const std::string &Body) const {
    return isl::readSet(*Out->Isl, paramList() + "{ " + Body + " }");
  }

  void addParameters() {
    std::string Bounds;
    for (unsigned I = 0; I < Nest->Params.size(); ++I) {
      const std::string &Name = Nest->Params[I].Name;
      AffineNest::Parameter P;
      P.Name = Name;
      P.SourceParam = static_cast<int>(I);
      P.Min = Ranges[I].Min;
      P.Max = Ranges[I].Max;
      Out->Parameters.push_back(P);
      Bounds += (I ? " and " : "") + std::to_string(P.Min) + " <= " + Name +
                " <= " + std::to_string(P.Max);
    }
    Out->Context = set(" : " + Bounds);
    Out->ParamSpace = Out->Context.space();
  }

  std::string name(unsigned Loop) const { return "c" + std::to_string(Loop); }

  std::string tuple(const std::vector<unsigned> &Loops) const {
    std::string Text = "Stmt[";
    for (unsigned I = 0; I < Loops.size(); ++I)
      Text += (I ? "," : "") + name(Loops[I]);
    return Text + "]";
  }

  std::string text(const Expr &X) const {
    auto Op = [&](unsigned I) { return text(*X.Operands[I]); };
    auto Infix = [&](const char *Between) {
      return "(" + Op(0) + Between + Op(1) + ")";
    };
    switch (X.Kind) {
    case ExprKind::Const:
      return std::to_string(X.Value);
    case ExprKind::Counter:
      return name(X.Index);
    case ExprKind::Param:
      return Nest->Params[X.Index].Name;
    case ExprKind::Cast:
      return Op(0);
    case ExprKind::Neg:
      return "(-" + Op(0) + ")";
    case ExprKind::Add:
      return Infix(" + ");
    case ExprKind::Sub:
      return Infix(" - ");
    case ExprKind::Mul:
      return Infix(" * ");
    case ExprKind::Div:
      // isl's parser takes no quotient and no remainder of constants.
      if (X.Operands[0]->Kind == ExprKind::Const)
        return std::to_string(X.Operands[0]->Value / X.Operands[1]->Value);
      return "floor(" + Op(0) + " / " + Op(1) + ")";
    case ExprKind::Rem:
      if (X.Operands[0]->Kind == ExprKind::Const)
        return std::to_string(X.Operands[0]->Value % X.Operands[1]->Value);
      return Infix(" mod ");
    case ExprKind::Lt:
      return Infix(" < ");
    case ExprKind::Le:
      return Infix(" <= ");
    case ExprKind::Gt:
      return Infix(" > ");
    case ExprKind::Ge:
      return Infix(" >= ");
    case ExprKind::Eq:
      return Infix(" = ");
    case ExprKind::Ne:
      return Infix(" != ");
    case ExprKind::And:
      return Infix(" and ");
    case ExprKind::Or:
      return Infix(" or ");
    case ExprKind::Not:
      return "(not " + Op(0) + ")";
    default:
      return "unsupported";
    }
  }

  std::string inLoops(const std::vector<unsigned> &Loops) const {
    std::string Text;
    for (unsigned I : Loops) {
      const Loop &L = Nest->Loops[I];
      bool Up = L.Step > 0;
      const char *Rel = L.Rel == Relation::Lt   ? " < "
                        : L.Rel == Relation::Le ? " <= "
                        : L.Rel == Relation::Gt ? " > "
                                                : " >= ";
      int64_t Step = Up ? L.Step : -L.Step;
      std::string C = name(I), S = "s" + std::to_string(I);
      Text += (Text.empty() ? "" : " and ") + C + Rel + text(*L.Bound) +
              " and exists " + S + " : " + S + " >= 0 and " + C + " = " +
              text(*L.Init) + (Up ? " + " : " - ") + std::to_string(Step) + S;
      // 'exists' reaches as far as it can: close it in parentheses.
      size_t At = Text.rfind("exists ");
      Text.insert(At, "(");
      Text += ")";
    }
    return Text;
  }

  void addAccess(unsigned Index) {
    const Access &A = Nest->Accesses[Index];
    AffineAccess X;
    X.Source = Index;
    X.Array = A.Array;
    X.IsWrite = A.IsWrite;
    X.May = X.DataOtherwise = A.May;
    std::string Cond = inLoops(A.Loops);
    for (unsigned G : A.Guards) {
      const Guard &W = Nest->Guards[G];
      if (W.Cond->Kind == ExprKind::Opaque) {
        X.May = true;
        X.DataGuards.push_back(G);
        continue;
      }
      Cond += W.Negated ? " and not (" : " and (";
      Cond += text(*W.Cond) + ")";
    }
    std::string Element = Nest->Arrays[A.Array].Name + "[";
    for (unsigned I = 0; I < A.Subscripts.size(); ++I)
      Element += (I ? "," : "") + text(*A.Subscripts[I]);
    std::string From = tuple(A.Loops);
    X.Relation = isl::readMap(*Out->Isl, paramList() + "{ " + From + " -> " +
                                             Element + "] : " + Cond + " }");
    X.Domain = X.Relation.domain();
    X.InnerLoops.assign(A.Loops.begin() + Out->Depth, A.Loops.end());
    Out->Accesses.push_back(std::move(X));
  }
};

} // namespace test
} // namespace heddle

#endif
