//===- Segments.h - Loops that list their iterations -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_SEGMENTS_H
#define HEDDLE_VALIDATE_READ_SEGMENTS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// segments<...>(site, elements)
const Node *segments(Reader &R, const clang::CXXConstructExpr *E);
/// A variable of the class listed_updates: in Slot, the pointer to what updates
/// change.
const Node *listedUpdates(Reader &R, const clang::VarDecl *V, int64_t Slot);
/// A member function of either class; null: of another one.
const Node *segmentsMember(Reader &R, const clang::CXXMemberCallExpr *E,
                           const clang::Expr *Self, llvm::StringRef Name);
/// first_of(segments), counters_of<K>(segments), missed_by(segments)
const Node *segmentsArgument(Reader &R, const clang::CallExpr *E);
/// The condition asks whether segments are wanted: loops under it are those
/// that list iterations.
bool asksForSegments(const clang::Expr *Condition);

} // namespace validate
} // namespace heddle

#endif
