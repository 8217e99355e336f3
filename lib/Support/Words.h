//===- Words.h - Lists in messages ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SUPPORT_WORDS_H
#define HEDDLE_SUPPORT_WORDS_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace heddle {

/// "'i', 'j' and 'k'"
inline std::string quotedList(llvm::ArrayRef<std::string> Names) {
  std::string Text;
  for (size_t I = 0; I < Names.size(); ++I)
    Text += (I == 0                  ? "'"
             : I + 1 == Names.size() ? " and '"
                                     : ", '") +
            Names[I] + "'";
  return Text;
}

} // namespace heddle

#endif
