#!/usr/bin/env python3
"""More rigs with one deliberate defect each, as test_defects.py has them: poses and axes of single bones, what moves in
clips, weights, shapes and pictures."""
import json
import math
import struct
import zlib

import test_defects as base
from common import DONE, main, run
from test_defects import AVATAR, EXT, FORWARD, KEEP, KINDS, X, Y, Z, about, clip, inverse, move, product, rename, still, turn, turned


def axes(bone, axis, degrees):
    """The bone's own axes turned, while all that hangs below it stays where it is."""
    def spoil(rig):
        node = rig.bones[bone]
        below = {child: rig.world(child) for child in rig.nodes[node].get("children", [])}
        rotation, place = rig.world(node)
        rig.place(node, product(about(axis, degrees), rotation), place)
        for child, (turn_of_child, place_of_child) in below.items():
            rig.place(child, turn_of_child, place_of_child)
        rig.bind()
    return spoil


def along(bone, degrees):
    """The same about the way to its first child."""
    def spoil(rig):
        node = rig.bones[bone]
        way = [b - a for a, b in zip(rig.world(node)[1], rig.world(rig.nodes[node]["children"][0])[1])]
        length = sum(c * c for c in way) ** 0.5
        axes(bone, [c / length for c in way], degrees)(rig)
    return spoil


def aimed(bone, to, degrees):
    """The bone's +Y onto the next bone, and then so far beside it."""
    def spoil(rig):
        y = base.turned(rig.world(rig.bones[bone])[0], Y)
        way = [b - a for a, b in zip(rig.world(rig.bones[bone])[1], rig.world(rig.bones[to])[1])]
        across = [y[1] * way[2] - y[2] * way[1], y[2] * way[0] - y[0] * way[2], y[0] * way[1] - y[1] * way[0]]
        size = math.hypot(*across)
        angle = math.degrees(math.atan2(size, sum(a * b for a, b in zip(y, way))))
        axes(bone, [c / size for c in across] if size > 1e-9 else X, angle + degrees)(rig)
    return spoil


def moved_and_bound(bone, *by):
    """The joint elsewhere, and the skin where it was."""
    def spoil(rig):
        node = rig.bones[bone]
        below = {child: rig.world(child) for child in rig.nodes[node].get("children", [])}
        rig.move(bone, by)
        for child, (rotation, place) in below.items():
            rig.place(child, rotation, place)
        rig.bind()
    return spoil


def both(*changes):
    def spoil(rig):
        for change in changes:
            change(rig)
    return spoil


def stray_joint(children):
    def spoil(rig):
        above = rig.add_node("stray", rig.bones["head"])
        joints = [above] + [rig.add_node(f"strayer{i}", above) for i in range(children)]
        skin = rig.json["skins"][0]
        bind = skin["inverseBindMatrices"]
        rows = [rig.get(bind, i) for i in range(len(skin["joints"]))]
        rows += [rows[rig.joint_entry("head")]] * len(joints)
        skin["joints"] += joints
        skin["inverseBindMatrices"] = rig.add_accessor(b"".join(struct.pack("<16f", *row) for row in rows), 5126, "MAT4",
                                                       len(rows))
    return spoil


def leaf(name):
    return lambda rig: rig.add_node(name, rig.bones["head"])


def fifth_influence(weight):
    """A second set of influences, of which one vertex uses one."""
    def spoil(rig):
        accessor = base.float_weights(rig)
        rig.put(rig.skin_attributes()["JOINTS_0"], 7, [3, 4, 5, 6])
        rig.put(accessor, 7, [(1 - weight) / 4] * 4)
        count = rig.json["accessors"][accessor]["count"]
        joints = [[0, 0, 0, 0] for _ in range(count)]
        weights = [[0.0, 0.0, 0.0, 0.0] for _ in range(count)]
        if weight:
            joints[7][0], weights[7][0] = 8, weight
        rig.skin_attributes()["JOINTS_1"] = rig.add_accessor(
            b"".join(struct.pack("<4B", *row) for row in joints), 5121, "VEC4", count)
        rig.skin_attributes()["WEIGHTS_1"] = rig.add_accessor(
            b"".join(struct.pack("<4f", *row) for row in weights), 5126, "VEC4", count)
    return spoil


def vertex_of(rig, bone):
    """A vertex that the bone alone moves."""
    attributes = rig.skin_attributes()
    entry = rig.joint_entry(bone)
    for v, (joints, weights) in enumerate(zip(rig.rows(attributes["JOINTS_0"]), rig.rows(attributes["WEIGHTS_0"]))):
        if weights[joints.index(entry) if entry in joints else 0] == max(weights) and joints[weights.index(max(weights))] == entry:
            if sum(weights) == max(weights):
                return v
    raise AssertionError(f"{bone} moves no vertex alone")


