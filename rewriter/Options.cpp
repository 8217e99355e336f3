//===- Options.cpp - The command line of heddle-rewrite -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Diagnostics/Printer.h"
#include "Driver/PreferredMappings.h"
#include "Sarif.h"
#include "Version.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace heddle;
using namespace llvm;

static cl::OptionCategory Outputs("Output");
static cl::OptionCategory Verification("Verification");
static cl::OptionCategory Inspection("Inspection");
static cl::OptionCategory Compilation("Compilation");

static cl::list<std::string> Sources(cl::Positional, cl::ZeroOrMore,
                                     cl::desc("<source>..."),
                                     cl::cat(Compilation));

static cl::opt<std::string>
    OutputFile("o", cl::value_desc("file"), cl::cat(Outputs),
               cl::desc("Write the rewritten source to this file; the default "
                        "is the standard output"));
static cl::opt<std::string> OutDir(
    "out-dir", cl::value_desc("folder"), cl::cat(Outputs),
    cl::desc("Write the sources, and the headers that have annotated "
             "loops, into this folder, placed as they are under --root"));
static cl::opt<std::string>
    Root("root", cl::value_desc("folder"), cl::cat(Outputs),
         cl::desc("The folder that --out-dir mirrors; the default is the "
                  "current one"));
static cl::opt<std::string>
    Depfile("depfile", cl::value_desc("file"), cl::cat(Outputs),
            cl::desc("Write a rule for make and ninja that names the headers "
                     "on which the output depends"));
static cl::opt<std::string>
    Sarif("sarif", cl::value_desc("file"), cl::cat(Outputs),
          cl::desc("Also write all diagnostics to this file, as SARIF 2.1.0"));
static cl::opt<ReportForm> ReportAs(
    "report", cl::cat(Outputs), cl::init(ReportForm::None),
    cl::desc("Say of each nest which loops and arrays were found to be what, "
             "and what a launch checks; without -o, --out-dir and --diff "
             "nothing else is written:"),
    cl::values(clEnumValN(ReportForm::Text, "text", "to read"),
               clEnumValN(ReportForm::Json, "json",
                          "for programs; docs/report.md describes it")));
static cl::opt<std::string>
    ReportTo("report-to", cl::value_desc("file"), cl::cat(Outputs),
             cl::init("-"),
             cl::desc("Write the report to this file; the default is the "
                      "standard output"));
static cl::opt<bool> Diff("diff", cl::cat(Outputs),
                          cl::desc("Print a unified diff instead of the text"));

static cl::opt<bool> Check("check", cl::cat(Verification),
                           cl::desc("Verify only; write nothing"));
static cl::opt<OnFailure> Failure(
    "on-failure", cl::cat(Verification), cl::init(OnFailure::Error),
    cl::desc("What a nest that fails verification is:"),
    cl::values(clEnumValN(OnFailure::Error, "error", "an error (default)"),
               clEnumValN(OnFailure::Warn, "warn",
                          "a warning; the loop stays as written, sequential"),
               clEnumValN(OnFailure::Serial, "serial",
                          "the same with a remark")));

static cl::opt<bool>
    HideAll("Wno-heddle", cl::cat(Verification),
            cl::desc("Show no warnings and no remarks of Heddle"));
static cl::list<std::string>
    Hide("Wno-heddle-", cl::Prefix, cl::value_desc("id"), cl::cat(Verification),
         cl::desc("Show no warning and no remark with this tag, e.g. "
                  "-Wno-heddle-HD905"));

static cl::opt<bool> Advise(
    "Rheddle-performance", cl::cat(Verification),
    cl::desc("Remark where a mapped nest will be slow on a GPU, and what "
             "would mend it; on with --report"));

enum class Fuse : unsigned char { On, Off };
static cl::opt<Fuse> Fusion(
    "fusion", cl::cat(Outputs), cl::init(Fuse::On),
    cl::desc("Whether neighbouring nests of a program become one launch:"),
    cl::values(clEnumValN(Fuse::On, "on",
                          "where that is proved to be the same, and spares "
                          "reads (default)"),
               clEnumValN(Fuse::Off, "off", "never")));

