# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random arrays: how they are declared, passed and subscripted, and what is touched of them."""

from expressions import add, const, mul, name

ELEMENTS = ["int", "float", "double", "long", "short", "unsigned char", "unsigned", "signed char",
            "unsigned short", "long long", "unsigned long"]
# Complex numbers, and the type of their parts.
PARTS = {"std::complex<double>": "double", "std::complex<float>": "float"}
FLOATING = ["float", "double"] + list(PARTS)
INTEGERS = ["int", "long", "short", "unsigned char", "unsigned", "signed char", "unsigned long"]
SIZED = ["pointer", "array", "whole", "member", "global"]
# linear: a pointer and a subscript of run-time strides; shifted: through a local
# pointer into it; pointer: to arrays; array: by reference; whole: a pointer to an
# array; member: of a structure; global; for single elements scalar: by reference,
# and local: a variable of the function. Some that are linear are a std::vector, a
# std::unique_ptr<T[]> or a std::mdspan, some arrays by reference std::array; some that
# are linear are one member of structures. Some lie in private data of a class, whose
# functions give elements by reference, or by value where the nest writes none. Some with
# several dimensions are tables of pointers to rows, which the function may have allocated
# itself, or vectors of vectors, or have rows of run-time length. Of some a lambda in front of
# the nest gives the elements.
FORMS = ["linear"] * 6 + ["pointer"] * 3 + ["array"] * 3 + ["whole", "member", "member", "global"]


