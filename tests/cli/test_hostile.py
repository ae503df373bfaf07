"""Broken files through the binary: exit 0 or 3, in time, in memory, and never outside the file's own folder."""
import base64
import json
import os
import random
import struct
import subprocess
import zlib

from common import CORPUS, DATA, DONE, GIB, UNREADABLE, VITRUVIAN, Case, environment, main, run

SECONDS = 10
SAMPLE = ("hanim/vrml97/JinLOA1.wrl", "hanim/vrml97/HAnim1SpecificationLOA3Animation.wrl", "torture/a06_gzip.wrl",
          "hanim/robots/sample1.wrl", "gltf/RobotExpressive.glb", "gltf/skin-multiple-sets.gltf",
          "gltf/pirate.glb", "vrm/cryptovoxels.vrm", "ext/ext_full55.glb")


def gray_png(width, height):
    """A bit a pixel, all of them white."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + b"\xff" * ((width + 7) // 8)) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def gltf_with_pictures(pictures):
    """glTF with a triangle for each picture, given as encoded bytes."""
    uri = lambda data: "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    corners = struct.pack("<15f", 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1)
    triangle = {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}}
    each = range(len(pictures))
    return json.dumps({
        "asset": {"version": "2.0"}, "buffers": [{"byteLength": len(corners), "uri": uri(corners)}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3},
                      {"bufferView": 1, "componentType": 5126, "type": "VEC2", "count": 3}],
        "images": [{"uri": uri(picture)} for picture in pictures], "textures": [{"source": i} for i in each],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": i}}} for i in each],
        "meshes": [{"primitives": [triangle | {"material": i} for i in each]}],
        "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}]})


class Pictures(Case):
    """Pictures in strangers' files: whatever they are, the figure is shown, in little memory."""

    def shoot(self, file):
        """What it said, and the most memory that it had."""
        arguments = [VITRUVIAN, "screenshot", file, "-o", self.folder / "out.png", "--size", "160x120"]
        with open(self.folder / "said", "w+b") as said:
            process = subprocess.Popen(arguments, stderr=said, env=environment())
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            said.seek(0)
            text = said.read().decode("utf-8", "replace")
        self.assertEqual(process.returncode, DONE, text)
        return text, usage.ru_maxrss * 1024

    def test_broken_ones_leave_the_figure(self):
        broken = (DATA / "many_symbols.jpg").read_bytes()
        for name, text in (("figure.gltf", gltf_with_pictures([broken, gray_png(4, 4)])),
                           ("figure.wrl", '#VRML V2.0 utf8\nShape { appearance Appearance { texture ImageTexture { '
                                          'url "broken.jpg" } } geometry Box { } }')):
            (self.folder / "broken.jpg").write_bytes(broken)
            (self.folder / name).write_text(text)
            self.assertIn("Huffman", self.shoot(self.folder / name)[0])
            for command in ("info", "convert"):
                more = (self.folder / "out.glb",) if command == "convert" else ()
                self.expect(DONE, command, self.folder / name, *more)

    def test_one_picture_named_a_hundred_times(self):
        file = self.folder / "bomb.gltf"
        file.write_text(gltf_with_pictures([gray_png(8192, 8192)] * 100))
        said, used = self.shoot(file)
        self.assertEqual(said, "")
        self.assertLess(used, GIB)

    def test_many_large_pictures_are_made_smaller(self):
        file = self.folder / "bomb.gltf"
        file.write_text(gltf_with_pictures([gray_png(8192, 8192 - 8 * i) for i in range(8)]))
        said, used = self.shoot(file)
        self.assertIn("lower resolution", said)
        self.assertLess(used, 1.5 * GIB)

    def test_a_long_and_thin_one(self):
        file = self.folder / "thin.gltf"
        file.write_text(gltf_with_pictures([gray_png(1, 60000), gray_png(60000, 1)]))
        self.assertEqual(self.shoot(file)[0], "")

    def test_millions_of_points(self):
        file = self.folder / "points.wrl"
        file.write_text("#VRML V2.0 utf8\nShape { geometry PointSet { coord Coordinate { point [" +
                        "0 1 2 3 4 5 6 7 8 " * 400_000 + "] } } }")
        self.assertLess(self.shoot(file)[1], 0.4 * GIB)