def shared(bone, other, weight):
    """A vertex of the bone's that another joint moves as well."""
    def spoil(rig):
        vertex = vertex_of(rig, bone)
        accessor = base.float_weights(rig)
        rig.put(rig.skin_attributes()["JOINTS_0"], vertex, [rig.joint_entry(bone), rig.joint_entry(other), 0, 0])
        rig.put(accessor, vertex, [1 - weight, weight, 0, 0])
    return spoil


def without_weights_of(bone, heir):
    def spoil(rig):
        accessor = rig.skin_attributes()["JOINTS_0"]
        old, new = rig.joint_entry(bone), rig.joint_entry(heir)
        weights = base.float_weights(rig)
        for v, (row, row_weights) in enumerate(zip(rig.rows(accessor), rig.rows(weights))):
            if old not in row:
                continue
            shares = {}
            for joint, weight in zip(row, row_weights):
                if weight > 0:
                    shares[new if joint == old else joint] = shares.get(new if joint == old else joint, 0) + weight
            rows = (list(shares.items()) + [(0, 0.0)] * 4)[:4]
            rig.put(accessor, v, [joint for joint, _ in rows])
            rig.put(weights, v, [weight for _, weight in rows])
    return spoil


def skinned_node(rig):
    return next(i for i, node in enumerate(rig.nodes) if "skin" in node)


def skin_stands(by):
    return lambda rig: rig.nodes[skinned_node(rig)].update(translation=[0, by, 0])


def skin_is_animated(rig):
    rig.animate([(skinned_node(rig), "translation", [0, 1], [[0, 0, 0], [0, 0, 0.1]])])


def travels(bone, times, *ways):
    """Moves in the bone's parent, from where it is."""
    def spoil(rig):
        node = rig.bones[bone]
        start = rig.nodes[node].get("translation", [0, 0, 0])
        above = rig.world(rig.parent[node])[0] if node in rig.parent else [0, 0, 0, 1]
        rig.animate([(node, "translation", times,
                      [[a + b for a, b in zip(start, turned(inverse(above), way))] for way in ways])])
    return spoil


def grows(factor):
    return lambda rig: rig.animate([(rig.bones["leftHand"], "scale", [0, 1], [[1, 1, 1], [factor] * 3])])


def dead_channel(degrees):
    def spoil(rig):
        node, rotation = still(rig)
        rig.animate([(node, "rotation", [0, 1, 2], [rotation, product(about(Z, degrees), rotation), rotation])])
    return spoil


def png(width):
    row = zlib.compress(b"\0" + b"\x80" * width)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, 1, 8, 0, 0, 0, 0)) + chunk(b"IDAT", row) +
            chunk(b"IEND", b""))


def wide_picture(width):
    def spoil(rig):
        data = png(width)
        while len(rig.binary) % 4:
            rig.binary.append(0)
        rig.json["bufferViews"].append({"buffer": 0, "byteOffset": len(rig.binary), "byteLength": len(data)})
        rig.binary += data
        rig.json["images"] = [{"name": "wide", "bufferView": len(rig.json["bufferViews"]) - 1, "mimeType": "image/png"}]
        rig.json["textures"] = [{"source": 0}]
        rig.json["materials"][0].setdefault("pbrMetallicRoughness", {})["baseColorTexture"] = {"index": 0}
    return spoil


