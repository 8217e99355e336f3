//===- Reader.cpp - Nodes of the nest that is read ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Reader.h"
#include "Validate/Interpret/Field.h"
#include "Validate/Interpret/Value.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace heddle {
namespace validate {

Reader::Reader(ASTContext &Context, Nest &Out) : Ctx(Context), N(Out) {
  N.Objects.emplace_back();
}

Node *Reader::make(Op What, Type T) {
  Node &New = N.Nodes.emplace_back();
  New.What = What;
  New.Ty = T;
  return &New;
}

Node *Reader::make(Op What, Type T, llvm::ArrayRef<const Node *> Kids) {
  Node *New = make(What, T);
  New->Kids.append(Kids.begin(), Kids.end());
  return New;
}

const Node *Reader::constant(int64_t V, Type T) {
  Node *New = make(Op::Const, T);
  New->Number = V;
  return New;
}

const Node *Reader::number(llvm::APFloat V, Type T) {
  bool Loses;
  V.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
            &Loses);
  return constant(field::of(V.convertToDouble()), T);
}

const Node *Reader::slot(int64_t I, Type T) {
  Node *New = make(Op::Slot, T);
  New->Number = I;
  return New;
}

const Node *Reader::set(int64_t I, const Node *V) {
  Node *New = make(Op::SetSlot, V->Ty, {V});
  New->Number = I;
  return New;
}

const Node *Reader::offset(const Node *P, int64_t Bytes) {
  return Bytes == 0 ? P : pointerAdd(P, constant(Bytes, I64), 1);
}

Node *Reader::pointerAdd(const Node *P, const Node *Count, int64_t Bytes) {
  Node *New = make(Op::PtrAdd, P->Ty, {P, Count});
  New->Number = Bytes;
  return New;
}

const Node *Reader::convert(const Node *V, Type To) {
  if (V->Ty == To)
    return V;
  Node *New = make(Op::Cast, To, {V});
  New->From = V->Ty;
  return New;
}

static int64_t hashOf(llvm::StringRef Name) {
  uint64_t Hash = 0;
  for (char C : Name)
    Hash = mixed(Hash, static_cast<unsigned char>(C));
  return static_cast<int64_t>(Hash);
}

const Node *Reader::opaque(llvm::StringRef Name, Type T,
                           llvm::ArrayRef<const Node *> Arguments) {
  Node *New = make(Op::Opaque, T);
  New->Number = hashOf(Name);
  for (const Node *A : Arguments)
    New->Kids.push_back(T.K == Type::Float ? convert(A, T) : A);
  return New;
}

const Node *Reader::list(llvm::ArrayRef<const Node *> Statements) {
  if (Statements.size() == 1)
    return Statements[0];
  return make(Op::Seq, {}, Statements);
}

const Node *Reader::chain(llvm::ArrayRef<const Node *> Parts) {
  const Node *All = Parts.empty() ? constant(0, {}) : Parts[0];
  for (const Node *P : Parts.drop_front(Parts.empty() ? 0 : 1))
    All = make(Op::Then, {}, {All, P});
  return All;
}

const Node *Reader::fail(const Stmt *S, llvm::StringRef What) {
  if (N.Why.empty()) {
    N.Why = What.str();
    if (S && S->getBeginLoc().isValid()) {
      PresumedLoc At = Ctx.getSourceManager().getPresumedLoc(S->getBeginLoc());
      if (At.isValid())
        N.Why += " in line " + std::to_string(At.getLine());
    }
  }
  return make(Op::Undefined);
}

} // namespace validate
} // namespace heddle
