//===- Builtins.cpp - functions that the device's own library has ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Builtins.h"

#include <cstdio>

using namespace heddle::ptx;

bool heddle::ptx::readGeneric(BlockRun &Block, Warp &W, unsigned Lane,
                              std::uint64_t Address, void *To, unsigned Bytes) {
  const std::uint64_t Local = windowBase(Space::Local);
  const std::uint64_t SharedBase = windowBase(Space::Shared);
  if (Address >= Local && Address < windowBase(Space::Param)) {
    const unsigned char *const At = localBytes(W, Lane, Address - Local, Bytes);
    if (At)
      std::memcpy(To, At, Bytes);
    return At;
  }
  if (Address >= SharedBase && Address < Local) {
    if (!Block.Shared.contains(Address - SharedBase, Bytes))
      return false;
    std::memcpy(To, Block.Shared.at(Address - SharedBase), Bytes);
    return true;
  }
  return Block.On.Memory.read(To, Address, Bytes);
}

static bool readText(BlockRun &Block, Warp &W, unsigned Lane,
                     std::uint64_t Address, std::string &Out) {
  for (char C; readGeneric(Block, W, Lane, Address++, &C, 1); Out += C)
    if (C == '\0')
      return true;
  return false;
}

namespace {

/// printf of one thread. Arguments stand behind each other, each aligned to its
/// size.
class Printer {
public:
  Printer(BlockRun &Block, Warp &W, unsigned Lane, std::uint64_t Arguments)
      : Block(Block), W(W), Lane(Lane), Begin(Arguments) {}

  /// False: the format or an argument cannot be read.
  bool print(const std::string &Format, std::string &Out) {
    for (std::size_t At = 0; At != Format.size();) {
      if (Format[At] != '%') {
        Out += Format[At++];
        continue;
      }
      std::size_t End =
          Format.find_first_not_of("0123456789.-+ #*hlzjtL", At + 1);
      if (End == std::string::npos)
        return false;
      if (!conversion(Format.substr(At, End + 1 - At), Out))
        return false;
      At = End + 1;
    }
    return true;
  }

private:
  template <class T> bool next(T &Value) {
    Offset = (Offset + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    Offset += sizeof(T);
    return readGeneric(Block, W, Lane, Begin + Offset - sizeof(T), &Value,
                       sizeof(T));
  }

  template <class T>
  static void format(const std::string &Spec, T Value, std::string &Out) {
    char Text[512];
    std::snprintf(Text, sizeof Text, Spec.c_str(), Value);
    Out += Text;
  }

  bool conversion(std::string Spec, std::string &Out) {
    for (std::size_t Star; (Star = Spec.find('*')) != std::string::npos;) {
      int Width = 0;
      if (!next(Width))
        return false;
      Spec.replace(Star, 1, std::to_string(Width));
    }
    const char Kind = Spec.back();
    if (Kind == '%') {
      Out += '%';
      return true;
    }
    if (std::string_view("fFeEgGaA").find(Kind) != std::string_view::npos) {
      double Value = 0;
      return next(Value) && (format(Spec, Value, Out), true);
    }
    if (Kind == 's') {
      std::uint64_t Address = 0;
      std::string Text;
      return next(Address) && readText(Block, W, Lane, Address, Text) &&
             (format(Spec, Text.c_str(), Out), true);
    }
    if (Kind == 'p') {
      void *Value = nullptr;
      return next(Value) && (format(Spec, Value, Out), true);
    }
    if (std::string_view("diuoxXc").find(Kind) == std::string_view::npos)
      return false;
    if (Spec.find_first_of("lzjt") != std::string::npos) {
      long long Value = 0;
      return next(Value) && (format(Spec, Value, Out), true);
    }
    int Value = 0;
    return next(Value) && (format(Spec, Value, Out), true);
  }

  BlockRun &Block;
  Warp &W;
  unsigned Lane;
  std::uint64_t Begin, Offset = 0;
};

} // namespace

bool heddle::ptx::runBuiltin(BlockRun &Block, Warp &W, unsigned Lane,
                             const Function &F, const Instruction &I,
                             const std::vector<std::uint64_t> &Arguments,
                             std::uint64_t &Result) {
  const Where At = Block.whereIs(W, Lane, F, I);
  const auto Text = [&](std::size_t K) {
    std::string Out;
    if (K >= Arguments.size() || !readText(Block, W, Lane, Arguments[K], Out))
      Out = "?";
    return Out;
  };
  if (I.Callee->Own == Builtin::AssertFail) {
    const std::uint64_t Line = Arguments.size() > 2 ? Arguments[2] : 0;
    Block.fail(Mistake::Trap,
               "the assertion `" + Text(0) + "` of " + Text(1) + ":" +
                   std::to_string(static_cast<unsigned>(Line)) + " fails",
               At);
    return false;
  }
  std::string Format, Out;
  if (Arguments.size() != 2 ||
      !readText(Block, W, Lane, Arguments[0], Format) ||
      !Printer(Block, W, Lane, Arguments[1]).print(Format, Out)) {
    Block.fail(Mistake::Other, "printf with a format that is not understood",
               At);
    return false;
  }
  std::fwrite(Out.data(), 1, Out.size(), stdout);
  Result = Out.size();
  return true;
}
