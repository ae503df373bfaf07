"""Broken files through the binary: exit 0 or 3, in time, in memory, and never outside the file's own folder."""
import random

from common import CORPUS, DATA, DONE, GIB, UNREADABLE, Case, main, run

SECONDS = 10
SAMPLE = ("hanim/vrml97/JinLOA1.wrl", "hanim/vrml97/HAnim1SpecificationLOA3Animation.wrl", "torture/a06_gzip.wrl",
          "hanim/robots/sample1.wrl", "gltf/RobotExpressive.glb", "gltf/skin-multiple-sets.gltf",
          "gltf/pirate.glb", "vrm/cryptovoxels.vrm", "ext/ext_full55.glb")


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
