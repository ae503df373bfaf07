"""`regress`: suites of pictures against the approved ones: init, approve, statuses, shards, hostile names, bad suites."""
import json
import os
import re
import shutil
import struct
import xml.etree.ElementTree as ElementTree

from common import DATA, DONE, FINDINGS, NO_OPENGL, UNREADABLE, UNWRITABLE, USAGE, Case, main
from test_check import ORDERS, Page

WORLD = DATA / "boxman.wrl"
EVIL = "\x1b]0;title\x07<script>alert(1)</script>&\"'\u202e"


def shot(**keys):
    return {"name": "man", "file": "man.wrl", "size": [96, 96], **keys}


class Regress(Case):
    def setUp(self):
        super().setUp()
        shutil.copy(WORLD, self.folder / "man.wrl")
        self.out = self.folder / "out"

    def suite(self, *shots, name="suite.json", **keys):
        path = self.folder / name
        path.write_text(json.dumps({"schema": "vitruvian-suite-1", **keys, "shots": list(shots)}))
        return path

    def regress(self, code, suite, *arguments, out=None):
        out = out or self.out
        done = self.expect(code, "regress", suite, "-o", out, "--json", *arguments)
        found = json.loads(done.text)
        self.assertEqual(found, json.loads((out / "results.json").read_text()))
        self.assertEqual(found["schema"], "vitruvian-regress-1")
        self.assertTrue(found["renderer"] and found["driver"])
        statuses = [s["status"] for s in found["shots"]]
        self.assertEqual(found["summary"], {s: statuses.count(s) for s in ("same", "differs", "new", "broken")})
        return found

    def statuses(self, found):
        return {s["name"]: s["status"] for s in found["shots"]}

    def move(self):
        """Another pose at rest."""
        text = (self.folder / "man.wrl").read_text()
        (self.folder / "man.wrl").write_text(text.replace('name "l_shoulder"', 'name "l_shoulder" rotation 1 0 0 1.2', 1))

    def test_threads_draw_the_same(self):
        """One file's pictures on several threads, each with its own OpenGL context, beside a file that is broken."""
        (self.folder / "broken.wrl").write_text("#VRML V2.0 utf8\nTransform ] }")
        suite = self.suite(shot(view=["front", "side", "top"], **{"set-rotation": [["l_shoulder", 1, 0, 0, 1]]}),
                           shot(name="bones", view=["front", "side", "top"], show="skin,bones,grid"),
                           shot(name="broken", file="broken.wrl"),
                           shot(name="clear", view=["front", "side", "top"], background="transparent"))
        alone, together = self.folder / "alone", self.folder / "together"
        found = [self.statuses(self.regress(FINDINGS, suite, "--jobs", jobs, out=out))
                 for jobs, out in (("1", alone), ("4", together))]
        self.assertEqual(found[0], found[1])
        self.assertEqual(sorted(found[0].values()), ["broken"] + ["new"] * 9)
        pictures = sorted(path.name for path in alone.glob("actual/*.png"))
        self.assertEqual(len(pictures), 9)
        for name in pictures:
            self.assertEqual((alone / "actual" / name).read_bytes(), (together / "actual" / name).read_bytes(), name)

    def test_init_approve_same_change(self):
        suite = self.folder / "suite.json"
        self.expect(DONE, "regress", "init", self.folder / "man.wrl", "-o", suite)
        written = json.loads(suite.read_text())
        self.assertEqual(written["schema"], "vitruvian-suite-1")
        self.assertEqual([s["file"] for s in written["shots"]], ["man.wrl"] * len(written["shots"]))
        names = {f"man@{view}" for view in ("front", "side")}
        if len(written["shots"]) > 1:
            names |= {f"man-clip@{view}-{cycle}" for view in ("front", "side") for cycle in ("0", "0.25", "0.5", "0.75")}

        found = self.regress(FINDINGS, suite)
        self.assertEqual(self.statuses(found), {name: "new" for name in names})
        for one in found["shots"]:
            self.assertIsNone(one["approved"])
            self.assertIsNone(one["flip"])
            self.assertEqual(one["actual"], str(self.out / "actual" / (one["name"] + ".png")))
            self.assertTrue((self.out / "actual" / (one["name"] + ".png")).is_file())
        self.assertFalse(list((self.folder).glob("approved/*")))

        # Part of it, then all of the rest; what was taken is told.
        found = self.regress(FINDINGS, suite, "--approve", "*@front*")
        self.assertEqual({s["name"] for s in found["shots"] if s["message"] and "approved; it was new" in s["message"]},
                         {name for name in names if "@front" in name})
        told = self.expect(DONE, "regress", suite, "-o", self.out, "--approve").text
        for name in names:
            self.assertEqual(f"approved {name}: " in told, "@side" in name)
        found = self.regress(DONE, suite)
        self.assertEqual(self.statuses(found), {name: "same" for name in names})
        self.assertEqual({s["flip"] for s in found["shots"]}, {0.0})

        self.move()
        found = self.regress(FINDINGS, suite)
        differing = [s for s in found["shots"] if s["status"] == "differs"]
        moved = {"man@front", "man@side"}  # the clip turns the joint itself
        self.assertEqual({s["name"] for s in differing}, moved)
        for one in differing:
            self.assertGreater(one["flip"], one["tolerance"])
            self.assertTrue((self.out / "difference" / (one["name"] + ".png")).is_file())
        page = Page((self.out / "report.html").read_text())
        self.assertEqual(page.tags.count("img"), 3 * len(moved) + len(names - moved))
        self.assertTrue(all(load.startswith("data:image/png;base64,") for load in page.loads))
        self.assertEqual(page.handlers, [])
        # Exactly what is told is within the tolerance, and anything less is not.
        told = max(s["flip"] for s in differing)
        for tolerance, code in ((told, DONE), (told - 1e-6, FINDINGS)):
            edge = self.folder / "edge.json"
            edge.write_text(json.dumps(dict(written, defaults=dict(written["defaults"], tolerance=tolerance))))
            self.regress(code, edge, out=self.folder / "edge")
        # Tolerance decides, and what differed before leaves no picture behind.
        lenient = dict(written, defaults=dict(written["defaults"], tolerance=1))
        suite.write_text(json.dumps(lenient))
        found = self.regress(DONE, suite)
        self.assertEqual({s["name"] for s in found["shots"] if s["flip"] > 0.01}, moved)
        self.assertEqual({s["difference"] for s in found["shots"]}, {None})
        self.assertEqual(list((self.out / "difference").iterdir()), [])

    def test_lists_multiply_out(self):
        suite = self.suite(shot(name="a", view=["front", "side"], **{"set-rotation": [["l_elbow", 1, 0, 0, -0.5]]}),
                           shot(name="b"), shot(name="c", view=["top"]), shot(name="d", view="top", show="skin,bones"),
                           defaults={"tolerance": 0.02, "background": "transparent"})
        found = self.regress(DONE, suite, "--approve")
        self.assertEqual([s["name"] for s in found["shots"]], ["a@front", "a@side", "b", "c@top", "d"])
        self.assertEqual({s["tolerance"] for s in found["shots"]}, {0.02})
        picture = (self.folder / "approved" / "b.png").read_bytes()
        self.assertEqual(struct.unpack(">II", picture[16:24]), (96, 96))
        pixels = [(self.out / "actual" / f"{name}.png").read_bytes() for name in ("a@front", "a@side", "b", "c@top", "d")]
        self.assertEqual(len(set(pixels)), 5)

    def test_pictures_are_those_of_screenshot(self):
        suite = self.suite(shot(size=[320, 240], view="front", show="skin,joints", background="204060",
                                **{"set-rotation": [["l_elbow", 1, 0, 0, -0.5]]}))
        self.regress(DONE, suite, "--approve")
        alone = self.folder / "alone.png"
        self.expect(DONE, "screenshot", self.folder / "man.wrl", "-o", alone, "--size", "320x240", "--view", "front",
                    "--show", "skin,joints", "--background", "204060", "--set-rotation", "l_elbow", 1, 0, 0, -0.5)
        self.assertEqual(alone.read_bytes(), (self.out / "actual" / "man.png").read_bytes())

    def test_what_is_broken_does_not_end_the_run(self):
        (self.folder / "bad.wrl").write_text("#VRML V2.0 utf8\nTransform ] }")
        suite = self.suite(shot(name="bad", file="bad.wrl"), shot(name="gone", file="gone.glb"), shot(),
                           shot(name="clip", clip="no such clip"), shot(name="view", view="nowhere"),
                           shot(name="joint", **{"set-rotation": [["l_wing", 1, 0, 0, 1]]}),
                           shot(name="select", select="l_wing"), shot(name="unapproved"))
        self.regress(FINDINGS, suite, "--approve", "man")
        found = self.regress(FINDINGS, suite)
        self.assertEqual(self.statuses(found), {"bad": "broken", "gone": "broken", "man": "same", "clip": "broken",
                                                "view": "broken", "joint": "broken", "select": "broken", "unapproved": "new"})
        said = {s["name"]: s["message"] for s in found["shots"]}
        self.assertRegex(said["bad"], r"bad\.wrl:2:\d+: ")
        self.assertIn("gone.glb", said["gone"])
        self.assertIn("l_wing", said["joint"])
        (self.folder / "approved" / "man.png").write_bytes(b"no picture")
        self.assertEqual(self.statuses(self.regress(FINDINGS, suite, "--only", "man")), {"man": "broken"})
        page = (self.folder / "out" / "report.html").read_text()
        self.assertIn("the approved picture cannot be read: ", page)
        self.assertEqual(page.count("<img "), 1, "the actual picture alone: the other one is none")

    def test_sizes_that_differ_differ(self):
        self.regress(DONE, self.suite(shot()), "--approve")
        found = self.regress(FINDINGS, self.suite(shot(size=[64, 96])))
        self.assertEqual(self.statuses(found), {"man": "differs"})
        self.assertIsNone(found["shots"][0]["flip"])
        self.assertIsNone(found["shots"][0]["difference"])

    def test_approving_replaces_what_differs_and_nothing_else(self):
        suite = self.suite(shot(name="a"), shot(name="b", view="side"))
        self.regress(DONE, suite, "--approve")
        before = {p.name: p.read_bytes() for p in (self.folder / "approved").iterdir()}
        self.move()
        found = self.regress(FINDINGS, suite, "--approve", "a")
        self.assertEqual(self.statuses(found), {"a": "same", "b": "differs"})
        self.assertIn("approved; it was differs", found["shots"][0]["message"])
        after = {p.name: p.read_bytes() for p in (self.folder / "approved").iterdir()}
        self.assertNotEqual(after["a.png"], before["a.png"])
        self.assertEqual(after["b.png"], before["b.png"])

    def test_only_and_shards(self):
        suite = self.suite(*(shot(name=f"s{i}", view=["front", "side"]) for i in range(4)))
        only = self.regress(FINDINGS, suite, "--only", "s1", "--only", "s*@side")
        self.assertEqual([s["name"] for s in only["shots"]], ["s0@side", "s1@front", "s1@side", "s2@side", "s3@side"])
        whole = [s["name"] for s in self.regress(FINDINGS, suite, "--jobs", "1")["shots"]]
        parts = []
        for i in (1, 2, 3):
            found = self.regress(FINDINGS, suite, "--shard", f"{i}/3", "--jobs", "3", out=self.folder / f"part{i}")
            parts += [s["name"] for s in found["shots"]]
        self.assertEqual(parts, whole)
        for option in ("--only", "--approve"):
            self.assertIn("nothing*", self.expect(USAGE, "regress", suite, "-o", self.out, option, "nothing*").said)

    def test_junit(self):
        (self.folder / "bad.wrl").write_text("#VRML V2.0 utf8\nTransform ] }")
        suite = self.suite(shot(), shot(name="new"), shot(name="bad", file="bad.wrl"))
        self.regress(FINDINGS, suite, "--approve", "man")
        self.regress(FINDINGS, suite)
        suites = ElementTree.parse(self.out / "junit.xml").getroot()
        self.assertEqual([suites.attrib[k] for k in ("tests", "failures", "errors")], ["3", "1", "1"])
        self.assertEqual([t.attrib["name"] for t in suites.iter("testcase")], ["man", "new", "bad"])
        self.assertEqual([[e.tag for e in t] for t in suites.iter("testcase")], [[], ["failure"], ["error"]])

    def test_a_clip_of_another_file_is_relative_to_the_suite(self):
        (self.folder / "clips").mkdir()
        shutil.copy(DATA / "boxman.gltf", self.folder / "clips" / "walk.gltf")
        for side in DATA.glob("boxman.bin"):
            shutil.copy(side, self.folder / "clips")
        clips = self.json("info", self.folder / "clips" / "walk.gltf", "--json")["clips"]
        if not clips:
            self.skipTest("the test figure has no clip")
        suite = self.suite(shot(clip="clips/walk.gltf#0", cycle=[0, 0.5]))
        found = self.regress(FINDINGS, suite)
        self.assertEqual(self.statuses(found), {"man@0": "new", "man@0.5": "new"})

    def test_suites_that_make_no_sense(self):
        def says(text, place, code=UNREADABLE):
            path = self.folder / "bad.json"
            path.write_text(text if isinstance(text, str) else json.dumps(text))
            done = self.expect(code, "regress", path, "-o", self.out)
            self.assertIn(f"{path}{place}: ", done.said)
            self.assertEqual(done.text, "")
            self.assertFalse(self.out.exists())

        def with_shot(**keys):
            return {"schema": "vitruvian-suite-1", "shots": [shot(**keys)]}
        says("{\n \"schema\": ]", ":2:12")
        says("{\"schema\": 1e999}", ":1:12")
        says("{\"schema\": \"vitruvian-suite-1\",\n \"shots\": [], \"shots\": []}", ":2:15")
        says([], "")
        says({"shots": []}, "#/schema")
        says({"schema": "vitruvian-suite-2", "shots": []}, "#/schema")
        says({"schema": "vitruvian-suite-1"}, "#/shots")
        says({"schema": "vitruvian-suite-1", "shots": []}, "#/shots")
        says({"schema": "vitruvian-suite-1", "shots": [], "more/less": 1}, "#/more~1less")
        says({"schema": "vitruvian-suite-1", "shots": [], "defaults": {"sise": [1, 1]}}, "#/defaults/sise")
        says({"schema": "vitruvian-suite-1", "shots": [], "defaults": {"name": "x"}}, "#/defaults/name")
        says({"schema": "vitruvian-suite-1", "shots": [{"name": "x"}]}, "#/shots/0/file")
        says({"schema": "vitruvian-suite-1", "shots": [{"file": "x"}]}, "#/shots/0/name")
        says({"schema": "vitruvian-suite-1", "shots": [shot(), shot()]}, "#/shots/1/name")
        says({"schema": "vitruvian-suite-1", "shots": [shot(view=["a"]), shot(name="man@a")]}, "#/shots/1")
        for key, value in (("views", ["front"]), ("view", 1), ("view", []), ("cycle", "0"), ("cycle", [0, None]),
                           ("size", [0, 1]), ("size", [20000, 1]), ("size", "1280"), ("size", [16384, 16384]),
                           ("tolerance", 1.5), ("show", "skin,nothing"), ("background", "red"), ("displacer", ["a"]),
                           ("set-rotation", [["a", 1, 0, 0]]), ("reach", [["a", 1, 0, "0"]]), ("pin", "a"), ("clip", -1),
                           ("remap", "never"), ("pin-feet", 1), ("reference-pose", "none"), ("humanoid", {})):
            says(with_shot(**{key: value}), f"#/shots/0/{key}")
        says(with_shot(time=0, cycle=0), "#/shots/0/time")
        self.expect(UNREADABLE, "regress", self.folder / "gone.json")
        (self.folder / "empty").mkdir()
        for figures in ("gone.wrl", "empty"):
            self.expect(UNREADABLE, "regress", "init", self.folder / figures, "-o", self.folder / "new.json")
            self.assertFalse((self.folder / "new.json").exists())

    def test_wrong_usage(self):
        for arguments in ([], ["init"], ["init", WORLD], ["init", "-o", "x.json"], ["a.json", "--shard", "3/2"],
                          ["a.json", "--jobs", "0"]):
            self.expect(USAGE, "regress", *arguments, cwd=self.folder)
        self.assertIn("init", self.expect(DONE, "regress", "--help").text)
        self.assertIn("SUITE.json", self.expect(DONE, "regress", "init", "--help").text)

    def test_what_cannot_be_written_and_drawn(self):
        suite = self.suite(shot())
        blocked = self.folder / "file"
        blocked.write_text("")
        self.expect(UNWRITABLE, "regress", suite, "-o", blocked)
        self.expect(UNWRITABLE, "regress", "init", self.folder / "man.wrl", "-o", blocked / "suite.json")
        (self.folder / "approved").mkdir()
        os.mkfifo(self.folder / "approved" / "man.png")
        self.assertIn("is not a file", self.expect(UNWRITABLE, "regress", suite, "-o", self.out, "--approve").said)
        self.expect(NO_OPENGL, "regress", suite, "-o", self.out,
                    env={"__EGL_VENDOR_LIBRARY_DIRS": str(self.folder / "nothing")})

    def test_folders_by_default(self):
        suite = self.suite(shot(), approved="good/pictures", name="nightly.json")
        self.expect(DONE, "regress", suite, "--approve")
        self.assertTrue((self.folder / "good" / "pictures" / "man.png").is_file())
        self.assertTrue((self.folder / "nightly-results" / "report.html").is_file())
        self.expect(DONE, "regress", "nightly.json", cwd=self.folder)

    def test_init_takes_folders_and_gives_each_figure_a_name(self):
        (self.folder / "rigs" / "deep").mkdir(parents=True)
        for name in ("rigs/man.wrl", "rigs/deep/man.wrl"):
            shutil.copy(WORLD, self.folder / name)
        (self.folder / "suites").mkdir()
        suite = self.folder / "suites" / "s.json"
        self.expect(DONE, "regress", "init", "rigs", "-o", "suites/s.json", cwd=self.folder)
        shots = json.loads(suite.read_text())["shots"]
        self.assertEqual(len({s["name"] for s in shots}), len(shots))
        self.assertEqual({s["file"] for s in shots}, {"../rigs/man.wrl", "../rigs/deep/man.wrl"})
        self.assertNotIn("broken", self.statuses(self.regress(FINDINGS, suite)).values())
        (self.folder / "rigs" / "bad.wrl").write_text("#VRML V2.0 utf8\nTransform ] }")
        self.assertIn("bad.wrl", self.expect(UNREADABLE, "regress", "init", "rigs", "-o", suite, cwd=self.folder).said)
        self.assertEqual(len(json.loads(suite.read_text())["shots"]), len(shots))

    def test_init_of_files_with_long_names_can_be_run(self):
        (self.folder / "rigs").mkdir()
        for letter in ("x", "\u5b57", "%"):
            shutil.copy(WORLD, self.folder / "rigs" / (letter * (245 // len(letter.encode())) + ".wrl"))
        suite = self.folder / "s.json"
        self.expect(DONE, "regress", "init", "rigs", "-o", suite, cwd=self.folder)
        self.assertEqual(set(self.statuses(self.regress(FINDINGS, suite)).values()), {"new"})

    def test_transparent_pictures_hide_what_is_under_them(self):
        suite = self.suite(shot(background="transparent"))
        self.regress(FINDINGS, suite)
        style = re.search(r"\nimg\{[^}]*background:([^}]*)\}", (self.out / "report.html").read_text())
        self.assertTrue(style.group(1).endswith("var(--card)"), "the slider would show both pictures at once")

    def test_hostile_names_stay_names(self):
        file = "e\x1b]0;x\x07<b>.wrl"
        shutil.copy(WORLD, self.folder / file)
        suite = self.suite(shot(name="../" + EVIL, file=file), shot(name=EVIL + "gone", file=EVIL), shot(view=[EVIL + "/.."]))
        for arguments in ((), ("--approve",)):
            found = self.regress(FINDINGS, suite, *arguments)
            self.assertEqual([s["status"] for s in found["shots"]][1:], ["broken", "broken"])
            for name in ("report.html", "junit.xml", "results.json"):
                self.assertIsNone(ORDERS.search((self.out / name).read_text()), name)
            ElementTree.parse(self.out / "junit.xml")
            page = Page((self.out / "report.html").read_text())
            self.assertEqual(page.tags.count("script"), 1)
            self.assertNotIn("b", page.tags)
            self.assertEqual(page.handlers, [])
        self.assertEqual(found["shots"][0]["status"], "same")
        self.assertEqual([p.parent for p in self.folder.rglob("*.png") if "approved" in p.parts],
                         [self.folder / "approved"])
        done = self.expect(FINDINGS, "regress", suite, "-o", self.out, "--color", "never")
        self.assertIsNone(ORDERS.search(done.text + done.said))


if __name__ == "__main__":
    main()
