//===- Reuse.cpp - [[heddle::reuse]] on a block ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The declaration of a tensor that stands in another's memory becomes that of a
// reference, or, where its type is another, of a view:
//
//   tensor<double, 3> s, t;      tensor<double, 3> &s = v, &t = u;
//
// Where only the program that runs can tell whether the memory is free, an
// object of reused_memory decides (include/heddle/tensor/reuse.h).
//===----------------------------------------------------------------------===//

#include "Driver/Reuse.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Block/ReuseReader.h"
#include "Support/Identifiers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

namespace {

class ReuseText {
public:
  ReuseText(ASTContext &Ctx, const ReadBlock &In, const ReusePlan &Plan)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), In(In), Plan(Plan) {}
  ReuseEdits run();

private:
  const Reuse *reuseOf(const Decl *D) const;
  const ProgramArray &tensor(unsigned T) const { return In.Block.Arrays[T]; }
  void rewrite(const DeclStmt *S);
  std::string storage(const Reuse &U, llvm::StringRef Type,
                      std::string &Name) const;
  void initialize(const VarDecl *V, const Reuse &U, const std::string &With);
  void replace(unsigned Begin, unsigned End, llvm::StringRef Text);
  unsigned offset(SourceLocation Loc) const { return SM.getFileOffset(Loc); }
  unsigned endOf(SourceLocation Loc) const {
    return SM.getFileOffset(
        Lexer::getLocForEndOfToken(Loc, 0, SM, Ctx.getLangOpts()));
  }
  llvm::StringRef code(const VarDecl *V) const {
    return SM.getBufferData(SM.getFileID(V->getLocation()));
  }
  unsigned commaBehind(const VarDecl *V) const;
  std::string freshName(const std::string &Base) const;

  ASTContext &Ctx;
  const SourceManager &SM;
  const ReadBlock &In;
  const ReusePlan &Plan;
  ReuseEdits Edits;
};

const Reuse *ReuseText::reuseOf(const Decl *D) const {
  for (const Reuse &U : Plan.Reuses)
    if (In.Declared[U.Tensor] == D)
      return &U;
  return nullptr;
}

void ReuseText::replace(unsigned Begin, unsigned End, llvm::StringRef Text) {
  auto [It, New] = Edits.try_emplace(Begin, ReuseEdit{End, Text.str()});
  if (New)
    return;
  It->second.End = std::max(It->second.End, End);
  It->second.Text += Text;
}

unsigned ReuseText::commaBehind(const VarDecl *V) const {
  Token Comma;
  SourceLocation End =
      Lexer::getLocForEndOfToken(V->getEndLoc(), 0, SM, Ctx.getLangOpts());
  while (!Lexer::getRawToken(End, Comma, SM, Ctx.getLangOpts(), true) &&
         Comma.isNot(tok::comma) && Comma.isNot(tok::semi))
    End = Comma.getEndLoc();
  return offset(Comma.getLocation());
}

std::string ReuseText::freshName(const std::string &Base) const {
  return freeName(
      Base,
      [&](const std::string &Name) {
        return Ctx.Idents.find(Name) != Ctx.Idents.end();
      },
      /*Separator=*/"", /*First=*/2);
}

/// The declaration of what decides where the tensor stands.
std::string ReuseText::storage(const Reuse &U, llvm::StringRef Type,
                               std::string &Name) const {
  const ProgramArray &T = tensor(U.Tensor);
  Name = freshName(T.Name + "_memory");
  std::string Text = "::heddle::tensor_detail::reused_memory<" + Type.str() +
                     "> " + Name + "(";
  if (!T.Tensor.Elements) {
    Text += "::heddle::tensor_detail::extents_of(";
    for (size_t I = 0; I != T.Tensor.Extents.size(); ++I)
      Text += (I ? ", " : "") + T.Tensor.Extents[I];
    Text += "), ";
  }
  Text += tensor(U.Lender).Name;
  for (unsigned Other : U.Apart)
    Text += ", " + tensor(Other).Name;
  return Text + "); ";
}

/// `s` becomes `s = With`, `s(n, m)` too, and `s = e` becomes `s = With = e`.
void ReuseText::initialize(const VarDecl *V, const Reuse &U,
                           const std::string &With) {
  unsigned NameEnd = endOf(V->getLocation()), End = endOf(V->getEndLoc());
  if (!tensor(U.Tensor).Tensor.Elements)
    return replace(NameEnd, End, " = " + With);
  bool IsCall = NameEnd != End && V->getInitStyle() == VarDecl::CallInit;
  replace(NameEnd, NameEnd, " = " + With + (IsCall ? " = " : ""));
}