static cl::opt<Validation> Validate(
    "validate", cl::cat(Verification), cl::init(Validation::On),
    cl::desc("Read the rewritten text again, run kernels and loops on small "
             "sizes, and write nothing where they differ:"),
    cl::values(clEnumValN(Validation::On, "on", "for each source (default)"),
               clEnumValN(Validation::Full, "full",
                          "in all instances, however long that takes"),
               clEnumValN(Validation::Off, "off", "not"),
               clEnumValN(Validation::Only, "only",
                          "the sources are rewritten text, maybe changed "
                          "since; write nothing")));

static cl::opt<ScanOf> Scan(
    "scan", cl::cat(Inspection), cl::ValueOptional,
    cl::desc("Say which loops could be annotated, or why not; write nothing:"),
    cl::values(clEnumValN(ScanOf::All, "all",
                          "the outermost loops, and those directly in refused "
                          "ones (default)"),
               clEnumValN(ScanOf::Pragmas, "pragmas",
                          "of these those under pragmas of OpenMP or OpenACC"),
               clEnumValN(ScanOf::All, "", "")));
static cl::opt<unsigned>
    Jobs("j", cl::value_desc("n"), cl::cat(Inspection), cl::Prefix,
         cl::desc("Scan so many sources at once; the default is one for each "
                  "processor"));

#define HEDDLE_PHASES(Of)                                                      \
  clEnumValN(Of::Frontend, "frontend", "loops and accesses"),                  \
      clEnumValN(Of::Affine, "affine", "sets and relations"),                  \
      clEnumValN(Of::Legality, "legality", "dependences"),                     \
      clEnumValN(Of::Mapping, "mapping", "the thread space"),                  \
      clEnumValN(Of::Kernel, "kernel", "kernels and checks"),                  \
      clEnumValN(Of::Emit, "emit", "the text")

// LLVM's code generator has an option of this name, which means nothing here.
// Its library is initialised before this program.
static const bool StopAfterIsFree = [] {
  if (cl::Option *Taken = cl::getRegisteredOptions().lookup("stop-after"))
    Taken->removeArgument();
  return true;
}();

static cl::opt<Phase> StopAfter("stop-after", cl::cat(Inspection),
                                cl::desc("End with this phase; write nothing:"),
                                cl::values(HEDDLE_PHASES(Phase)));
/// A phase, or what is of programs, and not of nests.
enum class DumpOf : unsigned char {
  Frontend,
  Affine,
  Legality,
  Mapping,
  Kernel,
  Emit,
  Volumes
};
static_assert(static_cast<int>(DumpOf::Emit) == static_cast<int>(Phase::Emit));
static cl::opt<DumpOf> Dump(
    "dump", cl::cat(Inspection),
    cl::desc("Print what this phase makes of each nest, and end with it:"),
    cl::values(HEDDLE_PHASES(DumpOf),
               clEnumValN(DumpOf::Volumes, "volumes",
                          "of the nests of each program: which elements are "
                          "computed from which")));
static cl::opt<bool> ExplainMapping(
    "explain-mapping", cl::cat(Inspection),
    cl::desc("Report of each nest also what its mapping costs, what bounds it, "
             "which mappings lost, and what you could change. Rewritten "
             "programs tell it, too, under HEDDLE_TRACE=2"));
static cl::opt<bool> CompareMappings(
    "compare-mappings", cl::cat(Inspection),
    cl::desc("Report of each nest also what the mappings of the strategies "
             "would cost, beside its own"));
static cl::opt<unsigned> Candidates(
    "candidates", cl::value_desc("n"), cl::cat(Inspection),
    cl::desc("Report of each nest whose mapping Auto chooses also so many of "
             "those that it has weighed, the cheapest ones"));
static cl::opt<std::string> Mappings(
    "mappings", cl::value_desc("file"), cl::cat(Inspection),
    cl::desc("Where Auto chooses, take the candidates that this file names: "
             "{\"heddle_f_0\": \"GridBlock(...)\", ...}. heddle-tune writes "
             "such files"));
