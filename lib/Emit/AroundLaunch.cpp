//===- AroundLaunch.cpp - Lines in front of a launch ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/AroundLaunch.h"

namespace heddle {

std::string constantsText(const LoopNest &Source, const std::string &Indent) {
  std::string Text;
  for (const LoopNest::FoldedConstant &F : Source.Folded) {
    std::string Value = F.Value == INT64_MIN ? "(-9223372036854775807LL - 1)"
                                             : std::to_string(F.Value);
    Text += Indent + "static_assert((" + F.Text + ") == " + Value +
            ", \"heddle: rewritten for another value\");\n";
  }
  for (const TextCondition &C : Source.TextConditions) {
    Text += "#if " + (C.Holds ? "!(" + C.Text + ")" : C.Text) +
            "\n#error \"heddle: rewritten where this was not so\"\n#endif\n";
    if (!C.Besides.empty())
      Text += Indent + "static_assert(" + C.Besides +
              ", \"heddle: rewritten where this was not so\");\n";
  }
  return Text;
}

std::string keptVariables(const LoopNest &Source, const std::string &Indent) {
  std::string Text;
  for (const LoopNest::KeptVariable &K : Source.Kept) {
    const std::string Mark = "::heddle::rt::kept(&" + K.Name + ");";
    if (!K.Pointer.empty())
      Text +=
          Indent + K.PointerType + "const " + K.Pointer + " = " + Mark + "\n";
    else
      Text += Indent + K.Name + " = " + K.Value + ";\n" + Indent + Mark + "\n";
  }
  return Text;
}

} // namespace heddle
