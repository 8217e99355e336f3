//===- RangeHeader.cpp - Range-based `for` over indices to Loops ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A range of rank R becomes R loops, and the text of the nest gets their
// headers: from there on nobody knows that there was a range. Its arguments are
// evaluated once and the bounds of loops again and again, so nothing may happen
// in them; that they do not change is verified of all bounds.
//===----------------------------------------------------------------------===//
#include "Frontend/NestBuilder.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

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

/// E is the same whenever it is evaluated while the nest runs, even where
/// arrays overlap what it reads.
static bool isStable(const Expr &E, const LoopNest &Nest) {
  if (E.Kind == ExprKind::Param && !Nest.Params[E.Index].StorageText.empty())
    return false;
  return llvm::all_of(E.Operands, [&](const ExprRef &Operand) {
    return isStable(*Operand, Nest);
  });
}

std::optional<Loop> NestBuilder::readDimension(const CXXForRangeStmt *S,
                                               const IndexRange &Range,
                                               unsigned D, std::string &Why) {
  const VarDecl *V = Range.Counters[D];
  const QualType T = V->getType().getNonReferenceType();
  std::optional<IntType> Type = intType(T);
  if (!Type || Type->Bits < 32 || T.isVolatileQualified()) {
    Why = "it counts in '" + T.getAsString(Ctx.getPrintingPolicy()) + "'";
    return std::nullopt;
  }
  // Its text stands for all instantiations of a template.
  if (const ValueDecl *Pattern =
          isInstantiation() ? pattern(S->getLoopVariable()) : V;
      !Pattern || Pattern->getType()->isDependentType()) {
    Why = "its type depends on the template's arguments; keep the bounds in "
          "constants of one type before the loop";
    return std::nullopt;
  }
  std::optional<std::string> Spelled = spell(T, T);
  if (!Spelled) {
    error(DiagID::HD157, ref(V->getSourceRange()),
          T.getAsString(Ctx.getPrintingPolicy()));
    return std::nullopt;
  }
  const clang::Expr *Lower = at(Range.Lower, D), *Upper = Range.Upper[D];
  const clang::Expr *Step = at(Range.Step, D), *Width = at(Range.Width, D);
  std::optional<int64_t> StepValue = constantOf(Step, Ctx);
  std::optional<int64_t> WidthValue = constantOf(Width, Ctx);
  if (!StepValue || !WidthValue || *WidthValue > *StepValue) {
    Why = "its steps and widths are no constants with 1 <= width <= step";
    return std::nullopt;
  }
  for (const clang::Expr *E : {Step, Width})
    if (E && isInstantiation() && !isLiteral(E, SM)) {
      Why = "'" + text(E) + "' may be another constant for other template " +
            "arguments; write a number";
      return std::nullopt;
    }
  // Their names are noted: with other flags they might be others.
  for (const clang::Expr *E : {Step, Width})
    if (E)
      (void)expr(E);
  Loop L;
  L.Where = ref(SourceRange(S->getForLoc(), S->getRParenLoc()));
  L.Name = V->getName().str();
  L.CxxType = *Spelled;
  L.Type = *Type;
  L.NameWhere = ref(SourceRange(V->getLocation()));
  auto Value = [&](const clang::Expr *E) {
    return convert(E->isGLValue() ? variableExpr(E) : expr(E), *Type);
  };
  L.Init = Lower ? Value(Lower) : constant(0, *Type, nullptr);
  L.InitWhere = ref(Lower ? Lower : Upper);
  auto Counter = std::make_shared<Expr>();
  Counter->Kind = ExprKind::Counter;
  Counter->Index = static_cast<unsigned>(Nest->Loops.size()) + D;
  Counter->Type = *Type;
  Counter->Where = L.NameWhere;
  Counter->Text = L.Name;
  L.CounterSide = Counter;
  L.Rel = Relation::Lt;
  L.Bound = Value(Upper);
  // A range evaluates its arguments once, loops do so again and again: also
  // where arrays overlap what the arguments read.
  for (const auto &[E, Read] : {std::pair(Lower, L.Init), {Upper, L.Bound}}) {
    if (!E || (findOpaque(*Read) && Nest->Loops.empty()))
      continue; // of the outermost loop that is an error anyway
    const auto *Named = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const VarDecl *Held = Named ? variable(Named->getDecl()) : nullptr;
    if (findOpaque(*Read)
            ? Held && isDeclaredInNest(Held) && Facts.writes(Held).empty() &&
                  !Facts.escape(Held)
            : isStable(*Read, *Nest))
      continue;
    Why = "'" + text(E) + "' might change while it counts; keep it in a " +
          "constant before the loop";
    return std::nullopt;
  }
  L.CondWhere = ref(Upper);
  // Of several in a row the condition chooses.
  L.Step = *WidthValue > 1 ? 1 : *StepValue;
  L.StepWhere = Step ? ref(Step) : L.CondWhere;
  L.OmpCanonical = true;
  return L;
}

