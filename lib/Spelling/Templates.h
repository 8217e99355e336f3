//===- Templates.h - The templates around a nest ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_TEMPLATES_H
#define HEDDLE_SPELLING_TEMPLATES_H

#include "Read/NestReader.h"

namespace heddle {

bool placeTemplates(NestReader &NR, const clang::FunctionDecl *F);

/// `<...>` for a call of a function whose template parameters are those
/// around F, or nothing; none where an argument cannot be spelled.
std::optional<std::string> explicitArguments(NestReader &NR,
                                             const clang::FunctionDecl *F);

} // namespace heddle

#endif
