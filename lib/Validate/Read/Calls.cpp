//===- Calls.cpp - Calls, and objects of classes --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Interpret/Field.h"
#include "Validate/Read/PhaseReader.h"
#include "Validate/Tensor/TensorReader.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace validate {

static int64_t hashOf(llvm::StringRef Name) {
  uint64_t Hash = 0;
  for (char C : Name)
    Hash = mixed(Hash, static_cast<unsigned char>(C));
  return static_cast<int64_t>(Hash);
}

static llvm::StringRef nameOf(const FunctionDecl *F) {
  return F->getIdentifier() ? F->getName() : llvm::StringRef();
}

/// Kernels call what Clang's headers for the device define in terms of others.
static bool isDeviceMath(const FunctionDecl *F) {
  return F->hasAttr<CUDADeviceAttr>() &&
         F->getASTContext().getSourceManager().isInSystemHeader(
             F->getLocation());
}

/// The user says so of a function whose text is elsewhere.
static bool isSaidToBePure(const FunctionDecl *F) {
  return !isa<CXXMethodDecl>(F) && !F->hasBody() &&
         llvm::any_of(F->redecls(), [](const FunctionDecl *D) {
           const auto *A = D->getAttr<AnnotateAttr>();
           return A && A->isImplicit() && A->getAnnotation() == "heddle::pure";
         });
}

static bool fromLibrary(const FunctionDecl *F) {
  return F->isInStdNamespace() || F->getBuiltinID() || F->isExternC() ||
         !runtimeName(F).empty() || isDeviceMath(F);
}

/// A call whose result is a value of its arguments, by reference or not.
const Node *Reader::valueTwin(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !fromLibrary(F) || isa<CXXMethodDecl>(F))
    return nullptr;
  const Type T = typeOf(E->getType());
  if (!T.isInt() && T.K != Type::Float)
    return nullptr;
  llvm::StringRef Name = nameOf(F);
  const bool Two = E->getNumArgs() == 2;
  const auto Argument = [&](unsigned I) {
    return convert(rvalue(E->getArg(I)), T);
  };
  const auto Kind =
      llvm::StringSwitch<Op>(Name)
          .Cases({"max", "fmax", "fmaxf", "__builtin_fmax", "__builtin_fmaxf"},
                 Op::Most)
          .Cases({"min", "fmin", "fminf", "__builtin_fmin", "__builtin_fminf"},
                 Op::Least)
          .Default(Op::Nop);
  if (Kind != Op::Nop && Two)
    return make(Kind, T, {Argument(0), Argument(1)});
  if (Name == "clamp" && E->getNumArgs() == 3)
    return make(Op::Least, T,
                {make(Op::Most, T, {Argument(0), Argument(1)}), Argument(2)});
  if (E->getNumArgs() == 1 &&
      llvm::StringSwitch<bool>(Name)
          .Cases({"abs", "fabs", "labs", "llabs", "fabsf"}, true)
          .Cases({"__builtin_abs", "__builtin_fabs", "__builtin_labs",
                  "__builtin_fabsf", "__builtin_llabs"},
                 true)
          .Default(false))
    return make(Op::Abs, T, {Argument(0)});
  return nullptr;
}

/// `std::numeric_limits<float>::max()`, as the literal that means the same.
const Node *Reader::constantCall(const CallExpr *E) {
  clang::Expr::EvalResult Found;
  if (E->getNumArgs() != 0 || !E->isPRValue() ||
      !E->getType()->isRealFloatingType() || !E->isCXX11ConstantExpr(Ctx) ||
      !E->EvaluateAsRValue(Found, Ctx) || !Found.Val.isFloat() ||
      Found.Val.getFloat().isNaN())
    return nullptr;
  return number(Found.Val.getFloat(), typeOf(E->getType()));
}

