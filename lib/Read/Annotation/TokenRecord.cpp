//===- TokenRecord.cpp - The tokens that the parser has got ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Annotation/TokenRecord.h"
#include "clang/Lex/Token.h"
#include <map>
#include <mutex>

using namespace clang;

namespace heddle {

namespace {

struct Records {
  std::mutex Mutex;
  std::map<const Preprocessor *, std::weak_ptr<TokenRecord>> All;
};

Records &records() {
  static Records R;
  return R;
}

} // namespace

/// The words of an OpenMP pragma stand between two annotation tokens.
void TokenRecord::see(const Token &T) {
  if (T.is(tok::annot_pragma_openmp))
    InPragma = true;
  if (!InPragma && !T.isAnnotation() && !T.isOneOf(tok::eof, tok::eod))
    Places.push_back(T.getLocation());
  if (T.is(tok::annot_pragma_openmp_end))
    InPragma = false;
}

std::shared_ptr<TokenRecord> recordTokens(const Preprocessor &PP) {
  auto Record = std::make_shared<TokenRecord>();
  std::lock_guard<std::mutex> Lock(records().Mutex);
  auto &All = records().All;
  for (auto It = All.begin(); It != All.end();)
    It = It->second.expired() ? All.erase(It) : std::next(It);
  All[&PP] = Record;
  return Record;
}

std::shared_ptr<const TokenRecord> recordOf(const Preprocessor &PP) {
  std::lock_guard<std::mutex> Lock(records().Mutex);
  auto It = records().All.find(&PP);
  return It == records().All.end() ? nullptr : It->second.lock();
}

} // namespace heddle