# id, name of its object, kinds, what spoils the rig, what just does not
DEFECTS = [
    ("ST14", "stray", KINDS, stray_joint(1), stray_joint(0)),
    ("ST15", "head_end", KINDS, leaf("head_end"), leaf("head_cap")),
    ("ST30", "chest", KINDS, move("chest", 0, -0.35, 0), KEEP),
    ("PO05", "leftHand", KINDS, turn("leftHand", Z, 14), turn("leftHand", Z, 6)),
    ("PO06", "leftIndexProximal", KINDS, turn("leftIndexProximal", Z, 14), turn("leftIndexProximal", Z, 5)),
    ("PO07", "leftThumbMetacarpal", KINDS, turn("leftThumbMetacarpal", Z, 30), KEEP),
    ("PO08", "leftHand", KINDS, turn("leftHand", X, 40), turn("leftHand", X, 5)),
    ("PO11", "leftFoot", KINDS, turn("leftFoot", Y, 30), turn("leftFoot", Y, 5)),
    ("PO12", "neck", FORWARD, turn("neck", X, 45), KEEP),
    ("PO13", "leftShoulder", KINDS, turn("leftShoulder", Z, 35), turn("leftShoulder", Z, 3)),
    ("PO21", "leftLowerArm", KINDS, move("leftLowerArm", 0.022, 0, 0), move("leftLowerArm", 0.012, 0, 0)),
    ("PO23", "leftLowerLeg", FORWARD, turn("leftLowerLeg", X, -8), KEEP),
    ("PO24", "leftLowerArm", FORWARD, moved_and_bound("leftLowerArm", 0, 0.16, 0), moved_and_bound("leftLowerArm", 0, 0.01, 0)),
    ("PO26", "leftLowerLeg", KINDS, aimed("leftLowerLeg", "leftFoot", 5.5), aimed("leftLowerLeg", "leftFoot", 4.5)),
    ("PO26", "hips", KINDS, aimed("hips", "spine", 5.5), aimed("hips", "spine", -4.5)),
    ("PO27", "leftLowerLeg", KINDS, along("leftLowerLeg", 14), along("leftLowerLeg", 7)),
    ("SK08", "skin", KINDS, fifth_influence(0.2), fifth_influence(0)),
    ("SK10", "leftToes", KINDS, without_weights_of("leftToes", "leftFoot"), KEEP),
    ("SK11", "head", KINDS, shared("leftFoot", "head", 0.06), shared("leftFoot", "head", 0.04)),
    ("SK12", "rightFoot", KINDS, shared("leftFoot", "rightFoot", 0.06), shared("leftFoot", "rightFoot", 0.04)),
    ("SK16", "skin", KINDS, skin_stands(0.01), skin_stands(0)),
    ("LI11", "leftLowerLeg", KINDS, clip([0, 1, 2], [0, 8, 0], X, "leftLowerLeg"), clip([0, 1, 2], [0, 3, 0], X, "leftLowerLeg")),
    ("AN05", "skin", KINDS, skin_is_animated, KEEP),
    ("AN07", "leftHand", KINDS, travels("leftHand", [0, 1, 2], (0.012, 0, 0), (0.012, 0, 0), (0.012, 0, 0)),
     travels("leftHand", [0, 1, 2], (0.003, 0, 0), (0.003, 0, 0), (0.003, 0, 0))),
    ("AN08", "leftHand", KINDS, grows(1.0015), grows(1.0007)),
    ("AN13", "leftFoot", KINDS, travels("hips", [0, 1], (0, 0, 0), (0, 0, 0.6)), travels("hips", [0, 1], (0, 0, 0), (0, 0, 0.4))),
    ("AN14", "leftFoot", KINDS, travels("hips", [0, 1, 2], (0, 0, 0), (0, -0.013, 0), (0, 0, 0)),
     travels("hips", [0, 1, 2], (0, 0, 0), (0, -0.008, 0), (0, 0, 0))),
    ("AN15", "Clip", KINDS, travels("hips", [0, 2], (0, 0.3, 0), (0, 0.3, 0.01)),
     travels("hips", [0, 0.9], (0, 0.3, 0), (0, 0.3, 0.01))),
    ("AN16", "Clip", KINDS, travels("hips", [0, 1], (0, 0, 0), (0, 0, 0.03)), travels("hips", [0, 1], (0, 0, 0), (0, 0, 0.01))),
    ("AN20", "Clip", KINDS, dead_channel(0), dead_channel(5)),
    ("BU07", "wide", KINDS, wide_picture(4097), wide_picture(2048)),
    ("MA01", "jaw", AVATAR, rename("jaw", "hair_front"), rename("jaw", "jaw_1")),
    ("MA02", "leftEye", EXT, axes("leftEye", X, 25), axes("leftEye", X, 15)),
    ("MA02", "rightEye", AVATAR, base.remove_bone("leftEye"), KEEP),
]


