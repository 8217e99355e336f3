//===- Privates.cpp - Variables that are an iteration's own ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The question is asked of the control flow graph of the whole function: from
// the beginning of an iteration, and from behind the nest, no path reads the
// variable before it writes it. A use that the graph does not show is a read.
//===----------------------------------------------------------------------===//
#include "Read/Loops/Privates.h"
#include "IR/AnnotationEdit.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Loops/LastValues.h"
#include "Read/Loops/PrivateArrays.h"
#include "Read/Loops/PrivateClaims.h"
#include "Read/Loops/UseFlow.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace heddle {

//===--- Which variables --------------------------------------------------===//

std::pair<const VarDecl *, const clang::Expr *>
assignedCounter(const ForStmt *For) {
  const auto *E = dyn_cast_or_null<clang::Expr>(For->getInit());
  const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreImplicit()) : nullptr;
  if (!B || B->getOpcode() != BO_Assign)
    return {nullptr, nullptr};
  return {named(B->getLHS()), B->getRHS()};
}

std::vector<const Stmt *> perfectLoops(const Stmt *Outermost) {
  std::vector<const Stmt *> Loops;
  for (const Stmt *S = Outermost; S; S = onlyFor(bodyOf(S)))
    Loops.push_back(S);
  return Loops;
}

/// Whether S holds a `try`: the graph does not have all ways into handlers.
static bool hasTry(const Stmt *S) {
  return isa<CXXTryStmt>(S) || llvm::any_of(S->children(), [](const Stmt *C) {
           return C && hasTry(C);
         });
}

/// The places where the tree of S has variables and members, by their names.
/// That an annotation names a variable as private is no use of it.
static void collectPlaces(const SourceManager &SM, const Stmt *S,
                          llvm::DenseSet<SourceLocation> &Places) {
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    for (const Attr *A : Attributed->getAttrs())
      if (std::optional<Word> W = wordOf(A);
          W == Word::Private || W == Word::LastPrivate)
        for (const clang::Expr *E : cast<AnnotateAttr>(A)->args())
          collectPlaces(SM, E, Places);
  if (const auto *E = dyn_cast<DeclRefExpr>(S))
    Places.insert(SM.getFileLoc(E->getLocation()));
  if (const auto *E = dyn_cast<MemberExpr>(S))
    Places.insert(SM.getFileLoc(E->getMemberLoc()));
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      Places.insert(SM.getFileLoc(One->getLocation()));
  for (const Stmt *Child : S->children())
    if (Child)
      collectPlaces(SM, Child, Places);
}

namespace {

/// Follows the tokens of a text: which of them are in the lists of
/// `private(i, j)` and `shared(x)` of an OpenMP pragma. Such a list names
/// variables, and uses none.
class ClauseLists {
public:
  bool holds(const Token &Tok) {
    const llvm::StringRef Word = Tok.is(tok::raw_identifier)
                                     ? Tok.getRawIdentifier()
                                     : llvm::StringRef();
    if (Tok.isAtStartOfLine())
      At = Tok.is(tok::hash) ? Place::Hash : Place::Text;
    else if (At == Place::Hash)
      At = Word == "pragma" ? Place::Pragma : Place::Text;
    else if (At == Place::Pragma)
      At = Word == "omp" ? Place::OpenMP : Place::Text;
    else if (At == Place::OpenMP && (Word == "private" || Word == "shared"))
      At = Place::Clause;
    else if (At == Place::Clause || At == Place::List)
      At = Tok.is(tok::r_paren) ? Place::OpenMP : Place::List;
    return At == Place::List;
  }

private:
  enum class Place : unsigned char { Text, Hash, Pragma, OpenMP, Clause, List };
  Place At = Place::Text;
};

} // namespace

namespace {

/// Follows the tokens of a text: in which branches of the preprocessor's
/// conditionals they stand, of those that begin in the text.
class Branches {
public:
  /// Conditionals in their order, and which of the branches it is.
  using Place = llvm::SmallVector<std::pair<unsigned, unsigned>, 4>;

  void follow(const Token &Tok) {
    const bool IsDirective =
        std::exchange(IsBehindHash, Tok.is(tok::hash) && Tok.isAtStartOfLine());
    if (!IsDirective || Tok.isNot(tok::raw_identifier))
      return;
    const llvm::StringRef Word = Tok.getRawIdentifier();
    if (Word == "if" || Word == "ifdef" || Word == "ifndef")
      Here.push_back({Count++, 0});
    else if (Here.empty())
      return;
    else if (Word == "endif")
      Here.pop_back();
    else if (Word.starts_with("el"))
      ++Here.back().second;
  }
  const Place &here() const { return Here; }
  /// No flags make one text of both places.
  static bool areApart(const Place &A, const Place &B) {
    return llvm::any_of(llvm::zip(A, B), [](const auto &Each) {
      const auto &[X, Y] = Each;
      return X.first == Y.first && X.second != Y.second;
    });
  }

private:
  Place Here;
  unsigned Count = 0;
  bool IsBehindHash = false;
};

} // namespace

