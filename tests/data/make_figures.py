#!/usr/bin/env python3
"""Makes the small figures that the tests read: boxman.gltf (skinned, T-pose), boxman.wrl (H-Anim 1.1), and
landscape.wrl, the latter amid pictures of its own.

Run it in this folder after changing it; what it writes is committed. Nothing but the standard library is needed.
"""
import base64
import json
import math
import struct
import zlib

# name, H-Anim joint, segment, parent, head of the bone in the T-pose (metres), tail, half thickness
BONES = [
    ("Hips", "HumanoidRoot", "pelvis", None, (0, 0.95, 0), (0, 1.05, 0), 0.11),
    ("Spine", "vl5", "l5", "Hips", (0, 1.05, 0), (0, 1.25, 0), 0.10),
    ("Chest", "vt6", "t6", "Spine", (0, 1.25, 0), (0, 1.46, 0), 0.12),
    ("Neck", "vc4", "c4", "Chest", (0, 1.46, 0), (0, 1.54, 0), 0.05),
    ("Head", "skullbase", "skull", "Neck", (0, 1.54, 0.01), (0, 1.76, 0.01), 0.09),
    ("UpperArm", "shoulder", "upperarm", "Chest", (0.17, 1.40, 0), (0.44, 1.40, 0), 0.05),
    ("LowerArm", "elbow", "forearm", "UpperArm", (0.44, 1.40, 0), (0.69, 1.40, 0), 0.04),
    ("Hand", "wrist", "hand", "LowerArm", (0.69, 1.40, 0), (0.85, 1.40, 0), 0.03),
    ("UpperLeg", "hip", "thigh", "Hips", (0.10, 0.92, 0), (0.10, 0.50, 0), 0.07),
    ("LowerLeg", "knee", "calf", "UpperLeg", (0.10, 0.50, 0), (0.10, 0.09, 0), 0.05),
    ("Foot", "ankle", "hindfoot", "LowerLeg", (0.10, 0.09, 0), (0.10, 0.03, 0.20), 0.04),
]
SIDED = {"UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot"}


