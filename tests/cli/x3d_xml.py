"""From X3D's classic encoding to its XML encoding, field by field and without reading sense into either: so that what is
wrong with the one is wrong with the other."""
import re
from xml.sax.saxutils import quoteattr

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[\[\]{}]|[^\s,\[\]{}"]+')
LISTS_OF_STRINGS = {"info", "url", "skeletalConfiguration"}


class Parser:
    def __init__(self, text):
        self.tokens = TOKEN.findall(re.sub(r"^#.*$", "", text, flags=re.M))
        self.at = 0
        self.types = {}  # of DEF names

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def peek(self, ahead=0):
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def node(self, field):
        """One element; `field`: of the node that holds it."""
        holder = "" if field is None else f" containerField='{field}'"
        if self.peek() == "USE":
            self.next()
            name = self.next()
            return f"<{self.types.get(name, 'Group')} USE={quoteattr(name)}{holder}/>\n"
        attributes, children = "", ""
        if self.peek() == "DEF":
            self.next()
            attributes = f" DEF={quoteattr(self.next())}"
        kind = self.next()
        if attributes:
            self.types[re.search('"(.*)"', attributes)[1]] = kind
        self.next()  # {
        while self.peek() != "}":
            name = self.next()
            value, nodes = self.value(name)
            attributes += "" if value is None else f" {name}={quoteattr(value)}"
            children += nodes
        self.next()
        return f"<{kind}{attributes}{holder}>{children}</{kind}>\n"

    def is_node(self):
        word = self.peek()
        return word[:1].isupper() and (word in ("DEF", "USE") or self.peek(1) == "{")

    def value(self, name):
        """A field's text, and the elements of its nodes."""
        if self.is_node():
            return None, self.node(name)
        if self.peek() != "[":
            words = [self.next()]
            while re.match(r"[-+.\d]", words[0]) and re.match(r"[-+.\d]", self.peek()):
                words.append(self.next())
            return " ".join(self.word(name, word) for word in words), ""
        self.next()
        words, nodes = [], ""
        while self.peek() != "]":
            if self.is_node():
                nodes += self.node(name)
            else:
                words.append(self.word(name, self.next()))
        self.next()
        return (None if nodes or not words else " ".join(words)), nodes

    @staticmethod
    def word(name, word):
        if word in ("TRUE", "FALSE"):
            return word.lower()
        return word[1:-1] if word.startswith('"') and name not in LISTS_OF_STRINGS else word


def statements(parser, route):
    """What a scene holds, in turn: its nodes as `parser` makes them, and `route(from node, field, to node, field)`."""
    while parser.at < len(parser.tokens):
        word = parser.peek()
        if word in ("PROFILE", "COMPONENT"):
            parser.at += 2
        elif word == "ROUTE":
            start, end = parser.tokens[parser.at + 1].split("."), parser.tokens[parser.at + 3].split(".")
            parser.at += 4
            yield route(*start, *end)
        else:
            yield parser.node(None)


def as_xml(text):
    def route(from_node, from_field, to_node, to_field):
        return (f"<ROUTE fromNode={quoteattr(from_node)} fromField={quoteattr(from_field)} toNode={quoteattr(to_node)} "
                f"toField={quoteattr(to_field)}/>\n")
    body = "".join(statements(Parser(text), route))
    return ("<?xml version='1.0' encoding='UTF-8'?>\n<X3D profile='Immersive' version='4.0'><head>"
            f"<component name='HAnim' level='1'/></head><Scene>\n{body}</Scene></X3D>\n")
