#!/usr/bin/env python3
"""More rigs with one deliberate defect each, as test_defects.py has them: humanoid channels, hinges and bodies in clips,
shapes, proportions and what the skin loses."""
import json
import struct
from pathlib import Path

import test_defects as base
from common import main, run
from test_defects import EXT, KEEP, KINDS, X, Y, Z, about, clip, product, scale, still
from test_more_defects import moved_and_bound, wide_picture

VRM0 = ("vrm0",)


def channels_of_bones(*targets):
    """A clip of EXT_skeleton_humanoid's channels: (bone, path, values, sampler); a sampler counts from the clip's first."""
    width = {"rotation": 4, "translation": 3, "scale": 3, "weights": 1}

    def spoil(rig):
        animation = {"name": "Clip", "samplers": [], "channels": []}
        times = rig.add_accessor(struct.pack("<2f", 0, 1), 5126, "SCALAR", 2, min=[0], max=[1])
        for bone, path, values, sampler in targets:
            while len(animation["samplers"]) <= sampler:
                flat = [number for value in values for number in value]
                animation["samplers"].append({"input": times, "output": rig.add_accessor(
                    struct.pack(f"<{len(flat)}f", *flat), 5126, f"VEC{width[path]}" if width[path] > 1 else "SCALAR", 2)})
            target = {"path": path, "node": rig.bones[bone[1:]]} if bone[0] == "#" else {
                "path": path, "extensions": {"EXT_skeleton_humanoid": {"humanoidBoneName": bone}}}
            animation["channels"].append({"sampler": sampler, "target": target})
        rig.json.setdefault("animations", []).append(animation)
    return spoil


NOD = [(0, 0, 0, 1), tuple(about(X, 10))]
STEP = [(0, 0, 0), (0, 0.01, 0)]


def bend(bone, degrees, axis):
    """A clip in which the bone turns about an axis of the scene and back; VRM 0.x figures look along -Z."""
    def spoil(rig):
        sign = -1 if rig.kind == "vrm0" and axis != Y else 1
        node = rig.bones[bone]
        above = rig.world(rig.parent[node])[0]
        own = rig.nodes[node].get("rotation", [0, 0, 0, 1])
        turned = product(product(product(base.inverse(above), about(axis, sign * degrees)), above), own)
        rig.animate([(node, "rotation", [0, 1, 2], [own, turned, own])])
    return spoil


def trembling(degrees, of_others=None):
    """The left hand turns to and fro in each frame of 30 Hz; five other bones as much as said, else slowly round."""
    def angles(size):
        return [5 * i / 60 if size is None else size * (-1) ** i for i in range(61)]

    def spoil(rig):
        times = [i / 30 for i in range(61)]
        channels = []
        for bone in ("leftHand", "rightHand", "head", "leftFoot", "rightFoot", "chest"):
            node, rotation = still(rig, bone)
            size = degrees if bone == "leftHand" else of_others
            channels.append((node, "rotation", times, [product(rotation, about(X, angle)) for angle in angles(size)]))
        rig.animate(channels)
    return spoil


def morphs(shift, names):
    """Two targets on the skin, of which the second moves its first vertex."""
    def spoil(rig):
        primitive = rig.json["meshes"][0]["primitives"][0]
        count = rig.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
        primitive["targets"] = []
        for move in (0.01, shift):
            data = struct.pack("<3f", 0, move, 0) + bytes(12 * (count - 1))
            primitive["targets"].append({"POSITION": rig.add_accessor(data, 5126, "VEC3", count,
                                                                      min=[0, 0, 0], max=[0, move, 0])})
        rig.json["meshes"][0]["weights"] = [0, 0]
        rig.json["meshes"][0]["extras"] = {"targetNames": names}
    return spoil


def new_weights(change):
    """The skin's weights after `change`, which gets and gives {bone or number of a joint: weight} and the position."""
    def spoil(rig):
        attributes = rig.skin_attributes()
        weights = base.float_weights(rig)
        bones = {rig.joint_entry(bone): bone for bone, node in rig.bones.items()
                 if node in rig.json["skins"][0]["joints"]}
        entries = {bone: entry for entry, bone in bones.items()}
        vertices = zip(rig.rows(attributes["JOINTS_0"]), rig.rows(weights), rig.rows(attributes["POSITION"]))
        for v, (joints, shares, position) in enumerate(vertices):
            row = {bones.get(j, j): w for j, w in zip(joints, shares) if w > 0}
            changed = change(dict(row), position)
            if changed == row:
                continue
            rows = ([(entries.get(j, j), w) for j, w in changed.items() if w > 0] + [(0, 0.0)] * 4)[:4]
            rig.put(attributes["JOINTS_0"], v, [j for j, _ in rows])
            rig.put(weights, v, [w for _, w in rows])
    return spoil


