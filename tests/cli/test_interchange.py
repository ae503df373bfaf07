"""What other programs see of written files: units of length."""
import json

from common import DONE, FINDINGS, Case, main

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


if __name__ == "__main__":
    main()
