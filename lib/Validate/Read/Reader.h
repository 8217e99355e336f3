//===- Reader.h - From Clang's tree to a Nest ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads one launch out of rewritten text. It says in Nest::Why what it does not
// understand, and never guesses.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_READER_H
#define HEDDLE_VALIDATE_READ_READER_H

#include "Validate/Tree.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>
#include <optional>

namespace heddle {
namespace validate {

/// Whether D is declared in heddle::rt.
bool isRuntime(const clang::Decl *D);
/// The name of a declaration of Heddle's runtime, else empty.
llvm::StringRef runtimeName(const clang::NamedDecl *D);
/// The name of a class of Heddle's runtime, else empty.
llvm::StringRef runtimeClass(clang::QualType T);

/// The rt::site that a block declares, which a launch does; else null.
const clang::VarDecl *siteOf(const clang::CompoundStmt *S);

/// The low 64 bits of a constant of any width and sign; a Type wraps the rest.
inline int64_t bitsOf(const llvm::APSInt &V) {
  return static_cast<int64_t>(V.extOrTrunc(64).getZExtValue());
}

/// A class whose objects are values here, and never in memory.
inline bool isHandled(Type T) {
  return T.K == Type::Checked || T.K == Type::Tri || T.K == Type::Handle;
}

/// The type of std::complex and of rt::complex; else None.
Type complexType(clang::QualType T);

/// A function, operator or assignment of theirs.
bool isComplexCall(const clang::CallExpr *E);

class PhaseReader;
class TensorReader;

class Reader {
public:
  Reader(clang::ASTContext &Context, Nest &Out);
  ~Reader();

  /// Block: around one launch. Assumed: conditions that hold before it.
  /// Changed: variables of the function whose values are not only those that
  /// they are initialised with.
  void read(const clang::Stmt *Block,
            llvm::ArrayRef<const clang::Expr *> Assumed,
            const llvm::DenseSet<const clang::VarDecl *> &Changed);

private:
  friend class PhaseReader;
  friend class TensorReader;
  friend class BodyCall;

  /// Where an lvalue is: in a slot, or in memory.
  struct Place {
    bool InSlot = false;
    int64_t Slot = 0;
    const Node *Pointer = nullptr;
  };
  struct Scope {
    llvm::DenseMap<const clang::VarDecl *, int64_t> Slots;
    llvm::DenseSet<const clang::VarDecl *> Exposed;
    std::vector<Counter> Locals;
    unsigned Count = 0;
    bool IsBlock = false;
    bool HasThis = false;                          ///< in slot 0
    const clang::CXXRecordDecl *Closure = nullptr; ///< of a lambda's body
    const Node *This = nullptr; ///< of a member function that is read in place
  };

  // Nodes.
  Node *make(Op What, Type T = {});
  Node *make(Op What, Type T, llvm::ArrayRef<const Node *> Kids);
  const Node *constant(int64_t V, Type T);
  const Node *number(llvm::APFloat V, Type T);
  const Node *slot(int64_t I, Type T);
  const Node *set(int64_t Slot, const Node *V);
  const Node *fail(const clang::Stmt *S, llvm::StringRef What);
  const Node *offset(const Node *P, int64_t Bytes);
  int64_t newSlot() { return Here->Count++; }

  // Types.cpp
  Type typeOf(clang::QualType T) const;
  int64_t sizeOf(clang::QualType T) const;
  int64_t scalarSize(clang::QualType T) const;
  bool layoutOf(clang::QualType T, int64_t At, Layout &Out);
  void expose(const clang::Stmt *S, bool Direct, Scope &In);

  // Expressions.cpp, Places.cpp
  const Node *value(const clang::Expr *E);
  const Node *value1(const clang::Expr *E);
  const Node *literal(const clang::Expr *E, Type T);
  const Node *named(const clang::DeclRefExpr *E, Type T);
  const Node *thisPointer(const clang::Expr *E);
  const Node *unary(const clang::UnaryOperator *E);
  const Node *step(const clang::UnaryOperator *E);
  const Node *stepped(const Node *Old, int64_t Way, clang::QualType Of);
  const Node *binary(const clang::BinaryOperator *E);
  const Node *compound(const clang::CompoundAssignOperator *E);
  const Node *castOf(const clang::CastExpr *E);
  const Node *constantRead(const clang::Expr *E, Type T);
  const Node *convert(const Node *V, Type To);
  const Node *assign(const Place &P, const Node *V, Type T);
  const Node *read(const Place &P, Type T);
  int64_t baseOffset(const clang::CastExpr *E) const;
  static Place inMemory(const Node *Pointer) { return {false, 0, Pointer}; }
  Place place(const clang::Expr *E);
  std::optional<Place> castPlace(const clang::CastExpr *E);
  std::optional<Place> unaryPlace(const clang::UnaryOperator *E);
  std::optional<Place> binaryPlace(const clang::BinaryOperator *E);
  const Node *elementAt(const clang::ArraySubscriptExpr *E);
  const Node *member(const clang::MemberExpr *E);
  void boundSubscript(Node &Subscript, const clang::Expr *Base);
  Place variable(const clang::VarDecl *V, const clang::Expr *E);
  bool hasCaptured(const clang::VarDecl *V) const;
  const Node *address(const clang::Expr *E);
  const Node *objectOf(const clang::VarDecl *V);
  void readPointer(const clang::VarDecl *V, unsigned Object);
  const Node *temporary(const clang::Expr *E);
  const Node *temporary(const Node *V);
  const Node *rvalue(const clang::Expr *E);
  const Node *valueTwin(const clang::CallExpr *E);
  const Node *arithmetic(clang::BinaryOperatorKind K, const Node *L,
                         const Node *R, Type T, const clang::Expr *E);

