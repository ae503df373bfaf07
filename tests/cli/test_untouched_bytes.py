"""`edit` changes only the bytes that say what was edited, and none where edits cancel each other out."""
import difflib
import json

from common import DATA, DONE, Case, main

WORLD = DATA / "boxman.wrl"
SKINNED = DATA / "boxman.gltf"
TEXTS = (".wrl", ".x3d", ".x3dv", ".x3dj")

# Command, and how many lines of the file's own it may change or remove: those that say what it edits.
ONE_WAY = (
    ({"do": "rename", "thing": "joint", "name": "l_elbow", "to": "bend"}, 1),
    ({"do": "rename", "thing": "segment", "name": "l_forearm", "to": "lower"}, 1),
    ({"do": "rename", "thing": "site", "name": "l_hand_tip", "to": "end_tip"}, 1),
    ({"do": "rename", "thing": "displacer", "name": "nose_action", "to": "sniff_action"}, 1),
    ({"do": "rename", "thing": "clip", "name": "Nod", "to": "Yes"}, 4),
    ({"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0, 0.5, 1]}, 1),
    ({"do": "set-joint-limits", "joint": "l_elbow", "lower": [-1, -1, -1], "upper": [1, 1, 1]}, 1),
    ({"do": "set-joint-limit-orientation", "joint": "l_elbow", "axis": [0, 1, 0], "angle": 0.5}, 1),
    ({"do": "set-joint-centre", "joint": "l_elbow", "centre": [0.5, 1.25, 0]}, 1),
    ({"do": "set-joint-rotation", "joint": "l_elbow", "axis": [0, 0, 1], "angle": 0.5}, 1),
    ({"do": "set-displacer-weight", "displacer": "nose_action", "weight": 0.5}, 1),
    ({"do": "set-info", "name": "authorName", "value": "Jane \"J\" O'Hara & sons"}, 1),
    ({"do": "set-info", "name": "authorEmail", "value": "jane@example.org"}, 1),
    ({"do": "set-info", "name": "authorName", "value": None}, 1),
    ({"do": "add-site", "name": "elbow_pt", "segment": "l_forearm", "translation": [0.2, 1, 0]}, 2),
    ({"do": "set-site", "site": "l_hand_tip", "translation": [0.2, 1, 0], "axis": [0, 1, 0], "angle": 0}, 1),
    ({"do": "delete-site", "site": "l_hand_tip"}, 4),
    ({"do": "add-joint", "name": "tail", "parent": "HumanoidRoot", "centre": [0, 0.8, -0.1]}, 1),
)

SIDE = {"joint": "l_wrist", "parent": "l_shoulder"}, {"joint": "l_wrist", "parent": "l_elbow"}
# Commands, and those that take them back.
BACK_AND_FORTH = (
    ([{"do": "set-info", "name": "authorName", "value": None}],
     [{"do": "set-info", "name": "authorName", "value": "Vitruvian"}]),
    ([{"do": "re-parent", **SIDE[0]}], [{"do": "re-parent", **SIDE[1]}]),
    ([{"do": "add-joint", "name": "tail", "parent": "l_elbow", "centre": [0.2, 1, 0]}],
     [{"do": "delete-joint", "joint": "tail"}]),
    ([{"do": "set-displacer-weight", "displacer": "nose_action", "weight": 0.5}],
     [{"do": "set-displacer-weight", "displacer": "nose_action", "weight": 0}]),
    ([{"do": "add-displacer", "name": "both_action", "from": {"weights": {"nose_action": 1}}}],
     [{"do": "delete-displacer", "displacer": "both_action"}]),
    ([{"do": "reverse-clip", "clip": "Nod"}], [{"do": "reverse-clip", "clip": "Nod"}]),
    ([{"do": "add-clip", "name": "New"}, {"do": "set-key", "clip": "New", "time": 0, "joint": "l_elbow"}],
     [{"do": "delete-clip", "clip": "New"}]),
)


def paths(value, path=""):
    """Each leaf of a JSON document, by its path."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if items is None:
        return {path: value}
    out = {path: None}
    for key, member in items:
        out.update(paths(member, f"{path}/{key}"))
    return out


class UntouchedBytes(Case):
    def figure(self, suffix, source=WORLD):
        path = self.folder / f"figure{suffix}"
        if source.suffix == suffix:
            path.write_bytes(source.read_bytes())
        else:
            self.expect(DONE, "convert", source, path)
        if suffix == ".x3dj":  # as a person's editor lays it out
            path.write_text(json.dumps(json.loads(path.read_text()), indent=2))
        return path

    def edited(self, path, *lines, name="out"):
        script = self.folder / "edits.jsonl"
        script.write_text("".join(json.dumps(line) + "\n" for line in lines))
        out = self.folder / f"{name}{path.suffix}"
        done = self.expect(DONE, "edit", path, "--commands", script, "-o", out)
        self.assertNotIn("save-anew", done.said)
        return out

    def test_lines_that_say_something_else_stay(self):
        for suffix in TEXTS:
            path = self.figure(suffix)
            before = path.read_text().splitlines()
            for command, most in ONE_WAY:
                with self.subTest(suffix, **command):
                    after = self.edited(path, command).read_text().splitlines()
                    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
                    lost = [line for tag, begin, end, _, _ in matcher.get_opcodes() if tag != "equal"
                            for line in before[begin:end]]
                    # Values that one line holds in other layouts stand on lines of their own in this one.
                    allowed = most + (12 if suffix == ".x3dj" else 3 if suffix == ".x3dv" else 0)
                    self.assertLessEqual(len(lost), allowed, "\n".join(lost))
                    self.assertNotEqual(before, after)

    def test_edits_that_cancel_each_other_out_leave_every_byte(self):
        for suffix in TEXTS:
            path = self.figure(suffix)
            for there, back in BACK_AND_FORTH:
                with self.subTest(suffix, **there[0]):
                    self.assertEqual(self.edited(path, *there, *back).read_bytes(), path.read_bytes())
        for suffix in (".gltf", ".glb", ".vrm"):
            path = self.figure(suffix, SKINNED)
            for command in ({"do": "re-parent", "joint": "LeftHand", "parent": "LeftUpperArm"},
                            {"do": "set-displacer-weight", "displacer": "#0", "weight": 0.5}):
                back = {**command, "parent": "LeftLowerArm"} if "parent" in command else {**command, "weight": 0}
                with self.subTest(suffix, **command):
                    self.assertEqual(self.edited(path, command, back).read_bytes(), path.read_bytes())

    def test_texts_of_xml_keep_their_quotes(self):
        path = self.figure(".x3d")
        text = path.read_text()
        begin = text.index("info='") + 6
        info = text[begin:text.index("'", begin)]
        texts = info.replace('"authorName=Vitruvian"', '"authorName=Vitruvian"  "note=it&apos;s A&amp;B"')
        for quote, mark in (("'", '"'), ('"', "&quot;")):
            written = texts.replace('"', mark)
            path.write_text(text.replace(f"info='{info}'", f"info={quote}{written}{quote}"))
            before = path.read_text()
            command = {"do": "set-info", "name": "authorName", "value": "Jane & 'Joe'"}
            self.assertEqual(self.edited(path, command).read_text(),
                             before.replace("authorName=Vitruvian", "authorName=Jane &amp; &apos;Joe&apos;"))
            command = {"do": "set-info", "name": "note", "value": None}
            self.assertEqual(self.edited(path, command).read_text(),
                             before.replace(f"  {mark}note=it&apos;s A&amp;B{mark}", ""))

    def test_lines_that_stand_apart_keep_their_place_when_a_joint_moves(self):
        path = self.figure(".wrl")
        text = path.read_text()
        begin = text.index("DEF hanim_l_wrist")
        point = text.index("point [ ", begin)
        path.write_text(text[:point] + "point [\n  # measured\n" + text[point + 8:])
        there = self.edited(path, {"do": "re-parent", **SIDE[0]}, name="there")
        self.assertIn("point [\n  # measured\n", there.read_text())
        self.assertEqual(self.edited(there, {"do": "re-parent", **SIDE[1]}).read_text(), path.read_text())

    def test_tags_of_json_are_edited_one_by_one(self):
        path = self.figure(".gltf")
        path.write_text(json.dumps(json.loads(path.read_text()), indent=3))
        before = path.read_text().splitlines()
        for value in ("Jane", None):
            after = self.edited(path, {"do": "set-info", "name": "authorName", "value": value}).read_text().splitlines()
            lost = [line.strip() for line in difflib.ndiff(before, after) if line.startswith("- ")]
            self.assertLessEqual(len(lost), 4, lost)
            self.assertTrue(any('"Vitruvian"' in line for line in lost), lost)

    def test_weights_that_are_the_meshs_own_are_not_left_behind(self):
        for suffix in (".gltf", ".glb", ".vrm"):
            path = self.figure(suffix, SKINNED)
            weight = {"do": "set-displacer-weight", "displacer": "#0", "weight": 0.5}
            there = self.edited(path, weight, name="there")
            back = self.edited(there, {**weight, "weight": 0})
            if suffix == ".gltf":
                self.assertEqual(paths(json.loads(back.read_text())), paths(json.loads(path.read_text())))
            self.assertEqual(back.read_bytes(), path.read_bytes())

    def test_joints_of_bvh_come_and_go_in_place(self):
        path = self.figure(".bvh", SKINNED)
        text = path.read_text().replace("\t", "   ")
        path.write_text(text)
        there = self.edited(path, {"do": "add-joint", "name": "tail", "parent": "Hips", "centre": [0, 0.8, -0.1]}, name="there")
        lost = [line for line in difflib.ndiff(text.splitlines(), there.read_text().splitlines()) if line.startswith("- ")]
        self.assertTrue(all(line[2:].strip()[0] in "0123456789-" for line in lost), "frames alone are longer")
        back = self.edited(there, {"do": "delete-joint", "joint": "tail"})
        self.assertEqual(back.read_text(), text)

    def test_metadata_of_vrm_is_edited_in_place(self):
        path = self.figure(".vrm", SKINNED)
        done = self.json("edit", path, "--json", "--commands", "-", "-o", self.folder / "out.vrm",
                         stdin=b'{"do": "set-info", "name": "contactInformation", "value": "jane@example.org"}')
        self.assertEqual([note["code"] for note in done["notes"]], [])
        tag = json.dumps({"do": "set-info", "name": "authors", "value": None}).encode()
        done = self.json("edit", path, "--json", "--commands", "-", "-o", self.folder / "out.vrm", stdin=tag)
        codes = [note["code"] for note in done["notes"]]
        self.assertIn("vrm-no-author", codes)
        self.assertNotIn("save-anew", codes)


if __name__ == "__main__":
    main()
