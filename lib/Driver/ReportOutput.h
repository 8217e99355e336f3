//===- ReportOutput.h - What reports of all kinds have ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal to the pipeline.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_REPORTOUTPUT_H
#define HEDDLE_DRIVER_REPORTOUTPUT_H

#include "Driver/NestReport.h"
#include "llvm/Support/JSON.h"

namespace heddle {

const char *nameOf(Severity Level);
std::string placeText(const NestReport::Place &P);
void printMessages(llvm::ArrayRef<NestReport::Message> All,
                   llvm::raw_ostream &OS);

/// The lines of Explained and Compared.
void printCosts(const NestReport &N, llvm::raw_ostream &OS);
/// The members "cost" and "compared" of an object.
void printCosts(const NestReport &N, llvm::json::OStream &J);

/// Sources may be in any encoding.
void say(llvm::json::OStream &J, llvm::StringRef Key, llvm::StringRef Text);
void print(const NestReport::Place &P, llvm::json::OStream &J);
void print(const NestReport::Message &M, llvm::json::OStream &J);
/// The same without the braces of an object, and without notes.
void printMembers(const NestReport::Message &M, llvm::json::OStream &J);
/// The member "diagnostics" of an object, without notes.
void printMessages(llvm::ArrayRef<NestReport::Message> All,
                   llvm::json::OStream &J);
/// A member that is a list of texts.
void sayAll(llvm::json::OStream &J, llvm::StringRef Key,
            llvm::ArrayRef<std::string> Texts);

} // namespace heddle

#endif
