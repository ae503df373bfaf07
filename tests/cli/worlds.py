"""H-Anim figures made joint by joint, to be spoilt and written as VRML97 or X3D: what the tests of defects share."""
import math

from common import DATA

# name, parent, segment, place: the left side and the middle, arms hanging, palms to the thighs; metres
JOINTS = """
HumanoidRoot - sacrum 0 .95 0
sacroiliac HumanoidRoot pelvis 0 .96 0
l_hip sacroiliac l_thigh .1 .92 0
l_knee l_hip l_calf .1 .5 0
l_ankle l_knee l_hindfoot .1 .08 0
l_subtalar l_ankle l_midproximal .1 .05 .03
l_midtarsal l_subtalar l_middistal .1 .04 .08
l_metatarsal l_midtarsal l_forefoot .1 .03 .13
vl5 HumanoidRoot l5 0 1.05 0
vt10 vl5 t10 0 1.2 0
vt1 vt10 t1 0 1.4 0
vc4 vt1 c4 0 1.5 0
skullbase vc4 skull 0 1.6 0
l_eyeball_joint skullbase l_eyeball .03 1.64 .07
l_sternoclavicular vt1 l_clavicle .04 1.42 0
l_acromioclavicular l_sternoclavicular l_scapula .1 1.42 0
l_shoulder l_acromioclavicular l_upperarm .17 1.42 0
l_elbow l_shoulder l_forearm .17 1.13 0
l_wrist l_elbow l_hand .17 .87 0
l_thumb1 l_wrist l_thumb_metacarpal .17 .85 .03
l_thumb2 l_thumb1 l_thumb_proximal .17 .82 .06
l_thumb3 l_thumb2 l_thumb_distal .17 .80 .08
l_index1 l_wrist l_index_proximal .17 .78 .03
l_index2 l_index1 l_index_middle .17 .74 .03
l_index3 l_index2 l_index_distal .17 .72 .03
l_middle1 l_wrist l_middle_proximal .17 .78 .01
l_middle2 l_middle1 l_middle_middle .17 .735 .01
l_middle3 l_middle2 l_middle_distal .17 .71 .01
l_ring1 l_wrist l_ring_proximal .17 .78 -.01
l_ring2 l_ring1 l_ring_middle .17 .74 -.01
l_ring3 l_ring2 l_ring_distal .17 .72 -.01
l_pinky1 l_wrist l_pinky_proximal .17 .79 -.03
l_pinky2 l_pinky1 l_pinky_middle .17 .76 -.03
l_pinky3 l_pinky2 l_pinky_distal .17 .745 -.03
"""
# What is not a limb to the next joint: low and high corner, about the joint.
BOXES = {"HumanoidRoot": ((-.12, -.05, -.08), (.12, .0, .08)), "sacroiliac": ((-.12, -.05, -.08), (.12, .09, .08)),
         "skullbase": ((-.08, 0, -.09), (.08, .15, .1)), "l_metatarsal": ((-.04, -.03, 0), (.04, .02, .09)),
         "l_ankle": ((-.035, -.08, -.06), (.035, .03, .05))}