static cl::opt<unsigned> Tunable(
    "tunable", cl::value_desc("n"), cl::cat(Inspection),
    cl::desc("Where Auto chooses, let the program's own runs choose among so "
             "many candidates, at least 2: HEDDLE_TUNE=1 tries them, and the "
             "file that HEDDLE_MAPPINGS names holds what was best"));
static cl::opt<std::string> OnDevice(
    "device", cl::value_desc("architecture"), cl::init("sm_80"),
    cl::cat(Inspection),
    cl::desc("The architecture that Auto weighs mappings for, sm_75 or newer; "
             "the default is sm_80"));

static cl::opt<std::string>
    Explain("explain", cl::value_desc("id"), cl::cat(Inspection),
            cl::desc("Explain a diagnostic, e.g. HD301, or all of them"));

static cl::opt<std::string>
    BuildPath("p", cl::value_desc("folder"), cl::cat(Compilation),
              cl::desc("Take the flags from compile_commands.json in this "
                       "folder; without -p and -- it is looked for in the "
                       "source's folder and above"));
static cl::list<std::string>
    ExtraArgs("extra-arg", cl::value_desc("flag"), cl::cat(Compilation),
              cl::desc("One more flag for the compiler"));

static const char Overview[] =
    R"(Verifies annotated C++ loop nests and rewrites them to CUDA kernels

  heddle-rewrite scale.cpp -o scale.cu -- -std=c++17 -I heddle/include
  heddle-rewrite -p build src/*.cpp --out-dir rewritten
  heddle-rewrite --check scale.cpp -- -std=c++17 -I heddle/include
  heddle-rewrite --scan -p build src/*.cpp
  heddle-rewrite --explain HD301

Exit status: 0 written, 1 errors or unreadable input, 2 usage, 3 internal error;
of several files the highest.)";

static std::optional<RewriteOptions> usage(const Twine &Message, int &Exit) {
  WithColor::error(errs(), "heddle-rewrite") << Message << "\n";
  errs() << "run 'heddle-rewrite --help' for the options\n";
  Exit = ExitUsage;
  return std::nullopt;
}

static int explainOne(StringRef Name) {
  if (Name == "all") {
    StringRef Between;
    for (const DiagInfo &Info : allDiagnostics()) {
      outs() << Between;
      explain(Info, outs());
      Between = "\n";
    }
    return ExitWritten;
  }
  if (const DiagInfo *Info = findDiagnostic(Name)) {
    explain(*Info, outs());
    return ExitWritten;
  }
  WithColor::error(errs(), "heddle-rewrite")
      << "there is no diagnostic '" << Name << "'\n";
  return ExitUsage;
}

/// Which flags belong to the sources. Nothing found means: no flags.
static std::unique_ptr<clang::tooling::CompilationDatabase>
findCommands(std::string &Error) {
  using namespace clang::tooling;
  std::string Found;
  if (!BuildPath.empty())
    return CompilationDatabase::loadFromDirectory(BuildPath, Error);
  if (auto Commands =
          CompilationDatabase::autoDetectFromSource(Sources.front(), Found))
    return Commands;
  return std::make_unique<FixedCompilationDatabase>(".",
                                                    std::vector<std::string>());
}

/// A scan has options of its own.
static std::optional<RewriteOptions> checkScan(RewriteOptions Options,
                                               int &Exit) {
  for (const cl::Option *Other : std::initializer_list<const cl::Option *>{
           &OutputFile, &OutDir, &Root, &Depfile, &Sarif, &Diff, &Check,
           &Failure, &Validate, &StopAfter, &Dump, &ExplainMapping,
           &CompareMappings, &Candidates, &Mappings, &Tunable, &OnDevice,
           &Advise})
    if (Other->getNumOccurrences())
      return usage("--scan writes nothing and verifies what is not annotated; "
                   "leave out -" +
                       Twine(Other->ArgStr.size() > 1 ? "-" : "") +
                       Other->ArgStr,
                   Exit);
  if (Jobs.getNumOccurrences() && Jobs == 0)
    return usage("-j needs a number above 0", Exit);
  if (ReportTo.getNumOccurrences() && ReportTo.empty())
    return usage("the report has an empty name", Exit);
  Options.Scan = Scan;
  Options.Jobs = Jobs;
  Options.Output = OutputMode::None;
  Options.Report = ReportAs.getNumOccurrences() ? ReportAs : ReportForm::Text;
  Options.ReportTo = ReportTo;
  return std::optional<RewriteOptions>(std::move(Options));
}

static std::optional<RewriteOptions> checkOutput(RewriteOptions Options,
                                                 int &Exit) {
  unsigned Ways = (OutputFile.getNumOccurrences() ? 1 : 0) +
                  (OutDir.getNumOccurrences() ? 1 : 0) + Diff + Check;
  bool Partial = StopAfter.getNumOccurrences() || Dump.getNumOccurrences();
  if (Ways > 1)
    return usage("-o, --out-dir, --diff and --check exclude each other", Exit);
  if (Partial &&
      (OutputFile.getNumOccurrences() || OutDir.getNumOccurrences() || Diff))
    return usage("--stop-after and --dump write no source; leave out -o, "
                 "--out-dir and --diff",
                 Exit);
  const bool Costs = ExplainMapping || CompareMappings || Candidates != 0;
  const bool Reporting = ReportAs.getNumOccurrences() || Costs;
  if (Validate == Validation::Only && (Ways != 0 || Partial || Reporting))
    return usage("--validate=only rewrites nothing; leave out -o, --out-dir, "
                 "--diff, --check, --report, --explain-mapping, "
                 "--compare-mappings, --stop-after and --dump",
                 Exit);
  if (Reporting && Partial)
    return usage("--report is about all phases, and so are --explain-mapping "
                 "and --compare-mappings; leave out --stop-after and --dump",
                 Exit);
  if (ReportTo.getNumOccurrences() && !Reporting)
    return usage("--report-to is for --report", Exit);
  if (Reporting && ReportTo.empty())
    return usage("the report has an empty name", Exit);
  if (Reporting && ReportTo == "-" && (Diff || OutputFile == "-"))
    return usage("the report and the source would both go to the standard "
                 "output; give one of them a file",
                 Exit);
  if (Root.getNumOccurrences() && !OutDir.getNumOccurrences())
    return usage("--root is for --out-dir", Exit);
  if (Depfile.getNumOccurrences() && !OutDir.getNumOccurrences() &&
      (!OutputFile.getNumOccurrences() || OutputFile == "-"))
    return usage("--depfile is for -o and --out-dir", Exit);
  Options.Depfile = Depfile;
  Options.Sarif = Sarif;
  if (Sarif.getNumOccurrences())
    Options.Log = std::make_shared<SarifLog>();
  Options.Report =
      Costs && ReportAs == ReportForm::None ? ReportForm::Text : ReportAs;
  Options.ReportTo = ReportTo;
  Options.Unit.Pipeline.Describe = Reporting;
  Options.Unit.Pipeline.Advise = !Options.Unit.Warnings.hides(DiagID::HD516) &&
                                 (Advise || ReportAs != ReportForm::None);
  Options.Unit.Pipeline.Explain = ExplainMapping;
  Options.Unit.Pipeline.Compare = CompareMappings;
  Options.Unit.Pipeline.Candidates = Candidates != 0;

  Options.Unit.Fuse =
      Fusion == Fuse::On && !Check && !Partial && Validate != Validation::Only;
  if (Check || Partial || (Reporting && Ways == 0) ||
      Validate == Validation::Only) {
    Options.Output = OutputMode::None;
  } else if (Diff) {
    Options.Output = OutputMode::Diff;
  } else if (OutDir.getNumOccurrences()) {
    Options.Output = OutputMode::Folder;
    Options.Path = OutDir;
  } else if (Options.Sources.size() > 1) {
    return usage("several sources need --out-dir", Exit);
  } else if (OutputFile.getNumOccurrences() && OutputFile != "-") {
    Options.Output = OutputMode::File;
    Options.Path = OutputFile;
  }
  if (Options.Output == OutputMode::Folder ||
      Options.Output == OutputMode::File)
    if (Options.Path.empty())
      return usage("the output has an empty name", Exit);
  SmallString<128> RootPath(Root.getNumOccurrences() ? Root.getValue() : ".");
  if (sys::fs::real_path(RootPath, RootPath))
    return usage("--root " + Root + " is no folder", Exit);
  Options.Root = RootPath.str().str();
  Options.Unit.OneFile = Options.Output == OutputMode::Stdout ||
                         Options.Output == OutputMode::File;
  return std::optional<RewriteOptions>(std::move(Options));
}

/// Sets what is printed instead of a text.
static void setDump(UnitOptions &Unit) {
  if (!Dump.getNumOccurrences())
    return;
  const bool OfPrograms = Dump == DumpOf::Volumes;
  const Phase Of = static_cast<Phase>(static_cast<DumpOf>(Dump));
  if (OfPrograms)
    Unit.Volumes = &outs();
  else
    Unit.Pipeline.Dump = Of;
  Unit.Pipeline.DumpTo = &outs();
  Unit.Pipeline.StopAfter = OfPrograms ? Phase::Legality : Of;
}

std::optional<RewriteOptions> heddle::parseOptions(int Argc, const char **Argv,
                                                   int &Exit) {
  RewriteOptions Options;
  std::string Error;
  (void)StopAfterIsFree;
  Options.Commands =
      clang::tooling::FixedCompilationDatabase::loadFromCommandLine(Argc, Argv,
                                                                    Error);
  cl::HideUnrelatedOptions(
      {&Outputs, &Verification, &Inspection, &Compilation});
  cl::SetVersionPrinter(printVersion);
  if (!cl::ParseCommandLineOptions(Argc, Argv, Overview, &errs())) {
    Exit = ExitUsage;
    return std::nullopt;
  }
  if (Explain.getNumOccurrences()) {
    Exit = explainOne(Explain);
    return std::nullopt;
  }
  if (Sources.empty())
    return usage("no source is given", Exit);
  Options.OwnFlags = Options.Commands != nullptr;
  if (Options.OwnFlags && BuildPath.getNumOccurrences())
    return usage("-p and flags after -- exclude each other", Exit);
  if (!Options.Commands)
    Options.Commands = findCommands(Error);
  if (!Options.Commands) {
    WithColor::error(errs(), "heddle-rewrite") << Error << "\n";
    Exit = ExitErrors;
    return std::nullopt;
  }
  Options.Sources.assign(Sources.begin(), Sources.end());
  Options.ExtraArguments.assign(ExtraArgs.begin(), ExtraArgs.end());
  if (Scan.getNumOccurrences())
    return checkScan(std::move(Options), Exit);
  if (Jobs.getNumOccurrences())
    return usage("-j is for --scan", Exit);
  Options.Unit.Failure = Failure;
  if (HideAll)
    (void)Options.Unit.Warnings.read("no-heddle");
  for (const std::string &ID : Hide)
    if (std::string Wrong = Options.Unit.Warnings.read("no-heddle-" + ID);
        !Wrong.empty())
      return usage("-Wno-heddle-" + ID + ": " + Wrong, Exit);
  Options.Validate = Validate;
  ChoiceOptions &Choice = Options.Unit.Pipeline.Choice;
  Choice.On = deviceOf(OnDevice);
  if (!Choice.On)
    return usage(
        "--device=" + OnDevice + " is no architecture of sm_75 or newer", Exit);
  if (Candidates.getNumOccurrences()) {
    if (Candidates == 0)
      return usage("--candidates needs a number above 0", Exit);
    Choice.Told = Candidates;
  }
  if (Tunable.getNumOccurrences()) {
    if (Tunable < 2)
      return usage("--tunable needs a number above 1", Exit);
    Choice.Tried = Tunable;
  }
  if (Mappings.getNumOccurrences()) {
    std::string Wrong;
    Choice.Preferred = readPreferredMappings(Mappings, Wrong);
    if (!Choice.Preferred)
      return usage("--mappings=" + Mappings + ": " + Wrong, Exit);
  }
  setDump(Options.Unit);
  if (StopAfter.getNumOccurrences())
    Options.Unit.Pipeline.StopAfter = StopAfter;
  if (Options.Unit.Pipeline.Dump > Options.Unit.Pipeline.StopAfter)
    return usage("--dump names a phase after the one of --stop-after", Exit);
  return checkOutput(std::move(Options), Exit);
}
