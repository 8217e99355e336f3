//===- RangeHeader.cpp - Range-based `for` over indices to Loops ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A range of rank R becomes R loops, and the text of the nest gets their
// headers: from there on nobody knows that there was a range. Its arguments are
// evaluated once and the bounds of loops again and again, so nothing may happen
// in them; that they do not change is verified of all bounds.
//===----------------------------------------------------------------------===//
#include "Read/Loops/RangeHeader.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Loops/ElementRanges.h"
#include "Read/Loops/HeaderForms.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Loops/LoopHeader.h"
#include "Read/Loops/MovedLocals.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Bool{1, false};

/// Something in E has the name of one of the counters, and is another thing.
const Stmt *namesakeIn(const Stmt *E, const IndexRange &Range) {
  llvm::StringRef Name;
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    Name = D->getDecl()->getIdentifier() ? D->getDecl()->getName() : "";
  if (const auto *M = dyn_cast<MemberExpr>(E))
    Name = M->getMemberDecl()->getIdentifier() ? M->getMemberDecl()->getName()
                                               : "";
  if (!Name.empty())
    for (const VarDecl *V : Range.Counters)
      if (V->getName() == Name)
        return E;
  for (const Stmt *Child : E->children())
    if (Child)
      if (const Stmt *Found = namesakeIn(Child, Range))
        return Found;
  return nullptr;
}

const clang::Expr *at(llvm::ArrayRef<const clang::Expr *> List, unsigned D) {
  return D < List.size() ? List[D] : nullptr;
}

/// The positive constant that E is; 1 where it is null.
std::optional<int64_t> constantOf(const clang::Expr *E, ASTContext &Ctx) {
  if (!E)
    return 1;
  clang::Expr::EvalResult Result;
  if (E->isValueDependent() ||
      !E->EvaluateAsInt(Result, Ctx, clang::Expr::SE_NoSideEffects))
    return std::nullopt;
  const llvm::APSInt &Value = Result.Val.getInt();
  if (!Value.isRepresentableByInt64() || Value.getExtValue() < 1 ||
      Value.getExtValue() > INT32_MAX)
    return std::nullopt;
  return Value.getExtValue();
}

} // namespace

bool isStable(const Expr &E, const LoopNest &Nest) {
  if (E.Kind == ExprKind::Param && !Nest.Params[E.Index].StorageText.empty())
    return false;
  return llvm::all_of(E.Operands, [&](const ExprRef &Operand) {
    return isStable(*Operand, Nest);
  });
}

/// A step and a width that loops can have.
static std::optional<std::pair<int64_t, int64_t>>
readSteps(NestReader &NR, const clang::Expr *Step, const clang::Expr *Width,
          std::string &Why) {
  std::optional<int64_t> StepValue = constantOf(Step, NR.Ctx);
  std::optional<int64_t> WidthValue = constantOf(Width, NR.Ctx);
  if (!StepValue || !WidthValue || *WidthValue > *StepValue) {
    Why = "its steps and widths are no constants with 1 <= width <= step";
    return std::nullopt;
  }
  for (const clang::Expr *E : {Step, Width})
    if (E && isInstantiation(NR) && !isLiteral(E, NR.SM)) {
      Why = "'" + text(NR, E) +
            "' may be another constant for other template " +
            "arguments; write a number";
      return std::nullopt;
    }
  // Their names are noted: with other flags they might be others.
  for (const clang::Expr *E : {Step, Width})
    if (E)
      (void)expr(NR, E);
  return std::pair(*StepValue, *WidthValue);
}

/// A range evaluates its argument E once, loops do so again and again: Read is
/// the same each time, also where arrays overlap what E reads.
static bool keepsItsValue(const NestReader &NR, const clang::Expr *E,
                          const Expr &Read) {
  const bool IsOpaque = findOpaque(Read) != nullptr;
  if (IsOpaque && NR.Nest->Loops.empty())
    return true; // of the outermost loop that is an error anyway
  if (!IsOpaque)
    return isStable(Read, *NR.Nest) && !namesMoved(NR, E);
  const auto *Named = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const VarDecl *Held = Named ? variable(NR, Named->getDecl()) : nullptr;
  return Held && isDeclaredInNest(NR, Held) && NR.Facts.writes(Held).empty() &&
         !NR.Facts.escape(Held);
}