class MoreDefects(base.Defects):
    defects, also = DEFECTS, {}

    def findings(self, path, *more):
        done = run("check", path, "--format", "json", "--fail-on", "never", *more)
        self.assertEqual(done.returncode, DONE, done.stderr[-500:])
        return json.loads(done.stdout)["files"][0]["findings"]

    def test_cages(self):
        """Roblox's, and colliders as Unreal Engine and Godot name them."""
        for cage in ("Part_OuterCage", "UCX_Part_01", "part-colonly"):
            for side, size in (("fails", 1.3), ("passes", 1.2)):
                rig = base.Rig("ext")
                places = [[0, 0, 0], [0, 0.1, 0], [0, 0, 0.1], [0.1, 0, 0]]
                indices = rig.add_accessor(struct.pack("<6H", 0, 1, 2, 0, 3, 1), 5123, "SCALAR", 6)
                for name, factor in (("Part_Geo", 1.0), (cage, size)):
                    rows = [[c * factor for c in place] for place in places]
                    positions = rig.add_accessor(b"".join(struct.pack("<3f", *row) for row in rows), 5126, "VEC3", 4,
                                                 min=[0, 0, 0], max=[0.1 * factor] * 3)
                    rig.json["meshes"].append({"primitives": [{"attributes": {"POSITION": positions}, "indices": indices}]})
                    rig.json["scenes"][0]["nodes"].append(rig.add_node(name, None, mesh=len(rig.json["meshes"]) - 1))
                path = self.folder / f"{cage}-{side}.glb"
                rig.write(path)
                named = [f["object"]["name"] for f in self.findings(path, "--profile", "roblox", "--only", "BU13")]
                self.assertEqual(named, ["Part_Geo"] if side == "fails" else [], (cage, side))

    def test_meshes_of_several_parts(self):
        """A closed shape of two primitives has no holes, and what is wrong with both is told once."""
        corners = [[0, 1, .5], [.1, 1, .5], [0, 1.1, .5], [0, 1, .6]]
        faces = [[0, 2, 1, 0, 1, 3], [0, 3, 2, 1, 2, 3]]
        found = {}
        for kind, more, normal in (("closed", [], None), ("thin", [0, 0, 1], None), ("long", [], [0, 0, 1.05])):
            rig = base.Rig("ext")
            primitives = []
            for indices in faces:
                rows = [corners[i] for i in indices + more]
                attributes = {"POSITION": rig.add_accessor(b"".join(struct.pack("<3f", *row) for row in rows), 5126, "VEC3",
                                                           len(rows), min=[0, 1, .5], max=[.1, 1.1, .6])}
                if normal:
                    attributes["NORMAL"] = rig.add_accessor(struct.pack("<3f", *normal) * len(rows), 5126, "VEC3", len(rows))
                primitives.append({"attributes": attributes})
            rig.json["meshes"].append({"name": "shape", "primitives": primitives})
            rig.json["scenes"][0]["nodes"].append(rig.add_node("node", None, mesh=len(rig.json["meshes"]) - 1))
            path = self.folder / f"{kind}.glb"
            rig.write(path)
            found[kind] = [f for f in self.findings(path, "--profile", "roblox", "--only", "BU09,BU10,BU11")
                           if f["object"]["name"] == "shape"]
        self.assertEqual({kind: [f["id"] for f in of] for kind, of in found.items()},
                         {"closed": [], "thin": ["BU09"], "long": ["BU10"]})
        self.assertIn("2 of 6 triangles", found["thin"][0]["message"])
        self.assertIn("12 normals", found["long"][0]["message"])
        self.assertIn("look to the other side", found["long"][0]["message"])

    def test_findings_of_clips_say_where_they_are(self):
        rig = base.Rig("ext")
        clip([0, 1, 2], [0, 10, 0])(rig)
        clip([0, 1, 2], [0, 10, 3])(rig)
        rig.json["animations"][1]["name"] = "Jump"
        path = self.folder / "clips.glb"
        rig.write(path)
        found = self.findings(path, "--only", "AN17")
        self.assertEqual([(f["clip"], f["where"].split("#")[1]) for f in found], [("Jump", "/animations/1")])

    def test_a_leaf_node_is_no_next_phalanx(self):
        rig = base.Rig("ext")
        self.assertIn("l_index_distal_tip", [node["name"] for node in rig.nodes])
        path = self.folder / "tips.glb"
        rig.write(path)
        self.assertEqual(self.findings(path, "--only", "PO06"), [])

    def test_a_cycle_of_nodes(self):
        rig = base.Rig("ext")
        rig.nodes[rig.bones["leftHand"]].setdefault("children", []).append(rig.bones["leftUpperArm"])
        above = rig.nodes[rig.parent[rig.bones["leftUpperArm"]]]
        above["children"].remove(rig.bones["leftUpperArm"])
        path = self.folder / "cycle.glb"
        rig.write(path)
        self.assertEqual([f["id"] for f in self.findings(path)], ["READ", "ST13"])
        self.assertEqual([f["id"] for f in self.findings(path, "--skip", "ST13")], ["READ"])


if __name__ == "__main__":
    main()
