#!/usr/bin/env python3
"""Motion files with one deliberate defect each, through the shipped binary: its check is named on the right thing, just
below the threshold it is not, and nothing else is an error."""
import json
import math
from pathlib import Path

from common import DONE, Case, main, miscounted, run, told_twice
from motions import Motion

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def keep(motion):
    pass


def both(*changes):
    def spoil(motion):
        for change in changes:
            change(motion)
    return spoil


def turn(joint, axis, degrees):
    return lambda motion: motion.turn(joint, axis, degrees)


def offset(joint, *numbers):
    return lambda motion: motion.offset.update({joint: list(numbers)})


def rename(joint, name):
    return lambda motion: motion.rename(joint, name)


def remove(*joints):
    return lambda motion: motion.remove(*joints)


def hang(joint, parent):
    return lambda motion: motion.parent.update({joint: parent})


def add(joint, parent, *numbers):
    return both(hang(joint, parent), offset(joint, *numbers))


def scale(factor):
    return lambda motion: setattr(motion, "unit", motion.unit * factor)


def frame_time(seconds):
    return lambda motion: setattr(motion, "frame_time", seconds)


def moves(joint, place):
    """Its position by seconds, in centimetres."""
    return lambda motion: motion.places.update({joint: place})


def turns(joint, axis, degrees):
    """Its rotation by seconds, about one of its channels' axes."""
    def spoil(motion):
        motion.turns[joint] = lambda time: [degrees(time) if own == axis else 0 for own in (Z, X, Y)]
    return spoil


def there_and_back(most):
    return lambda time: most * math.sin(math.pi * time / 2) ** 2


def bends(joint, axis, degrees):
    return turns(joint, axis, there_and_back(degrees))


def jumps(degrees):
    return turns("LeftHand", X, lambda time: degrees if 0.99 < time < 1.5 else 0)


def trembles(degrees, of_others):
    """To and fro in each frame; the other joints as much as said, else slowly round."""
    def spoil(motion):
        for joint in ("LeftHand", "RightHand", "Head", "LeftArm", "RightArm", "Chest"):
            size = degrees if joint == "LeftHand" else of_others
            turns(joint, X, lambda time, size=size: 2.5 * time if size is None else size * (-1) ** round(30 * time))(motion)
    return spoil