class Array:
    """An array: its element, its form, and what is touched of it."""

    def __init__(self, rng, nest, number, element, rank, written, form=None):
        self.label = "a%d" % number
        self.nest = nest  # its function's name
        self.element = element
        self.form = form or rng.choice(FORMS)
        if self.form == "linear" and rank == 1 and rng.random() < 0.2:
            self.form = "shifted"
        self.rank = rank
        self.written = written
        self.read = not written  # what is read is filled
        self.low = [None] * rank  # over all calls, in every dimension
        self.high = [None] * rank
        self.strides = []  # of the linear form, expressions
        self.element_text = None  # of a scalar that is an element of what the parameter points to
        self.sizes = []  # and their values
        self.style = rng.randrange(5)
        self.restrict = rng.random() < 0.15
        self.luck = rng.random()  # see container()
        if (form is None and self.form == "pointer" and rank in (2, 3) and self.luck < 0.6
                and element not in PARTS and element != "bool"):
            self.form = ("table" if self.luck < 0.25 else "vectors" if self.luck < 0.4 else
                         "variable")
            if self.luck < 0.1 and rank == 2:
                self.form = "allocated"
        self.members = []  # functions of the structure that it is a member of
        self.in_object = False  # functions get that structure, and touch it there
        # While a loop goes through it: its name, the counter, and of elements
        # what is added to that.
        self.walk = None
        self.row = 0  # not 0: element e says where row e of another array begins, about e * row
        self.is_captured = False  # by a lambda around the nest
        self.is_given = False  # as structures, to a function: its form is to stay
        self.typename = element  # as a parameter, in templates another one

    def touch(self, spans):
        for d, (low, high) in enumerate(spans):
            self.low[d] = low if self.low[d] is None else min(self.low[d], low)
            self.high[d] = high if self.high[d] is None else max(self.high[d], high)

    def extent(self, d):
        return 1 if self.high[d] is None else self.high[d] - self.low[d] + 1

    def is_records(self):
        """Whether its elements are members of structures, with another one beside them."""
        return self.form == "linear" and 0.2 <= self.luck < 0.3 and self.element not in PARTS

    def is_private(self):
        """Whether a class keeps it, and gives its elements by functions."""
        return self.form == "linear" and 0.4 <= self.luck < 0.5 and self.typename == self.element

    def has_lambda(self):
        """Whether a lambda gives its elements."""
        return self.form == "linear" and 0.5 <= self.luck < 0.56 and self.typename == self.element

    def is_special(self):
        """Whether more than a pointer, a subscript or a container's function names an element."""
        return (self.is_records() or self.is_private() or self.has_lambda()
                or self.container() == "mdspan")

    def be_plain(self):
        """Where other ways to pass it would not do."""
        self.luck = 0.9

    def be_capturable(self):
        """g++ has no lambda that captures a pointer to rows of run-time length."""
        self.form = "pointer" if self.form == "variable" else self.form

    def accessor(self):
        """The kind of function by which its class gives elements."""
        if self.element == "bool":
            return "at"
        return ["at", "at", "()", "row" if self.rank > 1 else "[]"][int(self.luck * 10000) % 4]

    def _keeps(self):
        """What the private data are."""
        vector = "std::vector" if self.element != "bool" else "pointer"
        return ["pointer", "pointer", vector, "array", "template"][self.style]

    def elements(self):
        total = self.extent(0) * (2 if self.is_records() else 1)
        for d in range(1, self.rank):
            total *= self.sizes[d] if self.sizes else self.extent(d)
        return total

    def has_plane(self):
        """Whether a local in front of the nest has how far two planes of it are apart."""
        return (self.rank == 3 and self.is_linear() and self.strides[1].op == "name"
                and int(self.luck * 1000) % 6 == 0 and not self.is_captured)

    def make_strides(self, rng):
        """The factor of each dimension of a linear subscript: its extent or more, or
        a parameter for it. Returns the parameters as a dict."""
        parameters = {}
        self.strides = [None] * self.rank
        self.sizes = [self.extent(d) for d in range(self.rank)]
        if self.form in ("variable", "allocated"):
            return {"%s_%d" % (self.label, d): self.sizes[d]
                    for d in range(self.form == "variable", self.rank)}
        runtime = self.form == "linear" and rng.random() < 0.96
        for d in range(1, self.rank):
            if self.form == "linear" and rng.random() < 0.2:
                self.sizes[d] += rng.choice([1, 2, 5])
            self.strides[d] = const(self.sizes[d])
            if runtime:
                label = "%s_%d" % (self.label, d)
                parameters[label] = self.sizes[d]
                self.strides[d] = name(label)
        return {} if self.container() == "mdspan" or self.is_private() else parameters

    # ---- text ----

    def _brackets(self, first=0):
        return "".join("[%d]" % self.extent(d) for d in range(first, self.rank))

    def container(self):
        """The class of the standard library that holds it, or None."""
        shares = {"linear": [("vector", 0.15), ("unique_ptr", 0.18),
                             ("shared_ptr", 0.2), (None, 0.3), ("mdspan", 0.4)],
                  "array": [("array", 0.3)]}
        for name, share in shares.get(self.form, []):
            if self.luck < share and (name, self.element) != ("vector", "bool"):
                return name
        return None

    # Of a std::mdspan: its index type, its layout, and whether its last extent is of its type.
    def _index_type(self):
        return ["int", "long", "std::size_t"][self.style % 3]

    def _layout(self):
        return ["layout_right", "layout_right", "layout_right", "layout_left",
                "layout_stride"][self.style]

    def _shape(self):
        extents = ["std::experimental::dynamic_extent"] * self.rank
        if self.luck > 0.37:
            extents[-1] = str(self.sizes[-1])
        return "std::experimental::extents<%s, %s>" % (self._index_type(), ", ".join(extents))

    def _class(self, element):
        if self.container() in ("unique_ptr", "shared_ptr"):
            return "std::%s<%s%s[]>" % (self.container(), self._const(), element)
        if self.container() == "vector":
            return "std::vector<%s>" % element
        if self.container() == "mdspan":
            return "std::experimental::mdspan<%s%s, %s, std::experimental::%s>" % (
                self._const(), element, self._shape(), self._layout())
        for d in reversed(range(self.rank)):
            element = "std::array<%s, %d>" % (element, self.extent(d))
        return element

    def _const(self):
        return "" if self.written else "const "

    def _structure(self):
        return "%s_%s" % (self.nest.replace("nest", "holds"), self.label)

    def is_sized(self):
        """Whether its declaration says how many elements it has."""
        return (self.form not in ("linear", "shifted", "pointer", "whole", "table", "vectors",
                                  "variable", "allocated") or
                self.is_private() and self._keeps() in ("array", "std::vector") or
                self.container() == "vector" and not self._is_reached_by_pointer())

    def _is_reached_by_pointer(self):
        return self.style == 0 or self.style == 1 and self.rank > 1

    def is_table(self):
        """Whether its rows lie anywhere."""
        return self.form in ("table", "vectors")

    def _vectors(self):
        """The type of what vectors of vectors have as elements, from rows on."""
        types = ["std::vector<%s>" % self.element]
        for _ in range(self.rank - 1):
            types.append("std::vector<%s>" % types[-1])
        return types

    def _prepare_table(self, k):
        """Rows in the array's own memory, in another order than there, or copies of them."""
        rows, planes = self.extent(self.rank - 2), self.extent(0) if self.rank == 3 else 1
        width, base = self.extent(self.rank - 1), "(%s *)a[%d]" % (self.element, k)
        lines = ["%s h%d;" % (self._vectors()[-1], k)]
        if self.form == "table":
            pointer = "%s%s *" % (self._const(), self.element)
            lines = ["std::vector<%s> r%d;" % (pointer, k),
                     "for (long q = 0; q < %d; ++q) r%d.push_back(%s + q * %d);" % (
                         rows * planes, k, base, width)]
            if self.rank == 3:
                lines += ["std::vector<%s*> h%d;" % (pointer, k),
                          "for (long q = 0; q < %d; ++q) h%d.push_back(r%d.data() + q * %d);" % (
                              planes, k, k, rows)]
            return lines
        row = "%s(%s + q * %d, %s + (q + 1) * %d)" % (self._vectors()[0], base, width, base, width)
        if self.rank == 2:
            return lines + ["for (long q = 0; q < %d; ++q) h%d.push_back(%s);" % (rows, k, row)]
        return lines + ["h%d.resize(%d);" % (k, planes),
                        "for (long q = 0; q < %d; ++q) h%d[q / %d].push_back(%s);" % (
                            rows * planes, k, rows, row)]

    def _finish_vectors(self, k):
        rows, planes = self.extent(self.rank - 2), self.extent(0) if self.rank == 3 else 1
        width = self.extent(self.rank - 1)
        row = "h%d[q]" % k if self.rank == 2 else "h%d[q / %d][q %% %d]" % (k, rows, rows)
        return ["for (long q = 0; q < %d; ++q) std::memcpy((%s *)a[%d] + q * %d, %s.data(), "
                "%d * sizeof(%s));" % (rows * planes, self.element, k, width, row, width,
                                       self.element)]

    def is_linear(self):
        """Whether it has one subscript, whatever its rank."""
        return self.form == "pointer" and self.rank == 1 or (
            self.form in ("linear", "shifted") and self.container() != "mdspan"
            and not self.is_private())

    def is_pointer(self):
        """Whether the parameter is a plain pointer to elements."""
        return self.is_linear() and not self.container()

    def declarations(self):
        """Lines that stand before the function."""
        if self.form == "member":
            return ["struct %s {" % self._structure(),
                    "  %s v%s;" % (self.element, self._brackets())] + [
                    "  " + line for line in self.members] + ["};"]
        if self.form == "global":
            return ["static %s %s%s;" % (self.element, self._structure(), self._brackets())]
        if self.is_records():
            return ["struct %s { %s v, w; };" % (self._structure(), self.element)]
        return self._private_class() if self.is_private() else []

    def _private_class(self):
        name, keeps = self._structure(), self._keeps()
        element = "T" if keeps == "template" else self.element
        widths = ["m_w%d" % d for d in range(1, self.rank)]
        place = "i0"
        for d in range(1, self.rank):
            place = "(%s) * m_w%d + i%d" % (place, d, d)
        given = ", ".join("long i%d" % d for d in range(self.rank))
        data = {"std::vector": "std::vector<%s> m_data;" % element,
                "array": "%s m_data[%d];" % (element, self.elements())}.get(
                    keeps, "%s%s *m_data;" % (self._const(), element))
        begin = {"std::vector": "m_data(data, data + %d)" % self.elements()}.get(keeps, "m_data(data)")
        begin = [begin] if keeps != "array" else []
        begin += ["%s(%d)" % (width, size) for width, size in zip(widths, self.sizes[1:])]
        copy = " for (long k = 0; k < %d; ++k) m_data[k] = data[k];" % self.elements()
        lines = ["class %s {" % name, "  " + data]
        lines += ["  %s %s;" % (["int", "long"][self.style % 2], ", ".join(widths))] if widths else []
        lines += ["public:", "  explicit %s(%s%s *data)%s {%s }" % (
            name, self._const(), element, " : " + ", ".join(begin) if begin else "",
            copy if keeps == "array" else "")]
        kind = self.accessor()
        if kind == "row":
            given, place = given[:given.rindex(",")], place[:place.rindex("+")] + "+ 0"
        named = {"()": "operator()", "[]": "operator[]"}.get(kind, kind)
        if kind == "row":
            head = ["const %s *row(%s) const", "%s *row(%s)"][self.written] % (element, given)
        elif self.written:
            head = "%s &%s(%s)" % (element, named, given)
        else:
            head = "%s%s(%s) const" % (["%s ", "const %s &"][
                self.style % 2 or self.element in PARTS].replace("%s", element), named, given)
        lines += ["  %s { return %sm_data[%s]; }" % (head, "&" * (kind == "row"), place),
                  "  const %s *data() const { return &m_data[0]; }" % element, "};"]
        return ["template <class T>"] * (keeps == "template") + lines

    def _private_type(self):
        return self._structure() + ("<%s>" % self.element if self._keeps() == "template" else "")

    def is_given_by_pointer(self):
        """Whether the parameter is a pointer to the class that keeps it."""
        return self.is_private() and 0.46 < self.luck

    def parameter(self):
        """None: it is none."""
        base, kind = self._const() + self.typename, self.form
        if kind == "global":
            return None
        if kind == "variable":
            return "%svoid *d_%s" % (self._const(), self.label)
        if kind == "allocated":
            return "%s%s *d_%s" % (self._const(), self.element, self.label)
        if kind == "vectors":
            return "%s%s &%s" % (self._const(), self._vectors()[-1], self.label)
        if kind == "table":
            stars = "".join(["*", "*const "][self.style % 2] for _ in range(self.rank - 1))
            return "%s %s*%s" % (base, stars, self.label)
        if kind == "member":
            base = self._const() + self._structure()
            return "%s %s%s" % (base, "*" if self.style % 2 else "&", self.label)
        if self.is_private():
            return "%s%s %s%s" % (self._const(), self._private_type(),
                                  "*" if self.is_given_by_pointer() else "&", self.label)
        if self.container() == "mdspan":
            return "%s %s" % (self._class(self.typename), self.label)
        if self.container():
            const = "const " if self.container() in ("unique_ptr", "shared_ptr") else self._const()
            return "%s%s &%s" % (const, self._class(self.typename), self.label)
        if self.is_records():
            base = self._const() + self._structure()
        if self.is_pointer():
            return "%s *%s%s" % (base, "__restrict " if self.restrict else "", self.label)
        if self.element_text:
            return "%s *%s" % (base, self.label)
        if kind in ("scalar", "local"):
            return "%s &%s" % (base, self.label)
        if kind == "pointer" and self.style % 2:
            return "%s %s[]%s" % (base, self.label, self._brackets(1))
        if kind == "pointer":
            return "%s (*%s)%s" % (base, self.label, self._brackets(1))
        return "%s (%s%s)%s" % (base, "*" if kind == "whole" else "&", self.label, self._brackets())

    def before(self):
        """Lines that stand before the nest."""
        if self.form == "local":
            return ["%s s_%s = %s;" % (self.element, self.label, self.label)]
        if self.form == "shifted":
            return ["%s%s *const p_%s = %s + %d;" % (
                self._const(), self.typename, self.label, self.label, self._shift())]
        if self.form == "variable":
            return self._begin_variable()
        if self.form == "allocated":
            return self._allocate()
        if self.has_lambda():
            place = "i0"
            for d in range(1, self.rank):
                place = "(%s) * %s + i%d" % (place, self.strides[d].text(), d)
            return ["const auto at_%s = [&](%s) -> %s%s & { return %s[%s]; };" % (
                self.label, ", ".join("long i%d" % d for d in range(self.rank)), self._const(),
                self.element, self.label, place)]
        if self.has_plane():
            return ["const int plane_%s = %s * %s;" % (
                self.label, self.strides[1].text(), self.strides[2].text())]
        return []

    def after(self):
        if self.form == "variable" and self.style > 2 and self.written:
            return ["std::memcpy(d_%s, %s, %d * sizeof(%s));" % (
                self.label, self.label, self.elements(), self.element)]
        if self.form == "allocated":
            return self._release()
        return ["%s = s_%s;" % (self.label, self.label)] if self.form == "local" else []

    def _begin_variable(self):
        """A pointer to rows of run-time length, or an array of the function that has such ones."""
        lengths = "".join("[%s_%d]" % (self.label, d) for d in range(1, self.rank))
        if self.style > 2:
            return ["%s %s[%d]%s;" % (self.element, self.label, self.sizes[0], lengths),
                    "std::memcpy(%s, d_%s, %d * sizeof(%s));" % (
                        self.label, self.label, self.elements(), self.element)]
        return ["typedef %s%s (*rows_%s)%s;" % (
                    self._const(), self.element, self.label, lengths),
                "const rows_%s %s = reinterpret_cast<rows_%s>(d_%s);" % ((self.label,) * 4)]

    def _allocate(self):
        """Rows that the function allocates, and fills with the elements."""
        names = {"a": self.label, "t": self.element}
        table = ["%(t)s **%(a)s = (%(t)s **)malloc(%(a)s_0 * sizeof(%(t)s *));",
                 "%(t)s **%(a)s = new %(t)s *[%(a)s_0];"][self.style % 2]
        row = ["%(a)s[q] = static_cast<%(t)s *>(malloc(sizeof(%(t)s) * %(a)s_1));",
               "%(a)s[q] = new %(t)s[%(a)s_1];"][self.style % 2]
        return [table % names, "for (int q = 0; q < %(a)s_0; ++q) {" % names, "  " + row % names, "}",
                "for (int q = 0; q < %(a)s_0; ++q)" % names,
                "  for (int s = 0; s < %(a)s_1; ++s)" % names,
                "    %(a)s[q][s] = d_%(a)s[q * %(a)s_1 + s];" % names]

    def _release(self):
        names = {"a": self.label}
        row, table = [("free(%(a)s[q]);", "free(%(a)s);"),
                      ("delete[] %(a)s[q];", "delete[] %(a)s;")][self.style % 2]
        back = ["  for (int s = 0; s < %(a)s_1; ++s)" % names,
                "    d_%(a)s[q * %(a)s_1 + s] = %(a)s[q][s];" % names] if self.written else []
        return ["for (int q = 0; q < %(a)s_0; ++q) {" % names] + back + [
            "  " + row % names, "}", table % names]

    def _shift(self):
        return self.style - (self.low[0] or 0)

    def names(self):
        """The words by which the nest's text names it."""
        return {self.label, "s_" + self.label, "plane_" + self.label, "p_" + self.label,
                "at_" + self.label, self._structure()}

    def variable(self):
        """Its name in annotations."""
        return {"local": "s_" + self.label, "shifted": "p_" + self.label,
                "member": self.label + ("->v" if self.style % 2 else ".v"),
                "global": self._structure()}.get(self.form, self.label)

    def prepare(self, k):
        """Lines of a call that come before it, where this is array number k of the call."""
        lines = []
        if self.row:
            at = "q + (%d)" % self.low[0]
            lines = ["for (long q = 0; q < %d; ++q) ((int *)a[%d])[q] = static_cast<int>("
                     "(%s) * %d + ((%s) & %d));" % (
                         self.elements(), k, at, self.row, at, min(self.row - 1, 1))]
        return lines + self._prepare(k)

    def _prepare(self, k):
        if self.form == "global":
            return ["std::memcpy(%s, a[%d], sizeof %s);" % (self._structure(), k, self._structure())]
        if self.is_table():
            return self._prepare_table(k)
        place = "(%s *)a[%d]" % (self.element, k)
        if self.is_private():
            return ["%s h%d(%s);" % (self._private_type(), k, place)]
        if self.container() == "vector":
            return ["std::vector<%s> h%d(%s, %s + %d);" % (
                self.element, k, place, place, self.elements())]
        if self.container() == "unique_ptr":
            return ["%s h%d(%s);" % (self._class(self.element), k, place)]
        if self.container() == "shared_ptr":
            return ["%s h%d(%s, [](const void *) {});" % (self._class(self.element), k, place)]
        return []

    def finish(self, k):
        if self.form == "vectors" and self.written:
            return self._finish_vectors(k)
        if self.form == "global" and self.written:
            return ["std::memcpy(a[%d], %s, sizeof %s);" % (k, self._structure(), self._structure())]
        if self.is_private() and self.written and self._keeps() in ("std::vector", "array"):
            return ["std::memcpy(a[%d], h%d.data(), %d * sizeof(%s));" % (
                k, k, self.elements(), self.element)]
        if self.container() == "vector" and self.written:
            return ["std::memcpy(a[%d], h%d.data(), h%d.size() * sizeof(%s));" % (
                k, k, k, self.element)]
        if self.container() == "unique_ptr":
            return ["h%d.release();" % k]
        return []

    def argument(self, k):
        """What a call passes for it."""
        if self.form == "variable":
            return "a[%d]" % k
        if self.form == "allocated":
            return "(%s *)a[%d]" % (self.element, k)
        if self.form == "table":
            return "%s%d.data()" % ("rh"[self.rank == 3], k)
        if self.form == "vectors":
            return "h%d" % k
        if self.is_private():
            return "%sh%d" % ("&" if self.is_given_by_pointer() else "", k)
        if self.container() == "array":
            return "*(%s *)a[%d]" % (self._class(self.element), k)
        if self.container() == "mdspan":
            sizes, steps = ", ".join(map(str, self.sizes)), [1] * self.rank
            for d in reversed(range(self.rank - 1)):
                steps[d] = steps[d + 1] * self.sizes[d + 1]
            if self._layout() == "layout_stride":
                whole = self._class(self.element)
                sizes = "%s::mapping_type(%s(%s), std::array<%s, %d>{%s})" % (
                    whole, self._shape(), sizes, self._index_type(), self.rank,
                    ", ".join(map(str, steps)))
            return "%s((%s *)a[%d], %s)" % (self._class(self.element), self.element, k, sizes)
        if self.container():
            return "h%d" % k
        if self.is_pointer():
            return "(%s *)a[%d]" % (
                self._structure() if self.is_records() else self.element, k)
        if self.form == "pointer":
            return "(%s (*)%s)a[%d]" % (self.element, self._brackets(1), k)
        if self.element_text:
            return "(%s *)a[%d]" % (self.element, k)
        if self.form in ("scalar", "local"):
            return "*(%s *)a[%d]" % (self.element, k)
        if self.form == "member":
            return "%s(%s *)a[%d]" % ("" if self.style % 2 else "*", self._structure(), k)
        return "%s(%s (*)%s)a[%d]" % (
            "" if self.form == "whole" else "*", self.element, self._brackets(), k)


