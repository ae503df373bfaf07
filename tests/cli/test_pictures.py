"""`screenshot` and `compare`: exit codes, sizes, views, and the same bytes from run to run."""
import json
import struct
import zlib

from common import CORPUS, DATA, DONE, FINDINGS, NO_OPENGL, UNREADABLE, USAGE, Case, main

GLTF = DATA / "boxman.gltf"
WRL = DATA / "boxman.wrl"
SMALL = ("--size", "160x120")


def png(width, height, color):
    """A plain RGB picture."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(color) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def header(data):
    """(width, height, colour type) of a PNG file's bytes."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, _, kind = struct.unpack(">IIBB", data[16:26])
    return width, height, kind


class Screenshot(Case):
    def shoot(self, *arguments, name="out.png", code=DONE, **options):
        self.expect(code, "screenshot", *arguments, "-o", self.folder / name, **options)
        return (self.folder / name).read_bytes()

    def test_sizes(self):
        self.assertEqual(header(self.shoot(GLTF))[:2], (1280, 720))
        self.assertEqual(header(self.shoot(GLTF, "--size", "31x57"))[:2], (31, 57))
        self.assertEqual(header(self.shoot(GLTF, "--size", "1x1"))[:2], (1, 1))

    def test_background(self):
        self.assertEqual(header(self.shoot(GLTF, *SMALL))[2], 2)
        self.assertEqual(header(self.shoot(GLTF, *SMALL, "--background", "transparent"))[2], 6)
        self.assertTrue(self.shoot(GLTF, *SMALL, "--background", "ff0000") !=
                        self.shoot(GLTF, *SMALL, "--background", "0000FF"))
        for wrong in ("red", "12345", "12345g", "#112233"):
            self.expect(USAGE, "screenshot", GLTF, "-o", self.folder / "no.png", "--background", wrong)

    def test_the_same_bytes_every_time(self):
        files = [GLTF, WRL]
        if CORPUS.is_dir():
            files.append(CORPUS / "gltf/RobotExpressive.glb")
        for file in files:
            arguments = (file, "--size", "320x240", "--clip", "0", "--cycle", "0.3", "--show", "skin,grid,bones,joints")
            first = self.shoot(*arguments)
            self.assertTrue(first == self.shoot(*arguments))
            for threads in ("0", "2"):
                self.assertTrue(first == self.shoot(*arguments, env={"LP_NUM_THREADS": threads}), threads)

    def test_views_differ(self):
        views = ("best", "front", "side", "top", "inclined", "left side")
        pictures = {view: self.shoot(WRL, *SMALL, "--view", view, name="view.png") for view in views}
        self.assertEqual(len(set(pictures.values())), len(views))
        done = self.expect(USAGE, "screenshot", WRL, "-o", self.folder / "no.png", "--view", "behind")
        self.assertIn("left side", done.said)

    def test_layers_differ(self):
        layers = ("skin", "wireframe", "joints", "bones", "limits", "sites", "displacers", "normals", "grid", "bounds",
                  "centre-of-mass", "stiffness", "weights", "labels", "unlit")
        nothing = self.shoot(WRL, "--size", "320x240", "--show", "skin")
        for layer in layers[1:]:
            self.assertTrue(nothing != self.shoot(WRL, "--size", "320x240", "--show", f"skin,{layer}", "--select",
                                                    "l_knee"), layer)
        done = self.expect(USAGE, "screenshot", WRL, "-o", self.folder / "no.png", "--show", "skin,soul")
        self.assertIn("soul", done.said)

    def test_select(self):
        plain = self.shoot(WRL, *SMALL, "--show", "skin,joints,bones")
        self.assertTrue(plain != self.shoot(WRL, *SMALL, "--show", "skin,joints,bones", "--select", "l_elbow"))
        self.expect(USAGE, "screenshot", WRL, "-o", self.folder / "no.png", "--select", "tail")

    def test_variants(self):
        file = DATA / "layers.gltf"
        plain = self.shoot(file, *SMALL)
        blue = self.shoot(file, *SMALL, "--variant", "blue")
        self.assertTrue(plain != blue)
        self.assertTrue(blue == self.shoot(file, *SMALL, "--variant", "1"))
        self.assertTrue(plain == self.shoot(file, *SMALL, "--variant", "as it was"))
        done = self.expect(USAGE, "screenshot", file, "-o", self.folder / "no.png", "--variant", "red")
        self.assertIn("blue", done.said)
        self.expect(USAGE, "screenshot", GLTF, "-o", self.folder / "no.png", "--variant", "red")

    def test_clips_without_a_body_are_an_empty_stage_which_is_said(self):
        data = (DATA.parents[1] / "assets/manikin/manikin_clips.glb").read_bytes()
        size, = struct.unpack_from("<I", data, 12)
        clips = json.loads(data[20:20 + size])
        for key in ("nodes", "scenes", "scene", "skins", "extensions"):
            clips.pop(key, None)
        text = json.dumps(clips).encode()
        text += b" " * (-len(text) % 4)
        data = struct.pack("<II", len(text), 0x4E4F534A) + text + data[20 + size:]
        (self.folder / "clips.glb").write_bytes(struct.pack("<4sII", b"glTF", 2, 12 + len(data)) + data)
        done = self.expect(DONE, "screenshot", self.folder / "clips.glb", "-o", self.folder / "out.png", *SMALL)
        self.assertIn("--clip", done.said)
        self.assertNotIn("--clip", self.expect(DONE, "screenshot", GLTF, "-o", self.folder / "out.png", *SMALL).said)

    def test_turntable(self):
        self.expect(DONE, "screenshot", GLTF, "-o", self.folder / "turn.png", *SMALL, "--turntable", "4")
        names = sorted(path.name for path in self.folder.iterdir())
        self.assertEqual(names, [f"turn_{i:03}.png" for i in range(4)])
        self.assertEqual(len({(self.folder / name).read_bytes() for name in names}), 4)
        self.assertEqual((self.folder / "turn_000.png").read_bytes(), self.shoot(GLTF, *SMALL))

    def test_standard_output(self):
        picture = self.shoot(GLTF, *SMALL)
        done = self.expect(DONE, "screenshot", GLTF, "-o", "-", *SMALL)
        self.assertEqual(done.stdout, picture)

    def test_reference(self):
        self.shoot(GLTF, *SMALL, name="reference.png")
        reference = ("--reference", self.folder / "reference.png")
        self.shoot(GLTF, *SMALL, *reference)
        self.assertFalse((self.folder / "out.diff.png").exists())
        self.shoot(GLTF, *SMALL, *reference, "--clip", "wave", "--time", "0.5", "--tolerance", "0.0001", code=FINDINGS)
        self.assertEqual(header((self.folder / "out.diff.png").read_bytes())[:2], (160, 120))
        self.shoot(GLTF, *SMALL, *reference, "--clip", "wave", "--time", "0.5", "--tolerance", "1")
        self.shoot(GLTF, "--size", "80x60", *reference, code=FINDINGS)
        self.expect(UNREADABLE, "screenshot", GLTF, "-o", self.folder / "out.png", *SMALL, "--reference",
                    self.folder / "missing.png")

    def test_without_a_gl_driver_it_is_exit_5(self):
        none = {"__EGL_VENDOR_LIBRARY_DIRS": str(self.folder)}
        self.expect(NO_OPENGL, "screenshot", GLTF, "-o", self.folder / "no.png", env=none)
        self.assertFalse((self.folder / "no.png").exists())

    def test_the_whole_window(self):
        picture = self.shoot(GLTF, "--gui", "--size", "1280x720")
        self.assertEqual(header(picture)[:2], (1280, 720))
        self.assertTrue(picture != self.shoot(GLTF, "--size", "1280x720"))
        self.assertTrue(picture == self.shoot(GLTF, "--gui", "--size", "1280x720"), "not the same bytes twice")
        self.assertTrue(picture != self.shoot(GLTF, "--gui", "--size", "1280x720", "--select", "Head"))
        foreign = ("--gui", "--size", "1280x720", "--clip", f"{WRL}#0", "--cycle")
        self.assertTrue(self.shoot(GLTF, *foreign, "0.1") != self.shoot(GLTF, *foreign, "0.4"))
        for wrong in (("--turntable", "2"), ("--background", "ffffff"), ("--set-rotation", "Head", "1", "0", "0", "1"),
                      ("--view", "behind"), ("--select", "tail")):
            self.expect(USAGE, "screenshot", GLTF, "-o", self.folder / "no.png", "--gui", *wrong)


