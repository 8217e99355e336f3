//===- Options.cpp - Arguments of the plugin ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Diagnostics/Printer.h"
#include "Driver/PreferredMappings.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

static const char Help[] =
    R"(clang++ -fplugin=HeddlePlugin.so [-fplugin-arg-heddle-NAME[=VALUE] ...] f.cpp

Verifies the annotated loops of f.cpp. With -x cuda, or with backend=host, the
rewritten program is compiled, kernels included; else the loops as written.

  backend=host      compile the rewritten program for the CPU
  backend=cuda      compile it as CUDA; needs -x cuda, where it is the default
  backend=check     compile the loops as written; only verify
  emit=FILE         also write the rewritten source; FILE may be a folder
  on-failure=error  a nest that fails verification is an error; the default
  on-failure=warn   it stays sequential, with a warning
  on-failure=serial it stays sequential, with a remark
  Wno-heddle-HD905  show no warning and no remark with this tag; Wno-heddle: none
  Rheddle-performance
                    remark where a mapped nest will be slow on a GPU
  validate=on       kernels and loops are run on small sizes and compared, and
                    nothing is compiled where they differ; the default for CUDA
  validate=off      they are not; the default for the CPU
  fusion=off        neighbouring nests of a program stay launches of their own;
                    by default they become one where that spares reads
  device=sm_90      the architecture that Auto weighs mappings for; the default is
                    sm_80
  mappings=FILE     where Auto chooses, take the candidates that this file names;
                    heddle-tune writes it
  explain-mapping=on
                    HEDDLE_TRACE=2 also tells what mappings are and cost
  tunable=8         where Auto chooses, let the program's own runs choose among so
                    many candidates: HEDDLE_TUNE=1 tries them
  explain=HD301     explain a diagnostic
  help              print this
)";

static std::string explainOne(llvm::StringRef Name) {
  const DiagInfo *Info = findDiagnostic(Name);
  if (!Info)
    return "there is no such diagnostic; the tag of each message names it, as "
           "in HD301";
  explain(*Info, llvm::errs());
  return "";
}

std::string heddle::readArgument(llvm::StringRef Argument,
                                 PluginOptions &Options) {
  auto [Name, Value] = Argument.split('=');
  if (Argument == "help") {
    llvm::errs() << Help;
    return "";
  }
  if (Name == "explain")
    return explainOne(Value);
  if (Name == "emit") {
    Options.Emit = Value.str();
    return Value.empty() ? "it names no file" : "";
  }
  if (Name == "on-failure") {
    auto Mode = llvm::StringSwitch<std::optional<OnFailure>>(Value)
                    .Case("error", OnFailure::Error)
                    .Case("warn", OnFailure::Warn)
                    .Case("serial", OnFailure::Serial)
                    .Default(std::nullopt);
    Options.Unit.Failure = Mode.value_or(OnFailure::Error);
    return Mode ? "" : "write error, warn or serial";
  }
  if (Argument == "Rheddle-performance") {
    Options.Unit.Pipeline.Advise = true;
    return "";
  }
  if (Argument.consume_front("W"))
    return Options.Unit.Warnings.read(Argument);
  if (Name == "device") {
    const Device *On = deviceOf(Value);
    if (On)
      Options.Unit.Pipeline.Choice.On = On;
    return On ? "" : "write an architecture of sm_75 or newer";
  }
  if (Name == "mappings") {
    std::string Wrong;
    Options.Unit.Pipeline.Choice.Preferred =
        readPreferredMappings(Value, Wrong);
    return Wrong;
  }
  if (Name == "explain-mapping") {
    Options.Unit.Pipeline.Explain = Value == "on";
    return Value == "on" || Value == "off" ? "" : "write on or off";
  }
  if (Name == "tunable") {
    unsigned &Tried = Options.Unit.Pipeline.Choice.Tried;
    return Value.getAsInteger(10, Tried) || Tried < 2 ? "write a number above 1"
                                                      : "";
  }
  if (Name == "fusion") {
    Options.Unit.Fuse = Value == "on";
    return Value == "on" || Value == "off" ? "" : "write on or off";
  }
  if (Name == "validate") {
    Options.Validate = Value == "on";
    return Value == "on" || Value == "off" ? "" : "write on or off";
  }
  if (Name == "backend") {
    auto Target = llvm::StringSwitch<std::optional<Backend>>(Value)
                      .Case("check", Backend::Check)
                      .Case("cuda", Backend::Cuda)
                      .Case("host", Backend::Host)
                      .Default(std::nullopt);
    Options.Target = Target.value_or(Backend::Check);
    return Target ? "" : "write host, cuda or check";
  }
  return "the arguments are backend=host|cuda|check, emit=FILE, "
         "on-failure=error|warn|serial, Wno-heddle-ID, Rheddle-performance, "
         "validate=on|off, fusion=on|off, "
         "device=sm_NN, mappings=FILE, explain=ID and help";
}