class Hostile(Case):
    def survive(self, what, file):
        done = run("pose", file, "--json", "--quiet", timeout=SECONDS, memory=GIB)
        self.assertIn(done.returncode, (DONE, UNREADABLE), f"{what}\n{done.stderr.decode('utf-8', 'replace')}")
        if done.returncode == UNREADABLE:
            self.assertNotEqual(done.stderr, b"", what)

    def broken_forms(self, name, data):
        seed = random.Random(name)
        for part in seed.sample(range(64), 4):
            yield f"{name} cut at {part}/64", data[:len(data) * part // 64]
        for _ in range(6):
            flipped = bytearray(data)
            for _ in range(seed.choice((1, 4, 32))):
                flipped[seed.randrange(len(flipped))] = seed.randrange(256)
            yield f"{name} with bytes changed", bytes(flipped)

    def test_own_files_cut_and_flipped(self):
        for path in (DATA / "boxman.gltf", DATA / "boxman.wrl"):
            for what, data in self.broken_forms(path.name, path.read_bytes()):
                target = self.folder / path.name
                target.write_bytes(data)
                self.survive(what, target)

    def test_corpus_cut_and_flipped(self):
        self.need_corpus()
        for name in SAMPLE:
            path = CORPUS / name
            for what, data in self.broken_forms(name, path.read_bytes()):
                target = self.folder / path.name
                target.write_bytes(data)
                self.survive(what, target)

    def test_malformed_gltf(self):
        self.need_corpus()
        for path in sorted((CORPUS / "malformed").glob("*.gl*")):
            self.survive(path.name, path)

    def test_bombs(self):
        deep = self.folder / "deep.wrl"
        deep.write_text("#VRML V2.0 utf8\n" + "Group { children [ " * 200000)
        self.survive("deep nesting", deep)
        wide = self.folder / "wide.gltf"
        wide.write_text('{"asset": {"version": "2.0"}, "accessors": [{"count": 4000000000, "type": "MAT4", '
                        '"componentType": 5126}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], '
                        '"nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}]}')
        self.survive("an accessor of 4 billion matrices", wide)
        brackets = self.folder / "brackets.gltf"
        brackets.write_text('{"asset": ' + "[" * 1000000)
        self.survive("a million brackets", brackets)

    def test_references_stay_in_the_files_folder(self):
        (self.folder / "inside").mkdir()
        (self.folder / "secret.bin").write_bytes(bytes(36))
        for uri in ("../secret.bin", "%2e%2e/secret.bin", str(self.folder / "secret.bin"),
                    f"file://{self.folder}/secret.bin", "http://localhost/secret.bin"):
            file = self.folder / "inside" / "escape.gltf"
            file.write_text('{"asset": {"version": "2.0"}, "buffers": [{"uri": "%s", "byteLength": 36}], '
                            '"bufferViews": [{"buffer": 0, "byteLength": 36}], "accessors": [{"bufferView": 0, '
                            '"componentType": 5126, "count": 3, "type": "VEC3"}], "meshes": [{"primitives": '
                            '[{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}]}'
                            % uri)
            done = self.expect(UNREADABLE, "info", file)
            self.assertIn("escape.gltf", done.said)
        (self.folder / "inside" / "secret.bin").write_bytes(bytes(36))
        file.write_text(file.read_text().replace("http://localhost/secret.bin", "secret.bin"))
        self.expect(DONE, "info", file)

    def test_links_do_not_lead_out(self):
        (self.folder / "inside").mkdir()
        (self.folder / "secret.wrl").write_text("#VRML V2.0 utf8\nGroup {}\n")
        (self.folder / "inside" / "link.wrl").symlink_to(self.folder / "secret.wrl")
        file = self.folder / "inside" / "world.wrl"
        for url in ("../secret.wrl", "link.wrl", str(self.folder / "secret.wrl")):
            file.write_text('#VRML V2.0 utf8\nInline { url "%s" }\nShape { geometry Box {} }\n' % url)
            found = self.json("info", file, "--json")["diagnostics"]
            self.assertTrue(found, f"{url} was followed without a word")


if __name__ == "__main__":
    main()
