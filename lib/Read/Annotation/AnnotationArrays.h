//===- AnnotationArrays.h - Arrays that annotations name --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_ANNOTATIONARRAYS_H
#define HEDDLE_READ_ANNOTATION_ANNOTATIONARRAYS_H

#include "Read/NestReader.h"

namespace heddle {

/// Reads the bounds and array names of the annotation.
void readAnnotation(NestReader &NR);

/// Reads the array names alone.
void readArrayNames(NestReader &NR);

/// Where `*this` may be the object that another access names, it is one.
void checkObjects(NestReader &NR);

} // namespace heddle

#endif