void ReuseText::rewrite(const DeclStmt *S) {
  if (llvm::none_of(S->decls(), [&](const Decl *D) { return reuseOf(D); }))
    return;
  const VarDecl *Before = nullptr;
  bool BeforeIsView = false;
  llvm::StringRef Type;
  for (const Decl *D : S->decls()) {
    const auto *V = cast<VarDecl>(D);
    const Reuse *U = reuseOf(V);
    unsigned Name = offset(V->getLocation());
    if (!Before)
      Type = code(V).slice(offset(S->getBeginLoc()), Name).rtrim();
    bool IsView = U && !U->SameType;
    std::string Storage, With;
    if (U && U->isCertain())
      With = tensor(U->Lender).Name;
    else if (U) {
      Storage = storage(*U, Type, With);
      With += IsView ? ".as_view()" : ".as_tensor()";
    }
    if (Before && (!Storage.empty() || BeforeIsView)) {
      // A declaration of its own.
      unsigned Comma = commaBehind(Before);
      replace(Comma, Comma + 1,
              "; " + Storage + (IsView ? "auto" : Type.str()) +
                  (code(V).substr(Comma + 1).starts_with(" ") ? "" : " "));
    } else if (!Before && IsView) {
      replace(offset(S->getBeginLoc()),
              offset(S->getBeginLoc()) + static_cast<unsigned>(Type.size()),
              Storage + "auto");
    } else if (!Before && !Storage.empty()) {
      replace(offset(S->getBeginLoc()), offset(S->getBeginLoc()), Storage);
    }
    if (U && !IsView)
      replace(Name, Name, "&");
    if (U)
      initialize(V, *U, With);
    Before = V;
    BeforeIsView = IsView;
  }
}

ReuseEdits ReuseText::run() {
  for (const DeclStmt *S : In.Statements)
    rewrite(S);
  return std::move(Edits);
}

/// Why nothing is done about the block; empty if something may be.
std::string reasonToLeave(const AnnotatedPlace &Place) {
  if (Place.Pattern)
    return "it is in a template, and may mean something else in each "
           "instantiation";
  if (Place.Outer.isValid())
    return "it is inside of an annotated loop";
  const AnnotatedPlace::Instance &I = Place.Instances.front();
  if (I.Function->isConstexpr())
    return "its function is 'constexpr'";
  for (const Attr *A : I.Stmt->getAttrs())
    if (wordOf(A) && I.Stmt->getBeginLoc().isMacroID() &&
        I.Stmt->getSubStmt()->getBeginLoc().isMacroID())
      return "it comes out of a macro";
  return "";
}

std::string listed(const std::vector<std::string> &Parts) {
  std::string Text;
  for (size_t I = 0; I != Parts.size(); ++I)
    Text += (I == 0 ? "" : I + 1 == Parts.size() ? " and " : ", ") + Parts[I];
  return Text;
}

void say(const Program &B, const ReusePlan &Plan, const ReuseReport &N,
         Report &R) {
  for (const ProgramArray &T : B.Arrays)
    if (T.Tensor.Local && !T.Tensor.Keeps.empty()) {
      Diagnostic &D = R.add(DiagID::HD426, T.Where, T.Name, T.Tensor.Keeps);
      if (T.Tensor.KeepsWhere.isValid() &&
          T.Tensor.KeepsWhere.Begin != T.Where.Begin)
        D.note(T.Tensor.KeepsWhere, "this is why");
    }
  for (unsigned T : Plan.NeedZeros)
    R.add(DiagID::HD426, B.Arrays[T].Where, B.Arrays[T].Name,
          "its zeros are needed, as it is not assigned as a whole before it "
          "is used");
  if (Plan.Reuses.empty()) {
    R.add(DiagID::HD427, B.Where);
    return;
  }
  std::vector<std::string> Parts;
  for (const Reuse &U : Plan.Reuses)
    Parts.push_back("'" + B.Arrays[U.Tensor].Name + "' in that of '" +
                    B.Arrays[U.Lender].Name + "'");
  R.add(DiagID::HD425, B.Where, listed(Parts), std::to_string(N.BuffersAfter),
        std::to_string(N.BuffersBefore), N.bytes());
}

} // namespace

ReuseEdits reuseTensors(ASTContext &Context, const AnnotatedPlace &Place,
                        Report &R, ReuseReport &Description) {
  SourceLocation At = Context.getSourceManager().getFileLoc(Place.Where);
  SourceRef Where{At.getRawEncoding(), At.getRawEncoding()};
  Description.Verdict = "kept";
  if (std::string Why = reasonToLeave(Place); !Why.empty()) {
    R.add(DiagID::HD428, Where, Why);
    return {};
  }
  const AnnotatedPlace::Instance &I = Place.Instances.front();
  for (const Attr *A : I.Stmt->getAttrs())
    if (wordOf(A) == Word::Reuse && cast<AnnotateAttr>(A)->args_size() != 0)
      R.add(DiagID::HD106, Where, "reuse", "none");
  ReadBlock Read =
      readBlock(Context, I.Function, cast<CompoundStmt>(I.Stmt->getSubStmt()));
  Read.Block.Where = Where;
  ReusePlan Plan = planReuse(Read.Block, R);
  if (R.hasErrors()) {
    Description.Verdict = "refused";
    return {};
  }
  Description = describeReuse(Read.Block, Plan);
  Description.Verdict = Plan.Reuses.empty() ? "kept" : "reused";
  say(Read.Block, Plan, Description, R);
  return ReuseText(Context, Read, Plan).run();
}

} // namespace heddle