  // Calls.cpp, Objects.cpp
  const Node *call(const clang::CallExpr *E);
  const Node *constantCall(const clang::CallExpr *E);
  const Node *operatorCall(const clang::CXXOperatorCallExpr *E);
  const Node *construct(const clang::CXXConstructExpr *E);
  const Node *knownCall(const clang::CallExpr *E, const clang::FunctionDecl *F);
  const Node *memberOfMdspan(const clang::CallExpr *E,
                             const clang::CXXMethodDecl *M,
                             const clang::Expr *Self);
  const Node *memberOfStandard(const clang::CallExpr *E,
                               const clang::CXXMethodDecl *M,
                               const clang::Expr *Self);
  const Node *userCall(const clang::Expr *E, const clang::FunctionDecl *F,
                       const Node *Self,
                       llvm::ArrayRef<const clang::Expr *> Arguments,
                       const Node *ResultPlace);
  int function(const clang::FunctionDecl *F, bool StandsThere = false);
  const Node *bodyOf(const clang::FunctionDecl *Def, bool StandsThere,
                     Function &Out);
  void takeArguments(const clang::FunctionDecl *Def,
                     llvm::ArrayRef<const clang::VarDecl *> Made,
                     Function &Out);
  void moveToMemory(const clang::VarDecl *P, std::vector<const Node *> &Lines);
  void initializeMembers(const clang::CXXConstructorDecl *C,
                         std::vector<const Node *> &Lines);
  const Node *opaque(llvm::StringRef Name, Type T,
                     llvm::ArrayRef<const Node *> Arguments);
  bool captured(const clang::CXXMethodDecl *Lambda,
                llvm::SmallVectorImpl<const Node *> &Out);
  const Node *initialize(const Node *Pointer, const clang::Expr *Init,
                         clang::QualType T);
  const Node *initializeArray(const Node *Pointer, const clang::InitListExpr *L,
                              const clang::ConstantArrayType *T);
  const Node *initializeField(const Node *Pointer, const clang::FieldDecl *F,
                              const clang::Expr *Init);
  const Node *initializeRecord(const Node *Pointer,
                               const clang::InitListExpr *L,
                               const clang::CXXRecordDecl *Record);
  const Node *initializeByConstructor(const Node *Pointer,
                                      const clang::CXXConstructExpr *E,
                                      clang::QualType T);
  const Node *copied(const Node *Pointer, const Node *From,
                     const Layout &Scalars);
  const Node *zero(const Node *Pointer, clang::QualType T);
  const Node *spanOf(const Node *Pointer, const clang::CXXConstructExpr *E,
                     clang::QualType T);
  const Node *chain(llvm::ArrayRef<const Node *> Parts);

  // Complex.cpp
  const Node *complexFrom(const Node *V, Type To);
  const Node *constructComplex(const clang::CXXConstructExpr *E);
  const Node *complexCall(const clang::CallExpr *E);

  // Launches.cpp
  const Node *runtimeCall(const clang::CallExpr *E,
                          const clang::FunctionDecl *F, llvm::StringRef Name);
  const Node *runtimeMember(const clang::CXXMemberCallExpr *E,
                            const clang::Expr *Self, llvm::StringRef Name);
  const Node *arrayArgument(const clang::CallExpr *E, Access How);
  const Node *run(const clang::CallExpr *E, bool Reduces);
  const Node *firstFound(const clang::CallExpr *E);
  const Node *memoryOf(const clang::CXXConstructExpr *E);
  const Node *shape(const clang::Expr *E);
  bool combineOf(clang::QualType By, Combine &Out) const;
  void readPaths(clang::QualType T);

  // Statements.cpp
  const Node *statement(const clang::Stmt *S);
  const Node *statement1(const clang::Stmt *S);
  const Node *declare(const clang::VarDecl *V);
  const Node *ifStatement(const clang::IfStmt *S);
  const Node *forStatement(const clang::ForStmt *S);
  const Node *switchStatement(const clang::SwitchStmt *S);
  const Node *list(llvm::ArrayRef<const Node *> Statements);
  void findMapped(LaunchSite &Site) const;

  clang::ASTContext &Ctx;
  Nest &N;
  Scope *Here = nullptr;
  Scope Block;
  llvm::DenseMap<const clang::FunctionDecl *, int> Functions;
  llvm::DenseMap<const clang::Decl *, unsigned> ObjectOfDecl;
  llvm::DenseMap<const clang::Decl *, const Node *> AliasOfDecl;
  /// Loads the size of the container whose elements a parameter points to.
  llvm::DenseMap<const clang::VarDecl *, const Node *> BoundOf;
  const llvm::DenseSet<const clang::VarDecl *> *Changed = nullptr;
  bool SawPaths = false;
  const Node *ReturnPlace = nullptr; ///< of a function that returns a record
  unsigned Depth = 0;
  unsigned Blocks = 0; ///< of launches, around what is read
  std::unique_ptr<PhaseReader> Phases;
  std::unique_ptr<TensorReader> Tensors;
};

} // namespace validate
} // namespace heddle

#endif
