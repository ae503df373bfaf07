"""Driving the shipped binary: what the command-line tests share."""
import json
import os
import re
import resource
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

VITRUVIAN = os.environ.get("VITRUVIAN", str(Path(__file__).resolve().parents[2] / "build/release/vitruvian"))
DATA = Path(__file__).resolve().parents[1] / "data"
SHARED = Path(os.environ.get("VITRUVIAN_SHARED", Path(__file__).resolve().parents[3] / "shared"))
CORPUS = SHARED / "corpus"
EXPECTED = SHARED / "expected"

DONE, FINDINGS, USAGE, UNREADABLE, UNWRITABLE, NO_OPENGL = range(6)

GIB = 1 << 30


def environment(**changes):
    """The caller's environment without a display; None removes a variable."""
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR")}
    for name, value in changes.items():
        if value is None:
            env.pop(name, None)
        else:
            env[name] = value
    return env


def run(*arguments, stdin=b"", timeout=60, memory=None, env=None, cwd=None, stdout=subprocess.PIPE):
    """Runs the binary; a crash or a time-out shows as itself. `memory`: bytes of address space it may use."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    return subprocess.run([VITRUVIAN, *map(str, arguments)], input=stdin, stdout=stdout, stderr=subprocess.PIPE,
                          timeout=timeout, env=environment(**(env or {})), cwd=cwd, preexec_fn=limit, check=False)


def schema(name):
    """A published schema: "check-1"."""
    return json.loads((DATA.parents[1] / f"assets/schemas/{name}.schema.json").read_text())


def conforms(value, schema, root=None, place="$"):
    """As much of JSON Schema as ours uses; what is wrong, or an empty list."""
    root = root or schema
    if "$ref" in schema:
        return conforms(value, root["$defs"][schema["$ref"].split("/")[-1]], root, place)
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
    wrong = []
    if "const" in schema and value != schema["const"]:
        wrong.append(f"{place}: {value!r}")
    if "enum" in schema and value not in schema["enum"]:
        wrong.append(f"{place}: {value!r}")
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]

        def fits(name):
            if name in ("number", "integer"):
                return not isinstance(value, bool) and isinstance(value, (int, float) if name == "number" else int)
            return isinstance(value, types[name])
        if not any(fits(name) for name in names):
            wrong.append(f"{place}: {value!r} is no {names}")
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        wrong.append(f"{place}: {value!r}")
    if "minimum" in schema and value < schema["minimum"]:
        wrong.append(f"{place}: {value!r}")
    if isinstance(value, dict):
        wrong += [f"{place}: {key} is missing" for key in schema.get("required", []) if key not in value]
        for key, member in value.items():
            if key in schema.get("properties", {}):
                wrong += conforms(member, schema["properties"][key], root, f"{place}.{key}")
            elif schema.get("additionalProperties") is False:
                wrong.append(f"{place}: {key} is unknown")
    if isinstance(value, list):
        for i, member in enumerate(value):
            wrong += conforms(member, schema.get("items", {}), root, f"{place}[{i}]")
    return wrong


def changed_bytes(before, after):
    """The places where two files of one length differ."""
    block = 4096
    return [i for begin in range(0, len(before), block) if before[begin:begin + block] != after[begin:begin + block]
            for i in range(begin, min(begin + block, len(before))) if before[i] != after[i]]


def change_glb(glb, change):
    """Changes the JSON of a binary glTF file."""
    data = glb.read_bytes()
    length, = struct.unpack("<I", data[12:16])
    root = json.loads(data[20:20 + length])
    change(root)
    text = json.dumps(root).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length:]
    glb.write_bytes(struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text) + len(rest), len(text), b"JSON") + text + rest)


def add_vrm_meta(glb, **meta):
    """Adds to the metadata of a VRM 1.0 file."""
    change_glb(glb, lambda root: root["extensions"]["VRMC_vrm"]["meta"].update(meta))


def told_twice(findings):
    """What more than one finding of a file says of one thing: each check tells of it once, in each clip."""
    seen, out = set(), []
    for f in findings:
        key = (f["id"], f["object"]["kind"], f["object"]["name"], f["object"]["humanoid"], f["clip"])
        out += [f"told twice: {f['id']} {f['object']['name']}: {f['message']}"] if key in seen and key[2] else []
        seen.add(key)
    return out


ONE_OF_MANY = re.compile(
    r"(?<![\w.])1 (?:(?:inverse bind|morph|skin|skinned|rotation|key) )?(?:vertices|points|joints|keys|times|weights|"
    r"influences|samplers|channels|edges|triangles|normals|sets|parts|numbers|displacements|names|values|letters|"
    r"matrices|targets|meshes|materials|nodes|skins)\b|(?<![\w.])1 of (?:its|the) [\w']+(?: [a-z]+)? are ")


def miscounted(findings):
    """Messages and advice that count one thing as several: "1 vertices"."""
    return [f"miscounted: {f['id']}: {text}" for f in findings for text in (f["message"], f["advice"])
            if ONE_OF_MANY.search(text or "")]


class Case(unittest.TestCase):
    """A test case with a folder of its own to write to."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="vitruvian-test-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def expect(self, code, *arguments, **options):
        """Runs, checks the exit code, and gives the process with its output as text."""
        done = run(*arguments, **options)
        done.text = (done.stdout or b"").decode("utf-8", "replace")
        done.said = done.stderr.decode("utf-8", "replace")
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.said}")
        return done

    def json(self, *arguments, **options):
        """What a command prints as its one JSON document."""
        return json.loads(self.expect(DONE, *arguments, **options).text)

    def need_corpus(self):
        if not CORPUS.is_dir():
            self.skipTest(f"the corpus of real files is not here: {CORPUS}")


def main():
    if not os.access(VITRUVIAN, os.X_OK):
        sys.exit(f"build the program first: there is no {VITRUVIAN}")
    unittest.main(verbosity=2)