def twist_ring(share):
    """All that follows both forearm and hand does so by one share."""
    def change(row, place):
        return {"leftLowerArm": 1 - share, "leftHand": share} if {"leftLowerArm", "leftHand"} <= set(row) else row
    return new_weights(change)


def lopsided(share):
    """Some of the weight of all vertices on the figure's left goes over to the chest."""
    def change(row, place):
        if place[0] <= 0 or "chest" in row or len(row) > 3:
            return row
        most = max(row, key=row.get)
        return {**row, most: row[most] - share * row[most], "chest": share * row[most]}
    return new_weights(change)


def spine_joints(count):
    """Joints of the skin between hips and neck: those of the bones, as many as said."""
    def spoil(rig):
        bones = [rig.bones[bone] for bone in ("spine", "chest", "upperChest")]
        joints = rig.json["skins"][0]["joints"]
        node = rig.parent[rig.bones["neck"]]
        others = []
        while node != rig.bones["hips"]:
            others += [node] if node not in bones else []
            node = rig.parent[node]
        kept = (bones + others)[:count]
        rig.json["skins"][0]["joints"] = [kept[0] if node in bones + others and node not in kept else node
                                          for node in joints]
    return spoil


def thin_triangle(repeats):
    """A triangle that is a line, or nearly so."""
    def spoil(rig):
        height = 0.0 if repeats else 3e-6
        places = [[0, 1, 0.5], [1e-6, 1, 0.5], [0, 1 + height, 0.5]]
        positions = rig.add_accessor(b"".join(struct.pack("<3f", *place) for place in places), 5126, "VEC3", 3,
                                     min=[0, 1, 0.5], max=[1e-6, 1 + height, 0.5])
        rig.json["meshes"].append({"name": "thin", "primitives": [{"attributes": {"POSITION": positions}}]})
        rig.json["scenes"][0]["nodes"].append(rig.add_node("thin", None, mesh=len(rig.json["meshes"]) - 1))
    return spoil


def feet(bones, height):
    def spoil(rig):
        for bone in bones:
            moved_and_bound(bone, 0, height, 0)(rig)
    return spoil


def turned_at_rest(degrees):
    def spoil(rig):
        node = rig.bones["leftMiddleIntermediate"]
        rig.nodes[node]["rotation"] = about(X, degrees)
    return spoil


NAMES = ["smile", "blink"]
# id, name of its object, kinds, what spoils the rig, what just does not
DEFECTS = [
    ("PO16", "", KINDS, feet(["leftFoot", "rightFoot"], 0.2), feet(["leftFoot", "rightFoot"], 0.17)),
    ("PO16", "", KINDS, feet(["leftToes", "rightToes"], 0.11), feet(["leftToes", "rightToes"], 0.08)),
    ("PO22", "leftUpperArm", KINDS, moved_and_bound("leftLowerArm", 0.06, 0, 0), moved_and_bound("leftLowerArm", 0.03, 0, 0)),
    ("TR04", "leftMiddleIntermediate", VRM0, turned_at_rest(0.02), turned_at_rest(0.003)),
    ("TR05", "leftThumbMetacarpal", KINDS, scale("leftHand", 1.0008, 1, 1), scale("leftHand", 1.00005, 1, 1)),
    ("SK13", "skin", EXT, lopsided(0.06), lopsided(0.02)),
    ("SK19", "leftHand", EXT, twist_ring(0.3), twist_ring(0.25)),
    ("LI12", "leftLowerArm", KINDS, bend("leftLowerArm", 8, Y), bend("leftLowerArm", 2, Y)),
    ("LI13", "leftLowerArm", KINDS, bend("leftLowerArm", 11, X), bend("leftLowerArm", 9, X)),
    ("LI13", "leftLowerLeg", KINDS, bend("leftLowerLeg", 11, Y), bend("leftLowerLeg", 9, Y)),
    ("DI07", "skin", KINDS, morphs(0.01, NAMES[:1]), morphs(0.01, NAMES)),
    ("DI08", "blink", KINDS, morphs(0.9e-6, NAMES), morphs(1.1e-6, NAMES)),
    ("AN03", "Clip", KINDS, channels_of_bones(("leftHand", "rotation", NOD, 0), ("#rightHand", "rotation", NOD, 0)),
     channels_of_bones(("leftHand", "rotation", NOD, 0), ("#rightHand", "rotation", NOD, 1))),
    ("AN04", "leftHand", KINDS, channels_of_bones(("leftHand", "weights", [(0,), (1,)], 0)),
     channels_of_bones(("leftHand", "rotation", NOD, 0))),
    ("AN04", "leftHand", KINDS, channels_of_bones(("leftHand", "translation", STEP, 0)),
     channels_of_bones(("leftHand", "rotation", NOD, 0))),
    ("AN18", "leftHand", KINDS, trembling(0.6), trembling(0.45)),
    ("AN18", "leftHand", KINDS, trembling(1.7, 0.5), trembling(1.3, 0.5)),
    ("AN21", "leftLowerArm", KINDS, bend("leftUpperArm", -110, Z), bend("leftUpperArm", -80, Z)),
    ("BU09", "thin", KINDS, thin_triangle(True), thin_triangle(False)),
    ("MA03", "Manikin", KINDS, spine_joints(2), spine_joints(3)),
    ("MA03", "Manikin", KINDS, spine_joints(6), spine_joints(5)),
]


