#!/usr/bin/env python3
"""More H-Anim worlds with one deliberate defect each, as test_world_defects.py has them; and X3D figures with a skin."""
from common import main
from test_world_defects import NOSE, DefectsOfWorlds, Replace, clean, fields, keep

STILL = ", ".join(["0 0 0"] * 4)


def free(low, high):
    return fields("vt6", f"llimit [ {low} {low} {low} ] ulimit [ {high} {high} {high} ]")


# id, name of its object, what spoils the world, what just does not
DEFECTS = [
    ("ST27", "Boxman", Replace('name "l_ankle"', 'name "l_talocrural"'), keep),
    ("PO22", "leftUpperArm", Replace('name "l_elbow" center 0.17 1.13 0', 'name "l_elbow" center 0.17 1.22 0'), keep),
    ("PO23", "leftLowerLeg", Replace('name "l_knee" center 0.1 0.5 0', 'name "l_knee" center 0.1 0.5 -0.02'), keep),
    ("PO29", "HumanoidRoot", Replace('name "HumanoidRoot" center 0 0.95 0', 'name "HumanoidRoot" center 0 0.85 0'), keep),
    ("LI06", "vt6", free(-0.157, 0.157), free(-0.156, 0.156)),
    ("DI08", "nose_action", Replace(NOSE, f"coordIndex [ 1 3 5 7 ] displacements [ {STILL} ]"), keep),
]


def with_skin(kind):
    """The figure of boxes, with a triangle for a skin."""
    text = clean(kind)
    text = Replace('<Humanoid> { name "Boxman"', '<Humanoid> { name "Boxman" '
                   'skinCoord DEF skin_points Coordinate { point [ -0.1 1.1 0.2, 0.1 1.1 0.2, 0 1.2 0.2 ] } '
                   'skin [ DEF skin_shape Shape { geometry IndexedFaceSet { coord USE skin_points coordIndex [ 0 1 2 -1 ] } } ]')(
                       text, kind)
    return Replace('<Joint> { name "vl5" ', '<Joint> { name "vl5" skinCoordIndex [ 0 1 2 ] skinCoordWeight [ 1 1 1 ] ')(text, kind)


def weights(indices, values):
    return Replace("skinCoordIndex [ 0 1 2 ] skinCoordWeight [ 1 1 1 ]", f"skinCoordIndex [ {indices} ] skinCoordWeight [ {values} ]")


SKINS = [
    ("SK03", "skin_shape", weights("0 1 2", "1 1 0.998"), weights("0 1 2", "1 1 0.9995")),
    ("SK04", "vl5", weights("0 1 2 2", "1 1 1.1 -0.1"), keep),
    ("SK09", "skin_shape", weights("0 1", "1 1"), keep),
    ("SK17", "vl5", weights("0 1 2", "1 1"), keep),
    ("SK17", "vl5", weights("0 1 3", "1 1 1"), keep),
    # another joint's share of these points is no error of its own
    ("SK17", "vl5", Replace("skinCoordWeight [ 1 1 1 ]", "skinCoordWeight [ 0.5 0.5 ]", '<Joint> { name "vt6" ',
                            '<Joint> { name "vt6" skinCoordIndex [ 0 1 2 ] skinCoordWeight [ 0.5 0.5 0.5 ] '), keep),
    ("SK18", "skin_shape", Replace("coord USE skin_points", "coord Coordinate { point [ -0.1 1.1 0.2, 0.1 1.1 0.2, 0 1.2 0.2 ] }"), keep),
]


class MoreWorldDefects(DefectsOfWorlds):
    defects, also, clean = DEFECTS, {}, staticmethod(clean)

    def test_vrml97(self):
        self.check("vrml")

    def test_x3d(self):
        self.check("x3d")

    def test_x3d_xml(self):
        self.check("xml")

    def test_x3d_json(self):
        self.check("json")


class SkinDefects(DefectsOfWorlds):
    defects, also, clean = SKINS, {}, staticmethod(with_skin)

    def test_x3d(self):
        self.check("x3d")

    def test_x3d_xml(self):
        self.check("xml")

    def test_x3d_json(self):
        self.check("json")


if __name__ == "__main__":
    main()
