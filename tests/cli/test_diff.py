"""vitruvian diff: what differs between rigs, across formats."""
import base64
import json
import struct
import os
import re

from common import DATA, DONE, FINDINGS, UNREADABLE, UNWRITABLE, USAGE, Case, add_vrm_meta, main

MANIKIN = DATA.parent.parent / "assets" / "manikin" / "manikin.x3d"


class Diff(Case):
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

    def test_errors(self):
        self.expect(UNREADABLE, "diff", MANIKIN, self.folder / "none.wrl")
        self.expect(USAGE, "diff", MANIKIN)
        self.expect(UNWRITABLE, "diff", MANIKIN, MANIKIN, "-o", self.folder / "no" / "such" / "folder.txt")


if __name__ == "__main__":
    main()