static std::optional<Loop> readDimension(NestReader &NR,
                                         const CXXForRangeStmt *S,
                                         const IndexRange &Range, unsigned D,
                                         std::string &Why) {
  const VarDecl *V = Range.Counters[D];
  const QualType T = V->getType().getNonReferenceType();
  std::optional<IntType> Type = intType(NR, T);
  if (!Type || Type->Bits < 32 || T.isVolatileQualified()) {
    Why = "it counts in '" + T.getAsString(NR.Ctx.getPrintingPolicy()) + "'";
    return std::nullopt;
  }
  // Its text stands for all instantiations of a template.
  if (const ValueDecl *Pattern =
          isInstantiation(NR) ? pattern(NR, S->getLoopVariable()) : V;
      !Pattern || Pattern->getType()->isDependentType()) {
    Why = "its type depends on the template's arguments; keep the bounds in "
          "constants of one type before the loop";
    return std::nullopt;
  }
  std::optional<std::string> Spelled =
      spellOrRefuse(NR, T, T, V->getSourceRange());
  if (!Spelled)
    return std::nullopt;
  const clang::Expr *Lower = at(Range.Lower, D), *Upper = Range.Upper[D];
  const clang::Expr *Step = at(Range.Step, D), *Width = at(Range.Width, D);
  const std::optional<std::pair<int64_t, int64_t>> Steps =
      readSteps(NR, Step, Width, Why);
  if (!Steps)
    return std::nullopt;
  Loop L;
  L.Where = ref(NR, SourceRange(S->getForLoc(), S->getRParenLoc()));
  L.Name = V->getName().str();
  L.CxxType = *Spelled;
  L.Type = *Type;
  L.NameWhere = ref(NR, SourceRange(V->getLocation()));
  auto Value = [&](const clang::Expr *E) {
    return convert(NR, E->isGLValue() ? variableExpr(NR, E) : expr(NR, E),
                   *Type);
  };
  L.Init = Lower ? Value(Lower) : constant(NR, 0, *Type, nullptr);
  L.InitWhere = ref(NR, Lower ? Lower : Upper);
  L.CounterSide = counterExpr(static_cast<unsigned>(NR.Nest->Loops.size()) + D,
                              *Type, L.NameWhere, L.Name);
  L.Rel = Relation::Lt;
  L.Bound = Value(Upper);
  for (const auto &[E, Read] : {std::pair(Lower, L.Init), {Upper, L.Bound}})
    if (E && !keepsItsValue(NR, E, *Read)) {
      Why = "'" + text(NR, E) +
            "' might change while it counts; keep it in a " +
            "constant before the loop";
      return std::nullopt;
    }
  L.CondWhere = ref(NR, Upper);
  // The condition chooses among several iterations in a row.
  L.Step = Steps->second > 1 ? 1 : Steps->first;
  L.StepWhere = Step ? ref(NR, Step) : L.CondWhere;
  L.OmpCanonical = true;
  return L;
}

/// `(i - l) % t < w` for all dimensions of such a width.
static void readTaken(const NestReader &NR, LoopHeaders &H) {
  const IndexRange &Range = H.Range;
  for (unsigned D = 0; D < H.Loops.size(); ++D) {
    const Loop &L = H.Loops[D];
    const int64_t Width = *constantOf(at(Range.Width, D), NR.Ctx);
    if (Width == 1)
      continue;
    const clang::Expr *Where = Range.Width[D];
    ExprRef From =
        node(NR, ExprKind::Sub, L.Type, {L.CounterSide, L.Init}, Where);
    if (isZero(*L.Init))
      From = L.CounterSide;
    ExprRef Rest = node(NR, ExprKind::Rem, L.Type,
                        {From, constant(NR, *constantOf(Range.Step[D], NR.Ctx),
                                        L.Type, Range.Step[D])},
                        Where);
    ExprRef Cond = node(NR, ExprKind::Lt, Bool,
                        {Rest, constant(NR, Width, L.Type, Where)}, Where);
    H.Taken =
        H.Taken ? node(NR, ExprKind::And, Bool, {H.Taken, Cond}, Where) : Cond;
  }
}

