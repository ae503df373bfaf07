"""The shapes of `info` and `pose`, which other programs rely on, and that poses are what was asked for."""
import csv
import io
import json
import math
import struct

from common import DATA, DONE, USAGE, UNREADABLE, Case, main

GLTF = DATA / "boxman.gltf"
WRL = DATA / "boxman.wrl"
MANIKIN = DATA.parent.parent / "assets" / "manikin" / "manikin.x3d"


def matmul(a, b):
    """Of column-major 4x4 matrices."""
    return [sum(a[k * 4 + r] * b[c * 4 + k] for k in range(4)) for c in range(4) for r in range(4)]


def by_name(pose):
    return {joint["name"]: joint for joint in pose["joints"]}


def position(joint):
    return joint["global"][12:15]


class Poses(Case):
    def assert_close(self, got, wanted, tolerance=1e-5):
        self.assertEqual(len(got), len(wanted))
        for a, b in zip(got, wanted):
            self.assertAlmostEqual(a, b, delta=tolerance)


class Meshes(Case):
    def test_mesh_names_the_node_that_carries_it(self):
        """Also where H-Anim's data says that the mesh is a joint's segment."""
        for source in (WRL, MANIKIN):
            out = self.folder / "figure.gltf"
            self.expect(DONE, "convert", source, out, "--quiet")
            nodes = json.loads(out.read_text())["nodes"]
            meshes = self.json("pose", out, "--json", "--vertices", "--quiet")["meshes"]
            self.assertEqual(sorted({mesh["node"] for mesh in meshes}),
                             [n for n, node in enumerate(nodes) if "mesh" in node])


class Matrices(Poses):
    """Poses as HumanIK's matrices, out and back."""

    def posed(self, file, joint, form, *more):
        return self.expect(DONE, "pose", file, "--set-rotation", joint, "0", "0.6", "0.8", "0.7", "--format", form,
                           *more).text

    def test_round_trips(self):
        for file, joint in ((GLTF, "LeftUpperArm"), (WRL, "l_knee")):
            wanted = by_name(json.loads(self.posed(file, joint, "json")))
            for form in ("humanik-csv", "humanik-json", "humanik", "csv", "json"):
                table = self.folder / f"pose.{form}"
                table.write_text(self.posed(file, joint, form))
                got = by_name(self.json("pose", file, "--matrices", table, "--json"))
                for name, row in wanted.items():
                    self.assert_close(got[name]["global"], row["global"])

    def test_table_has_names_and_ids(self):
        rows = list(csv.DictReader(io.StringIO(self.posed(WRL, "l_knee", "humanik-csv"))))
        ids = {row["joint"]: (row["humanik"], row["id"]) for row in rows}
        self.assertEqual(ids["l_knee"], ("LeftLeg", "3"))
        self.assertEqual(ids["HumanoidRoot"], ("Hips", "1"))
        joints = json.loads(self.posed(GLTF, "Hips", "humanik-json"))["joints"]
        self.assertEqual([j["id"] for j in joints if j["humanik"] == "LeftArm"], [9])

    def test_one_rig_poses_another_by_ids(self):
        table = self.folder / "pose.csv"
        table.write_text(self.posed(WRL, "l_knee", "humanik-csv"))
        done = self.expect(DONE, "pose", GLTF, "--matrices", table, "--json")
        wanted = by_name(json.loads(self.posed(WRL, "l_knee", "json")))["l_ankle"]
        self.assert_close(position(by_name(json.loads(done.text))["LeftFoot"]), position(wanted), 1e-4)

    def test_mirrored_and_sheared_ones_are_told(self):
        table = self.folder / "pose.csv"
        table.write_text("Hips,1," + "-1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1\nSpine,8,1,0,0,0,0.5,1,0,0,0,0,1,0,0,1,0,1")
        done = self.expect(DONE, "pose", GLTF, "--matrices", table, "--json")
        self.assertIn("mirrored", done.said)
        self.assertIn("sheared", done.said)

    def test_errors_say_where(self):
        table = self.folder / "pose.csv"
        table.write_text("Hips,1,1,0,0,0,oops,1,0,0,0,0,1,0,0,1,0,1")
        done = self.expect(UNREADABLE, "pose", GLTF, "--matrices", table)
        self.assertIn("pose.csv:1:16", done.said)
        self.expect(UNREADABLE, "pose", GLTF, "--matrices", self.folder / "none.csv")
        table.write_text("Nobody,777,1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1")
        self.expect(UNREADABLE, "pose", GLTF, "--matrices", table)