/// The names that the text of the function has where its tree has none: in
/// branches of the preprocessor that other flags take together with the loops,
/// in pragmas, in types.
static bool collectUnseen(const NestReader &NR, llvm::StringSet<> &Unseen) {
  const Stmt *Body = NR.In.Function->getBody();
  const SourceLocation Begin = Body->getBeginLoc(), End = Body->getEndLoc();
  if (!Begin.isFileID() || !End.isFileID() ||
      NR.SM.getFileID(Begin) != NR.SM.getFileID(End))
    return false;
  llvm::DenseSet<SourceLocation> Places;
  collectPlaces(NR.SM, Body, Places);
  const FileID File = NR.SM.getFileID(Begin);
  const llvm::StringRef Text = NR.SM.getBufferData(File);
  Lexer Raw(NR.SM.getLocForStartOfFile(File), NR.Ctx.getLangOpts(),
            Text.begin(), Text.begin() + NR.SM.getFileOffset(Begin),
            Text.end());
  const unsigned Last = NR.SM.getFileOffset(End);
  const SourceLocation Loops = NR.SM.getFileLoc(NR.In.For->getBeginLoc());
  Token Tok;
  ClauseLists Lists;
  Branches Around;
  std::optional<Branches::Place> OfLoops;
  std::vector<std::pair<llvm::StringRef, Branches::Place>> Found;
  while (!Raw.LexFromRawLexer(Tok) &&
         NR.SM.getFileOffset(Tok.getLocation()) < Last) {
    Around.follow(Tok);
    if (Tok.getLocation() == Loops)
      OfLoops = Around.here();
    if (!Lists.holds(Tok) && Tok.is(tok::raw_identifier) &&
        !Places.contains(Tok.getLocation()))
      Found.emplace_back(Tok.getRawIdentifier(), Around.here());
  }
  for (const auto &[Name, At] : Found)
    if (!OfLoops || !Branches::areApart(At, *OfLoops))
      Unseen.insert(Name);
  return true;
}

/// The nest declares another variable of V's name, perhaps where V would be
/// declared.
static bool isRedeclared(const NestReader &NR, const VarDecl *V) {
  return llvm::any_of(NR.Names.NestDecls, [&](const ValueDecl *D) {
    return D != V && D->getIdentifier() == V->getIdentifier();
  });
}

/// A number that nothing but its name leads to, or an array of such numbers.
static bool isAlone(const NestReader &NR, const VarDecl *V) {
  const QualType T = V->getType();
  return T->isArrayType() ? isElementwiseOrFilled(NR, V)
                          : T->isArithmeticType() && !T.isVolatileQualified() &&
                                !T.isConstQualified() && !NR.Facts.escape(V);
}

/// Its storage is the function's, and nothing but its name leads to it.
static bool isOrdinary(const NestReader &NR, const VarDecl *V) {
  return !NR.Names.NestDecls.contains(V) && V->hasLocalStorage() &&
         V->getStorageClass() != SC_Register &&
         V->getDeclContext() == NR.In.Function && V->getIdentifier() &&
         isAlone(NR, V) && !V->isInitCapture() && V == V->getCanonicalDecl() &&
         !isRedeclared(NR, V) && llvm::all_of(V->attrs(), [](const Attr *A) {
           return isa<UnusedAttr, AlignedAttr>(A);
         });
}

bool isInHeader(const NestReader &NR, const Stmt *For, const VarDecl *V) {
  return llvm::any_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    return NR.Facts.isWithin(E, For) && !NR.Facts.isWithin(E, bodyOf(For));
  });
}

bool isCountedBy(const NestReader &NR, const Stmt *Loop, const VarDecl *V) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  if (!For)
    return false;
  const auto [Counter, Value] = assignedCounter(For);
  return Counter == V && !NR.Facts.isMentionedIn(V, Value);
}

namespace {

/// The answer for one variable.
struct Verdict {
  unsigned Levels = 0; ///< private to an iteration of so many loops; 0: not
  const clang::Expr *Read = nullptr; ///< else a read that needs its value
  bool Behind = false;               ///< which stands behind the nest
};

} // namespace

