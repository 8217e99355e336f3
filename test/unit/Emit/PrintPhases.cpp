//===- PrintPhases.cpp - Prints the kernels of test/Phases ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PrintPhases written|cuda|host: their text, for that reader.
//===----------------------------------------------------------------------===//
#include "../Kernel/PhaseKernels.h"
#include "Emit/PhaseText.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

int main(int Count, char **Words) {
  const llvm::StringRef Word = Count == 2 ? Words[1] : "";
  if (Word != "written" && Word != "cuda" && Word != "host") {
    llvm::errs() << "PrintPhases written|cuda|host\n";
    return 2;
  }
  const Dialect D = Word == "written" ? Dialect::Written
                    : Word == "cuda"  ? Dialect::Cuda
                                      : Dialect::Host;
  for (const phases::Kernel &K : {productInPhases(), transposeInPhases(),
                                  turnInPhases(), smoothInPhases()}) {
    std::string Why;
    if (!verifyKernel(K, Why)) {
      llvm::errs() << K.Name << ": " << Why << "\n";
      return 1;
    }
    llvm::outs() << phasesText(K, D) << "\n";
  }
}