class Info(Case):
    def test_reference_poses_are_compared(self):
        for file in (GLTF, WRL):
            reference = self.json("info", file, "--json")["humanoids"][0]["reference"]
            self.assertEqual(list(reference), ["used", "scores", "bones"])
            self.assertEqual(list(reference["scores"]), ["bind", "rest", "tpose"])
            used = reference["scores"][reference["used"]]
            self.assertLessEqual(used["limbs"], 20.0, "the one used is near a T-pose")
            self.assertLess(reference["scores"]["tpose"]["worst"], 1.0)
            self.assertIn("leftUpperArm", reference["bones"])
            self.assertLess(reference["bones"]["leftUpperArm"]["direction"], 20.0)
            self.assertRegex(self.expect(DONE, "info", file).text, r"T-pose +(bind|rest|tpose) is nearest")
        # H-Anim stands with its arms down.
        self.assertEqual(reference["used"], "tpose")
        self.assertGreater(reference["scores"]["rest"]["worst"], 60.0)

    def test_keys_and_types(self):
        for file, form, kind in ((GLTF, "gltf", "inferred"), (WRL, "vrml97", "hanim")):
            info = self.json("info", file, "--json")
            self.assertEqual(list(info), ["file", "format", "humanoids", "clips", "meshes", "diagnostics"])
            self.assertEqual(info["file"], str(file))
            self.assertEqual(info["format"], form)
            self.assertEqual(len(info["humanoids"]), 1)
            figure = info["humanoids"][0]
            self.assertEqual(list(figure), ["name", "version", "info", "kind", "loa", "joints", "segments", "sites",
                                            "displacers", "viewpoints", "skinned", "height", "bones", "unit",
                                            "skeletal_configuration", "bounding_box", "articulation",
                                            "bone_evidence", "reference"])
            self.assertEqual(figure["kind"], kind)
            self.assertEqual(sorted(figure["bone_evidence"]), sorted(figure["bones"]))
            for why in figure["bone_evidence"].values():
                self.assertTrue(0.0 < why["confidence"] <= 1.0)
                self.assertTrue(why["reason"])
            for name in ("loa", "joints", "segments", "sites", "displacers", "viewpoints"):
                self.assertIsInstance(figure[name], int)
            self.assertAlmostEqual(figure["height"], 1.77, delta=0.1)
            for clip in info["clips"]:
                self.assertEqual(list(clip), ["name", "duration", "channels", "targets"])
                self.assertEqual(clip["targets"], "joints")
            self.assertEqual(list(info["meshes"]), ["count", "vertices", "triangles", "materials", "images"])
            self.assertEqual(info["diagnostics"], [])

    def test_joints_without_a_humanoid_are_a_skeleton(self):
        fan = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
               "nodes": [{"name": "Hub", "children": [1, 2]}, {"name": "Blade1"}, {"name": "Blade2"}],
               "skins": [{"joints": [0, 1, 2]}]}
        path = self.folder / "fan.gltf"
        path.write_text(json.dumps(fan))
        figure = self.json("info", path, "--json")["humanoids"][0]
        self.assertEqual(figure["kind"], "skeleton")
        self.assertEqual(figure["bones"], {})
        self.assertIn("too small", figure["missing_bones"]["hips"])

    def test_gltf_facts(self):
        info = self.json("info", GLTF, "--json")
        figure = info["humanoids"][0]
        self.assertTrue(figure["skinned"])
        self.assertEqual(figure["joints"], 17)
        self.assertEqual(figure["displacers"], 1)
        self.assertEqual(figure["bones"]["hips"], "Hips")
        self.assertEqual(figure["bones"]["leftUpperArm"], "LeftUpperArm")
        self.assertEqual(figure["bones"]["rightLowerLeg"], "RightLowerLeg")
        self.assertEqual([(c["name"], c["duration"], c["channels"]) for c in info["clips"]],
                         [("wave", 1, 2), ("hop", 1, 2)])
        self.assertEqual(info["meshes"], {"count": 1, "vertices": 17 * 24, "triangles": 17 * 12, "materials": 1,
                                          "images": 1})

    def test_bones_say_why(self):
        text = self.expect(DONE, "info", GLTF).stdout.decode()
        self.assertIn('named "LeftUpperArm"', text)
        why = self.json("info", WRL, "--json")["humanoids"][0]["bone_evidence"]["leftLowerLeg"]
        self.assertEqual(why["reason"], "H-Anim joint l_knee")
        self.assertGreater(why["confidence"], 0.95)

    def test_hanim_facts(self):
        info = self.json("info", WRL, "--json")
        figure = info["humanoids"][0]
        self.assertEqual((figure["name"], figure["version"]), ("Boxman", "1.1"))
        self.assertEqual(figure["info"], {"authorName": "Vitruvian", "humanoidVersion": "1.1"})
        self.assertFalse(figure["skinned"])
        self.assertEqual((figure["joints"], figure["segments"], figure["sites"], figure["displacers"]), (17, 17, 2, 1))
        self.assertEqual(figure["viewpoints"], 1)
        self.assertEqual(figure["bones"]["hips"], "HumanoidRoot")
        self.assertEqual(figure["bones"]["leftLowerLeg"], "l_knee")
        self.assertEqual([(c["name"], c["duration"], c["channels"]) for c in info["clips"]], [("Nod", 2, 3)])
        self.assertEqual(info["meshes"]["count"], 17)

    def test_text_for_people(self):
        text = self.expect(DONE, "info", WRL).text
        for words in ("Boxman", "17 joints", "2 sites", "Nod", "2.000 s", "vrml97"):
            self.assertIn(words, text)

    def test_diagnostics_are_listed(self):
        odd = self.folder / "odd.wrl"
        odd.write_text(WRL.read_text().replace("ROUTE Nod.", "ROUTE Nobody.", 1))
        found = self.json("info", odd, "--json")["diagnostics"]
        self.assertTrue(found)
        for entry in found:
            self.assertEqual(list(entry), ["severity", "code", "message", "where", "count"])
            self.assertIn(entry["severity"], ("error", "warning", "info"))
            self.assertRegex(entry["where"], r"odd\.wrl:\d+:\d+$")


