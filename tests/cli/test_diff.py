"""vitruvian diff: what differs between rigs, across formats."""
import base64
import json
import struct
import os
import re

from common import DATA, DONE, FINDINGS, UNREADABLE, UNWRITABLE, USAGE, Case, add_vrm_meta, change_glb, main

MANIKIN = DATA.parent.parent / "assets" / "manikin" / "manikin.x3d"


class Diff(Case):
    maxDiff = None

    def edited(self, *commands):
        script = self.folder / "edits.jsonl"
        script.write_text("\n".join(json.dumps(command) for command in commands))
        out = self.folder / "edited.x3d"
        self.expect(DONE, "edit", MANIKIN, "--commands", script, "-o", out)
        return out

    def test_equal(self):
        self.assertEqual(json.loads(self.expect(DONE, "diff", MANIKIN, MANIKIN, "--format", "json").text),
                         {"schema": "vitruvian-diff-1", "equal": True, "changes": []})
        self.assertIn("the same rig", self.expect(DONE, "diff", MANIKIN, MANIKIN).text)

    def test_another_format_is_no_difference(self):
        glb = self.folder / "manikin.glb"
        self.expect(DONE, "convert", MANIKIN, glb)
        self.expect(DONE, "diff", MANIKIN, glb)

    def test_displacers_of_removed_meshes_are_not_compared(self):
        found = json.loads(self.expect(FINDINGS, "diff", MANIKIN.with_suffix(".wrl"), MANIKIN, "--format", "json").text)
        self.assertTrue([c for c in found["changes"] if c["what"] == "mesh" and c["change"] == "removed"])
        self.assertEqual([c for c in found["changes"] if c["what"] == "displacer" and c["change"] == "changed"], [])

    def test_changes(self):
        out = self.edited({"do": "set-joint-limits", "joint": "l_knee", "lower": [-0.5, 0, 0], "upper": [2, 0, 0]},
                          {"do": "rename", "thing": "joint", "name": "r_knee", "to": "x_knee"})
        done = self.expect(FINDINGS, "diff", MANIKIN, out, "--format", "json")
        found = json.loads(done.text)
        self.assertFalse(found["equal"])
        facts = {(c["what"], c["name"], c["change"], c["field"]) for c in found["changes"]}
        self.assertLessEqual({("joint", "l_knee", "changed", "lower_limit"), ("joint", "l_knee", "changed", "upper_limit"),
                              ("joint", "x_knee", "renamed", "name")}, facts)
        self.assertEqual(len(facts), 3, "between hip and ankle it is still the lower leg")
        limit = next(c for c in found["changes"] if c["field"] == "lower_limit")
        self.assertEqual((limit["after"], limit["unit"]), ([-0.5, 0, 0], "rad"))
        self.assertGreater(limit["magnitude"], 0)
        # What is within the tolerance is the same.
        wide = json.loads(self.expect(FINDINGS, "diff", MANIKIN, out, "--format", "json", "--tolerance", "3").text)
        self.assertEqual({c["what"] for c in wide["changes"]}, {"joint"})
        self.assertEqual(len(wide["changes"]), 1)

    def test_page(self):
        page = self.folder / "diff.html"
        out = self.edited({"do": "rename", "thing": "joint", "name": "l_knee", "to": "x_<b>knee</b>"})
        self.expect(FINDINGS, "diff", MANIKIN, out, "--format", "html", "-o", page)
        text = page.read_text()
        self.assertEqual(text.count("data:image/png;base64,"), 3, "both, and one over the other")
        self.assertIn("x_&lt;b&gt;knee", text)
        self.assertNotIn("<b>", text)

    def test_pictures_show_the_pose_that_is_compared(self):
        page = self.folder / "diff.html"
        out = self.edited({"do": "set-joint-rotation", "joint": "r_shoulder", "axis": [0, 0, 1], "angle": -0.6})
        self.expect(FINDINGS, "diff", MANIKIN, out, "--format", "html", "-o", page)
        pictures = re.findall("data:image/png;base64,([^\"]+)", page.read_text())
        self.assertEqual(len(set(pictures)), 3, "the arm is raised in the second")
        self.assertIn("0 0 -0.2955 0.9553", self.expect(FINDINGS, "diff", MANIKIN, out).text)

    def test_another_size(self):
        out = self.edited({"do": "scale", "factor": 100})
        done = json.loads(self.expect(FINDINGS, "diff", MANIKIN, out, "--format", "json").text)
        self.assertEqual([(c["what"], c["name"], c["field"], c["before"], c["after"]) for c in done["changes"]],
                         [("info", "size", "scale", 1, 100)])
        page = self.folder / "diff.html"
        self.expect(FINDINGS, "diff", MANIKIN, out, "--format", "html", "-o", page)
        self.assertIn("at the size of the second", page.read_text())

    def test_joints_without_names_are_told_apart(self):
        rig = json.loads((DATA / "boxman.gltf").read_text())
        for node in rig["nodes"]:
            if node["name"] in ("LeftLowerArm", "LeftHand", "RightHand"):
                del node["name"]
        before, after = self.folder / "before.gltf", self.folder / "after.gltf"
        before.write_text(json.dumps(rig))
        hand = next(node for node in rig["nodes"][9:] if "name" not in node)
        hand["translation"][0] += 0.03
        after.write_text(json.dumps(rig))
        lines = self.expect(FINDINGS, "diff", before, after).text
        self.assertRegex(lines, r"changed +joint #\d+ (\(leftHand\) )?below LeftUpperArm: ")
        self.assertNotIn("(no name)", lines)
        found = json.loads(self.expect(FINDINGS, "diff", before, after, "--format", "json").text)["changes"]
        moved = next(c for c in found if c["what"] == "joint")
        self.assertEqual(moved["name"], "")
        self.assertRegex(moved["place"], r"#\d+ .*below LeftUpperArm")
        page = self.folder / "diff.html"
        self.expect(FINDINGS, "diff", before, after, "--format", "html", "-o", page)
        self.assertIn("below LeftUpperArm", page.read_text())

    def test_materials_and_meshes_without_names_have_a_place(self):
        points = base64.b64encode(struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)).decode()
        other = base64.b64encode(struct.pack("<9f", 5, 0, 0, 6, 0, 0, 5, 2, 0)).decode()
        rig = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
               "nodes": [{"name": "Near", "mesh": 0}, {"mesh": 1}], "materials": [{}, {}],
               "meshes": [{"primitives": [{"attributes": {"POSITION": i}, "material": i}]} for i in (0, 1)],
               "accessors": [{"bufferView": i, "componentType": 5126, "count": 3, "type": "VEC3", "min": low, "max": high}
                             for i, low, high in ((0, [0, 0, 0], [1, 1, 0]), (1, [5, 0, 0], [6, 2, 0]))],
               "bufferViews": [{"buffer": i, "byteLength": 36} for i in (0, 1)],
               "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64," + bytes_}
                           for bytes_ in (points, other)]}
        before, after = self.folder / "before.gltf", self.folder / "after.gltf"
        before.write_text(json.dumps(rig))
        rig["materials"][1] = {"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}
        after.write_text(json.dumps(rig))
        self.assertRegex(self.expect(FINDINGS, "diff", before, after).text, r"changed +material #1 of mesh #1: base color")
        del rig["scenes"][0]["nodes"][1], rig["nodes"][1]
        after.write_text(json.dumps(rig))
        found = json.loads(self.expect(FINDINGS, "diff", before, after, "--format", "json").text)["changes"]
        self.assertEqual({c["what"]: c["place"] for c in found if not c["name"]}, {"mesh": "#1", "material": "#1"})

    def test_permissions_of_avatars(self):
        """Also of one that holds H-Anim's data."""
        for source in (DATA / "boxman.gltf", DATA / "boxman.wrl"):
            before, after = self.folder / "before.vrm", self.folder / "after.vrm"
            self.expect(DONE, "convert", source, before)
            after.write_bytes(before.read_bytes())
            add_vrm_meta(after, allowRedistribution=False)
            self.expect(DONE, "diff", before, after)
            add_vrm_meta(after, allowRedistribution=True, creditNotation="unnecessary", authors=["Eve"])
            info = self.json("info", after, "--json")["humanoids"][0]["info"]
            self.assertEqual((info["allowRedistribution"], info["creditNotation"]), ("true", "unnecessary"))
            found = json.loads(self.expect(FINDINGS, "diff", before, after, "--format", "json").text)["changes"]
            facts = {(c["what"], c["name"], c["change"]) for c in found}
            self.assertLessEqual({("info", "allowRedistribution", "added"), ("info", "creditNotation", "added")}, facts)
            self.assertEqual(("info", "authors", "changed") in facts, source.suffix == ".gltf")

    def changes(self, before, after):
        """The changes as (name, kind, field): (before, after, unit)."""
        done = self.expect(FINDINGS, "diff", before, after, "--format", "json")
        found = json.loads(done.text)["changes"]
        self.assertEqual({c["what"] for c in found} - {"info", "joint"}, set())
        def rounded(value):  # from float32
            return [round(v, 6) for v in value] if isinstance(value, list) else value
        return {(c["name"], c["change"], c["field"]): (rounded(c["before"]), rounded(c["after"]), c["unit"])
                for c in found}

    def test_what_only_vrm_1_says(self):
        before, after = self.folder / "before.vrm", self.folder / "after.vrm"
        self.expect(DONE, "convert", DATA / "boxman.gltf", before)
        node = {}

        def add(root):
            node.update({n.get("name"): i for i, n in enumerate(root["nodes"])})
            vrm = root["extensions"]["VRMC_vrm"]
            vrm["meta"].update(authors=["Ada", "Bob"], references=["a", "b"])
            head, hand = vrm["humanoid"]["humanBones"]["head"]["node"], vrm["humanoid"]["humanBones"]["leftHand"]["node"]
            node["head"], node["hand"] = head, hand
            vrm["lookAt"] = {"type": "bone", "offsetFromHeadBone": [0, 0.06, 0],
                             "rangeMapVerticalUp": {"inputMaxValue": 90, "outputScale": 10}}
            vrm["firstPerson"] = {"meshAnnotations": [{"node": head, "type": "auto"}]}
            root["extensions"]["VRMC_springBone"] = {
                "specVersion": "1.0",
                "colliders": [{"node": head, "shape": {"sphere": {"offset": [0, 0, 0], "radius": 0.1}}}],
                "colliderGroups": [{"name": "skull", "colliders": [0]}],
                "springs": [{"name": "sleeve", "joints": [{"node": hand, "stiffness": 1.0}], "colliderGroups": [0]}]}
            root["nodes"][hand].setdefault("extensions", {})["VRMC_node_constraint"] = {
                "specVersion": "1.0", "constraint": {"rotation": {"source": head, "weight": 1.0}}}
            root["extensionsUsed"] += ["VRMC_springBone", "VRMC_node_constraint"]

        change_glb(before, add)
        after.write_bytes(before.read_bytes())
        self.expect(DONE, "diff", before, after)
        names = {}
        change_glb(after, lambda root: names.update({k: root["nodes"][node[k]]["name"] for k in ("head", "hand")}))

        def change(root):
            vrm, springs = root["extensions"]["VRMC_vrm"], root["extensions"]["VRMC_springBone"]
            vrm["meta"].update(authors=["Ada", "Eve", "Cyd"], references=["a"])
            vrm["lookAt"]["rangeMapVerticalUp"]["outputScale"] = 12
            vrm["lookAt"]["offsetFromHeadBone"] = [0, 0.08, 0]
            vrm["firstPerson"]["meshAnnotations"][0]["type"] = "thirdPersonOnly"
            springs["colliders"][0]["shape"]["sphere"]["radius"] = 0.125
            springs["colliders"].append({"node": node["hand"], "shape": {"capsule": {"radius": 0.1, "tail": [0, 1, 0]}}})
            springs["springs"][0]["joints"][0].update(stiffness=0.5, gravityDir=[1, 0, 0], hitRadius=0)
            springs["springs"][0].pop("colliderGroups")
            root["nodes"][node["hand"]]["extensions"]["VRMC_node_constraint"]["constraint"]["rotation"]["weight"] = 0.5

        change_glb(after, change)
        joint, collider = "spring joint " + names["hand"], "collider of " + names["head"]
        self.assertEqual(self.changes(before, after), {
            ("authors 2", "changed", "value"): ("Bob", "Eve", ""),
            ("authors 3", "added", None): (None, None, ""),
            ("references 2", "removed", None): (None, None, ""),
            ("lookAt", "changed", "range_map_vertical_up_output_scale"): (10, 12, ""),
            ("lookAt", "changed", "offset_from_head_bone"): ([0, 0.06, 0], [0, 0.08, 0], "m"),
            ("firstPerson " + names["head"], "changed", "type"): ("auto", "thirdPersonOnly", ""),
            (collider, "changed", "radius"): (0.1, 0.125, "m"),
            ("collider of " + names["hand"], "added", None): (None, None, ""),
            (joint, "changed", "stiffness"): (1, 0.5, ""),
            (joint, "changed", "gravity_dir"): ([0, -1, 0], [1, 0, 0], ""),
            ("spring sleeve", "changed", "collider_groups"): ("skull", "", ""),
            ("constraint of " + names["hand"], "changed", "weight"): (1, 0.5, "")})

        # What hangs on a joint stays there when that gets another name.
        change_glb(after, lambda root: root["nodes"][node["hand"]].update(name="glove"))
        renamed = self.changes(before, after)
        self.assertIn(("glove", "renamed", "name"), renamed)
        self.assertIn(("spring joint glove", "changed", "stiffness"), renamed)
        self.assertNotIn(("spring joint glove", "added", None), renamed)

    def test_what_only_vrm_0_says(self):
        rig = json.loads((DATA / "boxman.gltf").read_text())
        made = self.folder / "made.vrm"
        self.expect(DONE, "convert", DATA / "boxman.gltf", made)
        bones = {}
        change_glb(made, lambda root: bones.update({bone: root["nodes"][json_["node"]]["name"] for bone, json_ in
                                                    root["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"].items()}))
        index = {n.get("name"): i for i, n in enumerate(rig["nodes"])}
        if not set(bones.values()) <= set(index):
            self.skipTest("names changed in conversion")
        head, hand = index[bones["head"]], index[bones["leftHand"]]
        rig.pop("extensions", None)
        rig["extensions"] = {"VRM": {
            "specVersion": "0.0", "meta": {"title": "box"},
            "humanoid": {"humanBones": [{"bone": b, "node": index[n]} for b, n in bones.items()]},
            "firstPerson": {"firstPersonBone": head, "firstPersonBoneOffset": {"x": 0, "y": 0.1, "z": 0},
                            "meshAnnotations": [{"mesh": 0, "firstPersonFlag": "Auto"}], "lookAtTypeName": "Bone",
                            "lookAtVerticalUp": {"curve": [0, 0, 0, 1, 1, 1, 1, 0], "xRange": 90, "yRange": 10}},
            "secondaryAnimation": {
                "boneGroups": [{"comment": "sleeve", "stiffiness": 1, "bones": [hand], "colliderGroups": [0]}],
                "colliderGroups": [{"node": head, "colliders": [{"offset": {"x": 0, "y": 0, "z": 0}, "radius": 0.1}]}]}}}
        rig["extensionsUsed"] = ["VRM"]
        before, after = self.folder / "before.gltf", self.folder / "after.gltf"
        before.write_text(json.dumps(rig))
        person, second = (rig["extensions"]["VRM"][key] for key in ("firstPerson", "secondaryAnimation"))
        person["lookAtVerticalUp"]["yRange"] = 12
        person["firstPersonBoneOffset"]["y"] = 0.2
        person["meshAnnotations"][0]["firstPersonFlag"] = "ThirdPersonOnly"
        second["boneGroups"][0]["dragForce"] = 0.75
        second["colliderGroups"][0]["colliders"][0]["offset"]["x"] = 0.5
        after.write_text(json.dumps(rig))
        mesh = rig["meshes"][0].get("name", "#0")
        self.assertEqual(self.json("info", before, "--json")["humanoids"][0]["kind"], "vrm0")
        self.assertEqual(self.changes(before, after), {
            ("lookAt", "changed", "look_at_vertical_up_y_range"): (10, 12, ""),
            ("lookAt", "changed", "first_person_bone_offset"): ([0, 0.1, 0], [0, 0.2, 0], "m"),
            ("firstPerson " + mesh, "changed", "type"): ("Auto", "ThirdPersonOnly", ""),
            ("spring sleeve", "changed", "drag_force"): (0.5, 0.75, ""),
            ("collider of " + bones["head"], "changed", "offset"): ([0, 0, 0], [0.5, 0, 0], "m")})

    def test_errors(self):
        self.expect(UNREADABLE, "diff", MANIKIN, self.folder / "none.wrl")
        self.expect(USAGE, "diff", MANIKIN)
        self.expect(UNWRITABLE, "diff", MANIKIN, MANIKIN, "-o", self.folder / "no" / "such" / "folder.txt")


if __name__ == "__main__":
    main()
