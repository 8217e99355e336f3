//===- ThreadLines.cpp - What a thread runs before the body ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/ThreadLines.h"

namespace heddle {

std::string guardText(const KernelLine &L, const DeviceText &Device,
                      const std::string &Indent, const char *Leave) {
  return Indent + "if (" + Device.negated(L.Value) + ")\n" + Indent + "  " +
         Leave + ";\n";
}

/// Attribute: of the locals, with a blank.
std::string lineText(const KernelLine &L, const DeviceText &Device,
                     const std::string &Indent, const char *Attribute) {
  switch (L.What) {
  case KernelLine::Local:
    return Indent + Attribute + "const " + L.Type + " " + L.Name + " = " +
           Device.value(L.Value, L.Type) + ";\n";
  case KernelLine::Guard:
    return guardText(L, Device, Indent,
                     Indent.size() > 2 ? "continue" : "return");
  case KernelLine::Loop:
    return Indent + "for (" + L.Type + " " + L.Name + " = 0; " + L.Name +
           " < " + Device.value(L.Value, L.Type) + "; ++" + L.Name + ") {\n";
  case KernelLine::Holds:
    return Indent + "::heddle::rt::holds(" + Device.condition(L.Value) + ");\n";
  }
  return "";
}

llvm::ArrayRef<KernelLine> linesBeforeLoops(const KernelPlan &K) {
  return llvm::ArrayRef(K.Lines).take_while(
      [](const KernelLine &L) { return L.What != KernelLine::Loop; });
}

std::string lines(const KernelPlan &K, const LoopNest &N,
                  const char *Attribute) {
  const DeviceText Device(K, N);
  std::string Text;
  for (const KernelParam &P : K.Params)
    if (P.What == KernelParam::Array && N.Arrays[P.Index].Scalar)
      Text += "  " + N.Arrays[P.Index].ElementType + " &" +
              N.Arrays[P.Index].KernelName + " = *" + P.Name + ";\n";
  for (const KernelLine &L : linesBeforeLoops(K))
    if (!L.IsImplied || !K.hasRest())
      Text += lineText(L, Device, "  ", Attribute);
  return Text;
}

} // namespace heddle
