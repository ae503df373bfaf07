"""A figure as BVH, joint by joint, to be spoilt and written: in T-pose, 31 or more frames in which nothing moves."""
from worlds import turned

# name, parent, offset in centimetres: the left side and the middle
JOINTS = """
Hips - 0 94 0
Spine Hips 0 10 0
Chest Spine 0 15 0
Neck Chest 0 25 0
Head Neck 0 10 0
LeftShoulder Chest 4 20 0
LeftArm LeftShoulder 14 0 0
LeftForeArm LeftArm 28 0 0
LeftHand LeftForeArm 25 0 0
LeftHandThumb1 LeftHand 3 0 3
LeftHandThumb2 LeftHandThumb1 3 0 3
LeftHandThumb3 LeftHandThumb2 3 0 3
LeftHandIndex1 LeftHand 9 0 3
LeftHandIndex2 LeftHandIndex1 4 0 0
LeftHandIndex3 LeftHandIndex2 3 0 0
LeftHandMiddle1 LeftHand 9 0 1
LeftHandMiddle2 LeftHandMiddle1 4 0 0
LeftHandMiddle3 LeftHandMiddle2 3 0 0
LeftHandPinky1 LeftHand 9 0 -3
LeftHandPinky2 LeftHandPinky1 4 0 0
LeftHandPinky3 LeftHandPinky2 3 0 0
LeftUpLeg Hips 10 -4 0
LeftLeg LeftUpLeg 0 -42 0
LeftFoot LeftLeg 0 -42 0
LeftToeBase LeftFoot 0 -6 12
"""


class Motion:
    def __init__(self):
        self.parent, self.offset = {}, {}
        for line in JOINTS.split("\n")[1:-1]:
            name, parent, *offset = line.split()
            for side in ("Left", "Right") if name.startswith("Left") else ("",):
                own = side + name[4:] if side else name
                self.parent[own] = side + parent[4:] if parent.startswith("Left") else parent
                self.offset[own] = [float(c) for c in offset]
                if side == "Right":
                    self.offset[own][0] *= -1
        self.unit, self.frame_time, self.seconds = 0.01, "0.033333333", 2.0
        self.turns, self.places = {}, {}  # per joint, by seconds: degrees about Z, X, Y; centimetres

    def below(self, top):
        out = [top]
        for name, parent in self.parent.items():
            if parent in out:
                out.append(name)
        return out

    def turn(self, joint, axis, degrees):
        """The joint's limb, another way at rest."""
        for name in self.below(joint)[1:]:
            self.offset[name] = turned(self.offset[name], axis, degrees)

    def remove(self, *joints):
        """Their children hang on their parents."""
        for joint in joints:
            for name, parent in self.parent.items():
                if parent == joint:
                    self.parent[name] = self.parent[joint]
            del self.parent[joint], self.offset[joint]

    def rename(self, joint, name):
        self.parent = {name if own == joint else own: name if parent == joint else parent
                       for own, parent in self.parent.items()}
        self.offset = {name if own == joint else own: offset for own, offset in self.offset.items()}

    def lines(self, joint, order):
        order.append(joint)
        has_place = self.parent[joint] == "-" or joint in self.places
        out = [("ROOT " if self.parent[joint] == "-" else "JOINT ") + joint.split("#")[0], "{",
               self.offset_line(self.offset[joint]),
               ("CHANNELS 6 Xposition Yposition Zposition " if has_place else "CHANNELS 3 ") + "Zrotation Xrotation Yrotation"]
        children = [name for name, parent in self.parent.items() if parent == joint]
        for child in children:
            out += self.lines(child, order)
        if not children:
            end = (0, 20, 0) if joint.startswith("Head") else (0, 0, 5) if "Toe" in joint or "Foot" in joint else \
                (2 if joint.startswith("Left") else -2, 0, 0)
            out += ["End Site", "{", self.offset_line(end), "}"]
        return out + ["}"]

    def offset_line(self, offset):
        return "OFFSET " + " ".join(f"{c * self.unit:.7g}" for c in offset)

    def text(self):
        """A `#` and what follows is no part of a joint's name: two may have the same."""
        order = []
        text = ["HIERARCHY"]
        for root in [name for name, parent in self.parent.items() if parent == "-"]:
            text += self.lines(root, order)
        frames = round(30 * self.seconds) + 1
        text += ["MOTION", f"Frames: {frames}", f"Frame Time: {self.frame_time}"]
        for frame in range(frames):
            numbers = []
            for name in order:
                if self.parent[name] == "-" or name in self.places:
                    place = self.places[name](frame / 30) if name in self.places else self.offset[name]
                    numbers += [c * self.unit for c in place]
                numbers += self.turns[name](frame / 30) if name in self.turns else (0, 0, 0)
            text.append(" ".join(f"{n:.7g}" for n in numbers))
        return "\n".join(text) + "\n"
