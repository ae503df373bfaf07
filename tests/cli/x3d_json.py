"""From X3D's classic encoding to its JSON encoding, field by field and without reading sense into either: so that what is
wrong with the one is wrong with the other."""
import json
import re

from x3d_xml import LISTS_OF_STRINGS, Parser, statements

LISTS_OF_NODES = {"children", "displacers", "joints", "segments", "sites", "skeleton", "skin", "viewpoints"}


class JsonParser(Parser):
    def node(self, field):
        """One node as an object of its type's name."""
        if self.peek() == "USE":
            self.next()
            name = self.next()
            return {self.types.get(name, "Group"): {"@USE": name}}
        fields = {}
        if self.peek() == "DEF":
            self.next()
            fields["@DEF"] = self.next()
        kind = self.next()
        if fields:
            self.types[fields["@DEF"]] = kind
        self.next()  # {
        while self.peek() != "}":
            name = self.next()
            prefix, value = self.value(name)
            if value != []:
                fields[prefix + name] = value
        self.next()
        return {kind: fields}

    def value(self, name):
        """The prefix of the field's name, and its value."""
        if self.is_node():
            one = self.node(name)
            return "-", [one] if name in LISTS_OF_NODES else one
        if self.peek() != "[":
            words = [self.next()]
            while re.match(r"[-+.\d]", words[0]) and re.match(r"[-+.\d]", self.peek()):
                words.append(self.next())
            values = [self.word(name, word) for word in words]
            return "@", values if len(values) > 1 or name in LISTS_OF_STRINGS else values[0]
        self.next()
        values, prefix = [], "@"
        while self.peek() != "]":
            if self.is_node():
                values.append(self.node(name))
                prefix = "-"
            else:
                values.append(self.word(name, self.next()))
        self.next()
        return prefix, values

    @staticmethod
    def word(name, word):
        if word in ("TRUE", "FALSE"):
            return word == "TRUE"
        if word.startswith('"'):
            return json.loads(word)
        return float(word) if re.search(r"[.e]", word) else int(word)


def as_json(text):
    def route(from_node, from_field, to_node, to_field):
        return {"ROUTE": {"@fromNode": from_node, "@fromField": from_field, "@toNode": to_node, "@toField": to_field}}
    children = list(statements(JsonParser(text), route))
    return json.dumps({"X3D": {"encoding": "UTF-8", "@profile": "Immersive", "@version": "4.0",
                               "head": {"component": [{"@name": "HAnim", "@level": 1}]},
                               "Scene": {"-children": children}}}, ensure_ascii=False)