const Node *Reader::call(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return fail(E, "a call through a pointer");
  if (isComplexCall(E))
    return complexCall(E);
  if (const Node *Constant = constantCall(E))
    return Constant;
  if (const Node *Known = Tensors->call(E))
    return Known;
  if (llvm::StringRef Name = runtimeName(F);
      !Name.empty() || !runtimeClass(E->getType()).empty())
    if (const Node *Known = runtimeCall(E, F, Name))
      return Known;
  if (const Node *Twin = valueTwin(E))
    return Twin;
  if (const Node *Known = knownCall(E, F))
    return Known;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    const clang::Expr *Self = M->getImplicitObjectArgument();
    const auto *Method = cast<CXXMethodDecl>(F);
    if (llvm::StringRef Class = runtimeClass(Self->getType()); !Class.empty())
      if (const Node *Known = runtimeMember(M, Self, Method->getNameAsString()))
        return Known;
    if (const Node *Known = memberOfStandard(E, Method, Self))
      return Known;
    const Node *This =
        Self->getType()->isPointerType() ? value(Self) : address(Self);
    return userCall(E, F, This, {M->getArgs(), M->getNumArgs()}, nullptr);
  }
  return userCall(E, F, nullptr, {E->getArgs(), E->getNumArgs()}, nullptr);
}

/// Functions of numbers alone, whose text is not looked at.
const Node *Reader::knownCall(const CallExpr *E, const FunctionDecl *F) {
  llvm::StringRef Name = nameOf(F);
  if (F->getBuiltinID() == Builtin::BI__builtin_assume ||
      Name == "__builtin_unreachable")
    return make(Op::Const);
  if (Name == "__builtin_is_constant_evaluated" ||
      Name == "is_constant_evaluated")
    return constant(0, typeOf(E->getType()));
  if (Name == "__builtin_expect")
    return value(E->getArg(0));
  // Overloads are functions of their own.
  std::string Full;
  if (isSaidToBePure(F))
    Full = F->getQualifiedNameAsString() + F->getType().getAsString();
  else if (!fromLibrary(F) || isa<CXXMethodDecl>(F))
    return nullptr;
  Name.consume_front("__builtin_");
  const Type T = typeOf(E->getType());
  if (!T.isInt() && T.K != Type::Float)
    return nullptr;
  for (const clang::Expr *A : E->arguments())
    if (const Type P = typeOf(A->getType()); !P.isInt() && P.K != Type::Float)
      return nullptr;
  llvm::SmallVector<const Node *, 3> Arguments;
  for (const clang::Expr *A : E->arguments())
    Arguments.push_back(rvalue(A));
  return opaque(Full.empty() ? Name : llvm::StringRef(Full), T, Arguments);
}

/// A function of which only the name is known.
const Node *Reader::opaque(llvm::StringRef Name, Type T,
                           llvm::ArrayRef<const Node *> Arguments) {
  Node *New = make(Op::Opaque, T);
  New->Number = hashOf(Name);
  for (const Node *A : Arguments)
    New->Kids.push_back(T.K == Type::Float ? convert(A, T) : A);
  return New;
}