def figure(arms_down):
    """(name, joint, segment, parent, head, tail, thickness, side), parents first, both sides."""
    out = []
    for name, joint, segment, parent, head, tail, thick in BONES:
        for side in (("Left", "l_", 1), ("Right", "r_", -1)) if name in SIDED else (("", "", 1),):
            def place(p):
                x, y, z = p
                if arms_down and name in ("UpperArm", "LowerArm", "Hand"):
                    x, y = 0.17, 1.40 - (x - 0.17)
                return (x * side[2], y, z)
            above = side[0] + parent if parent in SIDED else parent
            out.append((side[0] + name, side[1] + joint, side[1] + segment, above, place(head), place(tail), thick,
                        side[2] if name in SIDED else 0))
    return out


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def box(head, tail, thick):
    """Eight corners around a bone, and twelve triangles turned outwards."""
    low = [min(a, b) for a, b in zip(head, tail)]
    high = [max(a, b) for a, b in zip(head, tail)]
    along = max(range(3), key=lambda i: high[i] - low[i])
    for i in range(3):
        if i != along:
            low[i] -= thick
            high[i] += thick
    corners = [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, faces


def png(width, height, pixel):
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


class Buffer:
    def __init__(self):
        self.bytes = bytearray()
        self.views = []
        self.accessors = []

    def view(self, data):
        while len(self.bytes) % 4:
            self.bytes.append(0)
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.bytes += data
        return len(self.views) - 1

    def accessor(self, rows, kind, code="f", bounds=False):
        flat = [v for row in rows for v in (row if isinstance(row, (tuple, list)) else (row,))]
        component = {"f": 5126, "H": 5123, "B": 5121}[code]
        entry = {"bufferView": self.view(struct.pack("<%d%s" % (len(flat), code), *flat)), "componentType": component,
                 "count": len(rows), "type": kind}
        if bounds:
            columns = list(zip(*[r if isinstance(r, (tuple, list)) else (r,) for r in rows]))
            as_float = [[struct.unpack("<f", struct.pack("<f", v))[0] for v in c] for c in columns]
            entry["min"] = [min(c) for c in as_float]
            entry["max"] = [max(c) for c in as_float]
        self.accessors.append(entry)
        return len(self.accessors) - 1


def turn(axis, angle):
    s = math.sin(angle / 2)
    return (axis[0] * s, axis[1] * s, axis[2] * s, math.cos(angle / 2))


def gltf():
    bones = figure(arms_down=False)
    index = {b[0]: i for i, b in enumerate(bones)}
    nodes = []
    for name, _, _, parent, head, _, _, _ in bones:
        nodes.append({"name": name, "translation": sub(head, bones[index[parent]][4]) if parent else head})
        if parent:
            nodes[index[parent]].setdefault("children", []).append(index[name])
    buffer = Buffer()
    positions, normals, uvs, joints, weights, indices, blush = [], [], [], [], [], [], []
    for i, (name, _, _, parent, head, tail, thick, _) in enumerate(bones):
        corners, faces = box(head, tail, thick)
        above = index[parent] if parent else i
        for face in faces:
            a, b, c, d = (corners[k] for k in face)
            u, v = sub(b, a), sub(d, a)
            n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
            length = math.sqrt(sum(x * x for x in n))
            first = len(positions)
            for corner, uv in zip((a, b, c, d), ((0, 0), (1, 0), (1, 1), (0, 1))):
                near = sum((x - y) ** 2 for x, y in zip(corner, head)) < sum((x - y) ** 2 for x, y in zip(corner, tail))
                positions.append(corner)
                normals.append(tuple(x / length for x in n))
                uvs.append(uv)
                joints.append((i, above, 0, 0))
                weights.append((0.75, 0.25, 0, 0) if near and parent else (1, 0, 0, 0))
                blush.append((0, 0, 0.12) if name == "Head" and corner[2] > head[2] else (0, 0, 0))
            indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    inverse_bind = [(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -b[4][0], -b[4][1], -b[4][2], 1) for b in bones]

    def sampler(times, values, kind, mode="LINEAR"):
        return {"input": buffer.accessor(times, "SCALAR", bounds=True), "output": buffer.accessor(values, kind),
                "interpolation": mode}

    def channel(sampler_index, node, path):
        return {"sampler": sampler_index, "target": {"node": node, "path": path}}

    times = [0.0, 0.5, 1.0]
    wave = [turn((0, 0, 1), a) for a in (0.0, 1.2, 0.0)]
    bend = [turn((0, 1, 0), a) for a in (0.0, -1.0, 0.0)]
    hop = [v for y in (0.95, 1.15, 0.95) for v in ((0, 0, 0), (0, y, 0), (0, 0, 0))]
    still = buffer.accessor(positions, "VEC3", bounds=True)
    primitive = {"attributes": {"POSITION": still, "NORMAL": buffer.accessor(normals, "VEC3"),
                                "TEXCOORD_0": buffer.accessor(uvs, "VEC2"),
                                "JOINTS_0": buffer.accessor(joints, "VEC4", "B"),
                                "WEIGHTS_0": buffer.accessor(weights, "VEC4")},
                 "indices": buffer.accessor(indices, "SCALAR", "H"), "material": 0,
                 "targets": [{"POSITION": buffer.accessor(blush, "VEC3", bounds=True)}]}
    picture = png(16, 16, lambda x, y: (214, 120, 74) if (x // 4 + y // 4) % 2 else (232, 196, 148))
    document = {
        "asset": {"version": "2.0", "generator": "Vitruvian's tests/data/make_figures.py"},
        "scene": 0, "scenes": [{"nodes": [index["Hips"], len(bones)]}],
        "nodes": nodes + [{"name": "Body", "mesh": 0, "skin": 0}],
        "meshes": [{"name": "Body", "primitives": [primitive], "weights": [0.0],
                    "extras": {"targetNames": ["nose"]}}],
        "skins": [{"name": "Boxman", "joints": list(range(len(bones))), "skeleton": index["Hips"],
                   "inverseBindMatrices": buffer.accessor(inverse_bind, "MAT4")}],
        "materials": [{"name": "Clay", "pbrMetallicRoughness": {
            "baseColorTexture": {"index": 0}, "metallicFactor": 0.0, "roughnessFactor": 0.7}}],
        "textures": [{"source": 0, "sampler": 0}], "samplers": [{"magFilter": 9728}],
        "images": [{"mimeType": "image/png", "bufferView": buffer.view(picture)}],
        "animations": [
            {"name": "wave", "samplers": [sampler(times, wave, "VEC4"), sampler(times, bend, "VEC4")],
             "channels": [channel(0, index["LeftUpperArm"], "rotation"), channel(1, index["LeftLowerArm"], "rotation")]},
            {"name": "hop", "samplers": [sampler(times, hop, "VEC3", "CUBICSPLINE"),
                                         sampler(times, [0.0, 1.0, 0.0], "SCALAR", "STEP")],
             "channels": [channel(0, index["Hips"], "translation"), channel(1, len(bones), "weights")]}],
    }
    document["bufferViews"] = buffer.views
    document["accessors"] = buffer.accessors
    document["buffers"] = [{"byteLength": len(buffer.bytes), "uri": "data:application/octet-stream;base64," +
                            base64.b64encode(bytes(buffer.bytes)).decode()}]
    return json.dumps(document, separators=(",", ":")) + "\n"


PROTOS = """#VRML V2.0 utf8
# Made by make_figures.py for Vitruvian's tests.
PROTO Joint [
  exposedField SFVec3f center 0 0 0
  exposedField MFNode children []
  exposedField MFFloat llimit []
  exposedField SFRotation limitOrientation 0 0 1 0
  exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0
  exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0
  exposedField MFFloat stiffness [ 0 0 0 ]
  exposedField SFVec3f translation 0 0 0
  exposedField MFFloat ulimit []
] {
  Transform { translation IS translation rotation IS rotation scale IS scale
    scaleOrientation IS scaleOrientation center IS center children IS children }
}
PROTO Segment [
  field SFVec3f bboxCenter 0 0 0
  field SFVec3f bboxSize -1 -1 -1
  exposedField SFVec3f centerOfMass 0 0 0
  exposedField MFNode children []
  exposedField SFNode coord NULL
  exposedField MFNode displacers []
  exposedField SFFloat mass 0
  exposedField MFFloat momentsOfInertia [ 0 0 0 0 0 0 0 0 0 ]
  exposedField SFString name ""
  eventIn MFNode addChildren
  eventIn MFNode removeChildren
] {
  Group { children IS children bboxCenter IS bboxCenter bboxSize IS bboxSize
    addChildren IS addChildren removeChildren IS removeChildren }
}
PROTO Site [
  exposedField SFVec3f center 0 0 0
  exposedField MFNode children []
  exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0
  exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0
  exposedField SFVec3f translation 0 0 0
  eventIn MFNode addChildren
  eventIn MFNode removeChildren
] {
  Transform { translation IS translation rotation IS rotation scale IS scale
    scaleOrientation IS scaleOrientation center IS center children IS children
    addChildren IS addChildren removeChildren IS removeChildren }
}
PROTO Displacer [
  exposedField MFInt32 coordIndex []
  exposedField MFVec3f displacements []
  exposedField SFString name ""
] { Group {} }
PROTO Humanoid [
  field SFVec3f bboxCenter 0 0 0
  field SFVec3f bboxSize -1 -1 -1
  exposedField SFVec3f center 0 0 0
  exposedField MFNode humanoidBody []
  exposedField MFString info []
  exposedField MFNode joints []
  exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0
  exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0
  exposedField MFNode segments []
  exposedField MFNode sites []
  exposedField SFVec3f translation 0 0 0
  exposedField SFString version "1.1"
  exposedField MFNode viewpoints []
] {
  Transform { translation IS translation rotation IS rotation scale IS scale
    scaleOrientation IS scaleOrientation center IS center
    children [ Group { children IS viewpoints } Group { children IS humanoidBody } ] }
}
"""


def vector(v):
    return " ".join("%g" % round(x, 4) for x in v)


def wrl():
    bones = figure(arms_down=True)
    children = {}
    for bone in bones:
        children.setdefault(bone[3], []).append(bone)

    def joint(bone, margin):
        name, joint_name, segment, parent, head, tail, thick, side = bone
        corners, faces = box(head, tail, thick)
        pad = " " * margin
        color = {1: "0.78 0.45 0.3", -1: "0.35 0.52 0.75"}.get(side, "0.75 0.72 0.66")
        limits = " llimit [ -0.2 -0.7 -0.4 ] ulimit [ 2.5 0.7 0.4 ] stiffness [ 0.2 0.5 0.8 ]" if "knee" in joint_name else ""
        out = [f"{pad}DEF hanim_{joint_name} Joint {{ name \"{joint_name}\" center {vector(head)}{limits} children [",
               f"{pad}  DEF hanim_{segment} Segment {{ name \"{segment}\" mass {1 + 10 * thick:g} "
               f"centerOfMass {vector([(a + b) / 2 for a, b in zip(head, tail)])}",
               f"{pad}    coord DEF {segment}_coord Coordinate {{ point [ {', '.join(vector(c) for c in corners)} ] }}"]
        if segment == "skull":
            front = [i for i, c in enumerate(corners) if c[2] > head[2]]
            out.append(f"{pad}    displacers [ DEF nose_action Displacer {{ name \"nose_action\" "
                       f"coordIndex [ {' '.join(map(str, front))} ] "
                       f"displacements [ {', '.join('0 0 0.12' for _ in front)} ] }} ]")
        out.append(f"{pad}    children [ Shape {{ appearance Appearance {{ material Material {{ diffuseColor {color} }} }}")
        out.append(f"{pad}      geometry IndexedFaceSet {{ creaseAngle 0.5 coord USE {segment}_coord coordIndex [ "
                   f"{', '.join(' '.join(map(str, f)) + ' -1' for f in faces)} ] }} }}")
        if segment.endswith("hand"):
            out.append(f"{pad}      DEF hanim_{segment}_tip Site {{ name \"{segment}_tip\" translation {vector(tail)} }}")
        out.append(f"{pad}    ] }}")
        for below in children.get(name, []):
            out += joint(below, margin + 2)
        out.append(f"{pad}] }}")
        return out

    lines = [PROTOS, "DEF Boxman Humanoid { name \"Boxman\" version \"1.1\"",
             "  info [ \"authorName=Vitruvian\" \"humanoidVersion=1.1\" ]", "  humanoidBody ["]
    lines += joint(bones[0], 4)
    lines.append("  ]")
    for field, names in (("joints", [b[1] for b in bones]), ("segments", [b[2] for b in bones]),
                         ("sites", ["l_hand_tip", "r_hand_tip"])):
        lines.append("  %s [ %s ]" % (field, " ".join("USE hanim_" + n for n in names)))
    lines.append("  viewpoints [ DEF Left_side Viewpoint { description \"left side\" position 4 1 0 "
                 "orientation 0 1 0 1.5708 } ]")
    lines.append("}")
    lines.append("DEF Nod TimeSensor { cycleInterval 2 loop TRUE }")
    lines.append("DEF Nod_skull OrientationInterpolator { key [ 0 0.5 1 ] keyValue [ 1 0 0 0, 1 0 0 0.8, 1 0 0 0 ] }")
    lines.append("DEF Nod_arm OrientationInterpolator { key [ 0 0.5 1 ] keyValue [ 0 0 1 0, 0 0 1 1.4, 0 0 1 0 ] }")
    lines.append("DEF Nod_root PositionInterpolator { key [ 0 0.5 1 ] keyValue [ 0 0 0, 0 0.1 0, 0 0 0 ] }")
    for name, joint_name, field in (("skull", "skullbase", "rotation"), ("arm", "l_shoulder", "rotation"),
                                    ("root", "HumanoidRoot", "translation")):
        lines.append(f"ROUTE Nod.fraction_changed TO Nod_{name}.set_fraction")
        lines.append(f"ROUTE Nod_{name}.value_changed TO hanim_{joint_name}.set_{field}")
    return "\n".join(lines) + "\n"


LANDSCAPE = """#VRML V2.0 utf8
# Made by make_figures.py for Vitruvian's tests: a figure in a box of pictures. Above it the colour shows.
Background {
  skyColor 0.37 0.62 0.85
  frontUrl "landscape.png"
  backUrl "landscape.png"
  leftUrl "landscape.png"
  rightUrl [ "missing.png" "landscape.png" ]
  bottomUrl "meadow.png"
}
Inline { url "boxman.wrl" }
"""


MEADOW = (79, 110, 56)


def mixed(a, b, share):
    return tuple(round((1 - share) * x + share * y) for x, y in zip(a, b))


def landscape(x, y):
    """Mountains on a meadow under the sky, 128 pixels wide and high."""
    if y >= 84:
        return mixed((125, 153, 84), MEADOW, (y - 84) / 44)
    if abs(x - 34) < 0.75 * (y - 52):
        return (245, 245, 247) if y < 60 + x % 3 else (140, 138, 125)
    if abs(x - 78) < 1.2 * (y - 64):
        return (163, 161, 145)
    return mixed((95, 159, 217), (232, 240, 245), y / 84)


if __name__ == "__main__":
    with open("landscape.wrl", "w", encoding="utf-8") as out:
        out.write(LANDSCAPE)
    with open("landscape.png", "wb") as out:
        out.write(png(128, 128, landscape))
    with open("meadow.png", "wb") as out:
        out.write(png(8, 8, lambda x, y: MEADOW))
    with open("boxman.gltf", "w", encoding="utf-8") as out:
        out.write(gltf())
    with open("boxman.wrl", "w", encoding="utf-8") as out:
        out.write(wrl())
