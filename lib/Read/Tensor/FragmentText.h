//===- FragmentText.h - Text in which accesses stand -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of a tensor statement are written, not read. Their text is kept in
// parts, so that the place of every access is known when the text is laid out.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_FRAGMENTTEXT_H
#define HEDDLE_READ_TENSOR_FRAGMENTTEXT_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cassert>
#include <optional>
#include <string>

namespace heddle {

class FragmentText {
public:
  struct Part {
    std::string Text;
    /// The name of this access's array stands here, and Text is empty.
    std::optional<unsigned> Access;
    /// Behind Text ends the element of this access, which began with the name.
    std::optional<unsigned> Ends;
    /// Not empty: Text is the name of a number that is declared here, of this
    /// type, with `const` if it has that.
    std::string Declares = {};

    bool isText() const { return !Access && !Ends && Declares.empty(); }
  };

  FragmentText() = default;
  FragmentText(std::string Text) {
    if (!Text.empty())
      Parts.push_back({std::move(Text), std::nullopt, std::nullopt});
  }
  FragmentText(const char *Text) : FragmentText(std::string(Text)) {}
  /// The element of TensorStage::Accesses[Access]: the name of its array, and
  /// its subscript, in brackets.
  static FragmentText elementOf(unsigned Access, std::string Subscript) {
    FragmentText T;
    T.Parts.push_back({"", Access, std::nullopt});
    T.Parts.push_back({std::move(Subscript), std::nullopt, Access});
    return T;
  }

  /// A declaration without its value.
  static FragmentText declared(const std::string &Type, std::string Name) {
    FragmentText T(Type + " ");
    T.Parts.push_back({std::move(Name), std::nullopt, std::nullopt, Type});
    return T;
  }

  const llvm::SmallVector<Part, 1> &parts() const { return Parts; }
  bool empty() const { return Parts.empty(); }
  /// The text of an expression that reads no element.
  std::string plain() const {
    assert(llvm::none_of(Parts, [](const Part &P) { return P.Access; }));
    std::string All;
    for (const Part &P : Parts)
      All += P.Text;
    return All;
  }

  FragmentText &operator+=(const FragmentText &Next) {
    for (const Part &P : Next.Parts)
      if (!P.isText() || Parts.empty() || !Parts.back().isText())
        Parts.push_back(P);
      else
        Parts.back().Text += P.Text;
    return *this;
  }
  friend FragmentText operator+(FragmentText A, const FragmentText &B) {
    A += B;
    return A;
  }

private:
  llvm::SmallVector<Part, 1> Parts; ///< text only where none is before it
};

} // namespace heddle

#endif
