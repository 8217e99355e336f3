//===- ReuseReader.h - Reads a block of tensor statements ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal to the front end. One BlockReader reads one block. Its parts:
//
//   ReuseReader   statements
//   ReuseTensors  declarations, and what names a tensor
//   ReuseExpr     expressions: what they read, and where
//
// Code that is not followed makes its statement opaque, and takes the block's
// own tensors that it names out of the game.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_BLOCK_REUSEREADER_H
#define HEDDLE_READ_BLOCK_REUSEREADER_H

#include "IR/TensorBlock.h"
#include "Read/Tensor/TensorRules.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

struct ReadBlock {
  TensorBlock Block;
  /// By tensor: the variable that the block declares, else null.
  std::vector<const clang::VarDecl *> Declared;
  /// The declarations' statements in their order.
  std::vector<const clang::DeclStmt *> Statements;
};

class BlockReader {
public:
  BlockReader(clang::ASTContext &Ctx, const clang::FunctionDecl *Function,
              const clang::CompoundStmt *Block);
  ReadBlock read();

private:
  SourceRef ref(clang::SourceRange Range) const;
  SourceRef ref(const clang::Stmt *S) const { return ref(S->getSourceRange()); }
  std::string text(clang::SourceRange Range) const;

  //===--- ReuseReader ----------------------------------------------------===//
  void begin(clang::SourceRange Where);
  void readStatement(const clang::Stmt *S);
  bool readEffect(const clang::Expr *E);
  bool readAssignment(const clang::CXXOperatorCallExpr *E);
  bool readScalarAssignment(const clang::BinaryOperator *E);
  bool readDead(const clang::CallExpr *E);
  void readAnnotation(const clang::AttributedStmt *S);
  bool jumps() const;

  //===--- ReuseTensors ---------------------------------------------------===//
  void readDeclaration(const clang::Decl *D);
  bool readVariable(const clang::VarDecl *V);
  bool readTensor(const clang::VarDecl *V);
  unsigned declareTensor(const clang::VarDecl *V);
  /// Failed: nothing is known of the block. Shape: the tensor has no value yet.
  enum class Construction { Failed, Shape, Value };
  Construction readConstruction(const clang::VarDecl *V,
                                const clang::CXXConstructExpr *C,
                                unsigned Tensor);
  bool readView(const clang::VarDecl *V);
  /// Nothing but the name, or the name and a value.
  bool isPlain(const clang::VarDecl *V) const;
  unsigned tensorOf(const clang::VarDecl *V, const clang::DeclRefExpr *Named);
  void describeType(clang::QualType T, BlockTensor &To) const;
  void addAccess(BlockAccess::KindType Kind, unsigned Tensor,
                 const clang::Expr *Where, bool InPlace = false);
  void keep(unsigned Tensor, std::string Why, SourceRef Where);
  /// The same, for what its declaration says.
  void keepDeclared(unsigned Tensor, llvm::StringRef Why);
  void mention(const clang::Stmt *S, const clang::Decl *D, llvm::StringRef Why);
  bool isAllRead(const clang::Stmt *S, const clang::Decl *D);
  bool isCopy(const clang::Expr *From, clang::QualType To) const;

  //===--- ReuseExpr ------------------------------------------------------===//
  bool readExpr(const clang::Expr *E, const ReadAt &At);
  bool readOperation(const TensorCall &C, const ReadAt &At);
  void noteOperation(const TensorCall &C);
  bool readMember(const clang::CXXMemberCallExpr *E, llvm::StringRef Name);
  void measure(const clang::Expr *Of,
               llvm::ArrayRef<const clang::VarDecl *> Names);
  bool readCall(const clang::CallExpr *E, const ReadAt &At);
  bool readVariableName(const clang::DeclRefExpr *E, const ReadAt &At);
  bool readAll(llvm::ArrayRef<const clang::Expr *> All);
  bool fail(const clang::Expr *E, std::string Why);
  std::optional<unsigned> leaf(const clang::Expr *E);

  clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  const clang::FunctionDecl *Function;
  const clang::CompoundStmt *Body;
  ReadBlock Out;
  BlockStatement Now; ///< the statement at hand
  int Number = 0;     ///< of the statement at hand
  /// Its declaration has variables of one type alone.
  bool OfOneType = true;
  llvm::DenseMap<const clang::VarDecl *, unsigned> TensorOf;
  llvm::StringMap<unsigned> MemberOf;
  llvm::DenseSet<const clang::DeclRefExpr *> Seen; ///< read as tensors
  llvm::StringSet<> OwnNames; ///< of variables that the block declares
  unsigned LeftRank = 0;      ///< of the left-hand side at hand
  /// The length of each index of the statement at hand.
  llvm::DenseMap<const clang::VarDecl *, int64_t> LengthOf;
  /// The first expression that was not followed, and why.
  const clang::Expr *FailedAt = nullptr;
  std::string FailedWhy;
  /// Assignments that are of all elements if the tensor that is copied has
  /// never been moved from: statement, access, the tensor.
  struct Copy {
    size_t Statement, Access;
    unsigned From;
  };
  std::vector<Copy> Copies;
};

/// E calls a function of this name in the namespace heddle.
bool isCallTo(const clang::Expr *E, llvm::StringRef Name);
} // namespace heddle

#endif
