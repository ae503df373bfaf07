"""World matrices of random figures, against a second reading of the same text (naive_vrml.py): of the file itself, and of
what is written from it in every encoding."""
import random

from common import DATA, DONE, Case, main
from naive_vrml import joints

HEAD = """#VRML V2.0 utf8
PROTO Joint [ exposedField SFVec3f center 0 0 0 exposedField MFNode children [ ] exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0 exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0 exposedField SFVec3f translation 0 0 0 ] {
  Transform { center IS center children IS children rotation IS rotation scale IS scale
    scaleOrientation IS scaleOrientation translation IS translation } }
PROTO Segment [ exposedField MFNode children [ ] exposedField SFString name "" ] { Group { children IS children } }
PROTO Humanoid [ exposedField MFNode humanoidBody [ ] exposedField SFString name "" exposedField SFVec3f center 0 0 0
  exposedField SFRotation rotation 0 0 1 0 exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0 exposedField SFVec3f translation 0 0 0 ] {
  Transform { center IS center rotation IS rotation scale IS scale scaleOrientation IS scaleOrientation
    translation IS translation children IS humanoidBody } }
PROTO Wrap [ field MFNode kids [ ] field SFRotation turn 0 0 1 0.2 ] {
  Transform { rotation IS turn children Group { children IS kids } } }
"""


class Figure:
    """A random tree of joints, with other nodes between them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        humanoid = f'DEF F Humanoid {{ name "f" {self.placed()} humanoidBody [ {self.joint(0)} ] }}'
        inside = self.random.random() < 0.5
        self.text = HEAD + (f"Transform {{ {self.placed()} children [ {humanoid} ] }}" if inside else humanoid)

    def numbers(self, *limits):
        return " ".join(f"{self.random.uniform(-a, a):.4g}" for a in limits)

    def placed(self):
        scale = " ".join(f"{self.random.uniform(0.5, 2.0):.3g}" for _ in range(3))
        fields = ((0.5, f"translation {self.numbers(1, 1, 1)}"), (0.6, f"rotation {self.numbers(1, 1, 1, 4)}"),
                  (0.3, f"scale {scale}"), (0.2, f"scaleOrientation {self.numbers(1, 1, 1, 3)}"),
                  (0.7, f"center {self.numbers(1, 1, 1)}"))
        return " ".join(text for share, text in fields if self.random.random() < share)

    def joint(self, depth):
        self.count += 1
        name = f"x_{self.count}"
        children = [self.wrapped(self.joint(depth + 1)) for _ in range(self.random.randint(0, 3) if depth < 5 else 0)]
        segment = f'Segment {{ name "s_{name}" children Shape {{ geometry Box {{ size 0.1 0.1 0.1 }} }} }}'
        return f'DEF {name} Joint {{ name "{name}" {self.placed()} children [ {segment} {" ".join(children)} ] }}'

    def wrapped(self, joint):
        return self.random.choice((joint, joint, joint, f"Transform {{ {self.placed()} children [ {joint} ] }}",
                                   f"Group {{ children {joint} }}", f"LOD {{ level [ {joint} Group {{ }} ] }}",
                                   f"Wrap {{ kids [ {joint} ] turn 0 1 0 {self.numbers(3)} }}",
                                   f"Switch {{ whichChoice 1 choice [ Group {{ }} {joint} ] }}"))


class Reference(Case):
    def expect_same(self, expected, path):
        found = [(j["name"], j["global"]) for j in self.json("pose", path, "--json")["joints"]]
        self.assertEqual([name for name, _ in found], [name for name, _ in expected], path)
        for (name, wanted), (_, got) in zip(expected, found):
            size = max(1.0, *map(abs, wanted))
            self.assertLess(max(abs(a - b) for a, b in zip(wanted, got)) / size, 1e-5, f"{path} {name}")

    def test_random_figures_in_every_encoding(self):
        for seed in range(12):
            figure = Figure(seed)
            with self.subTest(seed=seed, joints=figure.count):
                source = self.folder / "figure.wrl"
                source.write_text(figure.text)
                expected = joints(figure.text)
                self.assertEqual(len(expected), figure.count)
                self.expect_same(expected, source)
                for suffix in ("wrl", "x3d", "x3dv", "x3dj", "glb"):
                    out = self.folder / f"out.{suffix}"
                    self.expect(DONE, "convert", "--anew", source, out)
                    self.expect_same(expected, out)
                # What others read in the VRML97 that is written.
                self.expect_same(joints((self.folder / "out.wrl").read_text()), source)

    def test_boxman(self):
        self.expect_same(joints((DATA / "boxman.wrl").read_text()), DATA / "boxman.wrl")


if __name__ == "__main__":
    main()
