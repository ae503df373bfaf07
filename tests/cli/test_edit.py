"""`edit`: commands from a file, all of them or none."""
import json
import math
import xml.etree.ElementTree

from common import DATA, DONE, UNREADABLE, UNWRITABLE, USAGE, Case, main

WORLD = DATA / "boxman.wrl"
GLTF = DATA / "boxman.gltf"


class Edit(Case):
    def script(self, *lines):
        path = self.folder / "edits.jsonl"
        path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
        return path

    def test_a_world_keeps_all_but_what_was_edited(self):
        out = self.folder / "out.wrl"
        script = self.script({"do": "rename", "thing": "joint", "name": "l_elbow", "to": "bend"}, "",
                             {"do": "set-joint-stiffness", "joint": "bend", "stiffness": [0, 0.5, 1]})
        done = self.expect(DONE, "edit", WORLD, "--commands", script, "-o", out)
        self.assertEqual(done.text, "")
        after = out.read_text()
        self.assertIn('"bend"', after)
        self.assertRegex(after, r"stiffness \[\s*0[ ,]+0\.5[ ,]+1\s*\]")
        # Undone, it is the file that it was, but for the stiffness that is written out now.
        back = self.folder / "back.wrl"
        undo = self.script({"do": "rename", "thing": "joint", "name": "#" + self.index("bend", out), "to": "l_elbow"})
        self.expect(DONE, "edit", out, "--commands", undo, "-o", back)
        self.assertEqual(back.read_text().count("\n"), WORLD.read_text().count("\n"))
        self.assertNotIn("bend", back.read_text())

    def test_scales_that_an_exporter_rounded_add_no_node(self):
        rig = json.loads(GLTF.read_text())
        node = {n["name"]: n for n in rig["nodes"]}
        node["LeftLowerArm"].update(scale=[1, 1.0002, 0.9999], rotation=[0, 0, 0.1, 0.994987])
        node["LeftHand"].update(rotation=[0.2, 0.1, 0.3, 0.927362])
        path, out = self.folder / "rounded.gltf", self.folder / "out.gltf"
        path.write_text(json.dumps(rig))
        for command in ({"do": "delete-joint", "joint": "LeftLowerArm"},
                        {"do": "re-parent", "joint": "LeftHand", "parent": "LeftUpperArm"}):
            self.expect(DONE, "edit", path, "--commands", self.script(command), "-o", out)
            names = [n["name"] for n in json.loads(out.read_text())["nodes"]]
            self.assertEqual(set(names) - set(node), set())
            was, now = ({j["name"]: j for j in self.json("pose", file, "--json")["joints"]}["LeftHand"] for file in (path, out))
            self.assertEqual(now["parent"], "LeftUpperArm")
            for a, b in zip(was["global"], now["global"]):
                self.assertAlmostEqual(a, b, delta=3e-4)

    def index(self, joint, file):
        names = [j["name"] for j in self.json("pose", file, "--json")["joints"]]
        return str(names.index(joint))

    def test_every_command_of_the_list_can_be_run(self):
        listed = self.json("edit", "--list", "--json")
        names = {command["do"] for command in listed["commands"]}
        lines = [
            {"do": "set-joint-limits", "joint": "l_elbow", "lower": [-2.4, -1.5, -0.3], "upper": None},
            {"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0.1, 0.1, 0.5]},
            {"do": "set-joint-centre", "joint": "l_elbow", "centre": [0.5, 1.25, 0]},
            {"do": "set-joint-rotation", "joint": "l_elbow", "axis": [0, 0, 2], "angle": 0.3},
            {"do": "rename", "thing": "humanoid", "name": "#0", "to": "Box man"},
            {"do": "set-displacer-weight", "displacer": "#0", "weight": 0.5},
            {"do": "set-pose", "nodes": [{"node": "r_elbow", "translation": [0, 0, 0], "rotation": [0, 0, 0, 1]}]},
            {"do": "batch", "title": "Two", "commands": [
                {"do": "rename", "thing": "joint", "name": "r_elbow", "to": "other"},
                {"do": "set-joint-limits", "joint": "other", "lower": None, "upper": None}]},
            {"do": "set-joint-limit-orientation", "joint": "l_elbow", "axis": [0, 1, 0], "angle": 0.5},
            {"do": "set-info", "name": "authorName", "value": "Jane Doe"},
            {"do": "set-bone", "bone": "chest", "joint": None},
            {"do": "add-site", "name": "l_elbow_pt", "segment": "l_forearm", "translation": [0.5, 1.3, 0]},
            {"do": "set-site", "site": "l_elbow_pt", "translation": [0.5, 1.3, 0.1], "axis": [0, 1, 0], "angle": 0},
            {"do": "delete-site", "site": "l_elbow_pt"},
            {"do": "set-segment", "segment": "l_forearm", "mass": 2.5, "centre-of-mass": [0.5, 1.2, 0],
             "moments-of-inertia": [1, 0, 0, 0, 1, 0, 0, 0, 1]},
            {"do": "add-displacer", "name": "both_action", "from": {"weights": {"#0": 1}}},
            {"do": "delete-displacer", "displacer": "both_action"},
            {"do": "reach", "targets": [{"effector": "l_wrist", "position": [0.3, 1.2, 0.3]}], "pins": ["r_ankle"]},
            {"do": "apply-anatomical-limits", "joints": ["l_hip", "r_hip"]},
            {"do": "mirror", "from": "left", "what": ["limits", "stiffness", "centres", "sites", "pose"]},
            {"do": "scale", "factor": 0.5},
            {"do": "stand-on-ground"},
            {"do": "face-forward"},
            {"do": "add-joint", "name": "tail", "parent": "vl5", "centre": [0, 0.5, -0.2]},
            {"do": "re-parent", "joint": "tail", "parent": "HumanoidRoot"},
            {"do": "delete-joint", "joint": "tail"},
            {"do": "add-clip", "name": "Agree"},
            {"do": "set-key", "clip": "Agree", "time": 0.5, "joint": "l_elbow"},
            {"do": "set-key", "clip": "Agree", "time": 1.5, "joint": "l_elbow"},
            {"do": "set-keys", "clip": "Agree", "keys": [{"node": "l_elbow", "path": "rotation", "times": [1],
                                                          "values": [[0.1, 0, 0, 1]]}]},
            {"do": "move-keys", "clip": "Agree", "keys": [{"node": "l_elbow", "times": [1]}], "by": 0.25},
            {"do": "set-interpolation", "clip": "Agree", "keys": [{"node": "l_elbow"}], "interpolation": "linear"},
            {"do": "loop-clip", "clip": "Agree", "seam": 0.1},
            {"do": "delete-keys", "clip": "Agree", "keys": [{"node": "leftLowerArm", "times": [1.25]}]},
            {"do": "trim-clip", "clip": "Agree", "from": 0, "to": 1},
            {"do": "reverse-clip", "clip": "Agree"},
            {"do": "resample-clip", "clip": "Agree", "rate": 30},
            {"do": "delete-clip", "clip": "Agree"},
            {"do": "tidy-materials"},
            {"do": "map-bones"},
            {"do": "rename-joints", "scheme": "hanim-2.0"},
            {"do": "enforce-t-pose"},
            {"do": "pose-as-rest"},
        ]
        # H-Anim's joints have no axes, and its boxes no skin.
        elsewhere = {"orient-bones", "normalise-weights", "paint-weights"}
        self.assertEqual({line["do"] for line in lines}, names - elsewhere)
        out = self.folder / "out.x3d"
        told = self.json("edit", WORLD, "--commands", self.script(*lines), "-o", out, "--json")
        self.assertEqual([step["do"] for step in told["commands"]], [line["do"] for line in lines])
        self.assertEqual([step["line"] for step in told["commands"]], list(range(1, len(lines) + 1)))
        self.assertEqual(told["commands"][0]["title"], "Set limits of l_elbow")
        written = out.read_text()
        self.assertIn("r_radiocarpal", written)
        self.assertNotIn("other", written, "between shoulder and hand it is the elbow, which gets its name back")
        for command in listed["commands"]:
            self.assertTrue(command["help"])
            line = next((line for line in lines if line["do"] == command["do"]), {})
            for field in command["fields"]:
                self.assertTrue(field["name"] in line or field.get("optional") or not line, field)
                self.assertTrue(field["help"])
            self.assertEqual(set(line) - {"do"} - {field["name"] for field in command["fields"]}, set(), command["do"])
        text = self.expect(DONE, "edit", "--list").text
        for name in names:
            self.assertIn(name, text)

    def test_numbers_that_no_reader_takes_are_refused(self):
        out = self.folder / "out.wrl"
        absurd = [1e12, 0, 0]
        for command in ({"do": "set-segment", "segment": "l_forearm", "mass": 1e38},
                        {"do": "set-segment", "segment": "l_forearm", "moments-of-inertia": [1e13] * 9},
                        {"do": "set-displacer-weight", "displacer": "#0", "weight": -1e38},
                        {"do": "set-joint-centre", "joint": "l_elbow", "centre": absurd},
                        {"do": "set-pose", "nodes": [{"node": "l_elbow", "translation": absurd,
                                                      "rotation": [0, 0, 0, 1]}]},
                        {"do": "reach", "targets": [{"effector": "l_wrist", "position": absurd}]}):
            script = self.script({"do": "face-forward"}, command)
            told = self.expect(UNREADABLE, "edit", WORLD, "--commands", script, "-o", out)
            self.assertIn(":2:", told.said)
            self.assertIn("below 1e12", told.said)
            self.assertFalse(out.exists())

    def test_a_new_site_is_in_the_frame_that_its_segment_has_in_the_file(self):
        # glTF's bones lie along +Y; the hand has a node with H-Anim's axes, where its meshes and tip are.
        for suffix in (".wrl", ".x3d", ".gltf", ".glb"):
            path, out = self.folder / f"figure{suffix}", self.folder / f"out{suffix}"
            self.expect(DONE, "convert", WORLD, path)
            script = self.script({"do": "add-site", "name": "palm_pt", "segment": "l_hand", "translation": [0.2, 0.75, 0.1]},
                                 {"do": "set-site", "site": "l_hand_tip", "translation": [0.2, 0.75, 0.1]})
            self.expect(DONE, "edit", path, "--commands", script, "-o", out)
            sites = {site["name"]: site for site in self.json("pose", out, "--json")["sites"]}
            for name in ("palm_pt", "l_hand_tip"):
                for is_at, wanted in zip(sites[name]["global"][12:15], (0.2, 0.75, 0.1)):
                    self.assertAlmostEqual(is_at, wanted, places=5, msg=suffix + " " + name)
            self.assertEqual(sites["palm_pt"]["segment"], "l_hand")

    def test_clips_of_vrm_and_bvh_move_as_edited(self):
        for suffix in (".vrm", ".bvh", ".x3d"):
            path, out = self.folder / f"figure{suffix}", self.folder / f"out{suffix}"
            self.expect(DONE, "convert", GLTF, path)
            clip = self.json("info", path, "--json")["clips"][0]
            name, end = clip["name"], clip["duration"]

            def pose(file, time):
                told = self.json("pose", file, "--clip", "0", "--time", time, "--json")
                return [number for joint in told["joints"] for number in joint["global"]]

            def edited(**command):
                self.expect(DONE, "edit", path, "--commands", self.script({**command, "clip": name}), "-o", out)
                return self.json("info", out, "--json")["clips"][0]["duration"]
            checks = (({"do": "reverse-clip"}, end, ((0.75, 0.25), (0.5, 0.5))),
                      ({"do": "trim-clip", "from": 0.25 * end, "to": 0.75 * end}, 0.5 * end, ((0, 0.25), (0.5, 0.75))),
                      ({"do": "resample-clip", "rate": 20}, end, ((0.25, 0.25), (0.75, 0.75))),
                      ({"do": "loop-clip", "seam": 0.1}, end, ((0, 0), (0.5, 0.5))))
            for command, length, times in checks:
                with self.subTest(suffix, **command):
                    self.assertAlmostEqual(edited(**command), length, places=4)
                    for now, before in times:
                        for a, b in zip(pose(out, now * end), pose(path, before * end), strict=True):
                            self.assertAlmostEqual(a, b, delta=2e-4)

    def test_materials_get_names_of_their_own(self):
        model = json.loads(GLTF.read_text())
        surface = model["materials"][0]
        primitive = model["meshes"][0]["primitives"][0]
        model["materials"] = [{**surface, "name": "skin"}, {**surface, "name": "skin"},
                              {**surface, "name": "skin", "doubleSided": True}]
        model["meshes"][0]["primitives"] = [{**primitive, "material": i} for i in range(3)]
        model["extensionsUsed"] = ["VRM"]
        model["extensions"] = {"VRM": {"materialProperties": [
            {"name": "skin", "shader": "VRM_USE_GLTFSHADER"} for _ in range(3)]}}
        file, out = self.folder / "twins.gltf", self.folder / "tidy.gltf"
        file.write_text(json.dumps(model))
        told = self.json("edit", file, "--commands", self.script({"do": "tidy-materials"}), "-o", out, "--json")
        self.assertEqual(told["commands"][0]["title"], "Tidy materials (1 merged, 1 named)")
        self.assertNotIn("save-anew", [note["code"] for note in told["notes"]])
        after = json.loads(out.read_text())
        self.assertEqual([m["name"] for m in after["materials"]], ["skin", "skin_2"])
        self.assertEqual([m["name"] for m in after["extensions"]["VRM"]["materialProperties"]], ["skin", "skin_2"])
        self.assertEqual([p["material"] for p in after["meshes"][0]["primitives"]], [0, 0, 1])
        again = self.json("edit", out, "--commands", self.script({"do": "tidy-materials"}), "--json")
        self.assertEqual(again["commands"][0]["title"], "Tidy materials (nothing to do)")

    def test_reach(self):
        for suffix in (".wrl", ".glb"):
            with self.subTest(suffix):
                hand, foot = "l_wrist", "r_ankle"
                out = self.folder / ("reached" + suffix)
                file = WORLD.parent.parent.parent / "assets" / "manikin" / ("manikin" + suffix)
                script = self.script({"do": "reach", "targets": [{"effector": hand, "position": [0.3, 1.2, 0.35]}],
                                      "pins": [foot]})
                before = {j["name"]: j["global"][12:15] for j in self.json("pose", file, "--json")["joints"]}
                self.expect(DONE, "edit", file, "--commands", script, "-o", out)
                after = {j["name"]: j["global"][12:15] for j in self.json("pose", out, "--json")["joints"]}
                self.assertLess(math.dist(after[hand], [0.3, 1.2, 0.35]), 2e-3)
                self.assertLess(math.dist(after[foot], before[foot]), 2e-3)
        bad = self.script({"do": "reach", "targets": [{"effector": "no_such", "position": [0, 0, 0]}]})
        self.assertIn("edits.jsonl:1:", self.expect(UNREADABLE, "edit", WORLD, "--commands", bad).said)

    def test_the_length_of_a_clip_adds_nothing_to_a_file_without_a_place_for_it(self):
        out = self.folder / "out.gltf"
        trim = b'{"do": "trim-clip", "clip": "wave", "from": 0.21, "to": 0.7}'
        self.expect(DONE, "edit", GLTF, "--commands", "-", "-o", out, stdin=trim)
        self.assertEqual(set(json.loads(out.read_text())), set(json.loads(GLTF.read_text())))

    def test_a_name_of_glb_that_is_changed_back_leaves_the_file_as_it_was(self):
        first, there, back = (self.folder / name for name in ("first.glb", "there.glb", "back.glb"))
        self.expect(DONE, "convert", GLTF, first)
        for name in ("bend", "bends", "bended", "bending"):
            rename = self.script({"do": "rename", "thing": "joint", "name": "LeftLowerArm", "to": name})
            self.expect(DONE, "edit", first, "--commands", rename, "-o", there)
            rename = self.script({"do": "rename", "thing": "joint", "name": name, "to": "LeftLowerArm"})
            self.expect(DONE, "edit", there, "--commands", rename, "-o", back)
            self.assertEqual(back.read_bytes(), first.read_bytes(), name)

    def test_a_bad_line_is_exit_3_with_its_place_and_nothing_is_written(self):
        good = {"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0, 0, 1]}
        for bad, column in (("{\"do\": \"fly\"}", 8), ("nonsense", 2),
                            ("{\"do\": \"set-joint-stiffness\", \"joint\": \"l_elbo\", \"stiffness\": null}", 40),
                            ("  {\"do\": \"set-joint-stiffness\", \"joint\": \"l_elbow\", \"stiffness\": [0, 0, 2]}", 3),
                            ("{\"do\": \"set-joint-stiffness\", \"joint\": \"l_elbow\", \"joint\": \"r_elbow\", \"stiffness\": null}", 51)):
            out = self.folder / "out.wrl"
            script = self.script(good, "", bad, good)
            done = self.expect(UNREADABLE, "edit", WORLD, "--commands", script, "-o", out)
            self.assertIn(f"{script}:3:{column}: ", done.said)
            self.assertEqual(done.text, "")
            self.assertFalse(out.exists())

    def test_without_an_output_they_are_only_tried(self):
        good = json.dumps({"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0, 0, 1]}).encode()
        self.expect(DONE, "edit", WORLD, "--commands", "-", stdin=good)
        self.assertIn("<standard input>:1:", self.expect(UNREADABLE, "edit", WORLD, "--commands", "-", stdin=b"{").said)

    def test_standard_output_takes_the_file(self):
        script = self.script({"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0, 0, 1]})
        text = self.expect(DONE, "edit", WORLD, "--commands", script, "-o", "-").text
        self.assertTrue(text.startswith("#VRML V2.0 utf8"))

    def test_wrong_usage(self):
        script = self.script("")
        for arguments in ((), (WORLD,), ("--commands", script), (WORLD, "--list"), ("-", "--commands", "-"),
                          (WORLD, "--commands", script, "-o", self.folder / "out.txt"),
                          (WORLD, "--commands", script, "-o", "-", "--json")):
            self.expect(USAGE, "edit", *arguments)
        self.expect(UNREADABLE, "edit", WORLD, "--commands", self.folder / "nothing.jsonl")
        self.expect(UNREADABLE, "edit", self.folder / "nothing.wrl", "--commands", script)
        self.expect(UNWRITABLE, "edit", GLTF, "--commands", script, "-o", self.folder / "no" / "folder" / "out.glb")


MANIKIN = DATA.parents[1] / "assets" / "manikin"


class Saved:
    """What a saved file says, as other commands tell it."""

    def __init__(self, case, path):
        self.suffix = path.suffix
        self.info = case.json("info", path, "--json")
        self.humanoid = self.info["humanoids"][0]
        pose = case.json("pose", path, "--json")
        self.joints = {joint["name"]: joint for joint in pose["joints"]}
        self.sites = {site["name"]: site for site in pose["sites"]}
        self.clips = {clip["name"]: clip for clip in self.info["clips"]}
        world = path if path.suffix == ".x3d" else case.folder / (path.stem + "-as.x3d")
        if world != path:
            case.expect(DONE, "convert", path, world)
        self.world = xml.etree.ElementTree.parse(world).getroot()

    def node(self, kind, name):
        return next(node for node in self.world.iter(kind) if node.get("name") == name)

    def numbers(self, kind, name, field):
        return [float(number) for number in self.node(kind, name).get(field).replace(",", " ").split()]

    def place(self, joint):
        return self.joints[joint]["global"][12:15]


class EveryCommandIsSaved(Case):
    """Each command on the built-in figure, in each format: the saved file, read again, says what was edited."""

    @classmethod
    def setUpClass(cls):
        cls.before = {}

    def near(self, a, b, tolerance=1e-4):
        self.assertEqual(len(a), len(b))
        for x, y in zip(a, b):
            self.assertAlmostEqual(x, y, delta=tolerance)

    def after(self, suffix, *lines):
        """The manikin before, and with the commands saved; and what was said of it."""
        manikin = MANIKIN / f"manikin{suffix}"
        if suffix not in self.before:
            self.before[suffix] = Saved(self, manikin)
        out = self.folder / f"out{suffix}"
        script = self.folder / "edits.jsonl"
        script.write_text("".join(json.dumps(line) + "\n" for line in lines))
        done = self.expect(DONE, "edit", manikin, "--commands", script, "-o", out)
        for line in done.said.splitlines():
            if "left-out" in line:  # bones that H-Anim goes by names for
                self.assertIn("the node of a bone", line)
        return self.before[suffix], Saved(self, out)

    def each(self, check, *lines):
        for suffix in (".wrl", ".x3d", ".glb"):
            with self.subTest(suffix, do=lines[-1]["do"]):
                check(*self.after(suffix, *lines))

    def test_limits_and_stiffness(self):
        def check(_, now):
            self.near(now.numbers("HAnimJoint", "l_elbow", "llimit"), [-2, -1, -0.5])
            self.near(now.numbers("HAnimJoint", "l_elbow", "ulimit"), [0, 1, 0.25])
            if now.suffix != ".glb":  # where joints have axes of their own
                self.near(now.numbers("HAnimJoint", "l_elbow", "limitOrientation"), [0, 1, 0, 0.5])
            self.near(now.numbers("HAnimJoint", "l_elbow", "stiffness"), [0.125, 0.25, 1])
        self.each(check, {"do": "set-joint-limits", "joint": "l_elbow", "lower": [-2, -1, -0.5], "upper": [0, 1, 0.25]},
                  {"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0.125, 0.25, 1]},
                  {"do": "set-joint-limit-orientation", "joint": "l_elbow", "axis": [0, 2, 0], "angle": 0.5})

    def test_anatomical_limits(self):
        def check(_, now):
            self.near(now.numbers("HAnimJoint", "r_hip", "llimit"), [-2.0944, -0.7854, -0.7854])
            self.near(now.numbers("HAnimJoint", "vl5", "ulimit"), [0.2199, 0.0192, 0.0454])
        self.each(check, {"do": "apply-anatomical-limits"})

    def test_names_bones_and_info(self):
        def check(_, now):
            self.assertIn("bend", now.joints)
            self.assertIn("Stroll", now.clips)
            self.assertEqual(now.humanoid["info"]["authorName"], "Jane Doe")
        self.each(check, {"do": "rename", "thing": "node", "name": "l_elbow", "to": "bend"},
                  {"do": "rename", "thing": "clip", "name": "Walk", "to": "Stroll"},
                  {"do": "set-info", "name": "authorName", "value": "Jane Doe"})

    def test_a_clip_of_glb_is_renamed_in_place(self):
        out = self.folder / "out.glb"
        manikin = MANIKIN / "manikin.glb"
        script = self.folder / "edits.jsonl"
        script.write_text(json.dumps({"do": "rename", "thing": "clip", "name": "Walk", "to": "Stroll"}))
        self.assertEqual(self.expect(DONE, "edit", manikin, "--commands", script, "-o", out).said, "")
        before, after = manikin.read_bytes(), out.read_bytes()
        self.assertLessEqual(abs(len(before) - len(after)), 16)
        self.assertEqual(before[-1000000:], after[-1000000:])
        # A file of today lists clips by name, too.
        fresh = self.folder / "fresh.glb"
        self.expect(DONE, "convert", MANIKIN / "manikin.x3d", fresh)
        self.expect(DONE, "edit", fresh, "--commands", script, "-o", out)
        was = {clip["name"]: clip for clip in self.json("info", fresh, "--json")["clips"]}
        was["Stroll"] = {**was.pop("Walk"), "name": "Stroll"}
        self.assertEqual({clip["name"]: clip for clip in self.json("info", out, "--json")["clips"]}, was)
        self.assertIn(b'"name":"Stroll"', out.read_bytes().split(b'"clips":', 1)[1][:400])
        # Others go by their numbers, which change where one before them goes.
        script.write_text(json.dumps({"do": "delete-clip", "clip": "Walk"}))
        self.assertEqual(self.expect(DONE, "edit", manikin, "--commands", script, "-o", out).said, "")
        clips = {clip["name"]: clip for clip in self.json("info", manikin, "--json")["clips"]}
        del clips["Walk"]
        for clip in self.json("info", out, "--json")["clips"]:
            self.assertEqual(clip["duration"], clips.pop(clip["name"])["duration"])
        self.assertEqual(clips, {})

    def test_a_bone_that_is_mapped_by_hand(self):
        out = self.folder / "out.gltf"
        script = self.folder / "edits.jsonl"
        script.write_text(json.dumps({"do": "set-bone", "bone": "spine", "joint": "Chest"}) + "\n" +
                          json.dumps({"do": "set-bone", "bone": "chest", "joint": None}))
        self.expect(DONE, "edit", GLTF, "--commands", script, "-o", out)
        bones = self.json("info", out, "--json")["humanoids"][0]["bones"]
        self.assertEqual(bones["spine"], "Chest")
        self.assertNotIn("chest", bones)

    def test_sites(self):
        def check(was, now):
            self.assertEqual(len(now.sites), len(was.sites))
            self.assertEqual(now.sites["l_new_pt"]["segment"], "l_forearm")
            if now.suffix == ".glb":  # posed, and with axes of its own
                return
            self.near(now.sites["l_new_pt"]["global"][12:15], [0.3, 1.0, 0.1])
            self.near(now.sites["l_new_pt"]["global"][:3], [0, 0, -1])
        first = self.json("pose", MANIKIN / "manikin.wrl", "--json")["sites"][0]["name"]
        self.each(check, {"do": "add-site", "name": "l_new_pt", "segment": "l_forearm", "translation": [0.3, 1, 0]},
                  {"do": "set-site", "site": "l_new_pt", "translation": [0.3, 1, 0.1], "axis": [0, 1, 0],
                   "angle": 1.5707963},
                  {"do": "delete-site", "site": first})

    def test_segments(self):
        def check(_, now):
            self.near(now.numbers("HAnimSegment", "l_forearm", "mass"), [2.5])
            self.near(now.numbers("HAnimSegment", "l_forearm", "centerOfMass"), [0.25, 1, 0.5])
            self.near(now.numbers("HAnimSegment", "l_forearm", "momentsOfInertia"), [1, 0, 0, 0, 2, 0, 0, 0, 3])
        self.each(check, {"do": "set-segment", "segment": "l_forearm", "mass": 2.5, "centre-of-mass": [0.25, 1, 0.5],
                          "moments-of-inertia": [1, 0, 0, 0, 2, 0, 0, 0, 3]})

    def test_displacers(self):
        def check(was, now):
            self.assertEqual(now.humanoid["displacers"], was.humanoid["displacers"] + 1)
        self.each(check, {"do": "add-displacer", "name": "new_action", "from": {"weights": {"#0": 1, "#1": 0.5}}})

        def check_gone(was, now):
            self.assertEqual(now.humanoid["displacers"], was.humanoid["displacers"] - 1)
        self.each(check_gone, {"do": "delete-displacer", "displacer": "#0"})

    def test_joints_come_and_go(self):
        def check(was, now):
            if now.suffix != ".glb":  # which is posed
                self.near(now.place("tail"), [0, 0.9, -0.2])
            self.assertEqual(now.joints["tail"]["parent"], "vl5")
            self.assertNotIn("l_elbow", now.joints)
            self.assertEqual(now.joints["l_wrist" if "l_wrist" in now.joints else "l_radiocarpal"]["parent"],
                             "l_shoulder")
            self.assertEqual(now.joints["l_knee"]["parent"], "r_hip")
            for name in now.joints:
                if name in was.joints:
                    self.near(now.place(name), was.place(name))
        self.each(check, {"do": "add-joint", "name": "tail", "parent": "vl5", "centre": [0, 0.9, -0.2]},
                  {"do": "delete-joint", "joint": "l_elbow"},
                  {"do": "re-parent", "joint": "l_knee", "parent": "r_hip"})

    def test_scale(self):
        def check(was, now):
            self.assertAlmostEqual(now.humanoid["height"], was.humanoid["height"] / 2, places=3)
            for name, joint in was.joints.items():
                self.near(now.place(name), [x / 2 for x in joint["global"][12:15]])
        self.each(check, {"do": "scale", "factor": 0.5})

    def test_placing(self):
        def check(was, now):
            for name in was.joints:
                self.near(now.place(name), was.place(name), 2e-3)
        turned = {"do": "set-pose", "nodes": [{"node": "#0", "translation": [0, 3, 0], "rotation": [0, 1, 0, 0]}]}
        self.each(check, turned, {"do": "face-forward"}, {"do": "stand-on-ground"})

    def test_mirror(self):
        def check(_, now):
            left, right = now.place("l_elbow"), now.place("r_elbow")
            self.near([-left[0], *left[1:]], right)
            if now.suffix != ".glb":  # which is posed
                self.near(left, [0.35, 1.2, 0])
        self.each(check, {"do": "set-joint-centre", "joint": "l_elbow", "centre": [0.35, 1.2, 0]},
                  {"do": "mirror", "from": "left", "what": ["centres"]})

    def test_t_pose_as_rest(self):
        def check(_, now):
            shoulder, elbow = now.place("l_shoulder"), now.place("l_elbow")
            self.assertAlmostEqual(shoulder[1], elbow[1], places=2)
            self.near(now.numbers("HAnimJoint", "l_elbow", "center"), elbow)
        self.each(check, {"do": "enforce-t-pose"}, {"do": "pose-as-rest"})

    def test_weights(self):
        def check(was, now):
            self.assertTrue(now.humanoid["skinned"])
            self.assertEqual(now.info["meshes"]["vertices"], was.info["meshes"]["vertices"])
        for suffix in (".x3d", ".glb"):  # the other one has a mesh for each segment
            check(*self.after(suffix, {"do": "normalise-weights", "influences": 1}))

    def test_clips(self):
        def check(was, now):
            self.assertNotIn("Walk", now.clips)
            self.assertAlmostEqual(now.clips["Run"]["duration"], 0.25, places=4)
            self.assertAlmostEqual(now.clips["Idle"]["duration"], was.clips["Idle"]["duration"], places=3)
            self.assertAlmostEqual(now.clips["Agree"]["duration"], 1.5, places=4)
        self.each(check, {"do": "delete-clip", "clip": "Walk"},
                  {"do": "trim-clip", "clip": "Run", "from": 0.25, "to": 0.5},
                  {"do": "reverse-clip", "clip": "Idle"}, {"do": "resample-clip", "clip": "Idle", "rate": 10},
                  {"do": "add-clip", "name": "Agree"}, {"do": "set-key", "clip": "Agree", "time": 0, "joint": "skullbase"},
                  {"do": "set-joint-rotation", "joint": "skullbase", "axis": [1, 0, 0], "angle": 0.5},
                  {"do": "set-key", "clip": "Agree", "time": 1.5, "joint": "skullbase"},
                  {"do": "set-keys", "clip": "Agree", "keys": [{"node": "skullbase", "path": "rotation", "times": [1, 2],
                                                                "values": [[0.3, 0, 0, 1], [0, 0.3, 0, 1]]}]},
                  {"do": "delete-keys", "clip": "Agree", "keys": [{"node": "skullbase", "times": [1]}]},
                  {"do": "move-keys", "clip": "Agree", "keys": [{"node": "skullbase", "times": [2]}], "by": -0.5})

    def test_bones_of_gltf_are_oriented(self):
        out = self.folder / "out.gltf"
        script = self.folder / "edits.jsonl"
        script.write_text(json.dumps({"do": "orient-bones"}))
        self.expect(DONE, "edit", GLTF, "--commands", script, "-o", out)
        before = self.json("pose", GLTF, "--json", "--vertices")
        after = self.json("pose", out, "--json", "--vertices")
        for old, new in zip(before["meshes"], after["meshes"]):
            for a, b in zip(old["positions"], new["positions"]):
                self.near(a, b)
        arm = next(j for j in after["joints"] if j["bone"] == "leftUpperArm")
        self.near(arm["global"][4:7], [1, 0, 0], 1e-3)
        self.near(arm["global"][:3], [0, 0, -1], 1e-3)


if __name__ == "__main__":
    main()