class PoseShapes(Poses):
    def test_keys_and_order(self):
        for file in (GLTF, WRL):
            pose = self.json("pose", file, "--json")
            self.assertEqual(list(pose), ["file", "humanoid", "clip", "time", "joints", "sites"])
            self.assertIsNone(pose["clip"])
            seen = set()
            for joint in pose["joints"]:
                self.assertEqual(list(joint)[:5], ["name", "bone", "parent", "global", "local"])
                self.assertEqual("node" in joint, file == GLTF)
                self.assertEqual((len(joint["global"]), len(joint["local"])), (16, 16))
                if joint["parent"] is not None:
                    self.assertIn(joint["parent"], seen, "parents come first")
                seen.add(joint["name"])

    def test_gltf_lists_every_node_once(self):
        nodes = [joint["node"] for joint in self.json("pose", GLTF, "--json")["joints"]]
        self.assertEqual(sorted(nodes), list(range(18)))

    def test_global_is_the_parents_global_times_local(self):
        for file, clip in ((GLTF, "wave"), (WRL, "Nod")):
            pose = self.json("pose", file, "--json", "--clip", clip, "--cycle", "0.4")
            joints = by_name(pose)
            for joint in pose["joints"]:
                above = joints[joint["parent"]]["global"] if joint["parent"] else None
                self.assert_close(joint["global"], matmul(above, joint["local"]) if above else joint["local"])

    def test_rest(self):
        joints = by_name(self.json("pose", WRL, "--json"))
        self.assert_close(position(joints["HumanoidRoot"]), [0, 0.95, 0])
        self.assert_close(position(joints["l_knee"]), [0.10, 0.5, 0])
        self.assertEqual(joints["l_knee"]["bone"], "leftLowerLeg")
        self.assertEqual(joints["l_knee"]["parent"], "l_hip")

    def test_sites(self):
        sites = {site["name"]: site for site in self.json("pose", WRL, "--json")["sites"]}
        self.assertEqual(sorted(sites), ["l_hand_tip", "r_hand_tip"])
        self.assertEqual(sites["l_hand_tip"]["segment"], "l_hand")
        self.assert_close(sites["l_hand_tip"]["global"][12:15], [0.17, 0.72, 0])

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.expect(DONE, "pose", GLTF, "--format", "csv").text)))
        pose = self.json("pose", GLTF, "--json")
        self.assertEqual([row["name"] for row in rows], [joint["name"] for joint in pose["joints"]])
        for row, joint in zip(rows, pose["joints"]):
            self.assertEqual([float(row[f"m{i}"]) for i in range(16)], joint["global"])
            self.assertEqual(int(row["node"]), joint["node"])

    def test_humanik(self):
        lines = [line.split("\t") for line in self.expect(DONE, "pose", WRL, "--format", "humanik").text.splitlines()]
        self.assertTrue(all(len(line) == 18 for line in lines))
        ids = {line[0]: line[1] for line in lines}
        self.assertEqual((ids["HumanoidRoot"], ids["l_hip"], ids["l_knee"], ids["skullbase"], ids["l_shoulder"]),
                         ("1", "2", "3", "15", "9"))
        used = [line[1] for line in lines if line[1]]
        self.assertEqual(len(used), len(set(used)))
        joints = by_name(self.json("pose", WRL, "--json"))
        for line in lines:
            self.assertEqual([float(value) for value in line[2:]], joints[line[0]]["global"])

    def test_numbers_survive_float32(self):
        pose = self.json("pose", GLTF, "--json", "--clip", "wave", "--time", "0.3", "--vertices")
        numbers = [x for joint in pose["joints"] for x in joint["global"]]
        numbers += [x for point in pose["meshes"][0]["positions"] for x in point]
        text = self.expect(DONE, "pose", GLTF, "--json", "--clip", "wave", "--time", "0.3", "--vertices").text
        self.assertNotIn("nan", text)
        for value in numbers:
            as_float32 = struct.unpack("<f", struct.pack("<f", value))[0]
            self.assertAlmostEqual(value, as_float32, delta=abs(as_float32) * 1e-7)