def quantised(*whole):
    """The skin's weights as bytes, of which one vertex has these."""
    def spoil(rig):
        accessor = base.float_weights(rig)
        rows = []
        for weights in rig.rows(accessor):
            row = [round(255 * weight) for weight in weights]
            row[row.index(max(row))] += 255 - sum(row)
            rows.append(row)
        rows[7] = (list(whole) + [0] * 4)[:4]
        rig.put(rig.skin_attributes()["JOINTS_0"], 7, [3, 4, 0, 0])
        rig.skin_attributes()["WEIGHTS_0"] = rig.add_accessor(
            b"".join(struct.pack("<4B", *row) for row in rows), 5121, "VEC4", len(rows), normalized=True)
    return spoil


# Checks of two levels: what they say of a change.
LEVELS = [
    ("PO03", "vrm1", "warning", base.turn("leftUpperArm", Z, 36.5)), ("PO03", "vrm1", "error", base.turn("leftUpperArm", Z, 37.5)),
    ("SK03", "ext", "info", quantised(254)), ("SK03", "ext", "error", quantised(253)),
    ("SK03", "ext", "info", quantised(127, 126)), ("SK03", "ext", "error", quantised(126, 126)),
    ("BU07", "ext", "info", wide_picture(2047)), ("BU07", "ext", "warning", wide_picture(2049)),
    ("BU07", "ext", "warning", wide_picture(4096)), ("BU07", "ext", "error", wide_picture(4097)),
    ("SK15", "ext", "warning", base.no_skin), ("SK15", "ext", "error", base.skin_without_weights),
    ("ST18", "ext", "warning", base.rename("leftHand", "main gauche \u00e9")), ("ST18", "ext", "error", base.rename("leftHand", "x" * 65)),
    ("AN04", "ext", "info", channels_of_bones(("leftHand", "scale", STEP, 0))),
    ("AN04", "ext", "error", channels_of_bones(("leftHand", "weights", [(0,), (1,)], 0))),
    ("AN06", "ext", "info", base.root_travels(0.3)), ("AN06", "vrm1", "error", base.root_travels(0.3)),
]


class MotionDefects(base.Defects):
    defects, also = DEFECTS, {"MA03": {"ST12"}}

    def test_what_nothing_uses(self):
        """Such objects are told of the file, by their number."""
        counts = []
        for side, change in (("passes", KEEP), ("fails", lambda rig: rig.add_accessor(bytes(4), 5126, "SCALAR", 1)),
                             ("fails more", lambda rig: rig.json["materials"].append({"name": "spare"}))):
            rig = base.Rig("ext")
            change(rig)
            path = self.folder / f"{side}.glb"
            rig.write(path)
            done = run("check", path, "--only", "BU12", "--format", "json", "--fail-on", "never")
            counts += [f["value"] for f in json.loads(done.stdout)["files"][0]["findings"]]
        self.assertEqual([count - counts[0] for count in counts], [0, 1, 1])  # the manikin's sites are unused nodes

    def test_levels(self):
        for i, (_, kind, _, change) in enumerate(LEVELS):
            rig = base.Rig(kind)
            change(rig)
            rig.write(self.folder / f"{i}.glb")
        done = run("check", self.folder, "--format", "json", "--fail-on", "never")
        found = {int(Path(file["file"]).stem): file["findings"] for file in json.loads(done.stdout)["files"]}
        for i, (name, _, level, _) in enumerate(LEVELS):
            self.assertEqual({f["severity"] for f in found[i] if f["id"] == name}, {level}, (i, name))


if __name__ == "__main__":
    main()
