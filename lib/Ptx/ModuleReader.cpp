//===- ModuleReader.cpp - reads a module, all but its bodies --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Kernel.h"
#include "Ptx/Lexer.h"
#include "Ptx/Module.h"
#include "Ptx/VariableReader.h"

using namespace heddle::ptx;

namespace heddle::ptx {

/// Versions of the ISA whose texts are read: those of CUDA 10.2 to 13.
constexpr double OldestVersion = 6.5, NewestVersion = 9.9;

class ModuleReader {
public:
  ModuleReader(Module &M, std::string &Problem)
      : M(M), L(M.Text, 1), Problem(Problem) {}

  bool read();

private:
  bool fail(const std::string &Text) {
    if (Problem.empty())
      Problem = "line " + std::to_string(L.peek().Line) + ": " + Text;
    return false;
  }
  bool version();
  bool target();
  bool directive();
  bool function(bool IsEntry);
  bool parameters(std::vector<Variable> &Out);
  bool attributes(FunctionText &F);
  bool body(FunctionText &F);
  bool alias();
  bool file();
  bool section();
  bool until(char End);

  Module &M;
  Lexer L;
  std::string &Problem;
};

} // namespace heddle::ptx

bool ModuleReader::version() {
  const Token Number = L.next();
  const double Version = std::atof(std::string(Number.Spelling).c_str());
  if (Number.Kind != Token::Number || Version < OldestVersion ||
      Version > NewestVersion)
    return fail("PTX of version " + std::string(Number.Spelling) +
                " is not known; versions 6.5 to 9 are");
  return true;
}

bool ModuleReader::target() {
  const Token Name = L.next();
  if (Name.Kind != Token::Word || Name.Spelling.substr(0, 3) != "sm_")
    return fail("the target is no sm_NN");
  M.Target = static_cast<unsigned>(
      std::atoi(std::string(Name.Spelling.substr(3)).c_str()));
  while (L.take(','))
    L.next(); // "debug", "texmode_independent"
  return true;
}

bool ModuleReader::until(char End) {
  while (!L.take(End))
    if (L.next().Kind == Token::End)
      return fail("the text ends in a directive");
  return true;
}

bool ModuleReader::file() {
  std::uint64_t Number = 0;
  const Token Index = L.next(), Path = L.next();
  if (!readInteger(Index.Spelling, Number) || Path.Kind != Token::Text)
    return fail(".file without a number and a name");
  M.Files[static_cast<unsigned>(Number)] = std::string(Path.Spelling);
  while (L.take(',')) // time and size
    L.next();
  return true;
}

/// Debugging information, of which nothing is needed.
bool ModuleReader::section() {
  while (!L.take('{'))
    if (L.next().Kind == Token::End)
      return fail("the text ends in a section");
  return L.skipBraces() || fail("a section is not closed");
}

bool ModuleReader::alias() {
  const std::string Name(L.next().Spelling);
  if (!L.take(','))
    return fail(".alias without two names");
  const std::string Of(L.next().Spelling);
  const auto Found = M.Functions.find(Of);
  if (Found == M.Functions.end())
    return fail(".alias of " + Of + ", which is not known");
  FunctionText Copy = Found->second;
  Copy.Name = Name;
  M.Functions[Name] = std::move(Copy);
  return until(';');
}

bool ModuleReader::parameters(std::vector<Variable> &Out) {
  if (!L.take('('))
    return true;
  while (!L.take(')')) {
    Variable V;
    if (!L.take(".param"))
      return fail("a parameter that is not in the space param");
    if (!readDeclarator(L, Space::Param, V, Problem))
      return fail(Problem);
    Out.push_back(std::move(V));
    if (!L.take(',') && !L.peek().is(')'))
      return fail("parameters that do not end");
  }
  placeInOrder(Out);
  return true;
}

