//===- ValueBuilder.h - A tree from ranges of text -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front end finds the parts of a statement in the order in which it reads
// them. This class nests them by the text that they stand for.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_VALUEBUILDER_H
#define HEDDLE_IR_VALUEBUILDER_H

#include "IR/Value.h"
#include "llvm/ADT/StringRef.h"

namespace heddle {

class ValueBuilder {
public:
  /// Text: what all ranges are bytes of; it outlives the builder.
  explicit ValueBuilder(llvm::StringRef Text);
  ~ValueBuilder();

  /// V stands for V.Where, and for the parts within it; its own operands are
  /// ignored. False, and nothing has changed, where the range is empty, crosses
  /// a part that is there, or lies within one that is respelled. Where two have
  /// the same range the one that was added first is outside, but for a
  /// respelled one, which is inside; a name or a literal that is respelled is
  /// not taken.
  bool add(Value V);
  /// Code outside of the function has Spelled instead of the bytes. False as
  /// above, and then it would have the bytes: no caller may go on.
  [[nodiscard]] bool respell(Span Where, ValueRef Spelled);
  /// The same, where steps on elements of Array are updates.
  [[nodiscard]] bool respellUpdate(Span Where, unsigned Array,
                                   ValueRef Spelled);

  /// Left is left of the bytes, which are a statement, where only the values
  /// count that iterations pass on. As add().
  bool slice(Span Where, ValueRef Left);

  // Points come after all ranges. A point at the first byte of a statement
  // is a part of it; of anything else it is not. Points at one place stay in
  // the order in which they come. All within a respelled part is ignored.

  /// Code outside of the function has Spelled before byte At. Around: what it
  /// opens or closes, if not empty: the point is a part of what holds more.
  void insert(unsigned At, ValueRef Spelled, Span Around = {});
  /// The same, where steps on elements of Array are updates.
  void insertUpdate(unsigned At, unsigned Array, ValueRef Spelled);
  /// Both readings have these tokens before byte At.
  void insertInBoth(unsigned At, std::string Tokens);
  /// The function has these tokens before byte At, and other code Spelled.
  void insertReadings(unsigned At, std::string Tokens, ValueRef Spelled);
  /// And these first and last in the block that stands for Where.
  void insertIn(Span Where, std::string First, std::string Last);
  /// A macro that stands at byte At mentions the name.
  void hide(unsigned At, std::string Name);

  /// The whole text as a block. Every identifier in text that is no other part
  /// is one; MeaningOf says of what.
  ValueRef
  finish(llvm::function_ref<NameMeaning(llvm::StringRef)> MeaningOf) const;

private:
  struct Part;
  Part &partAround(Span S) const;
  Part *place(Value Point, Span Around = {});

  llvm::StringRef Text;
  std::unique_ptr<Part> Root;
};

} // namespace heddle

#endif
