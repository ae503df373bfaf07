"""What other programs see of written files: units of length, mirrored frames, figures that are shown in another pose
than their skin is bound in."""
import base64
import itertools
import json
import math
import re
import struct

from common import DATA, DONE, FINDINGS, Case, main
from test_written import bones_of_a_man

MANIKIN = DATA.parents[1] / "assets/manikin/manikin.x3d"

CENTIMETRES = """#X3D V4.0 utf8
PROFILE Immersive
COMPONENT HAnim:2
UNIT length cm 0.01
DEF H HAnimHumanoid { name "Cm" version "2.0" skeleton [ HAnimJoint { name "humanoid_root" center 0 90 0 children [
  HAnimSegment { name "sacrum" mass 5 centerOfMass 0 95 0 children [ Shape { geometry Box { size 20 30 10 } } ] }
  HAnimJoint { name "l_hip" center 10 85 0 children [ HAnimSegment { name "l_thigh" } ] }
  HAnimJoint { name "vl5" center 0 100 0 children [ HAnimSegment { name "l5" } ] } ] } ] }
"""


def largest(before, after):
    """The largest difference of two lists of points."""
    return max(abs(a - b) for p, q in zip(before, after, strict=True) for a, b in zip(p, q, strict=True))


def strays(points, known, near=1e-5):
    """How many points are not near one of the others; formats differ in how often they have a vertex."""
    cells = {}
    for p in known:
        cells.setdefault(tuple(int(c // near) for c in p), []).append(p)

    def is_known(p):
        around = itertools.product(*([int(c // near) + d for d in (-1, 0, 1)] for c in p))
        return any(math.dist(p, q) <= near for cell in around for q in cells.get(cell, ()))
    return sum(not is_known(p) for p in points)


class Interchange(Case):
    def places(self, path, *more):
        return {j["name"]: j["global"][12:15] for j in self.json("pose", path, "--json", *more)["joints"]}

    def test_x3d_keeps_its_unit_of_length(self):
        source = self.folder / "cm.x3dv"
        source.write_text(CENTIMETRES)
        for suffix in ("x3d", "x3dj", "x3dv"):
            out = self.folder / f"out.{suffix}"
            self.assertNotIn("left-out", self.expect(DONE, "convert", "--anew", source, out).said)
            unit = self.json("info", out, "--json")["humanoids"][0]["unit"]
            self.assertEqual((unit["declared"], round(unit["metres"], 6)), (True, 0.01))
            self.assertEqual(self.places(out), self.places(source))

    def test_formats_in_metres_get_metres(self):
        source = self.folder / "cm.x3dv"
        source.write_text(CENTIMETRES)
        before = self.places(source)
        for suffix in ("wrl", "glb"):
            out = self.folder / f"out.{suffix}"
            codes = [n["code"] for n in self.json("convert", "--json", source, out)["notes"]]
            self.assertIn("in-metres", codes)
            self.assertNotIn("left-out", codes)
            after = self.places(out)
            self.assertLess(largest([[c * 0.01 for c in p] for p in before.values()],
                                    [after[name] for name in before]), 1e-6)
            changes = json.loads(self.expect(FINDINGS, "diff", source, out, "--format", "json").text)["changes"]
            self.assertEqual([change["name"] for change in changes], ["size"], out)

    def man_under_a_mirror(self):
        """A figure that faces +Z, in left-handed frames, as converters between handednesses leave it; it nods."""
        nodes, _, head = bones_of_a_man()
        for node in nodes:
            node["translation"][0] *= -1
        nodes[head]["children"] = [len(nodes)]
        nodes.append({"name": "nose", "translation": [0, 0.1, -0.15]})
        nodes.append({"name": "mirror", "scale": [1, 1, -1], "children": [0]})
        numbers = struct.pack("<10f", 0, 1, 0, 0, 0, 1, 0.5, 0.5, 0.5, 0.5)
        gltf = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [len(nodes) - 1]}], "nodes": nodes,
                "animations": [{"channels": [{"sampler": 0, "target": {"node": head, "path": "rotation"}}],
                                "samplers": [{"input": 0, "output": 1}]}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR",
                               "min": [0], "max": [1]},
                              {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC4"}],
                "bufferViews": [{"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 32}],
                "buffers": [{"byteLength": 40, "uri": "data:application/octet-stream;base64," +
                             base64.b64encode(numbers).decode()}]}
        path = self.folder / "mirror.gltf"
        path.write_text(json.dumps(gltf))
        return path

    def test_vrm_has_no_mirrored_frames(self):
        source, out = self.man_under_a_mirror(), self.folder / "out.vrm"
        before = self.places(source, "--clip", "0", "--cycle", "0.4")
        self.assertGreater(abs(before["nose"][0]), 0.05)
        for way in ([], ["--anew"]):
            self.assertIn("frames-unmirrored",
                          [n["code"] for n in self.json("convert", "--json", *way, source, out)["notes"]])
            for j in self.json("pose", out, "--json")["joints"]:
                x, y, z = (j["global"][k:k + 3] for k in (0, 4, 8))
                self.assertGreater(x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) +
                                   x[2] * (y[0] * z[1] - y[1] * z[0]), 0.5, j["name"])
            after = self.places(out, "--clip", "0", "--cycle", "0.4")
            self.assertLess(largest(before.values(), [after[name] for name in before]), 1e-5)

    def test_joints_of_bvh_have_names_of_their_own(self):
        """Other programs know them by their names alone."""
        source, out = self.man_under_a_mirror(), self.folder / "out.bvh"
        gltf = json.loads(source.read_text())
        for node in gltf["nodes"]:
            if node["name"].endswith("Foot"):
                node["name"] = "foot"
            if node["name"].endswith("Hand"):
                del node["name"]
        source.write_text(json.dumps(gltf))
        self.expect(DONE, "convert", source, out)
        names = re.findall(r"(?:ROOT|JOINT) (.*)", out.read_text())
        self.assertEqual(len(names), len(set(names)), names)
        self.assertIn("foot_2", names)

    def test_a_mirror_image_is_told(self):
        source, codes = self.man_under_a_mirror(), []
        for scale in (-1, 1):
            gltf = json.loads(source.read_text())
            gltf["nodes"][-1]["scale"][2] = scale
            source.write_text(json.dumps(gltf))
            codes.append([n["code"] for n in self.json("convert", "--json", source, self.folder / "out.vrm")["notes"]])
        self.assertNotIn("mirror-image", codes[0])
        self.assertIn("mirror-image", codes[1])

    def test_a_figure_shown_in_another_pose_than_its_bind_stays_where_it_is(self):
        source, out, back = (self.folder / name for name in ("posed.x3d", "posed.glb", "back.x3d"))
        text = re.sub(r"(name='l_(?:shoulder|elbow)')", r"\1 rotation='-1 0.3 0.5 0.7'", MANIKIN.read_text())
        source.write_text(re.sub("loop='true'", "loop='false'", text))
        self.json("convert", "--json", "--extension", "ext", source, out)
        self.json("convert", "--json", out, back)

        def skin(path):
            return [p for mesh in self.json("pose", path, "--json", "--vertices")["meshes"] for p in mesh["positions"]]
        shown = skin(source)
        self.assertGreater(strays(skin(MANIKIN), shown), 100)
        self.assertEqual(strays(skin(out), shown), 0)
        self.assertEqual(strays(skin(back), shown), 0)


if __name__ == "__main__":
    main()
