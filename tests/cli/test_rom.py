"""vitruvian rom: how the skin takes the limits of the joints."""
import json
import struct
import zlib

from common import DATA, DONE, UNREADABLE, UNWRITABLE, USAGE, Case, main

MANIKIN = DATA.parent.parent / "assets" / "manikin" / "manikin.x3d"


def read_rgb(path):
    """The pixels of a PNG of 8-bit RGB, row by row."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            width, height = struct.unpack_from(">II", data, at + 8)
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    rows, above = zlib.decompress(packed), bytearray(3 * width)
    for y in range(height):
        method, *row = rows[y * (3 * width + 1):(y + 1) * (3 * width + 1)]
        for i in range(3 * width):
            a, b, c = row[i - 3] if i > 2 else 0, above[i], above[i - 3] if i > 2 else 0
            nearest = min((a, b, c), key=lambda value: abs(a + b - c - value))
            row[i] = (row[i] + (0, a, b, (a + b) // 2, nearest)[method]) % 256
        yield from zip(row[::3], row[1::3], row[2::3])
        above = row


class Rom(Case):
    def test_json(self):
        found = self.json("rom", MANIKIN, "--json", "--joint", "l_elbow", "--joint", "r_knee")
        self.assertEqual(found["schema"], "vitruvian-rom-1")
        self.assertEqual({e["joint"] for e in found["extremes"]}, {"l_elbow", "r_knee"})
        for extreme in found["extremes"]:
            self.assertIn(extreme["axis"], "xyz")
            self.assertIn(extreme["limits"], ("file", "anatomical"))
            self.assertIsNone(extreme["picture"])
            self.assertGreater(extreme["volume"], 0.2)
            self.assertGreater(extreme["area"], 0.2)
            self.assertGreaterEqual(extreme["intersections"], 0)
            if abs(extreme["angle"]) < 1e-6:
                self.assertAlmostEqual(extreme["volume"], 1, 4)
                self.assertAlmostEqual(extreme["stretch"], 1, 4)
                self.assertEqual(extreme["intersections"], 0)
        ends = [e for e in found["extremes"] if e["joint"] == "l_elbow" and e["axis"] == "x"]
        self.assertEqual(len(ends), 2, "lower and upper")
        self.assertLess(min(e["volume"] for e in ends), 0.999, "a bent elbow loses some")

    def test_joints_without_names_go_by_their_bones(self):
        gltf = MANIKIN.with_suffix(".glb").read_bytes()
        size = struct.unpack_from("<I", gltf, 12)[0]
        scene = json.loads(gltf[20:20 + size])
        for node in scene["nodes"]:
            node.pop("name", None)
        text = json.dumps(scene).encode()
        text += b" " * (-len(text) % 4)
        nameless = self.folder / "nameless.glb"
        nameless.write_bytes(gltf[:8] + struct.pack("<II", len(gltf) - size + len(text), len(text)) + gltf[16:20] +
                             text + gltf[20 + size:])
        found = self.json("rom", nameless, "--json", "--joint", "leftLowerArm", "--joint", "#0")
        self.assertIn("leftLowerArm", {e["joint"] for e in found["extremes"]})
        self.assertNotIn("", {e["joint"] for e in found["extremes"]})

    def test_text(self):
        text = self.expect(DONE, "rom", MANIKIN, "--joint", "leftLowerArm").text
        self.assertRegex(text, r"l_elbow +x ")

    def test_sheet(self):
        sheet = self.folder / "sheet.html"
        found = self.json("rom", MANIKIN, "-o", sheet, "--json", "--joint", "l_elbow", "--steps", "3")
        page = sheet.read_text()
        strips = len({e["axis"] for e in found["extremes"]})
        self.assertEqual(page.count("data:image/png;base64,"), 1 + 2 * strips, "rest once, and the ends of each axis")
        self.assertNotIn("://", page)
        pictures = [e["picture"] for e in found["extremes"]]
        self.assertEqual(len(set(pictures)), len(pictures))
        for name in pictures:
            self.assertTrue((self.folder / name).read_bytes().startswith(b"\x89PNG"), name)

    def test_a_limit_at_rest_is_shown_by_the_picture_at_rest(self):
        sheet = self.folder / "sheet.html"
        found = self.json("rom", MANIKIN, "-o", sheet, "--json", "--joint", "temporomandibular")
        turned = [e for e in found["extremes"] if abs(e["angle"]) > 1e-3]
        self.assertLess(len(turned), len(found["extremes"]))
        self.assertEqual(sheet.read_text().count("data:image/png;base64,"), 1 + len(turned))
        for extreme in found["extremes"]:
            self.assertTrue((self.folder / extreme["picture"]).is_file())

    def test_threads_draw_the_same_pictures_each_time(self):
        pages = []
        for name in ("a.html", "b.html"):
            self.expect(DONE, "rom", MANIKIN, "-o", self.folder / name, "--steps", "2", "--joint", "l_elbow",
                        "--joint", "r_elbow", "--joint", "l_knee", "--joint", "skullbase")
            pages.append((self.folder / name).read_text())
        self.assertEqual(pages[0], pages[1])

    def test_a_finger_is_looked_at_from_near(self):
        found = self.json("rom", MANIKIN, "-o", self.folder / "sheet.html", "--json", "--steps", "2",
                          "--joint", "l_carpal_proximal_interphalangeal_2")
        bent = min(found["extremes"], key=lambda e: e["volume"])
        pixels = read_rgb(self.folder / bent["picture"])
        stretched = sum(red > 100 and green > 100 for red, green, _ in pixels)  # yellow
        self.assertGreater(stretched, 60)

    def test_clip(self):
        clips = self.json("info", MANIKIN, "--json")["clips"]
        found = self.json("rom", MANIKIN, "--json", "--joint", "l_hip", "--clip", clips[0]["name"])
        moments = [e for e in found["extremes"] if e["clip"]]
        for moment in moments:
            self.assertEqual((moment["clip"], moment["axis"], moment["limits"]), (clips[0]["name"], None, None))
            self.assertGreaterEqual(moment["time"], 0)
        self.assertLessEqual(len(moments), 1)
        self.expect(USAGE, "rom", MANIKIN, "--json", "--clip", "no such clip")

    def test_names_are_escaped(self):
        script = self.folder / "edits.jsonl"
        script.write_text(json.dumps({"do": "rename", "thing": "joint", "name": "l_elbow", "to": "x<b>../y"}))
        odd = self.folder / "odd.x3d"
        self.expect(DONE, "edit", MANIKIN, "--commands", script, "-o", odd)
        sheet = self.folder / "sheet.html"
        found = self.json("rom", odd, "-o", sheet, "--json", "--joint", "x<b>../y")
        self.assertNotIn("<b>", sheet.read_text())
        for extreme in found["extremes"]:
            self.assertRegex(extreme["picture"], r"^[A-Za-z0-9_.-]+$")
            self.assertTrue((self.folder / extreme["picture"]).is_file())

    def test_errors(self):
        self.assertIn("l_elbo", self.expect(USAGE, "rom", MANIKIN, "--joint", "l_elbo").said)
        self.expect(USAGE, "rom", MANIKIN, "--steps", "1")
        self.expect(USAGE, "rom", MANIKIN, "--json", "-o", "-")
        self.expect(UNREADABLE, "rom", self.folder / "none.wrl")
        self.expect(UNWRITABLE, "rom", MANIKIN, "--joint", "l_elbow", "-o", self.folder / "no" / "sheet.html")
        plain = self.folder / "box.wrl"
        plain.write_text("#VRML V2.0 utf8\nShape { geometry Box {} }\n")
        self.assertIn("no humanoid", self.expect(UNREADABLE, "rom", plain).said)
        bare = self.folder / "bare.x3dv"
        bare.write_text('#X3D V3.3 utf8\nPROFILE Immersive\nHAnimHumanoid { name "h" skeleton [ HAnimJoint { name "HumanoidRoot" '
                        'children HAnimJoint { name "l_hip" } } ] }\n')
        self.assertIn("no skin", self.expect(UNREADABLE, "rom", bare).said)


if __name__ == "__main__":
    main()