/// std::mdspan's pointer stands first in it, then the extents that are not in
/// its type, then the strides. An object in which that is not so means the same
/// here: the launch and the loop ask the same object.
const Node *Reader::memberOfMdspan(const CallExpr *E, const CXXMethodDecl *M,
                                   const clang::Expr *Self) {
  const auto *R = dyn_cast<ClassTemplateSpecializationDecl>(M->getParent());
  if (!R || !R->getIdentifier() || R->getName() != "mdspan" ||
      R->getTemplateArgs().size() != 4)
    return nullptr;
  const auto *Shape = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      R->getTemplateArgs()[1].getAsType()->getAsCXXRecordDecl());
  const CXXRecordDecl *Layout =
      R->getTemplateArgs()[2].getAsType()->getAsCXXRecordDecl();
  const CXXRecordDecl *Access =
      R->getTemplateArgs()[3].getAsType()->getAsCXXRecordDecl();
  if (!Shape || !Layout || !Layout->getIdentifier() || !Access ||
      !Access->getIdentifier() || Access->getName() != "default_accessor" ||
      Shape->getTemplateArgs().size() != 2)
    return nullptr;
  const QualType IndexType = Shape->getTemplateArgs()[0].getAsType();
  const Type Int = typeOf(IndexType), Pointer{Type::Pointer, 64, false};
  const llvm::ArrayRef<TemplateArgument> Extents =
      Shape->getTemplateArgs()[1].pack_elements();
  const auto Rank = static_cast<unsigned>(Extents.size());
  const Node *This =
      Self->getType()->isPointerType() ? value(Self) : address(Self);
  const auto Stored = [&](unsigned Place) {
    return make(
        Op::Load, Int,
        {offset(This, 8 + static_cast<int64_t>(Place) *
                              static_cast<int64_t>(sizeOf(IndexType)))});
  };
  const auto IsDynamic = [&](unsigned D) {
    return Extents[D].getAsIntegral().isAllOnes();
  };
  unsigned Dynamic = 0;
  llvm::SmallVector<unsigned, 4> PlaceOf;
  for (unsigned D = 0; D != Rank; ++D) {
    PlaceOf.push_back(Dynamic);
    Dynamic += IsDynamic(D);
  }
  const auto Extent = [&](unsigned D) -> const Node * {
    return IsDynamic(D) ? Stored(PlaceOf[D])
                        : constant(bitsOf(Extents[D].getAsIntegral()), Int);
  };
  const auto Stride = [&](unsigned D) { return Stored(Dynamic + D); };
  const auto DimensionOf = [&]() -> std::optional<unsigned> {
    clang::Expr::EvalResult Result;
    if (E->getNumArgs() != 1 || !E->getArg(0)->EvaluateAsInt(Result, Ctx) ||
        Result.Val.getInt().uge(Rank))
      return std::nullopt;
    return static_cast<unsigned>(Result.Val.getInt().getZExtValue());
  };
  const std::string Name = M->getNameAsString();
  llvm::StringRef Order = Layout->getName();
  const Node *Data = make(Op::Load, Pointer, {This});
  if (Name == "data_handle")
    return E->isGLValue() ? This : Data;
  if (Name == "extent" || (Name == "stride" && Order == "layout_stride")) {
    std::optional<unsigned> D = DimensionOf();
    return D ? Name == "extent" ? Extent(*D) : Stride(*D) : nullptr;
  }
  const unsigned First = isa<CXXOperatorCallExpr>(E) ? 1 : 0;
  if ((Name != "operator()" && Name != "operator[]") ||
      E->getNumArgs() != First + Rank || Rank == 0)
    return nullptr;
  const Type Wide{Type::Int, 64, true};
  const auto Index = [&](unsigned D) {
    const Node *Given = rvalue(E->getArg(First + D));
    return convert(Given->Ty.Bits > Int.Bits ? convert(Given, Int) : Given,
                   Wide);
  };
  const auto Sum = [&](const Node *A, const Node *B) {
    return make(Op::Add, Wide, {A, B});
  };
  const auto Times = [&](const Node *A, const Node *B) {
    return make(Op::Mul, Wide, {A, convert(B, Wide)});
  };
  const Node *Place = nullptr;
  if (Order == "layout_right") {
    Place = Index(0);
    for (unsigned D = 1; D != Rank; ++D)
      Place = Sum(Times(Place, Extent(D)), Index(D));
  } else if (Order == "layout_left") {
    Place = Index(Rank - 1);
    for (unsigned D = Rank - 1; D-- != 0;)
      Place = Sum(Times(Place, Extent(D)), Index(D));
  } else if (Order == "layout_stride") {
    Place = Times(Index(0), Stride(0));
    for (unsigned D = 1; D != Rank; ++D)
      Place = Sum(Place, Times(Index(D), Stride(D)));
  } else {
    return nullptr;
  }
  Node *New = make(Op::PtrAdd, Pointer, {Data, Place});
  New->Number = sizeOf(E->getType().getNonReferenceType());
  return New;
}