class Posing(Poses):
    def test_linear_clip(self):
        joints = by_name(self.json("pose", GLTF, "--json", "--clip", "wave", "--time", "0.25"))
        self.assert_close(joints["LeftUpperArm"]["global"][:3], [math.cos(0.6), math.sin(0.6), 0])
        self.assert_close(position(joints["LeftLowerArm"]),
                          [0.17 + 0.27 * math.cos(0.6), 1.40 + 0.27 * math.sin(0.6), 0])
        self.assert_close(position(joints["RightLowerArm"]), [-0.44, 1.40, 0])

    def test_clips_by_index_name_time_and_cycle(self):
        first = self.json("pose", GLTF, "--json", "--clip", "0", "--time", "0.25")
        self.assertEqual((first["clip"], first["time"]), ("wave", 0.25))
        self.assertEqual(first, self.json("pose", GLTF, "--json", "--clip", "wave", "--cycle", "0.25"))
        self.assertEqual(first, self.json("pose", GLTF, "--json", "--time", "0.25"))
        peak = self.json("pose", GLTF, "--json", "--clip", "hop", "--cycle", "0.5")
        self.assert_close(position(by_name(peak)["Hips"]), [0, 1.15, 0])
        end = by_name(self.json("pose", GLTF, "--json", "--clip", "hop", "--cycle", "1"))
        self.assert_close(position(end["Hips"]), [0, 0.95, 0])

    def test_a_time_outside_the_clip_holds_its_ends(self):
        for outside, end in (("-3", "0"), ("1e9", "1")):
            self.assertEqual(self.json("pose", GLTF, "--json", "--clip", "hop", "--time", outside),
                             self.json("pose", GLTF, "--json", "--clip", "hop", "--time", end))

    def test_cubic_and_step(self):
        pose = self.json("pose", GLTF, "--json", "--clip", "hop", "--time", "0.25", "--vertices")
        self.assert_close(position(by_name(pose)["Hips"]), [0, 1.05, 0])
        high = self.json("pose", GLTF, "--json", "--clip", "hop", "--time", "0.6", "--vertices")
        nose = max(p[2] for p in pose["meshes"][0]["positions"])
        self.assertAlmostEqual(max(p[2] for p in high["meshes"][0]["positions"]) - nose, 0.02, delta=1e-5)

    def test_hanim_clip_with_routes(self):
        joints = by_name(self.json("pose", WRL, "--json", "--clip", "Nod", "--time", "0.5"))
        self.assert_close(position(joints["HumanoidRoot"]), [0, 1.0, 0])
        self.assert_close(joints["l_shoulder"]["global"][:3], [math.cos(0.7), math.sin(0.7), 0])
        self.assert_close(position(joints["l_shoulder"]), [0.17, 1.45, 0])
        self.assert_close(position(joints["l_elbow"]),
                          [0.17 + 0.27 * math.sin(0.7), 1.45 - 0.27 * math.cos(0.7), 0])

    def test_set_rotation(self):
        for name in ("l_elbow", "leftLowerArm"):
            joints = by_name(self.json("pose", WRL, "--json", "--set-rotation", name, "-2", "0", "0", "1.5",
                                       "--set-rotation", "r_elbow", "0", "0", "-1", "-.5"))
            self.assert_close(position(joints["l_elbow"]), [0.17, 1.13, 0])
            self.assert_close(position(joints["l_wrist"]), [0.17, 1.13 - 0.25 * math.cos(1.5), 0.25 * math.sin(1.5)])
            self.assert_close(joints["r_elbow"]["local"][:2], [math.cos(0.5), math.sin(0.5)])

    def test_set_rotation_of_one_of_two_joints_of_one_name(self):
        twins = self.folder / "twins.wrl"
        twins.write_text(WRL.read_text().replace('name "l_elbow"', 'name "elbow"').replace('name "r_elbow"', 'name "elbow"'))
        turned = []
        for name in ("elbow", "#6", "#9"):
            done = self.expect(DONE, "pose", twins, "--json", "--set-rotation", name, "1", "0", "0", "0.5")
            self.assertEqual("#6, #9" in done.said, name == "elbow", "how to be exact")
            turned.append([joint["local"] for joint in json.loads(done.text)["joints"]])
        self.assertEqual(turned[0], turned[1])
        self.assertNotEqual(turned[0], turned[2])

    def test_set_rotation_replaces_the_clips(self):
        joints = by_name(self.json("pose", GLTF, "--json", "--clip", "wave", "--time", "0.5",
                                   "--set-rotation", "LeftUpperArm", "0", "0", "1", "0"))
        self.assert_close(position(joints["LeftLowerArm"]), [0.44, 1.40, 0])

    def test_reach(self):
        pose = self.json("pose", MANIKIN, "--json", "--reach", "l_radiocarpal", "0.3", "1.3", "0.4",
                         "--pin", "l_talocrural", "--pin", "r_talocrural")
        rest = by_name(self.json("pose", MANIKIN, "--json"))
        joints = by_name(pose)
        self.assertEqual([(r["effector"], len(r["target"])) for r in pose["reach"]], [("l_radiocarpal", 3)])
        self.assertLess(pose["reach"][0]["distance"], 1e-3)
        self.assertLess(math.dist(position(joints["l_radiocarpal"]), (0.3, 1.3, 0.4)), 1e-3)
        for foot in ("l_talocrural", "r_talocrural"):
            self.assertLess(math.dist(position(joints[foot]), position(rest[foot])), 1.1e-3)
        # Without pins the hips stay, and what is too far away is pointed at.
        far = self.json("pose", MANIKIN, "--json", "--reach", "l_radiocarpal", "9", "1.3", "0")
        self.assertGreater(far["reach"][0]["distance"], 7)
        self.assert_close(position(by_name(far)["humanoid_root"]), position(rest["humanoid_root"]))
        self.expect(USAGE, "pose", MANIKIN, "--json", "--reach", "no_such", "0", "0", "0")
        self.expect(USAGE, "pose", MANIKIN, "--json", "--pin", "no_such")

    def test_displacers(self):
        for file, name, first in ((GLTF, "nose", 0.10 + 0.12), (WRL, "nose_action", 0.10 + 0.12)):
            plain = self.json("pose", file, "--json", "--vertices")
            moved = self.json("pose", file, "--json", "--vertices", "--displacer", name, "0.5")
            front = [max(p[2] for m in pose["meshes"] for p in m["positions"] if p[1] > 1.5)
                     for pose in (plain, moved)]
            self.assertAlmostEqual(front[0], first - 0.12, delta=1e-5)
            self.assertAlmostEqual(front[1], first - 0.06, delta=1e-5)

    def test_vertices_in_the_files_order(self):
        mesh = self.json("pose", GLTF, "--json", "--vertices")["meshes"][0]
        self.assertEqual((mesh["node"], mesh["primitive"], mesh["count"]), (17, 0, 17 * 24))
        self.assertEqual(len(mesh["positions"]), mesh["count"])
        meshes = self.json("pose", WRL, "--json", "--vertices")["meshes"]
        self.assertEqual({mesh["count"] for mesh in meshes}, {8}, "corners with several normals are one vertex of the file")
        pelvis = meshes[0]["positions"]
        self.assert_close(pelvis[0], [-0.11, 0.95, -0.11])
        self.assert_close(pelvis[7], [0.11, 1.05, 0.11])


if __name__ == "__main__":
    main()
