# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random statements about objects that functions are given, calls over the elements of rows,
and statement expressions."""

import re

from expressions import name
from values import Value, cast


class Objects:
    """Parts of bodies.Body. They draw of numbers of their own, so that the rest of a nest is
    the same without them."""

    # ---- objects that functions are given ----

    def _read_from_object(self, inner):
        """A function, or a member, reads an array of the object that it is given."""
        rng = self.joined
        element = rng.choice(["int", "float", "double", "long", "short", "unsigned"])
        array = self._array(element, rng.randrange(1, min(self.rank, 3) + 1), False, "member")
        access = self._access(array, self._any_index(array.rank, inner))
        given, places = self._places(array.rank)
        body = "{ const %s t = %%sv%s; return t < 1 ? t : %%sv%s; }" % (element, places, places)
        call = self._object_function(array, element, given, body, True)
        return Value(lambda: call(access, []), element in ("float", "double"))

    def _stored_in_object(self, store, element, op, value):
        """A function, or a member, stores into an array of the object that it is given."""
        rng, array = self.joined, store.array
        array.form = "member"
        given, places = self._places(array.rank)
        by = "3" if op in (">>=", "%=") else "by"
        lines = ["%%sv%s %s %s;" % (places, op, by)]
        if rng.random() < 0.3:  # which a reference to the element names
            lines = ["%s &own = %%sv%s;" % (element, places), "own %s %s;" % (op, by)]
        if rng.random() < 0.1:
            self.hinted.append(store)
            lines.insert(0, "if (by == static_cast<%s>(3)) { %%sv%s = by; return; }" % (
                element, places))
        given.append(rng.choice(["const %s &by", "%s by"]) % element)
        call = self._object_function(array, "void", given, "{ %s }" % " ".join(lines), False)
        return lambda pad: [pad + call(store, [cast(element, value)]) + ";"]

    @staticmethod
    def _places(rank):
        """Parameters for the subscripts of an element, and the subscripts."""
        return ["long i%d" % d for d in range(rank)], "".join("[i%d]" % d for d in range(rank))

    def _object_function(self, array, gives, given, body, is_const):
        """Makes a function of the array's object, or a member of it and a function that calls
        it. In `body` `%s` stands for the way to the object's members. Returns what prints a call
        from an access and the arguments behind the subscripts."""
        rng, array.in_object = self.joined, True
        self.forms.add("calls: given objects")
        called = "%s_o%d" % (self.label, len(self.functions))
        kind = rng.choice(["&", "&", "*", "member", "through a member"])
        by_pointer = kind == "*"
        if by_pointer:
            array.style |= 1  # then a pointer is what the nest's function is given, too
        if not array.style % 2:  # plain data are given as a whole only behind pointers
            array.members.append("{0}(const {0} &);".format(array._structure()))
        if "member" in kind:
            array.members.append("%s own_%s(%s)%s %s" % (
                gives, called, ", ".join(given), " const" * is_const,
                body.replace("%s", rng.choice(["", "this->"]))))
            names = [each.split()[-1].lstrip("&") for each in given]
            body = "{ %sx.own_%s(%s); }" % ("return " * (gives != "void"), called, ", ".join(names))
        else:
            body = body.replace("%s", "x->" if by_pointer else "x.")
        objects = "%s%s %sx" % ("const " * is_const, array._structure(), "*" if by_pointer else "&")
        self.functions.append("[[maybe_unused]] static %s %s(%s) %s" % (
            gives, called, ", ".join([objects] + given), body))

        def call(access, more):
            arguments = [e.text() for e in access.subscripts()] + more
            is_pointer = array.style % 2
            if kind == "member":
                return "%s%sown_%s(%s)" % (
                    array.label, "->" if is_pointer else ".", called, ", ".join(arguments))
            sign = "" if is_pointer == by_pointer else "*" if is_pointer else "&"
            return "%s(%s)" % (called, ", ".join([sign + array.label] + arguments))
        return call

    # ---- statement expressions ----

    def _in_block(self, store, element, op, value):
        """The statement is a statement expression, or its value has two, one in the other."""
        rng = self.joined
        self.forms.add("statement expressions: blocks, nested ones")
        part = "static_cast<%s>(%%s)" % element
        if rng.random() < 0.5:
            return lambda pad: [
                pad + "({", pad + "  const %s v = %s;" % (element, cast(element, value)),
                pad + "  %s %s %s;" % (store.text(), op, "3" if op in (">>=", "%=") else "v"),
                pad + "});"]
        inside = "({ __typeof__(made) w = (made); w < 2 ? w : %s; })" % (part % "w / 2")
        last = "({ %s u = %s; const %s v = %s; v; })" % (
            element, inside, element, part % "u + made")
        return lambda pad: [pad + "const %s made = %s;" % (element, cast(element, value)),
                            pad + "%s %s %s;" % (
                                store.text(), op, "3" if op in (">>=", "%=") else last)]

    # ---- calls over elements ----

    def _called_row(self, store, element, own_index):
        """The library fills the row, or copies another one there."""
        loop = self.inner
        store.array.be_plain()
        self.forms.add("inner loops: calls of the library")
        if self.later.random() < 0.5:
            value, source = self._value(element, 1, False, []), None
        else:
            other = self._array(element, self.rank + 1, False)
            other.be_plain()
            value, source = None, self._access(other, own_index + [name(loop.var)])
        kind = self.joined.choice(["copy_n", "copy_n", "copy", "memcpy", "memmove"] if source else
                                  ["fill_n", "fill_n", "fill", "memset"])
        self.forms.add("calls over elements: std::" + kind)

        def lines(pad):
            lower = "(%s)" % loop.lower.text()
            first, read = (each and "&" + re.sub(r"\b%s\b" % loop.var, lower, each.text())
                           for each in (store, source))
            count = "(%s) - %s%s" % (loop.upper.text(), lower, " + 1" * (loop.form == "<="))
            filled = value and cast(element, value)
            bytes_ = "(%s) * sizeof(%s)" % (count, element)
            text = {"copy_n": "std::copy_n(%s, %s, %s);" % (read, count, first),
                    "fill_n": "std::fill_n(%s, %s, %s);" % (first, count, filled),
                    "copy": "std::copy(%s, %s + (%s), %s);" % (read, read, count, first),
                    "fill": "std::fill(%s, %s + (%s), %s);" % (first, first, count, filled),
                    "memcpy": "std::memcpy(%s, %s, %s);" % (first, read, bytes_),
                    "memmove": "std::memmove(%s, %s, %s);" % (first, read, bytes_),
                    "memset": "std::memset(%s, 0, %s);" % (first, bytes_)}[kind]
            # Of the others a negative number of elements is undefined.
            guard = "" if kind.endswith("_n") else "if (%s > 0) " % count
            return [pad + guard + text]
        return lines