static const clang::Expr *readFrom(const NestReader &NR, const UseFlow &F,
                                   const Stmt *Loop, LoopExit To,
                                   const VarDecl *V) {
  return V->getType()->isArrayType() ? elementReadFrom(NR, F, Loop, To, V)
                                     : F.readFrom(Loop, To, V);
}

static Verdict judge(const NestReader &NR, const UseFlow &F, const VarDecl *V,
                     const std::vector<const Stmt *> &Loops) {
  Verdict Result;
  if (!F.shows(V))
    return Result;
  Result.Read = readFrom(NR, F, Loops.front(), LoopExit::Behind, V);
  Result.Behind = Result.Read != nullptr;
  if (Result.Read)
    return Result;
  // The counter of one of the loops is set before it is read.
  for (const Stmt *For : Loops)
    if (isCountedBy(NR, For, V)) {
      Result.Levels = static_cast<unsigned>(Loops.size());
      return Result;
    }
  unsigned Levels = 0;
  while (Levels < Loops.size() && !isInHeader(NR, Loops[Levels], V))
    ++Levels;
  for (; Levels > 0 && !isClaimedPrivate(NR, V); --Levels) {
    Result.Read = readFrom(NR, F, Loops[Levels - 1], LoopExit::Body, V);
    if (!Result.Read)
      break;
  }
  Result.Levels = Levels;
  return Result;
}

void findPrivates(NestReader &NR) {
  const std::vector<const Stmt *> Loops = perfectLoops(NR.In.For);
  llvm::SmallVector<const VarDecl *, 8> Assigned =
      NR.Facts.writtenIn(NR.In.For);
  llvm::append_range(Assigned, arraysStoredIn(NR, NR.In.For));
  llvm::erase_if(Assigned,
                 [&](const VarDecl *V) { return !isOrdinary(NR, V); });
  if (Assigned.empty() || hasTry(NR.In.Function->getBody()))
    return;
  llvm::StringSet<> Unseen;
  if (!collectUnseen(NR, Unseen))
    return;
  llvm::erase_if(Assigned, [&](const VarDecl *V) {
    return Unseen.contains(V->getName());
  });
  if (Assigned.empty())
    return;
  const UseFlow F(NR);
  if (!llvm::all_of(Loops, [&](const Stmt *For) { return F.knows(For); }))
    return;
  PrivateTable &P = NR.Scope.Privates;
  for (const VarDecl *V : Assigned) {
    Verdict Is = judge(NR, F, V, Loops);
    if (Is.Levels == 0) {
      P.Needed[V] = {Is.Read, Is.Behind};
      if (!Is.Behind || !(Is.Levels = keptLevels(NR, F, V, Loops)))
        continue;
      P.Kept.push_back(
          {V, Is.Read, isCountedBy(NR, Loops.front(), V) ? 0 : Is.Levels});
    }
    P.MostPerfect = std::min(P.MostPerfect, Is.Levels);
    P.Variables.push_back(V);
    NR.Names.NestDecls.insert(V);
  }
}

//===--- Their declarations -----------------------------------------------===//

/// The loops in S, outermost, whose init assigns V.
static void countedBy(const NestReader &NR, const Stmt *S, const VarDecl *V,
                      std::vector<const ForStmt *> &Found) {
  if (const auto *For = dyn_cast<ForStmt>(S); For && isCountedBy(NR, For, V)) {
    Found.push_back(For);
    return;
  }
  for (const Stmt *Child : S->children())
    if (Child)
      countedBy(NR, Child, V, Found);
}

/// All that mentions V in the nest is one of Loops.
static bool isInside(const NestReader &NR, const VarDecl *V,
                     const std::vector<const ForStmt *> &Loops) {
  return llvm::all_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    return !NR.Facts.isWithin(E, NR.In.For) ||
           llvm::any_of(Loops, [&](const ForStmt *For) {
             return NR.Facts.isWithin(E, For);
           });
  });
}

/// The place of the text where the loop's init begins; none within a macro.
static std::optional<unsigned> initPlace(const NestReader &NR,
                                         const ForStmt *For) {
  return offset(NR, For->getInit()->getBeginLoc());
}

/// `double v;` before the first statement of the body that mentions V. Where
/// the body is one statement, in braces around it.
static bool declareInBody(NestReader &NR, const VarDecl *V,
                          const std::string &Declaration) {
  const Loop &L = NR.Nest->Loops[NR.Nest->PerfectDepth - 1];
  if (L.BodyBegin >= L.BodyEnd)
    return false;
  const auto *Block = dyn_cast_or_null<CompoundStmt>(NR.Scope.Privates.Body);
  if (!Block) {
    NR.Texts.Declarations.push_back(
        {L.BodyBegin, L.BodyEnd, Declaration + " "});
    return true;
  }
  for (const Stmt *Child : Block->body())
    if (NR.Facts.isMentionedIn(V, Child)) {
      std::optional<unsigned> At = beginOf(NR, Child->getBeginLoc());
      if (!At)
        return false;
      NR.Texts.Declarations.push_back({*At, *At, Declaration + " "});
      return true;
    }
  return true; // a counter of a loop that is mapped
}