/// Declares the space of the range as `bounds`, `step` and `width` would say it
/// again: without widths the loops say it.
void declareSpace(NestReader &NR, const CXXForRangeStmt *S,
                  const LoopHeaders &H) {
  Annotation &A = NR.Nest->Annot;
  if (A.HasBounds || !H.Taken)
    return;
  A.HasBounds = true;
  A.BoundsWhere = A.StepWhere = A.WidthWhere = ref(NR, S->getRangeInit());
  for (unsigned D = 0; D < H.Loops.size(); ++D) {
    A.Lower.push_back(H.Loops[D].Init);
    A.Upper.push_back(H.Loops[D].Bound);
    A.Step.push_back(*constantOf(at(H.Range.Step, D), NR.Ctx));
    A.Width.push_back(*constantOf(at(H.Range.Width, D), NR.Ctx));
  }
}

static std::optional<LoopHeaders>
readRange(NestReader &NR, const CXXForRangeStmt *S, bool Must) {
  auto Refuse = [&](llvm::StringRef Why) -> std::optional<LoopHeaders> {
    NR.error(DiagID::HD240, ref(NR, S->getRangeInit()), Why);
    return std::nullopt;
  };
  std::string Why;
  std::optional<IndexRange> Range = indexRange(S, Why);
  if (!Range && Why.empty()) {
    std::optional<LoopHeaders> H = readElements(NR, S, Why);
    return H || Why.empty() ? H : Refuse(Why);
  }
  if (!Range)
    return Refuse(Why);
  if (const Stmt *Other = namesakeIn(S->getRangeInit(), *Range)) {
    NR.error(DiagID::HD240, ref(NR, Other),
             "'" + text(NR, Other) +
                 "' has the name of a counter of the loop; give " +
                 "the counter another one");
    return std::nullopt;
  }
  LoopHeaders H;
  H.Counters.assign(Range->Counters.begin(), Range->Counters.end());
  for (unsigned D = 0; D < Range->Counters.size(); ++D) {
    std::optional<Loop> L = readDimension(NR, S, *Range, D, Why);
    if (!L) {
      if (!NR.Failed)
        return Refuse(Why);
      return std::nullopt;
    }
    H.Loops.push_back(std::move(*L));
  }
  H.Range = std::move(*Range);
  readTaken(NR, H);
  for (const VarDecl *Counter : H.Counters) {
    if (llvm::ArrayRef<const clang::Expr *> Writes = NR.Facts.writes(Counter);
        !Writes.empty()) {
      NR.error(DiagID::HD206, ref(NR, Writes.front()), Counter->getName());
      return std::nullopt;
    }
    if (const clang::Expr *E = NR.Facts.escape(Counter)) {
      NR.error(DiagID::HD207, ref(NR, E), Counter->getName());
      return std::nullopt;
    }
  }
  return H;
}

std::optional<LoopHeaders> readLoops(NestReader &NR, const Stmt *S, bool Must) {
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return readRange(NR, Range, Must);
  const auto *For = cast<ForStmt>(S);
  if (!NR.isInCopy() && hasOtherForm(For))
    return readForm(NR, For, Must);
  std::optional<Loop> L = readHeader(NR, For, Must);
  if (!L)
    return std::nullopt;
  LoopHeaders H;
  H.Loops.push_back(std::move(*L));
  H.Counters.push_back(counterOf(NR, For).first);
  return H;
}

void walkRange(NestReader &NR, const CXXForRangeStmt *S,
               const IndexRange &Range) {
  for (const auto *List :
       {&Range.Lower, &Range.Upper, &Range.Step, &Range.Width})
    for (const clang::Expr *E : *List)
      if (E->isGLValue())
        useLvalue(NR, E, AccessMode::Read);
      else
        read(NR, E);
  // These parts are declared and called unsaid.
  for (const Stmt *Part : {static_cast<const Stmt *>(S->getRangeStmt()),
                           static_cast<const Stmt *>(S->getBeginStmt()),
                           static_cast<const Stmt *>(S->getEndStmt()),
                           static_cast<const Stmt *>(S->getCond()),
                           static_cast<const Stmt *>(S->getInc()),
                           static_cast<const Stmt *>(S->getLoopVarStmt())})
    if (Part)
      see(NR, Part);
}