/// std::array, std::vector, std::span, std::unique_ptr<T[]> and
/// shared_ptr<T[]>, as far as loops use them, and std::mdspan.
const Node *Reader::memberOfStandard(const CallExpr *E, const CXXMethodDecl *M,
                                     const clang::Expr *Self) {
  if (const Node *Known = memberOfMdspan(E, M, Self))
    return Known;
  const CXXRecordDecl *R = M->getParent();
  if (!R->isInStdNamespace() || !R->getIdentifier())
    return nullptr;
  llvm::StringRef Class = R->getName();
  const std::string Name = M->getNameAsString();
  const bool IsArray = Class == "array";
  // Bases of shared_ptr have its functions; each begins with the pointer.
  const bool IsPointer = Class == "unique_ptr" || Class == "shared_ptr" ||
                         Class == "__shared_ptr" ||
                         Class == "__shared_ptr_access";
  if (!IsArray && Class != "vector" && Class != "span" && !IsPointer)
    return nullptr;
  const Type Pointer{Type::Pointer, 64, false};
  const Node *This =
      Self->getType()->isPointerType() ? value(Self) : address(Self);
  const Node *Data = IsArray ? This : make(Op::Load, Pointer, {This});
  const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(R);
  if (!S)
    return nullptr;
  const TemplateArgumentList &Args = S->getTemplateArgs();
  const bool HasExtent =
      IsArray || (Class == "span" && !Args[1].getAsIntegral().isAllOnes());
  if (Name == (IsPointer ? "get" : "data"))
    return Data;
  if (Name == "size" && !IsPointer) {
    if (HasExtent)
      return constant(bitsOf(Args[1].getAsIntegral()), typeOf(E->getType()));
    return make(Op::Load, typeOf(E->getType()), {offset(This, 8)});
  }
  if (Name == "operator[]" || Name == "at") {
    const unsigned I = isa<CXXOperatorCallExpr>(E) ? 1 : 0;
    Node *New = make(Op::PtrAdd, Pointer, {Data, rvalue(E->getArg(I))});
    New->Number = sizeOf(E->getType().getNonReferenceType());
    if (HasExtent)
      New->Extent = bitsOf(Args[1].getAsIntegral());
    else if (!IsPointer)
      New->Bound = make(Op::Load, {Type::Int, 64, false}, {offset(This, 8)});
    return New;
  }
  return nullptr;
}

const Node *Reader::operatorCall(const CXXOperatorCallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return fail(E, "a call through a pointer");
  if (isComplexCall(E))
    return complexCall(E);
  if (const Node *Known = Phases->element(E))
    return Known;
  if (const Node *Known = Tensors->element(E))
    return Known;
  if (const Node *Known = Tensors->call(E))
    return Known;
  const Type T = typeOf(E->getType());
  const auto IsOurs = [&](unsigned I) {
    const Type A = typeOf(E->getArg(I)->getType());
    return A.K == Type::Checked || A.K == Type::Tri;
  };
  if (IsOurs(0) || (E->getNumArgs() == 2 && IsOurs(1))) {
    const Node *A = rvalue(E->getArg(0));
    const Node *B = E->getNumArgs() == 2 ? rvalue(E->getArg(1)) : nullptr;
    const auto Compare = [&](Op What, const Node *X, const Node *Y) {
      Node *New = make(What, T, {X, Y});
      New->From = X->Ty;
      return New;
    };
    switch (E->getOperator()) {
    case OO_Plus:
      return B ? make(Op::Add, T, {A, B}) : A;
    case OO_Minus:
      return B ? make(Op::Sub, T, {A, B}) : make(Op::Neg, T, {A});
    case OO_Star:
      return make(Op::Mul, T, {A, B});
    case OO_Less:
      return Compare(Op::Lt, A, B);
    case OO_Greater:
      return Compare(Op::Lt, B, A);
    case OO_LessEqual:
      return Compare(Op::Le, A, B);
    case OO_GreaterEqual:
      return Compare(Op::Le, B, A);
    case OO_EqualEqual:
      return Compare(Op::Eq, A, B);
    case OO_ExclaimEqual:
      return Compare(Op::Ne, A, B);
    case OO_AmpAmp:
      return make(Op::And, T, {A, B});
    case OO_PipePipe:
      return make(Op::Or, T, {A, B});
    case OO_Exclaim:
      return make(Op::Not, T, {A});
    case OO_Equal: {
      const Place P = place(E->getArg(0));
      return assign(P, B, T);
    }
    default:
      return fail(E, "an operator of checked numbers");
    }
  }
  llvm::ArrayRef<const clang::Expr *> Args(E->getArgs(), E->getNumArgs());
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->isInstance()) {
    if (const Node *Known = memberOfStandard(E, M, Args[0]))
      return Known;
    if (E->getOperator() == OO_Equal && M->isTrivial()) {
      const Node *To = address(Args[0]);
      return make(Op::Then, To->Ty,
                  {initialize(To, Args[1], Args[0]->getType()), To});
    }
    return userCall(E, F, address(Args[0]), Args.drop_front(), nullptr);
  }
  return userCall(E, F, nullptr, Args, nullptr);
}

