"""A second, naive reading of VRML97 worlds, to compare the program with: world matrices of H-Anim joints at rest.

It knows the utf8 syntax, DEF and USE, PROTO with IS, and the grouping nodes; it copies a PROTO's body for every instance
and multiplies 4x4 matrices as VRML97 6.52 writes them down. It forgives nothing.
"""
import math
import re

TOKEN = re.compile(r'#[^\r\n]*|"(?:\\.|[^"\\])*"|[\[\]{}]|[^\s,\[\]{}"#]+', re.S)
NUMBER = re.compile(r'^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$')
HANIM = ("Humanoid", "Joint", "Segment", "Site")


class Node:
    def __init__(self, kind, name):
        self.kind, self.name, self.fields, self.body = kind, name, {}, None

    def numbers(self, field, usual):
        return self.fields.get(field) or usual

    def nodes(self, field):
        return [n for n in self.fields.get(field) or [] if isinstance(n, Node)]


class Reader:
    def __init__(self, text):
        self.tokens = [t for t in TOKEN.findall(text) if not t.startswith("#")]
        self.at = 0
        self.roots = self.statements({}, {}, None, None)

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def statements(self, names, protos, values, end):
        out = []
        while self.peek() != end:
            if self.peek() == "ROUTE":
                self.at += 4
            elif self.peek() == "PROTO":
                self.declare(protos)
            else:
                out.append(self.node(names, protos, values))
        self.at += 1
        return out

    def declare(self, protos):
        self.next()
        name = self.next()
        self.next()
        interface = {}
        while self.peek() != "]":
            access, _, field = self.next(), self.next(), self.next()
            has_value = access in ("field", "exposedField")
            interface[field] = self.value({}, protos, None) if has_value else None
        self.next()
        self.next()
        begin, depth = self.at, 1
        while depth:
            token = self.next()
            depth += (token == "{") - (token == "}")
        protos[name] = (interface, begin, dict(protos))

    def node(self, names, protos, values):
        kind = self.next()
        if kind == "USE":
            return names[self.next()]
        name = None
        if kind == "DEF":
            name, kind = self.next(), self.next()
        out = Node(kind, name)
        if name:
            names[name] = out
        assert self.next() == "{", kind
        while self.peek() != "}":
            field = self.next()
            if self.peek() == "IS":
                self.next()
                out.fields[field] = values.get(self.next())
            else:
                out.fields[field] = self.value(names, protos, values)
        self.next()
        if kind in protos:
            self.instantiate(out, *protos[kind])
        return out

    def instantiate(self, out, interface, begin, protos):
        values = {**interface, **out.fields}
        back, self.at = self.at, begin
        out.body = self.statements({}, dict(protos), values, "}")
        self.at = back
        if out.kind in HANIM:
            out.fields = values

    def value(self, names, protos, values):
        if self.peek() == "[":
            self.next()
            out = []
            while self.peek() != "]":
                out.append(self.single(names, protos, values))
            self.next()
            return out
        if NUMBER.match(self.peek()):
            out = []
            while NUMBER.match(self.peek()):
                out.append(float(self.next()))
            return out
        return [self.single(names, protos, values)]

    def single(self, names, protos, values):
        token = self.peek()
        if token.startswith('"') or token in ("TRUE", "FALSE", "NULL"):
            return self.next()
        return float(self.next()) if NUMBER.match(token) else self.node(names, protos, values)


def product(*matrices):
    out = [[float(r == c) for c in range(4)] for r in range(4)]
    for m in matrices:
        out = [[sum(out[r][k] * m[k][c] for k in range(4)) for c in range(4)] for r in range(4)]
    return out


def moved(v, sign=1.0):
    return [[1, 0, 0, sign * v[0]], [0, 1, 0, sign * v[1]], [0, 0, 1, sign * v[2]], [0, 0, 0, 1]]


def turned(v, sign=1.0):
    length = math.sqrt(sum(x * x for x in v[:3]))
    if length == 0:
        return product()
    x, y, z = (c / length for c in v[:3])
    c, s = math.cos(sign * v[3]), math.sin(sign * v[3])
    t = 1 - c
    return [[t * x * x + c, t * x * y - s * z, t * x * z + s * y, 0], [t * x * y + s * z, t * y * y + c, t * y * z - s * x, 0],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c, 0], [0, 0, 0, 1]]


def scaled(v):
    return [[v[0], 0, 0, 0], [0, v[1], 0, 0], [0, 0, v[2], 0], [0, 0, 0, 1]]


def local(node):
    """T(t) T(c) R SR S SR^-1 T(-c)."""
    center = node.numbers("center", [0, 0, 0])
    lean = node.numbers("scaleOrientation", [0, 0, 1, 0])
    return product(moved(node.numbers("translation", [0, 0, 0])), moved(center),
                   turned(node.numbers("rotation", [0, 0, 1, 0])), turned(lean), scaled(node.numbers("scale", [1, 1, 1])),
                   turned(lean, -1.0), moved(center, -1.0))


def joints(text):
    """(name, 16 numbers column by column) of each joint, parents first."""
    out = []

    def visit(node, world):
        if node.kind in ("Humanoid", "Joint", "Site", "Transform"):
            world = product(world, local(node))
        if node.kind == "Joint":
            own = product(world, moved(node.numbers("center", [0, 0, 0])))
            name = node.fields["name"][0].strip('"')
            out.append((name, [own[r][c] for c in range(4) for r in range(4)]))
        children = node.nodes("humanoidBody") if node.kind == "Humanoid" else node.nodes("children")
        if node.body and node.kind not in HANIM:
            children = node.body[:1]
        elif node.kind == "LOD":
            children = node.nodes("level")[:1]
        elif node.kind == "Switch":
            children = [node.nodes("choice")[int(node.fields["whichChoice"][0])]]
        for child in children:
            visit(child, world)

    for root in Reader(text).roots:
        visit(root, product())
    return out
