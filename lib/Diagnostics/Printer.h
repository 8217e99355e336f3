//===- Printer.h - Shows a Report through Clang ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Heddle's diagnostics travel as Clang's own `diagnose_if` diagnostics: those
// obey -w, -Werror, -Wno-error=, -Wno-user-defined-warnings and diagnostic
// pragmas, which custom IDs do not, and may be raised inside an attribute's
// handler under every client. The price is that group's name after our tag.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DIAGNOSTICS_PRINTER_H
#define HEDDLE_DIAGNOSTICS_PRINTER_H

#include "Diagnostics/Report.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace clang {
class DiagnosticBuilder;
class DiagnosticsEngine;
class LangOptions;
class SourceLocation;
class SourceManager;
} // namespace clang

namespace heddle {

/// Shows one diagnostic with its notes and fix-its. The text ends with its tag,
/// e.g. "[heddle-HD301]". Places inside the arguments of HEDDLE(...) are shown
/// where they are spelled.
void print(const Diagnostic &D, clang::DiagnosticsEngine &Engine,
           const clang::SourceManager &SM, const clang::LangOptions &Lang);

/// Begins a message "%0" at a place that may be invalid; without a level it is
/// a note.
using BeginMessage = llvm::function_ref<clang::DiagnosticBuilder(
    clang::SourceLocation, std::optional<Severity>)>;

/// The same for clients that must begin their messages themselves.
void print(const Diagnostic &D, const clang::SourceManager &SM,
           const clang::LangOptions &Lang, BeginMessage BeginOne);

/// Shows one that has no place, before there is a source.
void printUnplaced(const Diagnostic &D, clang::DiagnosticsEngine &Engine);

/// Shows all diagnostics in the order in which they were reported.
void print(const Report &R, clang::DiagnosticsEngine &Engine,
           const clang::SourceManager &SM, const clang::LangOptions &Lang);

/// Prints name, format and explanation of a row, for --explain.
void explain(const DiagInfo &Info, llvm::raw_ostream &OS);

} // namespace heddle

#endif