class Compare(Case):
    def write(self, name, *arguments):
        path = self.folder / name
        path.write_bytes(png(*arguments))
        return path

    def test_json_shape(self):
        red = self.write("red.png", 8, 6, (200, 0, 0))
        same = self.json("compare", red, red, "--json")
        self.assertEqual(same, {"size": [8, 6], "differing": 0, "mean": 0, "max": 0, "flip": 0, "pass": True})
        self.assertEqual(list(same), ["size", "differing", "mean", "max", "flip", "pass"])

    def test_different_pictures_are_exit_1(self):
        red = self.write("red.png", 8, 6, (255, 0, 0))
        green = self.write("green.png", 8, 6, (0, 255, 0))
        result = json.loads(self.expect(FINDINGS, "compare", red, green, "--json").text)
        self.assertEqual((result["differing"], result["max"], result["pass"]), (1, 1, False))
        self.assertAlmostEqual(result["mean"], 2 / 3, delta=1e-6)
        self.assertGreater(result["flip"], 0.5)
        self.assertIn("different", self.expect(FINDINGS, "compare", red, green).text)
        self.expect(DONE, "compare", red, green, "--tolerance", "1")

    def test_sizes_that_differ_are_exit_1(self):
        one = self.write("one.png", 8, 6, (9, 9, 9))
        other = self.write("other.png", 6, 8, (9, 9, 9))
        self.assertFalse(json.loads(self.expect(FINDINGS, "compare", one, other, "--json").text)["pass"])

    def test_picture_of_the_differences(self):
        red = self.write("red.png", 8, 6, (255, 0, 0))
        green = self.write("green.png", 8, 6, (0, 255, 0))
        self.expect(FINDINGS, "compare", red, green, "--diff", self.folder / "heat.png")
        self.assertEqual(header((self.folder / "heat.png").read_bytes())[:2], (8, 6))


if __name__ == "__main__":
    main()