/// Variables that a lambda makes of its captures, [t = s / 3], and, where it
/// StandsThere, also what it captures by copy.
static llvm::SmallVector<const VarDecl *, 4> madeBy(const FunctionDecl *F,
                                                    bool StandsThere) {
  llvm::SmallVector<const VarDecl *, 4> Result;
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->getParent()->isLambda())
    for (const LambdaCapture &C : M->getParent()->captures())
      if (C.capturesVariable())
        if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar());
            V && (V->isInitCapture() ||
                  (StandsThere && C.getCaptureKind() == LCK_ByCopy)))
          Result.push_back(V);
  return Result;
}

/// Their values, which the call of a lambda that stands there takes, too.
bool Reader::captured(const CXXMethodDecl *Lambda,
                      llvm::SmallVectorImpl<const Node *> &Out) {
  for (const VarDecl *V : madeBy(Lambda, true)) {
    const Type T = typeOf(V->getType());
    if (T.K == Type::None || V->getType()->isReferenceType())
      return false;
    Out.push_back(V->isInitCapture() ? convert(rvalue(V->getInit()), T)
                                     : read(variable(V, V->getInit()), T));
  }
  return true;
}

/// ResultPlace: where a record that is returned goes, or null.
const Node *Reader::userCall(const clang::Expr *E, const FunctionDecl *F,
                             const Node *Self,
                             llvm::ArrayRef<const clang::Expr *> Arguments,
                             const Node *ResultPlace) {
  const int Index = function(F);
  if (Index < 0)
    return fail(E, "a call of '" + F->getNameAsString() + "'");
  const Type Pointer{Type::Pointer, 64, false};
  const QualType Result = F->getReturnType();
  const bool IsRecord = !Result->isVoidType() && !Result->isReferenceType() &&
                        typeOf(Result).K == Type::None;
  const bool Temporary = IsRecord && !ResultPlace;
  Node *Make = nullptr;
  if (Temporary) {
    Make = make(Op::NewObject, Pointer);
    Make->Number = newSlot();
    ResultPlace = slot(Make->Number, Pointer);
  }
  Node *New =
      make(Op::Call,
           IsRecord || Result->isReferenceType() ? Pointer : typeOf(Result));
  New->Number = Index;
  if (Self)
    New->Kids.push_back(Self);
  if (IsRecord)
    New->Kids.push_back(ResultPlace);
  for (unsigned I = 0; I != F->getNumParams(); ++I) {
    if (I >= Arguments.size())
      return fail(E, "a call without all arguments");
    const QualType P = F->getParamDecl(I)->getType();
    const Type T = typeOf(P);
    if (P->isReferenceType())
      New->Kids.push_back(T.K == Type::Checked || T.K == Type::Tri ||
                                  T.K == Type::Handle
                              ? rvalue(Arguments[I])
                              : address(Arguments[I]));
    else if (T.K == Type::None)
      New->Kids.push_back(temporary(Arguments[I]));
    else
      New->Kids.push_back(value(Arguments[I]));
  }
  if (!madeBy(F, false).empty())
    return fail(E, "what a lambda captures");
  if (!IsRecord)
    return New;
  const Node *All = make(Op::Then, Pointer, {New, ResultPlace});
  return Make ? make(Op::Then, Pointer, {Make, All}) : All;
}

/// Slots of what Def takes: its object, the place of its result, its
/// parameters, and these variables of a lambda.
void Reader::takeArguments(const FunctionDecl *Def,
                           llvm::ArrayRef<const VarDecl *> Made,
                           Function &Out) {
  const Type Pointer{Type::Pointer, 64, false};
  const auto Take = [&](Type T, bool IsDivisor) {
    Out.Params.push_back(T);
    Out.Divisor.push_back(IsDivisor);
    return newSlot();
  };
  const auto *M = dyn_cast<CXXMethodDecl>(Def);
  if (M && M->isInstance()) {
    Here->HasThis = true;
    if (M->getParent()->isLambda())
      Here->Closure = M->getParent();
    (void)Take(Pointer, false);
  }
  const QualType Result = Def->getReturnType();
  if (!isa<CXXConstructorDecl>(Def) && !Result->isVoidType() &&
      !Result->isReferenceType() && typeOf(Result).K == Type::None)
    ReturnPlace = slot(Take(Pointer, false), Pointer);
  for (const ParmVarDecl *P : Def->parameters()) {
    const Type T = typeOf(P->getType());
    const bool Scalar = !P->getType()->isReferenceType() && T.K != Type::None;
    Here->Slots[P] =
        Take(Scalar ? T : Pointer, runtimeClass(P->getType()) == "divisor");
  }
  for (const VarDecl *V : Made)
    Here->Slots[V] = Take(typeOf(V->getType()), false);
}