/// `(i - l) % t < w` for all dimensions of such a width.
void NestBuilder::readTaken(Header &H) const {
  const IndexRange &Range = H.Range;
  for (unsigned D = 0; D < H.Loops.size(); ++D) {
    const Loop &L = H.Loops[D];
    const int64_t Width = *constantOf(at(Range.Width, D), Ctx);
    if (Width == 1)
      continue;
    const clang::Expr *Where = Range.Width[D];
    ExprRef From = node(ExprKind::Sub, L.Type, {L.CounterSide, L.Init}, Where);
    if (L.Init->Kind == ExprKind::Const && L.Init->Value == 0)
      From = L.CounterSide;
    ExprRef Rest = node(ExprKind::Rem, L.Type,
                        {From, constant(*constantOf(Range.Step[D], Ctx), L.Type,
                                        Range.Step[D])},
                        Where);
    ExprRef Cond =
        node(ExprKind::Lt, Bool, {Rest, constant(Width, L.Type, Where)}, Where);
    H.Taken =
        H.Taken ? node(ExprKind::And, Bool, {H.Taken, Cond}, Where) : Cond;
  }
}

/// What the range says of its space, `bounds`, `step` and `width` would say
/// again: without widths the loops say it.
void NestBuilder::declareSpace(const CXXForRangeStmt *S, const Header &H) {
  Annotation &A = Nest->Annot;
  if (A.HasBounds || !H.Taken)
    return;
  A.HasBounds = true;
  A.BoundsWhere = A.StepWhere = A.WidthWhere = ref(S->getRangeInit());
  for (unsigned D = 0; D < H.Loops.size(); ++D) {
    A.Lower.push_back(H.Loops[D].Init);
    A.Upper.push_back(H.Loops[D].Bound);
    A.Step.push_back(*constantOf(at(H.Range.Step, D), Ctx));
    A.Width.push_back(*constantOf(at(H.Range.Width, D), Ctx));
  }
}

std::optional<NestBuilder::Header>
NestBuilder::readRange(const CXXForRangeStmt *S, bool Must) {
  auto Refuse = [&](llvm::StringRef Why) -> std::optional<Header> {
    error(DiagID::HD240, ref(S->getRangeInit()), Why);
    return std::nullopt;
  };
  std::string Why;
  std::optional<IndexRange> Range = indexRange(S, Why);
  if (!Range && Why.empty() && !Must)
    return std::nullopt;
  if (!Range)
    return Refuse(Why.empty() ? "it is not over 'heddle::indices(...)'" : Why);
  if (const Stmt *Other = namesakeIn(S->getRangeInit(), *Range)) {
    error(DiagID::HD240, ref(Other),
          "'" + text(Other) + "' has the name of a counter of the loop; give " +
              "the counter another one");
    return std::nullopt;
  }
  Header H;
  H.Counters.assign(Range->Counters.begin(), Range->Counters.end());
  for (unsigned D = 0; D < Range->Counters.size(); ++D) {
    std::optional<Loop> L = readDimension(S, *Range, D, Why);
    if (!L) {
      if (!Failed)
        return Refuse(Why);
      return std::nullopt;
    }
    H.Loops.push_back(std::move(*L));
  }
  H.Range = std::move(*Range);
  readTaken(H);
  for (const VarDecl *Counter : H.Counters) {
    if (llvm::ArrayRef<const clang::Expr *> Writes = Facts.writes(Counter);
        !Writes.empty()) {
      error(DiagID::HD206, ref(Writes.front()), Counter->getName());
      return std::nullopt;
    }
    if (const clang::Expr *E = Facts.escape(Counter)) {
      error(DiagID::HD207, ref(E), Counter->getName());
      return std::nullopt;
    }
  }
  return H;
}

