#!/usr/bin/env python3
"""Rigs with one deliberate defect each, as test_defects.py has them, under the profiles that ask for more than others:
budgets of VRChat and Roblox, Unity's and HumanIK's trees and matrices."""
import struct
import zlib

import test_defects as base
from common import main
from test_defects import AVATAR, KEEP, KINDS, hang, remove_bone, scale
from test_more_defects import wide_picture

VRM1 = ("vrm1",)


def triangles(count):
    """The skin's triangles, over and over, up to a number."""
    def spoil(rig):
        primitive = rig.json["meshes"][0]["primitives"][0]
        start, _, form = rig.span(primitive["indices"])
        size = 3 * struct.calcsize(form)
        whole = bytes(rig.binary[start:start + size * (rig.json["accessors"][primitive["indices"]]["count"] // 3)])
        data = (whole * (count * size // len(whole) + 1))[:count * size]
        component = rig.json["accessors"][primitive["indices"]]["componentType"]
        others = sum(rig.json["accessors"][other["indices"]]["count"] // 3 for mesh in rig.json["meshes"]
                     for other in mesh["primitives"] if other is not primitive)
        primitive["indices"] = rig.add_accessor(data[:(count - others) * size], component, "SCALAR", 3 * (count - others))
    return spoil


def few(change):
    """A rig of one small mesh, which is within all budgets, and the change."""
    return alone(lambda rig: (triangles(1000)(rig), change(rig)))


def alone(change):
    """The skin without the other meshes, and the change."""
    def spoil(rig):
        del rig.json["meshes"][1:]
        for node in rig.nodes:
            if node.get("mesh", 0) > 0:
                node.pop("mesh")
                node.pop("skin", None)
        change(rig)
    return spoil


def skinned_nodes(count):
    def spoil(rig):
        node = next(node for node in rig.nodes if "skin" in node)
        have = sum("skin" in node for node in rig.nodes)
        for more in range(count - have):
            rig.json["scenes"][0]["nodes"].append(rig.add_node(f"more{more}", None, mesh=node["mesh"], skin=node["skin"]))
    return spoil


def primitives(count):
    def spoil(rig):
        have = sum(len(mesh["primitives"]) for mesh in rig.json["meshes"])
        rig.json["meshes"][0]["primitives"] += [dict(rig.json["meshes"][0]["primitives"][0])] * (count - have)
    return spoil


def tall_picture(width, height):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    def spoil(rig):
        wide_picture(1)(rig)
        data = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
                chunk(b"IDAT", zlib.compress(b"\0" * (width + 1) * height, 1)) + chunk(b"IEND", b""))
        view = rig.json["bufferViews"][rig.json["images"][0]["bufferView"]]
        view.update(byteOffset=len(rig.binary), byteLength=len(data))
        rig.binary += data
    return spoil


def vertex_at(axis, size):
    """A vertex so far out that the figure's box has this size."""
    def spoil(rig):
        accessor = rig.skin_attributes()["POSITION"]
        rows = rig.rows(accessor)
        rows[7][axis] = min(row[axis] for v, row in enumerate(rows) if v != 7) + size
        low, high = ([pick(row[i] for row in rows) for i in range(3)] for pick in (min, max))
        rig.skin_attributes()["POSITION"] = rig.add_accessor(
            b"".join(struct.pack("<3f", *row) for row in rows), 5126, "VEC3", len(rows), min=low, max=high)
    return spoil


def before_the_first_child(bone):
    def spoil(rig):
        node = rig.add_node("twist", rig.bones[bone])
        children = rig.nodes[rig.bones[bone]]["children"]
        children.insert(0, children.pop(children.index(node)))
    return spoil


def after_the_first_child(bone):
    return lambda rig: rig.add_node("twist", rig.bones[bone])


def between(bone):
    """A node more between the bone and its parent."""
    def spoil(rig):
        node = rig.bones[bone]
        above = rig.parent[node]
        rotation, place = rig.world(node)
        middle = rig.add_node("between", above)
        rig.nodes[above]["children"].remove(node)
        rig.nodes[middle]["children"] = [node]
        rig.parent[node] = middle
        rig.place(node, rotation, place)
    return spoil


def hole(rig):
    """A triangle less."""
    primitive = rig.json["meshes"][0]["primitives"][0]
    accessor = dict(rig.json["accessors"][primitive["indices"]])
    accessor["count"] -= 3
    rig.json["accessors"].append(accessor)
    primitive["indices"] = len(rig.json["accessors"]) - 1


# profile: id, name of its object, kinds, what spoils the rig, what just does not
PROFILES = {
    "unity-humanoid": [
        ("ST01", "leftFoot", AVATAR, remove_bone("leftFoot"), remove_bone("leftToes")),
        ("ST11", "hips", KINDS, hang("hips", None), KEEP),
    ],
    "vrchat-pc": [
        ("ST11", "hips", AVATAR, hang("hips", None), KEEP),
        ("ST26", "leftUpperArm", VRM1, before_the_first_child("leftUpperArm"), after_the_first_child("leftUpperArm")),
        ("ST26", "leftShoulder", VRM1, between("leftShoulder"), KEEP),
        ("BU01", "Manikin", KINDS, triangles(70001), triangles(70000)),
        ("BU02", "Manikin", VRM1, base.joints_of_skin(401), base.joints_of_skin(400)),
        ("BU03", "Manikin", VRM1, few(skinned_nodes(17)), few(skinned_nodes(16))),
        ("BU04", "Manikin", VRM1, few(primitives(33)), few(primitives(32))),
        ("BU05", "Manikin", VRM1, tall_picture(5000, 5626), tall_picture(5000, 5624)),
        ("BU06", "Manikin", VRM1, vertex_at(0, 5.01), vertex_at(0, 4.99)),
        ("BU06", "Manikin", VRM1, vertex_at(1, 6.01), vertex_at(1, 5.99)),
    ],
    "vrchat-mobile": [
        ("BU01", "Manikin", VRM1, few(triangles(20001)), few(triangles(20000))),
        ("BU02", "Manikin", KINDS, few(base.joints_of_skin(151)), few(base.joints_of_skin(150))),
        ("BU03", "Manikin", KINDS, few(skinned_nodes(3)), few(skinned_nodes(2))),
        ("BU04", "Manikin", KINDS, few(primitives(5)), few(primitives(4))),
        ("BU05", "Manikin", KINDS, few(tall_picture(2000, 3751)), few(tall_picture(2000, 3749))),
        ("BU06", "Manikin", KINDS, vertex_at(2, 5.01), vertex_at(2, 4.99)),
    ],
    "roblox": [
        ("BU01", "Manikin", VRM1, few(triangles(10743)), few(triangles(10742))),
        ("BU11", "skin", KINDS, alone(hole), alone(KEEP)),
    ],
    "humanik": [
        ("TR08", "leftHand", KINDS, scale("leftHand", -1, 1, 1), KEEP),
        ("TR08", "leftThumbMetacarpal", KINDS, scale("leftHand", 1.00003, 1, 1), scale("leftHand", 1.000005, 1, 1)),
    ],
}


class ProfileDefects(base.Defects):
    also = {"BU02": {"ST16"}, "BU05": {"BU07"}, "BU06": {"PO18", "PO19"}, "TR08": {"TR02"}}

    def check(self, *kinds):
        for profile, self.defects in PROFILES.items():
            super().check(*kinds, arguments=("--profile", profile), folder=profile)


if __name__ == "__main__":
    main()
