"""An edit is saved, the file opened again, the edit taken back and saved: the first bytes are there again."""
import json
import struct

from common import DATA, DONE, Case, add_vrm_meta, main

GLTF = DATA / "boxman.gltf"
WRL = DATA / "boxman.wrl"


def json_of(file):
    """The JSON of a glTF file."""
    data = file.read_bytes()
    if data[:4] != b"glTF":
        return json.loads(data)
    length, = struct.unpack("<I", data[12:16])
    return json.loads(data[20:20 + length])


class InverseEdits(Case):
    def edited(self, file, *commands):
        lines = "\n".join(json.dumps(command) for command in commands).encode()
        out = file.with_name("e" + file.name)
        done = self.expect(DONE, "edit", file, "--commands", "-", "-o", out, stdin=lines)
        self.assertNotIn("save-anew", done.said)
        return out

    def expect_inverse(self, file, there, back):
        one = self.edited(file, *there)
        self.assertNotEqual(one.read_bytes(), file.read_bytes())
        self.assertEqual(self.edited(one, *back).read_bytes(), file.read_bytes())

    def converted(self, file, name, *options):
        out = self.folder / name
        self.expect(DONE, "convert", file, out, *options)
        return out

    def gltf_files(self):
        copy = self.folder / "box.gltf"
        copy.write_bytes(GLTF.read_bytes())
        return [copy, self.converted(GLTF, "box.glb", "--extension", "ext"),
                self.converted(GLTF, "box.vrm", "--extension", "vrm")]

    def test_a_clip_and_keys_leave_no_data_behind(self):
        keys = {"node": "RightLowerLeg", "path": "rotation", "times": [0, 0.5], "values": [[0, 0, 0, 1], [0, 0, 0.6, 0.8]]}
        for file in self.gltf_files():
            with self.subTest(file.name):
                self.expect_inverse(file, [{"do": "add-clip", "name": "mine"},
                                           {"do": "set-keys", "clip": "mine", "keys": [keys]}],
                                    [{"do": "delete-clip", "clip": "mine"}])
                self.expect_inverse(file, [{"do": "set-keys", "clip": "#0", "keys": [keys]}],
                                    [{"do": "delete-keys", "clip": "#0",
                                      "keys": [{"node": "RightLowerLeg", "path": "rotation"}]}])

    def test_data_that_others_may_use_stays(self):
        file = self.converted(GLTF, "box.glb", "--extension", "ext")
        clip = [{"do": "add-clip", "name": "mine"},
                {"do": "set-keys", "clip": "mine", "keys": [
                    {"node": "Hips", "path": "translation", "times": [0, 1], "values": [[0, 0, 0], [0, 1, 0]]}]}]
        added = self.edited(file, *clip)
        count = len(json_of(added)["accessors"])
        # Another program's extension, in the text's own length.
        data = added.read_bytes()
        name = b'"generator":"Vitruvian"'
        other = b'"extensions":{"X":%d}' % (count - 1)
        self.assertLessEqual(len(other), len(name))
        added.write_bytes(data.replace(name, other.ljust(len(name))))
        left = json_of(self.edited(added, {"do": "delete-clip", "clip": "mine"}))
        self.assertEqual(len(left["accessors"]), count)

    def test_the_first_displacer_of_a_mesh_leaves_nothing_behind(self):
        root = json.loads(GLTF.read_text())
        for mesh in root["meshes"]:
            mesh.pop("weights", None)
            mesh.pop("extras", None)
            for primitive in mesh["primitives"]:
                primitive.pop("targets", None)
        for animation in root["animations"]:
            animation["channels"] = [c for c in animation["channels"] if c["target"]["path"] != "weights"]
        plain = self.folder / "plain.gltf"
        plain.write_text(json.dumps(root))
        bent = {"do": "add-displacer", "name": "bent_action",
                "to-pose": [{"node": "LeftLowerArm", "translation": [0.27, 0, 0], "rotation": [0, 0, 0.6, 0.8]}]}
        for file in (plain, self.converted(plain, "plain.vrm", "--extension", "vrm")):
            with self.subTest(file.name):
                self.expect_inverse(file, [bent], [{"do": "delete-displacer", "displacer": "bent_action"}])

    def test_a_bone_is_put_back_in_its_place(self):
        for file in self.gltf_files()[1:]:
            with self.subTest(file.name):
                self.expect_inverse(file, [{"do": "set-bone", "bone": "leftHand", "joint": None}],
                                    [{"do": "set-bone", "bone": "leftHand", "joint": "LeftHand"}])

    def test_children_keep_their_order(self):
        file = self.gltf_files()[0]
        names = [node["name"] for node in json_of(file)["nodes"]]

        def children(of):
            return [names[child] for child in json_of(of)["nodes"][names.index("Chest")]["children"]]
        there = self.edited(file, {"do": "re-parent", "joint": "Neck", "parent": "Hips"})
        self.assertNotIn("Neck", children(there))
        back = self.edited(there, {"do": "re-parent", "joint": "Neck", "parent": "Chest"})
        self.assertEqual(children(back), children(file))

    def test_limits_of_an_avatar_leave_no_extension_behind(self):
        file = self.converted(GLTF, "box.vrm", "--extension", "vrm")
        self.expect_inverse(file, [{"do": "set-joint-limits", "joint": "LeftHand", "lower": [-1, -1, -1], "upper": [1, 1, 1]}],
                            [{"do": "set-joint-limits", "joint": "LeftHand", "lower": None, "upper": None}])

    def test_a_figure_of_hanim_in_a_gltf_file(self):
        keys = {"node": "l_knee", "path": "rotation", "times": [0, 0.5], "values": [[0, 0, 0, 1], [0.6, 0, 0, 0.8]]}
        for name, extension in (("figure.glb", "ext"), ("figure.vrm", "vrm")):
            file = self.converted(WRL, name, "--extension", extension)
            with self.subTest(name):
                # What was not edited stays, also where it says nothing that the node does not.
                self.expect_inverse(file, [{"do": "rename", "thing": "joint", "name": "l_elbow", "to": "bend"}],
                                    [{"do": "rename", "thing": "joint", "name": "bend", "to": "l_elbow"}])
                self.expect_inverse(file, [{"do": "set-keys", "clip": "#0", "keys": [keys]}],
                                    [{"do": "delete-keys", "clip": "#0", "keys": [{"node": "l_knee", "path": "rotation"}]}])

    def test_a_permission_of_an_avatar_stays_true_or_false(self):
        file = self.converted(GLTF, "box.vrm", "--extension", "vrm")
        add_vrm_meta(file, allowRedistribution=False, allowAntisocialOrHateUsage=False)
        given, refused = ({"do": "set-info", "name": "allowRedistribution", "value": value} for value in ("true", "false"))
        self.expect_inverse(file, [given], [refused])
        meta = json_of(self.edited(file, given))["extensions"]["VRMC_vrm"]["meta"]
        self.assertIs(meta["allowRedistribution"], True)
        self.assertIs(meta["allowAntisocialOrHateUsage"], False)
        silent = {"do": "set-info", "name": "allowPoliticalOrReligiousUsage", "value": "true"}
        meta = json_of(self.edited(file, silent))["extensions"]["VRMC_vrm"]["meta"]
        self.assertIs(meta["allowPoliticalOrReligiousUsage"], True)

    def worlds(self):
        world = self.folder / "box.wrl"
        world.write_bytes(WRL.read_bytes())
        return [world, *(self.converted(WRL, name) for name in ("box.x3d", "box.x3dv", "box.x3dj"))]

    def test_joints_of_worlds_keep_the_order_of_the_list_of_joints(self):
        for file in self.worlds():
            for joint, other, parent in (("vc4", "HumanoidRoot", "vt6"), ("l_shoulder", "HumanoidRoot", "vt6"),
                                         ("l_hip", "vl5", "HumanoidRoot")):
                with self.subTest(f"{file.name} {joint}"):
                    self.expect_inverse(file, [{"do": "re-parent", "joint": joint, "parent": other}],
                                        [{"do": "re-parent", "joint": joint, "parent": parent}])

    def test_the_last_displacer_goes_with_its_field(self):
        bent = {"do": "add-displacer", "name": "bent_action",
                "to-pose": [{"node": "l_elbow", "translation": [0, 0, 0], "rotation": [0, 0, 0.6, 0.8]}]}
        for file in self.worlds():
            with self.subTest(file.name):
                self.expect_inverse(file, [bent], [{"do": "delete-displacer", "displacer": f"bent_{segment}_action"}
                                                   for segment in ("l_forearm", "l_hand")])

    def test_displacers_that_a_proto_would_give_do_not_come_back(self):
        file = self.folder / "proto.wrl"
        given = "exposedField MFNode displacers [ Displacer { name \"own_action\" coordIndex [ 0 ] displacements [ 1 0 0 ] } ]"
        displacer = WRL.read_text()[WRL.read_text().index("PROTO Displacer ["):WRL.read_text().index("PROTO Humanoid [")]
        text = WRL.read_text().replace(displacer, "").replace("PROTO Segment [", displacer + "PROTO Segment [", 1)
        file.write_text(text.replace("exposedField MFNode displacers []", given, 1))
        before = self.json("info", file, "--json")["humanoids"][0]["displacers"]
        left = self.edited(file, {"do": "delete-displacer", "displacer": "nose_action"})
        self.assertEqual(self.json("info", left, "--json")["humanoids"][0]["displacers"], before - 1)

    def test_numbers_are_written_as_they_were_given(self):
        there = {"do": "set-site", "site": "l_hand_tip", "translation": [0.5, 0.5, 0.5]}
        back = {"do": "set-site", "site": "l_hand_tip", "translation": [0.17, 0.72, 0]}
        for file in self.worlds():
            with self.subTest(file.name):
                self.expect_inverse(file, [there], [back])
        # In glTF joints have axes of their own; H-Anim's centre is in the figure's.
        file = self.edited(self.converted(WRL, "figure.glb", "--extension", "ext"),
                           {"do": "set-joint-centre", "joint": "l_elbow", "centre": [0.2, 1.1, 0]})
        root = json_of(file)
        object = root["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"][0]["extensions"]["VITRUVIAN_hanim"]
        centres = {root["nodes"][joint["node"]]["name"]: joint.get("center") for joint in object["joints"]}
        self.assertEqual(centres["l_elbow"], [0.2, 1.1, 0])


if __name__ == "__main__":
    main()