std::optional<NestBuilder::Header> NestBuilder::readLoops(const Stmt *S,
                                                          bool Must) {
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return readRange(Range, Must);
  const auto *For = cast<ForStmt>(S);
  std::optional<Loop> L = readHeader(For, Must);
  if (!L)
    return std::nullopt;
  Header H;
  H.Loops.push_back(std::move(*L));
  H.Counters.push_back(
      cast<VarDecl>(cast<DeclStmt>(For->getInit())->getSingleDecl()));
  return H;
}

void NestBuilder::walkRange(const CXXForRangeStmt *S, const IndexRange &Range) {
  for (const auto *List :
       {&Range.Lower, &Range.Upper, &Range.Step, &Range.Width})
    for (const clang::Expr *E : *List)
      if (E->isGLValue())
        useLvalue(E, AccessMode::Read);
      else
        read(E);
  // What it declares and calls unsaid.
  for (const Stmt *Part : {static_cast<const Stmt *>(S->getRangeStmt()),
                           static_cast<const Stmt *>(S->getBeginStmt()),
                           static_cast<const Stmt *>(S->getEndStmt()),
                           static_cast<const Stmt *>(S->getCond()),
                           static_cast<const Stmt *>(S->getInc()),
                           static_cast<const Stmt *>(S->getLoopVarStmt())})
    if (Part)
      see(Part);
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

void NestBuilder::noteRange(const CXXForRangeStmt *S, const Header &H,
                            unsigned First) {
  using Piece = RangeText::Piece;
  const IndexRange &Range = H.Range;
  RangeText Text;
  Text.First = First;
  Text.Count = static_cast<unsigned>(H.Loops.size());
  Text.Line = SM.getPresumedLineNumber(closingOf(S));
  auto Add = [](std::vector<Piece> &To, std::string Text) {
    To.push_back({std::move(Text), 0, 0});
  };
  auto AddSource = [&](std::vector<Piece> &To, const clang::Expr *E,
                       Around Operator) {
    if (!E)
      return Add(To, "0");
    auto At = offsets(E->getSourceRange());
    if (!At) {
      error(DiagID::HD240, ref(E),
            "'" + text(E) + "' comes out of a macro in part");
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
    std::optional<IntType> Type = intType(Upper->getType());
    clang::Expr::EvalResult Result;
    if (Type && Type->Signed != L.Type.Signed &&
        !Upper->EvaluateAsInt(Result, Ctx)) {
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
    if (*constantOf(at(Range.Width, D), Ctx) == 1)
      continue;
    Add(Text.Taken, Text.Taken.empty() ? "if (" : " && ");
    if (!Lower || (isLiteral(Lower, SM) && L.Init->Kind == ExprKind::Const &&
                   L.Init->Value == 0)) {
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
  RangeTexts.push_back(std::move(Text));
}

namespace {

/// Builds the new text from the old one, and knows what has become of places.
class Rewriting {
public:
  explicit Rewriting(llvm::StringRef Old) : Old(Old) {}

  unsigned here() const { return static_cast<unsigned>(New.size()); }
  unsigned linesSince(unsigned Begin) const {
    return static_cast<unsigned>(
        llvm::StringRef(New).substr(Begin).count('\n'));
  }
  void keepTo(unsigned End) {
    copy(Done, End);
    Done = End;
  }
  void skipTo(unsigned End) { Done = End; }
  void add(llvm::StringRef Text) { New += Text.str(); }
  void copy(unsigned Begin, unsigned End) {
    Copies.push_back({Begin, End, here()});
    New += Old.slice(Begin, End).str();
  }
  std::string finish() {
    keepTo(static_cast<unsigned>(Old.size()));
    return New;
  }
  /// Where the bytes [Begin, End) stand now: nowhere, or in several places.
  std::vector<unsigned> places(unsigned Begin, unsigned End) const {
    std::vector<unsigned> To;
    for (const Copy &C : Copies)
      if (C.Begin <= Begin && End <= C.End)
        To.push_back(C.At + (Begin - C.Begin));
    return To;
  }
  /// Of what is outside of headers.
  unsigned place(unsigned At) const { return places(At, At).front(); }

private:
  struct Copy {
    unsigned Begin, End, At;
  };
  llvm::StringRef Old;
  std::string New;
  unsigned Done = 0;
  std::vector<Copy> Copies;
};

} // namespace

/// Offsets into the text move with it.
void NestBuilder::writeRangesOut() {
  if (RangeTexts.empty() || Failed)
    return;
  llvm::sort(RangeTexts, [&](const RangeText &A, const RangeText &B) {
    return Nest->Loops[A.First].TextBegin < Nest->Loops[B.First].TextBegin;
  });
  const std::string Old = Nest->Text;
  Rewriting New(Old);
  auto Write = [&](const std::vector<RangeText::Piece> &Pieces) {
    for (const RangeText::Piece &P : Pieces)
      if (P.Text.empty())
        New.copy(P.Begin, P.End);
      else
        New.add(P.Text);
  };
  struct Place {
    unsigned Begin, HeaderEnd, BodyBegin, BodyLine;
  };
  std::map<unsigned, Place> Places; // of loops of ranges
  for (const RangeText &R : RangeTexts) {
    const Loop &Outer = Nest->Loops[R.First];
    New.keepTo(Outer.TextBegin);
    const unsigned Begin = New.here();
    for (unsigned K = 0; K < R.Count; ++K) {
      const unsigned At = New.here();
      Write(R.Loops[K]);
      const unsigned HeaderEnd = New.here();
      if (K + 1 < R.Count || !R.Taken.empty())
        New.add(" ");
      Places[R.First + K] = {At, HeaderEnd, New.here(), R.Line};
    }
    Write(R.Taken);
    // What follows keeps its line.
    const size_t Had = llvm::StringRef(Old)
                           .slice(Outer.TextBegin, Outer.HeaderEnd)
                           .count('\n');
    if (const size_t Has = New.linesSince(Begin); Has < Had)
      New.add(std::string(Had - Has, '\n'));
    for (unsigned K = 0; K < R.Count; ++K) {
      Place &P = Places[R.First + K];
      P.BodyLine -= New.linesSince(P.BodyBegin);
    }
    New.skipTo(Outer.HeaderEnd);
  }
  Nest->Text = New.finish();

  llvm::DenseSet<unsigned> Ends; // loops of ranges whose body is the range's
  for (const RangeText &R : RangeTexts)
    if (R.Taken.empty())
      Ends.insert(R.First + R.Count - 1);
  for (unsigned I = 0; I < Nest->Loops.size(); ++I) {
    Loop &L = Nest->Loops[I];
    L.TextEnd = New.place(L.TextEnd);
    auto It = Places.find(I);
    const bool Own = It == Places.end() || Ends.contains(I);
    L.BodyEnd = Own ? New.place(L.BodyEnd) : L.TextEnd;
    L.BodyBegin = Own ? New.place(L.BodyBegin) : It->second.BodyBegin;
    if (It == Places.end()) {
      L.TextBegin = New.place(L.TextBegin);
      L.HeaderEnd = L.HeaderEnd ? New.place(L.HeaderEnd) : 0;
      continue;
    }
    L.TextBegin = It->second.Begin;
    L.HeaderEnd = It->second.HeaderEnd;
    if (!Own)
      L.BodyLine = It->second.BodyLine;
  }
  for (Piece &P : Nest->Pieces) {
    P.TextBegin = New.place(P.TextBegin);
    P.TextEnd = New.place(P.TextEnd);
  }
  std::vector<HiddenName> Hidden;
  for (const HiddenName &H : Nest->HiddenNames)
    for (unsigned At : New.places(H.At, H.At + 1))
      Hidden.push_back({At, H.Name});
  Nest->HiddenNames = std::move(Hidden);
  std::vector<TextHole> Holes;
  for (const TextHole &H : Nest->Holes)
    for (unsigned At : New.places(H.Begin, H.End))
      Holes.push_back({At, At + (H.End - H.Begin), H.Kernel});
  llvm::stable_sort(Holes, [](const TextHole &A, const TextHole &B) {
    return A.Begin < B.Begin;
  });
  Nest->Holes = std::move(Holes);
  for (UpdateHole &H : Nest->UpdateHoles) {
    const unsigned Length = H.Hole.End - H.Hole.Begin;
    H.Hole.Begin = New.place(H.Hole.Begin);
    H.Hole.End = H.Hole.Begin + Length;
  }
  for (Access &A : Nest->Accesses) {
    if (A.BaseBegin >= A.BaseEnd)
      continue;
    const std::vector<unsigned> At = New.places(A.BaseBegin, A.BaseEnd);
    const unsigned Length = At.size() == 1 ? A.BaseEnd - A.BaseBegin : 0;
    A.BaseBegin = At.empty() ? 0 : At.front();
    A.BaseEnd = A.BaseBegin + Length;
  }
}

} // namespace heddle
