"""Where convert and remap write: never over other people's files, and whole or not at all."""
import base64
import json
import os
import stat
import struct
import subprocess
import zlib

from common import DATA, DONE, SHARED, UNWRITABLE, VITRUVIAN, Case, environment, main

WRL = DATA / "boxman.wrl"


def png(shade=0):
    """A picture of one pixel."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(bytes([0, shade]))) + chunk(b"IEND", b""))


class Saving(Case):
    def setUp(self):
        super().setUp()
        self.source = self.folder / "stranger"
        self.home = self.folder / "home"
        self.source.mkdir()
        self.home.mkdir()
        self.state = {"XDG_STATE_HOME": str(self.folder / "state")}

    def gltf(self, images=(), buffer="f.bin"):
        """A triangle that names these pictures and this buffer."""
        target = self.source / buffer
        if target.resolve().is_relative_to(self.folder.resolve()):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(bytes(36))
        file = self.source / "f.gltf"
        file.write_text(json.dumps({
            "asset": {"version": "2.0"}, "buffers": [{"uri": buffer, "byteLength": 36}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}],
            "scenes": [{"nodes": [0]}], "scene": 0, "images": [{"uri": uri} for uri in images]}))
        return file

    def home_files(self):
        return {str(path.relative_to(self.home)): path.read_bytes()
                for path in self.home.rglob("*") if path.is_file()}

    def test_the_hostile_file_of_the_report(self):
        evil = SHARED / "hostile" / "evil.gltf"
        if not evil.exists():
            self.skipTest("the hostile files are not here")
        names = (".bashrc", ".ssh/authorized_keys", "tax.pdf")
        for content in (b"theirs", png()):
            (self.source / "evil.gltf").write_bytes(evil.read_bytes())
            for name in names:
                for folder, text in ((self.source, content), (self.home, b"mine")):
                    (folder / name).parent.mkdir(exist_ok=True)
                    (folder / name).write_bytes(text)
            self.expect(DONE, "convert", self.source / "evil.gltf", self.home / "figure.gltf")
            after = self.home_files()
            for name in names:
                self.assertEqual(after.pop(name), b"mine", name)
            after.pop("figure.gltf")
            for name, data in after.items():
                self.assertEqual(data, png(), "only pictures go along")
                self.assertRegex(name, r"^[a-z_]+[a-z_0-9.]*\.png$")

    def test_an_unrelated_file_of_the_same_name_stays(self):
        (self.home / "figure.bin").write_bytes(b"somebody else's")
        done = self.expect(DONE, "convert", WRL, self.home / "figure.gltf")
        self.assertEqual((self.home / "figure.bin").read_bytes(), b"somebody else's")
        self.assertIn("figure_2.bin", done.said)
        written = json.loads((self.home / "figure.gltf").read_text())
        self.assertEqual(written["buffers"][0]["uri"], "figure_2.bin")
        self.assertEqual(self.json("info", self.home / "figure.gltf", "--json")["meshes"]["triangles"],
                         self.json("info", WRL, "--json")["meshes"]["triangles"])

    def test_what_was_written_is_told(self):
        said = self.expect(DONE, "convert", WRL, self.home / "figure.gltf").said
        self.assertIn("figure.bin", said)
        self.assertEqual(self.expect(DONE, "--quiet", "convert", WRL, self.home / "figure.gltf").said, "")
        files = self.json("convert", "--json", WRL, self.home / "again.gltf")["files"]
        self.assertEqual([(os.path.basename(f["path"]), f["written"]) for f in files],
                         [("again.gltf", True), ("again.bin", True)])
        files = self.json("convert", "--json", WRL, self.home / "again.gltf")["files"]
        self.assertEqual([f["written"] for f in files], [True, False])

    def test_names_that_harm_are_changed_in_the_file_as_well(self):
        uris = {".profile": "profile.png", "%2eprofile": "profile_2.png", "a/.hidden/b.png": "b.png",
                "con.png": "file_con.png", "x%1b%5b2J.png": None, "Skin.png": "Skin.png", "skin.png": "skin_2.png"}
        for number, uri in enumerate(uris):
            path = self.source / uri.replace("%2e", ".").replace("%1b%5b", "\x1b[")
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.write_bytes(png(number))
        self.expect(DONE, "convert", self.gltf(uris), self.home / "f.gltf")
        for name in self.home_files():
            for part in name.split("/"):
                self.assertNotIn(part[0], ".-", name)
                self.assertTrue(part.isprintable(), name)
        back = json.loads((self.home / "f.gltf").read_text())
        for (uri, expected), image in zip(uris.items(), back["images"], strict=True):
            with self.subTest(uri):
                self.assertTrue((self.home / image["uri"]).is_file() or "%" in image["uri"], image)
                if expected and uri != "%2eprofile":
                    self.assertEqual(image["uri"], expected)

    def test_buffers_have_the_names_of_buffers(self):
        for name in ("Makefile", "run.sh", ".ssh/id", "conftest.py"):
            self.expect(DONE, "convert", self.gltf(buffer=name), self.home / "f.gltf")
            self.assertTrue(all(path.suffix in (".gltf", ".bin") for path in self.home.rglob("*") if path.is_file()))

    def test_new_values_go_to_the_buffers_own_file(self):
        """Also those of edits of the structure: nothing is embedded where the file embeds nothing."""
        rig = json.loads((DATA / "boxman.gltf").read_text())
        values = base64.b64decode(rig["buffers"][0]["uri"].split(",", 1)[1])
        rig["buffers"][0]["uri"] = "values.bin"
        (self.folder / "values.bin").write_bytes(values)
        (self.folder / "rig.gltf").write_text(json.dumps(rig))
        added = [{"do": "add-joint", "name": "crown", "parent": "Head", "centre": [0, 1.7, 0]},
                 {"do": "add-clip", "name": "New"}, {"do": "set-key", "clip": "New", "time": 0, "joint": "crown"}]
        for name, commands in (("added", added), ("deleted", [{"do": "delete-joint", "joint": "LeftHand"}]),
                               ("displaced", [{"do": "add-displacer", "name": "smile", "from": {"weights": {"nose": 1}}}])):
            with self.subTest(edit=name):
                script = self.folder / "edits.jsonl"
                script.write_text("\n".join(json.dumps(command) for command in commands))
                out = self.folder / f"{name}.gltf"
                self.expect(DONE, "edit", self.folder / "rig.gltf", "--commands", script, "-o", out)
                buffers = json.loads(out.read_text())["buffers"]
                beside = (self.folder / f"{name}.bin").read_bytes()
                self.assertEqual(buffers, [{"byteLength": len(beside), "uri": f"{name}.bin"}])
                if name != "deleted":  # whose vertices have another joint
                    self.assertEqual(beside[:len(values)], values)
                self.expect(DONE, "edit", DATA / "boxman.gltf", "--commands", script, "-o", self.folder / "embedded.gltf")
                self.expect(DONE, "diff", out, self.folder / "embedded.gltf")
                self.assertEqual(self.json("info", out, "--json")["diagnostics"], [])

    def test_never_through_links(self):
        other = self.folder / "other"
        other.mkdir()
        (other / "real").write_bytes(b"real")
        (self.home / "maps").symlink_to(other)
        (self.home / "f.bin").symlink_to(other / "real")
        (self.home / "dangling.png").symlink_to(other / "made")
        (self.source / "maps").mkdir()
        for name in ("maps/skin.png", "dangling.png"):
            (self.source / name).write_bytes(png())
        self.expect(DONE, "convert", self.gltf(["maps/skin.png", "dangling.png"]), self.home / "f.gltf")
        self.assertEqual([p.name for p in other.iterdir()], ["real"])
        self.assertEqual((other / "real").read_bytes(), b"real")
        self.expect(DONE, "info", self.home / "f.gltf")

    def test_worlds_follow_the_same_rules(self):
        (self.source / ".bashrc").write_bytes(b"theirs")
        (self.source / "tax.pdf").write_bytes(b"theirs")
        (self.source / "skin.png").write_bytes(png(1))
        (self.source / "arm.wrl").write_text("#VRML V2.0 utf8\nShape { geometry Box { } }\n")
        for name in (".bashrc", "tax.pdf", "skin.png"):
            (self.home / name).write_bytes(b"mine")
        world = self.source / "w.wrl"
        world.write_text("#VRML V2.0 utf8\nShape { appearance Appearance { texture ImageTexture { url \"skin.png\" } } "
                         "geometry Box { } }\nInline { url \"arm.wrl\" }\nInline { url \".bashrc\" }\n"
                         "Shape { appearance Appearance { texture ImageTexture { url \"tax.pdf\" } } geometry Box { } }\n")
        self.expect(DONE, "convert", world, self.home / "w.wrl")
        for name in (".bashrc", "tax.pdf", "skin.png"):
            self.assertEqual((self.home / name).read_bytes(), b"mine")
        self.assertEqual(sorted(self.home_files()), [".bashrc", "arm.wrl", "skin.png", "skin_2.png", "tax.pdf", "w.wrl"])
        self.assertIn('url "skin_2.png"', (self.home / "w.wrl").read_text())
        self.assertIn('url "arm.wrl"', (self.home / "w.wrl").read_text())

    def test_a_failed_main_file_takes_its_side_files_with_it(self):
        (self.home / "figure.gltf").mkdir()
        (self.source / "maps").mkdir()
        (self.source / "maps" / "skin.png").write_bytes(png())
        self.expect(UNWRITABLE, "convert", self.gltf(["maps/skin.png"]), self.home / "figure.gltf")
        self.assertEqual(self.home_files(), {})
        self.assertFalse((self.home / "maps").exists())

    def test_protected_files_stay(self):
        for name, command in (("a.wrl", ("convert", WRL)), ("a.gltf", ("convert", WRL)),
                              ("a.bvh", ("remap", WRL, WRL, "-o")), ("a.png", ("screenshot", WRL, "--size", "16x16", "-o"))):
            target = self.home / name
            target.write_bytes(b"kept")
            target.chmod(0o444)
            done = self.expect(UNWRITABLE, *command, target)
            self.assertIn("protected", done.said)
            self.assertEqual(target.read_bytes(), b"kept")
        self.assertEqual(len(self.home_files()), 4, "and nothing beside them")

    def test_links_and_rights_stay(self):
        real = self.home / "real.wrl"
        real.write_bytes(b"old")
        real.chmod(0o604)
        os.link(real, self.home / "second.wrl")
        (self.home / "link.wrl").symlink_to("real.wrl")
        self.expect(DONE, "convert", WRL, self.home / "link.wrl", env=self.state)
        self.assertTrue((self.home / "link.wrl").is_symlink())
        self.assertEqual((self.home / "second.wrl").read_bytes(), WRL.read_bytes())
        self.assertEqual(real.stat().st_nlink, 2)
        self.assertEqual(stat.S_IMODE(real.stat().st_mode), 0o604)
        self.assertEqual([p for p in (self.folder / "state").rglob("*") if p.is_file()], [])

    def test_a_folder_that_is_not_writable(self):
        """As nobody where the test runs as root, who may write everywhere."""
        real = self.home / "own.wrl"
        real.write_bytes(b"old")
        (self.folder / "state").mkdir()
        for path in (self.folder, self.folder / "state"):
            path.chmod(0o777)
        real.chmod(0o666)
        self.home.chmod(0o555)
        self.addCleanup(self.home.chmod, 0o700)
        command = [VITRUVIAN, "convert", str(WRL), str(real)]
        if os.geteuid() == 0:
            nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            if subprocess.run([*nobody, "test", "-x", VITRUVIAN, "-a", "-r", WRL], check=False).returncode != 0:
                self.skipTest("nobody may not run the program here")
            command = [*nobody, *command]
        done = subprocess.run(command, env=environment(**self.state, HOME=str(self.folder)), capture_output=True,
                              check=False)
        self.assertEqual(done.returncode, DONE, done.stderr)
        self.assertEqual(real.read_bytes(), WRL.read_bytes())
        self.assertEqual([p for p in (self.folder / "state").rglob("*") if p.is_file()], [])

    def test_the_home_folder_itself(self):
        """Whose hidden files a confined command may not even read."""
        (self.home / ".vitruvian-aB3xYz").write_bytes(b"half a figure")
        (self.home / ".bashrc").write_bytes(b"mine")
        for _ in range(2):
            self.expect(DONE, "convert", WRL, self.home / "f.gltf", env={"HOME": str(self.home)})
        self.assertEqual(sorted(self.home_files()), [".bashrc", "f.bin", "f.gltf"])

    def test_leftovers_of_killed_saves_go(self):
        left = self.home / ".vitruvian-aB3xYz"
        left.write_bytes(b"half a figure")
        self.expect(DONE, "convert", WRL, self.home / "a.wrl")
        self.assertEqual(list(self.home_files()), ["a.wrl"])


if __name__ == "__main__":
    main()