/// The loops whose headers declare V; none: the body does.
static std::vector<const ForStmt *> declaringLoops(const NestReader &NR,
                                                   const VarDecl *V) {
  std::vector<const ForStmt *> Loops;
  countedBy(NR, NR.In.For, V, Loops);
  if (!isInside(NR, V, Loops) || isStoredLast(NR, V))
    Loops.clear();
  return Loops;
}

bool isDeclaredInBody(const NestReader &NR, const VarDecl *V) {
  return declaringLoops(NR, V).empty();
}

/// `[4][2]`: the extents are numbers, as those of the type here are.
static std::string extentsText(NestReader &NR, const VarDecl *V) {
  std::string Text;
  QualType T = V->getType();
  while (const auto *A = NR.Ctx.getAsConstantArrayType(T)) {
    Text += "[" + std::to_string(A->getSize().getZExtValue()) + "]";
    T = A->getElementType();
  }
  if (!Text.empty())
    NR.Nest->Folded.push_back(
        {"sizeof(" + V->getName().str() + ")",
         NR.Ctx.getTypeSizeInChars(V->getType()).getQuantity()});
  return Text;
}

static bool declare(NestReader &NR, const VarDecl *V, const std::string &Type) {
  const std::vector<const ForStmt *> Loops = declaringLoops(NR, V);
  // Before C++20 no variable of a constexpr function is without a value.
  // That a claim is wrong is no reason to read what happens to be there.
  const char *Value =
      NR.In.Function->isConstexpr() || isClaimedPrivate(NR, V) ? "{};" : ";";
  if (Loops.empty())
    return declareInBody(
        NR, V, Type + " " + V->getName().str() + extentsText(NR, V) + Value);
  for (const ForStmt *For : Loops) {
    std::optional<unsigned> At = initPlace(NR, For);
    if (!At)
      return false;
    NR.Texts.Declarations.push_back({*At, *At, Type + " "});
  }
  return true;
}

void declarePrivates(NestReader &NR) {
  if (NR.Failed)
    return;
  for (const VarDecl *V : NR.Scope.Privates.Variables) {
    std::optional<std::string> Type =
        spell(NR, NR.Ctx.getBaseElementType(V->getType()),
              NR.Ctx.getBaseElementType(writtenType(NR, V)));
    if (!Type) {
      NR.error(DiagID::HD157, ref(NR, V->getSourceRange()),
               V->getType().getAsString(NR.Ctx.getPrintingPolicy()));
      return;
    }
    if (!declare(NR, V, *Type)) {
      NR.error(DiagID::HD202, ref(NR, NR.Facts.writeWithin(V, NR.In.For)),
               V->getName())
          .note(ref(NR, V->getSourceRange()), "declared here");
      return;
    }
    if (!isKept(NR, V))
      NR.Nest->Privates.push_back(V->getName().str());
  }
}

/// The nest writes V in text that stands before Read, so that data may decide.
static bool mayBePrivate(const NestReader &NR, const VarDecl *V,
                         const clang::Expr *Read) {
  return !isClaimedPrivate(NR, V) &&
         !isInHeader(NR, perfectLoops(NR.In.For).front(), V) &&
         llvm::any_of(NR.Facts.writes(V), [&](const clang::Expr *E) {
           return NR.Facts.isWithin(E, NR.In.For) &&
                  NR.SM.isBeforeInTranslationUnit(E->getBeginLoc(),
                                                  Read->getBeginLoc());
         });
}

void notePrivate(NestReader &NR, const ValueDecl *V, Diagnostic &D) {
  const auto *Variable = dyn_cast_or_null<VarDecl>(V);
  auto It = Variable ? NR.Scope.Privates.Needed.find(Variable)
                     : NR.Scope.Privates.Needed.end();
  if (It == NR.Scope.Privates.Needed.end() || !It->second.first)
    return;
  const auto [Read, IsBehind] = It->second;
  D.note(ref(NR, Read),
         IsBehind ? "the value that it has after the nest is read here"
                  : "an iteration may read it here before it has written it");
  if (!IsBehind && mayBePrivate(NR, Variable, Read))
    offerWord(NR.In.Annot.Where, "private(" + V->getName().str() + ")", D);
}

} // namespace heddle
