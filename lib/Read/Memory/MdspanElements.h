//===- MdspanElements.h - Elements of an mdspan -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_MDSPANELEMENTS_H
#define HEDDLE_READ_MEMORY_MDSPANELEMENTS_H

#include "Read/NestReader.h"

namespace heddle {

/// E is `m.extent(1)`, of the mdspan Object.
ExprRef extentExpr(NestReader &NR, const clang::CallExpr *E,
                   const clang::Expr *Object);

/// The element that E, a call of an operator of the mdspan Object, names.
std::optional<Position> mdspanElement(NestReader &NR,
                                      const clang::CXXOperatorCallExpr *E,
                                      const clang::Expr *Object, bool Evaluate);

} // namespace heddle

#endif