//===--- Its text ---------------------------------------------------------===//

/// Where the bounds of loops stand in their headers.
enum class Around : unsigned char {
  Assignment,
  Comparison,
  Factor, ///< of `%`
};

/// Whether E needs parentheses there.
static bool isLoose(const clang::Expr *E, Around Operator) {
  E = E->IgnoreUnlessSpelledInSource();
  if (Operator == Around::Assignment ||
      isa<DeclRefExpr, IntegerLiteral, CharacterLiteral, MemberExpr, ParenExpr,
          CallExpr, ArraySubscriptExpr, ExplicitCastExpr>(E))
    return isa<CStyleCastExpr>(E) && Operator == Around::Factor;
  const auto *B = dyn_cast<BinaryOperator>(E);
  return Operator == Around::Factor || !B ||
         !(B->isAdditiveOp() || B->isMultiplicativeOp());
}

void noteRange(NestReader &NR, const CXXForRangeStmt *S, const LoopHeaders &H,
               unsigned First) {
  if (H.Element)
    return noteElements(NR, S, H, First);
  using Piece = RangeText::Piece;
  const IndexRange &Range = H.Range;
  RangeText Text;
  Text.First = First;
  Text.Count = static_cast<unsigned>(H.Loops.size());
  Text.Line = NR.SM.getPresumedLineNumber(closingOf(S));
  auto Add = [](std::vector<Piece> &To, std::string Text) {
    To.push_back({std::move(Text), 0, 0});
  };
  auto AddSource = [&](std::vector<Piece> &To, const clang::Expr *E,
                       Around Operator) {
    if (!E)
      return Add(To, "0");
    auto At = offsets(NR, E->getSourceRange());
    if (!At) {
      NR.error(DiagID::HD240, ref(NR, E),
               "'" + text(NR, E) + "' comes out of a macro in part");
      return;
    }
    const bool Loose = isLoose(E, Operator);
    if (Loose)
      Add(To, "(");
    To.push_back({"", At->first, At->second});
    if (Loose)
      Add(To, ")");
  };
  for (unsigned D = 0; D < Text.Count; ++D) {
    const Loop &L = H.Loops[D];
    const clang::Expr *Lower = at(Range.Lower, D), *Upper = Range.Upper[D];
    std::vector<Piece> &To = Text.Loops.emplace_back();
    Add(To, "for (" + L.CxxType + " " + L.Name + " = ");
    AddSource(To, Lower, Around::Assignment);
    Add(To, "; " + L.Name + " < ");
    // The range counts in a type to which C++ converts those of its arguments
    // wherever they meet the counter; only compilers warn of different signs.
    std::optional<IntType> Type = intType(NR, Upper->getType());
    clang::Expr::EvalResult Result;
    if (Type && Type->Signed != L.Type.Signed &&
        !Upper->EvaluateAsInt(Result, NR.Ctx)) {
      Add(To, "static_cast<" + L.CxxType + ">(");
      AddSource(To, Upper, Around::Assignment);
      Add(To, ")");
    } else {
      AddSource(To, Upper, Around::Comparison);
    }
    Add(To, "; ");
    if (L.Step == 1) {
      Add(To, "++" + L.Name + ")");
    } else {
      Add(To, L.Name + " += ");
      AddSource(To, Range.Step[D], Around::Assignment);
      Add(To, ")");
    }
    if (*constantOf(at(Range.Width, D), NR.Ctx) == 1)
      continue;
    Add(Text.Taken, Text.Taken.empty() ? "if (" : " && ");
    if (!Lower || (isLiteral(Lower, NR.SM) && isZero(*L.Init))) {
      Add(Text.Taken, L.Name);
    } else {
      Add(Text.Taken, "(" + L.Name + " - ");
      AddSource(Text.Taken, Lower, Around::Factor);
      Add(Text.Taken, ")");
    }
    Add(Text.Taken, " % ");
    AddSource(Text.Taken, Range.Step[D], Around::Factor);
    Add(Text.Taken, " < ");
    AddSource(Text.Taken, Range.Width[D], Around::Comparison);
  }
  if (!Text.Taken.empty())
    Add(Text.Taken, ")");
  NR.Spans.RangeTexts.push_back(std::move(Text));
}

} // namespace heddle