/// A parameter whose address is taken lives in an object of its own.
void Reader::moveToMemory(const VarDecl *P, std::vector<const Node *> &Lines) {
  const Type Pointer{Type::Pointer, 64, false};
  const Type T = typeOf(P->getType());
  if (!Here->Exposed.count(P) || P->getType()->isReferenceType() ||
      T.K == Type::None || isHandled(T) ||
      runtimeClass(P->getType()) == "divisor")
    return;
  Node *Object = make(Op::NewObject, Pointer);
  Object->Number = newSlot();
  Lines.push_back(Object);
  Lines.push_back(make(
      Op::Store, T, {slot(Object->Number, Pointer), slot(Here->Slots[P], T)}));
  Here->Slots[P] = Object->Number;
}

/// The body of Def, with all that is before it.
const Node *Reader::bodyOf(const FunctionDecl *Def, bool StandsThere,
                           Function &Out) {
  llvm::SmallVector<const VarDecl *, 4> Variables = madeBy(Def, StandsThere);
  takeArguments(Def, Variables, Out);
  Variables.append(Def->param_begin(), Def->param_end());
  std::vector<const Node *> Lines;
  for (const VarDecl *P : Variables)
    moveToMemory(P, Lines);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Def))
    initializeMembers(C, Lines);
  const Node *Body = statement(Def->getBody());
  if (Lines.empty())
    return Body;
  if (Body->What == Op::Seq)
    Lines.insert(Lines.end(), Body->Kids.begin(), Body->Kids.end());
  else
    Lines.push_back(Body);
  return list(Lines);
}

/// The number of F in Nest::Functions; -1 where its text is not known.
/// StandsThere: F is that of a lambda, which stands where it is called.
int Reader::function(const FunctionDecl *F, bool StandsThere) {
  const FunctionDecl *Def = nullptr;
  if (!F->hasBody(Def) || !Def->getBody() || Def->isDependentContext() ||
      Def->isVariadic())
    return -1;
  auto [At, New] = Functions.try_emplace(Def, N.Functions.size());
  if (!New)
    return At->second;
  if (N.Functions.size() > 300)
    return -1;
  const int Index = static_cast<int>(N.Functions.size());
  N.Functions.emplace_back();
  Scope Inner;
  expose(Def->getBody(), false, Inner);
  Scope *Outer = Here;
  const Node *OuterReturn = ReturnPlace;
  Here = &Inner;
  ReturnPlace = nullptr;
  Function Out;
  Out.Name = Def->getNameAsString();
  Out.Body = bodyOf(Def, StandsThere, Out);
  Here = Outer;
  ReturnPlace = OuterReturn;
  Out.Locals = std::move(Inner.Locals);
  Out.Slots = Inner.Count;
  N.Functions[Index] = std::move(Out);
  return Index;
}

const Node *Reader::construct(const CXXConstructExpr *E) {
  const Type T = typeOf(E->getType());
  if (T.K == Type::Float)
    return constructComplex(E);
  if (T.K == Type::Checked || T.K == Type::Tri) {
    return E->getNumArgs() == 0 ? constant(0, T)
                                : convert(rvalue(E->getArg(0)), T);
  }
  if (T.K == Type::Handle || runtimeClass(E->getType()) == "divisor") {
    if (E->getNumArgs() == 1 && E->getConstructor()->isCopyOrMoveConstructor())
      return rvalue(E->getArg(0));
    llvm::StringRef Class = runtimeClass(E->getType());
    if (Class == "temporary" || Class == "temporaries")
      return memoryOf(E);
    return fail(E, "an object of the runtime");
  }
  return temporary(E);
}

} // namespace validate
} // namespace heddle
