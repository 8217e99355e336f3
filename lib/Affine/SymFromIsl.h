//===- SymFromIsl.h - isl sets and functions as Sym ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// isl_ast_build turns a parameter set or a piecewise function into an
// expression; a walk of ours turns that into Sym. isl's pdiv_q, pdiv_r and
// zdiv_r have more than one correct printing; Sym's floor operations agree with
// all of them.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_SYMFROMISL_H
#define HEDDLE_AFFINE_SYMFROMISL_H

#include "Affine/Isl.h"
#include "Support/Sym.h"
#include <optional>
#include <utility>

namespace heddle {

/// S (a parameter set) as a truth value that is right for every parameter value
/// in Context, and means nothing elsewhere. Nothing: isl gave up, or a constant
/// does not fit 64 bits.
std::optional<Sym> symOf(const isl::Set &S, const isl::Set &Context);

/// F (over parameters alone), likewise; F is to be defined all over Context.
std::optional<Sym> symOf(const isl::PwAff &F, const isl::Set &Context);

/// The least and the greatest value of dimension Dim of S, over parameters;
/// nothing as above, or where an end is too long to be printed in a launch. S is
/// not empty anywhere in Context.
std::optional<std::pair<Sym, Sym>> endsOf(const isl::Set &S, unsigned Dim,
                                          const isl::Set &Context);

/// Number of operators in S, each occurrence counted.
unsigned operatorCount(const Sym &S);

} // namespace heddle

#endif
