//===- Relay.h - Every diagnostic once -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first parse says what there is to say about the source as written; the
// parse of the rewritten program has only errors, remarks and what code
// generation finds to add.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLUGIN_RELAY_H
#define HEDDLE_PLUGIN_RELAY_H

#include "Diagnostics/Report.h"
#include "clang/Basic/Diagnostic.h"
#include <functional>

namespace heddle {

class FirstParse;

/// Shows what the first parse has said, through the client of the compilation.
/// OnlyErrors: with their notes, without the warnings before them.
void replay(const FirstParse &First, clang::DiagnosticsEngine &Diags,
            bool OnlyErrors);

/// How the compilation of the rewritten program treats its diagnostics.
struct RelayHooks {
  /// Called with the place of each error that comes through.
  std::function<void(clang::SourceLocation)> Error;
  /// A better place for a diagnostic, or none. A diagnostic that is then said
  /// of one place again, because the rewritten text has the place more than
  /// once, is dropped.
  std::function<clang::SourceLocation(unsigned ID, clang::SourceLocation)>
      Place;
  /// Whether a warning of lexer, parser or semantic analysis is shown; none is
  /// where this is empty.
  std::function<bool(const clang::Diagnostic &)> Shows;
};

/// Keeps warnings of lexer, parser and semantic analysis from now on from the
/// client, also where -Werror or a pragma makes them errors, but for those that
/// Shows.
void dropParseWarnings(clang::DiagnosticsEngine &Diags, RelayHooks Hooks);

/// Keeps everything from the client.
void dropAll(clang::DiagnosticsEngine &Diags);

} // namespace heddle

#endif