def turned(vector, axis, degrees):
    """Rodrigues' formula; the axis is unit."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dot = sum(a * v for a, v in zip(axis, vector))
    cross = [axis[1] * vector[2] - axis[2] * vector[1], axis[2] * vector[0] - axis[0] * vector[2],
             axis[0] * vector[1] - axis[1] * vector[0]]
    return [v * cos + c * sin + a * dot * (1 - cos) for v, c, a in zip(vector, cross, axis)]


def numbers(values):
    return " ".join(f"{value:.6g}" for value in values)


# A box's corners, as World.box gives them.
FACES = [0, 1, 3, 2, -1, 4, 6, 7, 5, -1, 0, 4, 5, 1, -1, 2, 3, 7, 6, -1, 0, 2, 6, 4, -1, 1, 5, 7, 3, -1]


class World:
    """An H-Anim figure with a box on each joint, clips and sites."""

    def __init__(self, kind):
        self.kind, self.version = kind, "1.1"
        self.parent, self.segment, self.centre, self.points, self.fields = {}, {}, {}, {}, {}
        self.humanoid, self.sites, self.clips, self.normals = "", {}, [], ""
        self.faces = {}  # coordIndex of the boxes that have other faces than boxes have
        self.weights = None  # of a skin: per joint {point: weight}
        for line in JOINTS.split("\n")[1:-1]:
            name, parent, segment, *place = line.split()
            place = [float(c) for c in place]
            self.add(name, parent, segment, place)
            if name.startswith("l_"):
                self.add("r_" + name[2:], parent.replace("l_", "r_", 1) if parent.startswith("l_") else parent,
                         "r_" + segment[2:], [-place[0], *place[1:]])
        for name in self.parent:
            self.points[name] = self.box(name)

    def add(self, name, parent, segment, place):
        self.parent[name], self.segment[name], self.centre[name] = parent, segment, place
        self.fields[name] = ""

    def box(self, name):
        """Corners around the joint and its first child, in the humanoid's space."""
        low, high = (list(self.centre[name]) for _ in range(2))
        kept = BOXES.get(name) or BOXES.get("l_" + name[2:])
        if kept:
            low, high = ([a + b for a, b in zip(self.centre[name], corner)] for corner in kept)
        else:
            child = next((c for c, parent in self.parent.items() if parent == name), name)
            low, high = ([pick(a, b) + sign * .02 for a, b in zip(low, self.centre[child])]
                         for pick, sign in ((min, -1), (max, 1)))
        return [[(low, high)[i][0], (low, high)[j][1], (low, high)[k][2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)]

    def below(self, top):
        """The joint and all that hang on it."""
        out = []
        for name, parent in self.parent.items():
            if name == top or parent in out:
                out.append(name)
        return out

    def turn(self, joint, axis, degrees):
        """The joint's limb, another way at rest."""
        centre = list(self.centre[joint])

        def placed(point):
            return [a + b for a, b in zip(centre, turned([a - b for a, b in zip(point, centre)], axis, degrees))]
        for name in self.below(joint):
            self.centre[name] = placed(self.centre[name])
            self.points[name] = [placed(point) for point in self.points[name]]

    def move(self, joint, by, with_points=True):
        """The joint with all below it; else its centre alone."""
        for name in self.below(joint) if with_points else [joint]:
            self.centre[name] = [a + b for a, b in zip(self.centre[name], by)]
            if with_points:
                self.points[name] = [[a + b for a, b in zip(point, by)] for point in self.points[name]]

    def scale(self, factor):
        for name in self.parent:
            self.centre[name] = [c * factor for c in self.centre[name]]
            self.points[name] = [[c * factor for c in point] for point in self.points[name]]

    def raise_arms(self):
        """The T-pose."""
        for side, sign in (("l_", 1), ("r_", -1)):
            self.turn(side + "shoulder", (0, 0, 1), 90 * sign)
        return self

    def skin(self):
        """All boxes as one mesh that the joints move, each its own box; X3D's alone."""
        self.weights = {name: {8 * i + corner: 1.0 for corner in range(8)} for i, name in enumerate(self.points)}
        return self

    def animate(self, channels, seconds=1.0, name="Clip"):
        """`channels`: joint, field, keys (of the whole, 0 to 1), values."""
        self.clips.append((name, seconds, channels))

    def node(self, word):
        return ("HAnim" if self.kind == "x3d" else "") + word

    def skin_fields(self):
        if self.weights is None:
            return ""
        points = ", ".join(numbers(point) for corners in self.points.values() for point in corners)
        faces = " ".join(" ".join(str(8 * box + corner) if corner >= 0 else "-1" for corner in FACES)
                         for box in range(len(self.points)))
        return (f"skinCoord DEF skin_coords Coordinate {{ point [ {points} ] }}\nskin [ DEF skin_shape Shape {{ geometry "
                f"IndexedFaceSet {{ coord USE skin_coords coordIndex [ {faces} ] }} }} ]\n")

    def shape(self, joint):
        segment = self.segment[joint]
        if self.weights is not None:
            return ""
        return (f"coord DEF {segment}_coords Coordinate {{ point [ {', '.join(map(numbers, self.points[joint]))} ] }} "
                f"children [ Shape {{ geometry IndexedFaceSet {{ coord USE {segment}_coords {self.normals} coordIndex "
                f"[ {numbers(self.faces.get(joint, FACES))} ] }} }} "
                + " ".join(f'DEF hanim_{site} {self.node("Site")} {{ name "{site}" {more} }}'
                           for site, (of, more) in self.sites.items() if of == segment) + " ]")

    def joint(self, name):
        weights = (self.weights or {}).get(name)
        skin = "" if not weights else (f"skinCoordIndex [ {numbers(weights)} ] skinCoordWeight [ "
                                       f"{numbers(weights.values())} ]")
        children = " ".join(self.joint(child) for child, parent in self.parent.items() if parent == name)
        return (f'DEF hanim_{name} {self.node("Joint")} {{ name "{name}" center {numbers(self.centre[name])} '
                f'{self.fields[name]} {skin} children [ DEF hanim_{self.segment[name]} {self.node("Segment")} '
                f'{{ name "{self.segment[name]}" {self.shape(name)} }} {children} ] }}\n')

    def clip(self, name, seconds, channels):
        out = f"DEF {name} TimeSensor {{ cycleInterval {seconds:g} loop TRUE }}\n"
        for i, (joint, field, keys, values) in enumerate(channels):
            kind = {"rotation": "OrientationInterpolator"}.get(field, "PositionInterpolator")
            out += (f"DEF {name}_{i} {kind} {{ key [ {numbers(keys)} ] keyValue [ {', '.join(map(numbers, values))} ] }}\n"
                    f"ROUTE {name}.fraction_changed TO {name}_{i}.set_fraction\n"
                    f"ROUTE {name}_{i}.value_changed TO hanim_{joint}.set_{field}\n")
        return out

    def text(self):
        head = "#X3D V4.0 utf8\nPROFILE Immersive\nCOMPONENT HAnim:1\n"
        if self.kind == "vrml":
            text = (DATA / "boxman.wrl").read_text()
            head = text[:text.index("DEF Boxman")]
        roots = " ".join(self.joint(name) for name, parent in self.parent.items() if parent == "-")
        uses = {"joints": self.parent, "segments": self.segment.values(), "sites": self.sites}
        lists = "\n".join(f"{field} [ {' '.join('USE hanim_' + name for name in names)} ]" for field, names in uses.items())
        body = "skeleton" if self.kind == "x3d" else "humanoidBody"
        return (f'{head}DEF Figure {self.node("Humanoid")} {{ name "Figure" version "{self.version}" {self.humanoid}\n{self.skin_fields()}'
                f"{body} [ {roots} ]\n{lists} }}\n" + "".join(self.clip(*clip) for clip in self.clips))