/// The directives between a function's parameters and its body.
bool ModuleReader::attributes(FunctionText &F) {
  while (L.peek().Kind == Token::Word) {
    const Token Name = L.next();
    const bool Required = Name.is(".reqntid");
    if (Required || Name.is(".maxntid")) {
      std::uint32_t Extents[3] = {1, 1, 1};
      for (unsigned K = 0; K != 3; ++K) {
        std::uint64_t N = 0;
        if (!readInteger(L.next().Spelling, N))
          return fail(std::string(Name.Spelling) + " without numbers");
        Extents[K] = static_cast<std::uint32_t>(N);
        if (!L.take(','))
          break;
      }
      (Required ? F.RequiredThreads : F.MaxThreads) = {Extents[0], Extents[1],
                                                       Extents[2]};
    } else if (Name.is(".minnctapersm") || Name.is(".maxnreg")) {
      L.next();
    } else if (Name.is(".pragma")) {
      L.next();
      L.take(';');
    } else if (!Name.is(".noreturn")) {
      return fail("the attribute " + std::string(Name.Spelling) +
                  " of the function " + F.Name + " is not known");
    }
  }
  return true;
}

bool ModuleReader::body(FunctionText &F) {
  if (L.take(';'))
    return true;
  if (!L.peek().is('{'))
    return fail("the function " + F.Name + " has no body");
  const std::size_t From = L.offset() + 1;
  F.Line = L.peek().Line;
  L.take('{');
  F.HasBody = true;
  // The last token that skipBraces takes is the closing brace.
  std::size_t To = From;
  for (unsigned Depth = 1; Depth != 0;) {
    To = L.offset();
    const Token T = L.next();
    if (T.Kind == Token::End)
      return fail("the text ends in the function " + F.Name);
    Depth += T.is('{');
    Depth -= T.is('}');
  }
  F.Body = std::string_view(M.Text).substr(From, To - From);
  return true;
}

bool ModuleReader::function(bool IsEntry) {
  FunctionText F;
  F.IsEntry = IsEntry;
  while (L.take(".attribute"))
    if (!until(')'))
      return false;
  if (!IsEntry && !parameters(F.Results))
    return false;
  F.Name = std::string(L.next().Spelling);
  if (!parameters(F.Parameters) || !attributes(F) || !body(F))
    return false;
  FunctionText &Known = M.Functions[F.Name];
  if (!Known.HasBody)
    Known = std::move(F);
  return true;
}

bool ModuleReader::directive() {
  bool Extern = false;
  for (;;) {
    const Token T = L.peek();
    if (T.is(".extern"))
      Extern = true;
    else if (!T.is(".visible") && !T.is(".weak") && !T.is(".common"))
      break;
    L.next();
  }
  if (L.take(".entry") || L.peek().is(".func")) {
    const bool IsEntry = !L.take(".func");
    return function(IsEntry);
  }
  const Token T = L.next();
  if (T.is(".file"))
    return file();
  if (T.is(".section"))
    return section();
  if (T.is(".alias"))
    return alias();
  if (T.is(".pragma"))
    return until(';');
  const Space In = T.is(".global")   ? Space::Global
                   : T.is(".const")  ? Space::Const
                   : T.is(".shared") ? Space::Shared
                                     : Space::Generic;
  if (In == Space::Generic)
    return fail("the directive " + std::string(T.Spelling) + " is not known");
  Variable V;
  V.Extern = Extern;
  if (!readDeclarator(L, In, V, Problem) || !readInitial(L, V, Problem))
    return fail(Problem);
  if (!L.take(';'))
    return fail("the variable " + V.Name + " has no end");
  const auto Known = M.Variables.find(V.Name);
  if (Known == M.Variables.end() || Known->second.Extern)
    M.Variables[V.Name] = std::move(V);
  return true;
}

bool ModuleReader::read() {
  if (!L.take(".version"))
    return fail("the text does not begin with .version");
  if (!version())
    return false;
  while (L.peek().Kind != Token::End) {
    if (L.take(".target")) {
      if (!target())
        return false;
    } else if (L.take(".address_size")) {
      if (!L.next().Spelling.compare("64"))
        continue;
      return fail("addresses are not of 64 bits");
    } else if (!directive()) {
      return false;
    }
  }
  return M.Target != 0 || fail("the text names no target");
}

std::unique_ptr<Module> Module::parse(std::string Text, std::string Name,
                                      std::string &Problem) {
  std::unique_ptr<Module> M(new Module);
  M->Text = std::move(Text);
  M->Name = std::move(Name);
  M->LineStarts = {0};
  for (std::size_t At = 0; (At = M->Text.find('\n', At)) != std::string::npos;)
    M->LineStarts.push_back(++At);
  Problem.clear();
  if (ModuleReader(*M, Problem).read())
    return M;
  Problem = M->Name + ": " + Problem;
  return nullptr;
}