class Access:
    """One subscripted use of an array: an affine expression a dimension."""

    def __init__(self, array, index):
        self.array = array
        self.index = index

    def text(self):
        array = self.array
        if array.element_text:
            return array.element_text % array.label
        if array.form in ("scalar", "local"):
            return array.variable()
        if array.walk and self._at_walk() is not None:
            return self._at_walk()
        if array.form == "shifted":
            return "p_%s[%s]" % (array.label, add(self.index[0], const(-array.style)).text())
        at = self.subscripts()
        if array.is_private():
            return self._by_accessor([e.text() for e in at])
        if array.has_lambda():
            return "at_%s(%s)" % (array.label, ", ".join(e.text() for e in at))
        if array.container() == "mdspan":
            return "%s(%s)" % (array.label, ", ".join(e.text() for e in at))
        if not array.is_linear():
            base = "(*%s)" % array.label if array.form == "whole" else array.variable()
            base += "".join("[%s]" % e.text() for e in at[:-1])
            if array.form in ("table", "vectors") and int(array.luck * 10000) % 8 == 0:
                # By a pointer into the row.
                first = base + (".data()" if array.form == "vectors" else "")
                return ["*(%s + %s)", "(&*%s)[%s]"][array.style % 2] % (first, at[-1].text(True))
            return "%s[%s]" % (base, at[-1].text())
        first = array.label + {"vector": ".data()", "unique_ptr": ".get()",
                               "shared_ptr": ".get()"}.get(
            array.container(), "")
        end = (".v" if array.style % 2 else ".w") if array.is_records() else ""
        # Row-major with constant or run-time extents.
        rows = at[0]
        for d in range(1, array.rank - 1):
            rows = add(mul(rows, array.strides[d]), at[d])
        if array.has_plane():
            rows = add(mul(at[0], name("plane_" + array.label)), mul(at[1], array.strides[2]))
            if array.style == 1:
                return "(%s + %s)[%s]%s" % (first, rows.text(True), at[2].text(), end)
            offset = add(rows, at[2])
        elif array.rank == 1:
            offset = rows
        else:
            rows = mul(rows, array.strides[-1])
            if array.style == 1:
                return "(%s + %s)[%s]%s" % (first, rows.text(True), at[-1].text(), end)
            offset = add(rows, at[-1])
        if array.style == 0:
            if end:
                return "(%s + %s)->%s" % (first, offset.text(True), end[1:])
            return "*(%s + %s)" % (first, offset.text(True))
        return "%s[%s]%s" % (array.label, offset.text(), end)

    def subscripts(self):
        """One a dimension, from the array's first element on."""
        return [add(e, const(-(low or 0))) for e, low in zip(self.index, self.array.low)]

    def _by_accessor(self, at):
        array, kind = self.array, self.array.accessor()
        if kind in ("()", "[]"):
            return "%s%s%s%s" % ("(*%s)" % array.label if array.is_given_by_pointer() else array.label,
                                 kind[0], ", ".join(at), kind[1])
        called = "%s%s%s" % (array.label, "->" if array.is_given_by_pointer() else ".", kind)
        if kind == "row":
            return "%s(%s)[%s]" % (called, ", ".join(at[:-1]), at[-1])
        return "%s(%s)" % (called, ", ".join(at))

    def _at_walk(self):
        """By the pointer or the element that the header has; None: it is another one."""
        pointer, counter, begin = self.array.walk
        e, by = self.index[0], 0
        if e.op in ("+", "-") and e.args[1].op == "const":
            by = e.args[1].args[0] * (1 if e.op == "+" else -1)
            e = e.args[0]
        if e.op != "name" or e.args[0] != counter:
            return None
        if begin is not None:  # an element
            return pointer if by == begin else None
        return "%s[%d]" % (pointer, by) if by else "(*%s)" % pointer