# id, name of its object, what spoils the motion, what just does not
DEFECTS = [
    ("ST02", "leftLowerArm", hang("LeftForeArm", "Hips"), keep),
    ("ST04", "LeftHand", rename("RightHand", "LeftHand#2"), keep),
    ("ST15", "Head_end", add("Head_end", "Head", 0, 15, 0), add("Head_cap", "Head", 0, 15, 0)),
    ("ST17", "leftUpperArm", offset("LeftForeArm", 0, 0, 0), offset("LeftForeArm", 20, 0, 0)),
    ("ST17", "spine", offset("Chest", 0, .09, 0), offset("Chest", 0, .11, 0)),
    ("ST18", "LeftHand" + "x" * 57, rename("LeftHand", "LeftHand" + "x" * 57), rename("LeftHand", "LeftHand" + "x" * 56)),
    ("ST20", "leftToes", remove("RightToeBase"), keep),
    ("ST22", "Spine2", rename("Chest", "Spine2"), rename("Chest", "Spine1")),
    ("ST30", "chest", offset("Chest", 0, -1, 0), offset("Chest", 0, 1, 0)),
    ("PO01", "Hips", turn("Hips", Y, 38), turn("Hips", Y, 36)),
    ("PO02", "Hips", turn("Hips", X, 15.5), turn("Hips", X, 14.5)),
    ("PO03", "leftUpperArm", turn("LeftArm", Z, -5.5), turn("LeftArm", Z, -4.5)),
    ("PO04", "leftLowerArm", turn("LeftForeArm", Z, -5.5), turn("LeftForeArm", Z, -4.5)),
    ("PO05", "leftHand", turn("LeftHand", Z, -12), turn("LeftHand", Z, -7)),
    ("PO06", "leftIndexProximal", turn("LeftHandIndex1", Z, -10.5), turn("LeftHandIndex1", Z, -9.5)),
    ("PO06", "leftIndexIntermediate", turn("LeftHandIndex2", Z, -5.5), turn("LeftHandIndex2", Z, -4.5)),
    ("PO07", "leftThumbMetacarpal", turn("LeftHandThumb1", Y, -10.5), turn("LeftHandThumb1", Y, -9.5)),
    ("PO08", "leftHand", turn("LeftHand", X, 20.5), turn("LeftHand", X, 19.5)),
    ("PO09", "leftUpperLeg", turn("LeftUpLeg", X, 15.5), turn("LeftUpLeg", X, 14.5)),
    ("PO10", "leftLowerLeg", turn("LeftLeg", X, 20.5), turn("LeftLeg", X, 19.5)),
    ("PO11", "leftFoot", turn("LeftFoot", Y, 20.5), turn("LeftFoot", Y, 19.5)),
    ("PO12", "neck", turn("Neck", X, 30.5), turn("Neck", X, 29.5)),
    ("PO13", "leftShoulder", turn("LeftShoulder", Y, 20.5), turn("LeftShoulder", Y, 19.5)),
    ("PO15", "Hips", offset("Hips", 0, 97, 0), offset("Hips", 0, 95, 0)),
    ("PO17", "Hips", offset("Hips", 1, 94, 0), offset("Hips", .9, 94, 0)),
    ("PO18", "Hips", scale(1.38), scale(1.36)),
    ("PO19", "Hips", scale(100), keep),
    ("PO20", "Hips", offset("Hips", 0, .9, 0), offset("Hips", 0, 1.1, 0)),
    ("PO21", "leftLowerArm", offset("LeftForeArm", 29.6, 0, 0), offset("LeftForeArm", 29.4, 0, 0)),
    ("PO22", "leftUpperLeg", offset("LeftFoot", 0, -30, 0), offset("LeftFoot", 0, -31, 0)),
    ("PO23", "leftLowerLeg", turn("LeftLeg", X, -.6), turn("LeftLeg", X, -.4)),
    ("LI11", "leftLowerLeg", bends("LeftLeg", X, -5.5), bends("LeftLeg", X, -4.5)),
    ("LI12", "leftLowerArm", bends("LeftForeArm", Y, 5.5), bends("LeftForeArm", Y, 4.5)),
    ("LI13", "leftLowerLeg", bends("LeftLeg", Z, 10.5), bends("LeftLeg", Z, 9.5)),
    ("AN01", None, frame_time("0"), frame_time("0.001")),
    ("AN01", None, frame_time("-0.033333"), keep),
    ("AN07", "LeftForeArm", moves("LeftForeArm", lambda time: (28.6, 0, 0)), moves("LeftForeArm", lambda time: (28.4, 0, 0))),
    ("AN11", "LeftHand", jumps(46), jumps(44)),
    ("AN13", "LeftFoot", moves("Hips", lambda time: (0, 94, 51 * time)), moves("Hips", lambda time: (0, 94, 49 * time))),
    ("AN14", "LeftFoot", moves("Hips", lambda time: (0, 94 - there_and_back(1.1)(time), 0)),
     moves("Hips", lambda time: (0, 94 - there_and_back(.9)(time), 0))),
    ("AN15", None, moves("Hips", lambda time: (0, 99.5, 0)), moves("Hips", lambda time: (0, 98.5, 0))),
    ("AN16", None, moves("Hips", lambda time: (0, 94, 1.05 * time)), moves("Hips", lambda time: (0, 94, .95 * time))),
    # Lengths in centimetres are measured as such, whatever the height of the figure.
    ("AN16", None, both(scale(100), moves("Hips", lambda time: (0, 94, 1.05 * time))),
     both(scale(100), moves("Hips", lambda time: (0, 94, .95 * time)))),
    ("AN16", None, turns("Hips", Y, lambda time: 1.05 * time), turns("Hips", Y, lambda time: .95 * time)),
    ("AN17", None, turns("LeftHand", X, lambda time: 1.05 * time), turns("LeftHand", X, lambda time: .95 * time)),
    ("AN17", None, turns("LeftHand", X, lambda time: 22 * time), turns("LeftHand", X, lambda time: 23 * time)),
    ("AN18", "LeftHand", trembles(.6, None), trembles(.45, None)),
    ("AN18", "LeftHand", trembles(2, .6), trembles(1.6, .6)),
]
PROFILES = {
    "vrm": [("ST01", "leftFoot", remove("LeftFoot", "LeftToeBase"), keep)],
}


class BvhDefects(Case):
    def check(self, rows, *arguments):
        (self.folder / "clean.bvh").write_text(Motion().text())
        for i, (name, _, spoil, spare) in enumerate(rows):
            for side, change in (("fails", spoil), ("passes", spare)):
                motion = Motion()
                change(motion)
                (self.folder / f"{i}-{name}-{side}.bvh").write_text(motion.text())
        done = run("check", self.folder, "--format", "json", "--fail-on", "never", *arguments)
        self.assertEqual(done.returncode, DONE, done.stderr[-500:])
        found = {Path(file["file"]).name: file["findings"] for file in json.loads(done.stdout)["files"]}
        wrong = [f"clean: {f['id']} {f['object']['name']}: {f['message']}" for f in found["clean.bvh"]
                 if f["id"] != "AN20"]  # what stands still is in every row of a motion, too
        for i, (name, of, _, _) in enumerate(rows):
            for side in ("fails", "passes"):
                findings = found[f"{i}-{name}-{side}.bvh"]
                of_clip = {f["object"]["kind"] for f in findings if f["id"] == name} == {"clip"}
                named = {f["object"]["name"] for f in findings if f["id"] == name}
                if (of_clip if of is None else of in named) != (side == "fails"):
                    wrong.append(f"{i}-{name}-{side}: is of {sorted(named)}")
                wrong += [f"{i}-{name}-{side}: also {f['id']} of {f['object']['name']}: {f['message']}" for f in findings
                          if f["severity"] == "error" and f["id"] != name]
                if name != "ST04":  # where two things have one name
                    wrong += told_twice(findings) + miscounted(findings)
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_motions(self):
        self.check(DEFECTS)

    def test_under_other_profiles(self):
        for profile, rows in PROFILES.items():
            self.check(rows, "--profile", profile)


if __name__ == "__main__":
    main()
