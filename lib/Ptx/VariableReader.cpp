//===- VariableReader.cpp - declarations of variables ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/VariableReader.h"

#include <algorithm>

using namespace heddle::ptx;

std::uint64_t heddle::ptx::placeInOrder(std::vector<Variable> &Those,
                                        std::uint64_t From) {
  for (Variable &V : Those) {
    V.Address = alignTo(From, V.Align);
    From = V.Address + V.Size;
  }
  return From;
}

/// `[4][8]`, and `[]`, which has no length. Size is then in elements.
static bool readExtents(Lexer &L, Variable &Out, std::string &Problem) {
  while (L.take('[')) {
    if (L.take(']')) {
      Out.Size = 0;
      continue;
    }
    std::uint64_t Extent = 0;
    if (!readInteger(L.next().Spelling, Extent) || !L.take(']') ||
        __builtin_mul_overflow(Out.Size, Extent, &Out.Size)) {
      Problem = "the extent of " + Out.Name + " is no number";
      return false;
    }
  }
  return true;
}

/// Parameters that are pointers have `.ptr .global .align 8`; nothing rests on
/// it.
static void skipPointerAttributes(Lexer &L) {
  for (;;) {
    const Token T = L.peek();
    if (T.is(".align")) {
      L.next();
      L.next();
    } else if (T.is(".ptr") || T.is(".global") || T.is(".const") ||
               T.is(".shared") || T.is(".local")) {
      L.next();
    } else {
      return;
    }
  }
}

bool heddle::ptx::readDeclarator(Lexer &L, Space In, Variable &Out,
                                 std::string &Problem) {
  Out.In = In;
  std::uint64_t Align = 0;
  unsigned Elements = 1;
  for (;;) {
    const Token T = L.peek();
    if (T.is(".attribute")) {
      L.next();
      while (!L.take(')')) {
        const Token Name = L.next();
        Out.Managed |= Name.is(".managed");
        if (Name.Kind == Token::End)
          return Problem = "an attribute that does not end", false;
      }
    } else if (T.is(".align")) {
      L.next();
      if (!readInteger(L.next().Spelling, Align) || Align == 0 ||
          (Align & (Align - 1)))
        return Problem = ".align without a power of two", false;
    } else if (T.is(".v2") || T.is(".v4")) {
      L.next();
      Elements = T.is(".v2") ? 2 : 4;
    } else {
      break;
    }
  }
  const Token TypeName = L.next();
  Out.Element = TypeName.Kind == Token::Word && TypeName.Spelling.size() > 1
                    ? typeNamed(TypeName.Spelling.substr(1))
                    : Type::None;
  const unsigned Bytes = bytesOf(Out.Element) * Elements;
  if (Bytes == 0) {
    Problem =
        "'" + std::string(TypeName.Spelling) + "' is no type of a variable";
    return false;
  }
  skipPointerAttributes(L);
  const Token Name = L.next();
  if (Name.Kind != Token::Word)
    return Problem = "a variable without a name", false;
  Out.Name = std::string(Name.Spelling);
  Out.Size = 1;
  if (!readExtents(L, Out, Problem))
    return false;
  Out.Size *= Bytes;
  Out.Align = std::max(static_cast<unsigned>(Align), Bytes);
  return true;
}

namespace {

/// Values in the order of the text, each of an element's size.
class InitialReader {
public:
  InitialReader(Lexer &L, Variable &Out, std::string &Problem)
      : L(L), Out(Out), Problem(Problem), Bytes(bytesOf(Out.Element)) {}

  bool value() {
    if (L.take('{')) {
      while (!L.take('}'))
        if (!value() || (!L.take(',') && !L.peek().is('}')))
          return fail();
      return true;
    }
    const bool Minus = L.take('-');
    const Token T = L.next();
    std::uint64_t Bits = 0;
    bool IsF32 = false;
    if (T.Kind == Token::Number) {
      if (readFloat(T.Spelling, Bits, IsF32)) {
        if (!IsF32 && Out.Element == Type::F32)
          Bits = toBits(static_cast<float>(fromBits<double>(Bits)));
        if (Minus)
          Bits ^= std::uint64_t(1) << (8 * Bytes - 1);
      } else if (!readInteger(T.Spelling, Bits)) {
        return fail();
      } else if (Minus) {
        Bits = ~Bits + 1;
      }
    } else if (T.Kind == Token::Word && !Minus) {
      return symbol(T);
    } else {
      return fail();
    }
    return append(Bits);
  }

private:
  bool fail() {
    if (Problem.empty())
      Problem = "the value of " + Out.Name + " is not understood";
    return false;
  }

  bool append(std::uint64_t Bits) {
    if (Bytes > 8 || Out.Initial.size() + Bytes > Out.Size)
      return fail();
    Out.Initial.append(reinterpret_cast<const char *>(&Bits), Bytes);
    return true;
  }

  /// `name`, `generic(name)`, either with `+4`.
  bool symbol(Token Name) {
    const bool Generic = Name.is("generic");
    if (Generic) {
      if (!L.take('('))
        return fail();
      Name = L.next();
    }
    std::uint64_t Plus = 0;
    const auto ReadPlus = [&] {
      return !L.take('+') || readInteger(L.next().Spelling, Plus);
    };
    if (!ReadPlus() || (Generic && !L.take(')')) || !ReadPlus() || Bytes != 8)
      return fail();
    Out.Pointers.push_back({Out.Initial.size(), std::string(Name.Spelling),
                            static_cast<std::int64_t>(Plus), Bytes});
    return append(0);
  }

  Lexer &L;
  Variable &Out;
  std::string &Problem;
  unsigned Bytes;
};

} // namespace

bool heddle::ptx::readInitial(Lexer &L, Variable &Out, std::string &Problem) {
  if (!L.take('='))
    return true;
  return InitialReader(L, Out, Problem).value();
}
