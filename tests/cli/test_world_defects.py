#!/usr/bin/env python3
"""H-Anim worlds with one deliberate defect each, in VRML97 and X3D, through the shipped binary: its check is named on the
right thing, just below the threshold it is not, and nothing else is an error."""
import json
import re
import unittest
from pathlib import Path

from common import DATA, DONE, Case, main, run, told_twice
from x3d_json import as_json
from x3d_xml import as_xml


def clean(kind):
    """A figure of boxes that nothing is wrong with."""
    text = (DATA / "boxman.wrl").read_text().replace("_coord ", "_coords ").replace("0 0 0.12", "0 0 0.04")
    text = re.sub(r"mass ([0-9.]+)", lambda m: f"mass {2.5 * float(m[1])}", text)
    if kind == "x3d":
        text = "#X3D V4.0 utf8\nPROFILE Immersive\nCOMPONENT HAnim:1\n" + text[text.index("DEF Boxman"):]
        for word in ("Humanoid", "Joint", "Segment", "Site", "Displacer"):
            text = re.sub(rf"\b{word} \{{", f"HAnim{word} {{", text)
        text = text.replace("humanoidBody", "skeleton")
    return text


class Replace:
    """The text with one place changed, which must be there; `{J}` is Joint in the version's words."""

    def __init__(self, *pairs):
        self.pairs = pairs

    def __call__(self, text, kind):
        prefix = "HAnim" if kind == "x3d" else ""
        for old, new in zip(self.pairs[::2], self.pairs[1::2]):
            old, new = (re.sub(r"<(\w+)>", rf"{prefix}\1", part) for part in (old, new))
            if old not in text:
                raise AssertionError(f"the rig does not say {old}")
            text = text.replace(old, new, 1)
        return text


def fields(joint, more):
    return Replace(f'name "{joint}" ', f'name "{joint}" {more} ')


def limits(low, high, joint="l_knee"):
    return Replace(f'DEF hanim_{joint} <Joint> {{ name "{joint}" center 0.1 0.5 0 llimit [ -0.2 -0.7 -0.4 ] ulimit [ 2.5 0.7 0.4 ]',
                   f'DEF hanim_{joint} <Joint> {{ name "{joint}" center 0.1 0.5 0 llimit [ {low} ] ulimit [ {high} ]')


def keep(text, kind):
    return text


NOSE = "coordIndex [ 1 3 5 7 ] displacements [ 0 0 0.04, 0 0 0.04, 0 0 0.04, 0 0 0.04 ]"
PELVIS = 'name "pelvis" mass 5.25'
# id, name of its object, what spoils the world, what just does not
DEFECTS = [
    ("ST04", "vl5", Replace('name "vt6"', 'name "vl5"'), keep),
    ("ST05", "hanim_l5", Replace('{ name "l5" ', "{ "), keep),
    ("ST06", "spine_low", Replace('name "vl5"', 'name "spine_low"'), Replace('name "vl5"', 'name "x_spine_low"')),
    ("ST07", "vl5", Replace("DEF hanim_vl5", "DEF other_vl5", "USE hanim_vl5 ", "USE other_vl5 "), keep),
    ("ST08", "x_more", Replace("        ] }\n      DEF hanim_vl5",
                               '          DEF hanim_x_more <Joint> { name "x_more" center 0 1 0 }\n        ] }\n      DEF hanim_vl5'),
     Replace("        ] }\n      DEF hanim_vl5",
             '        ] }\n      DEF hanim_x_more <Joint> { name "x_more" center 0 1 0 }\n      DEF hanim_vl5')),
    ("ST09", "l_wrist", Replace("USE hanim_l_wrist", ""), keep),
    ("ST09", "l_wrist", Replace("USE hanim_l_wrist", '<Joint> { name "l_wrist" }'), keep),
    ("ST10", "Root", Replace('name "HumanoidRoot"', 'name "Root"'), Replace('name "HumanoidRoot"', 'name "humanoid_root"')),
    ("ST10", "x_beside", Replace("    DEF hanim_HumanoidRoot", '    DEF hanim_x_beside <Joint> { name "x_beside" center 0 1 0 }\n'
                                 "    DEF hanim_HumanoidRoot"), keep),
    ("ST13", "l_wrist", Replace("DEF hanim_r_hand <Segment>", "USE hanim_l_wrist DEF hanim_r_hand <Segment>"), keep),
    ("ST17", "leftUpperArm", Replace('name "l_elbow" center 0.17 1.13 0', 'name "l_elbow" center 0.17 1.4 0'), keep),
    ("ST18", "x_" + "y" * 63, Replace('name "vt6"', f'name "x_{"y" * 63}"'), Replace('name "vt6"', f'name "x_{"y" * 62}"')),
    ("ST19", "l_wrist", Replace('name "l_wrist" center 0.17 0.88 0', 'name "l_wrist" center -0.05 0.88 0'),
     Replace('name "l_wrist" center 0.17 0.88 0', 'name "l_wrist" center 0.05 0.88 0')),
    ("ST20", "r_wrist", Replace('name "l_wrist"', 'name "x_wrist"'), keep),
    ("ST23", "l_hand_end", Replace('name "l_hand_tip"', 'name "l_hand_end"'), keep),
    ("ST25", "l5", Replace("DEF l5_coords", "DEF l5_points", "USE l5_coords", "USE l5_points"), keep),
    ("PO14", "leftUpperArm", Replace('name "l_wrist" center 0.17 0.88 0', 'name "l_wrist" center 0.28 0.88 0'),
     Replace('name "l_wrist" center 0.17 0.88 0', 'name "l_wrist" center 0.25 0.88 0')),
    ("PO20", "Boxman", Replace('name "HumanoidRoot" center 0 0.95 0', 'name "HumanoidRoot" center 0 0.005 0'),
     Replace('name "HumanoidRoot" center 0 0.95 0', 'name "HumanoidRoot" center 0 0.8 0')),
    ("PO24", "l_elbow", Replace('name "l_elbow" center 0.17 1.13 0', 'name "l_elbow" center 0.17 1.13 -0.25'),
     Replace('name "l_elbow" center 0.17 1.13 0', 'name "l_elbow" center 0.17 1.13 -0.01')),
    ("PO25", "l_knee", Replace('name "l_knee" center 0.1 0.5 0', 'name "l_knee" center 0 -0.42 0'), keep),
    ("TR01", "l_wrist", fields("l_wrist", "scale 1.002 1 1"), fields("l_wrist", "scale 1.0005 1 1")),
    ("TR02", "l_wrist", fields("l_wrist", "scale -1 1 1"), keep),
    ("TR03", "l_wrist", fields("l_wrist", "scale 1.002 1.002 1.002"), fields("l_wrist", "scale 1.0005 1.0005 1.0005")),
    ("TR04", "l_wrist", fields("l_wrist", "rotation 0 0 1 0.0002"), fields("l_wrist", "rotation 0 0 1 0.00005")),
    ("TR04", "l_wrist", fields("l_wrist", "translation 0 0.0002 0"), fields("l_wrist", "translation 0 0.00005 0")),
    ("LI01", "l_knee", limits("2.5 -0.7 -0.4", "-0.2 0.7 0.4"), limits("0 -0.7 -0.4", "0 0.7 0.4")),
    ("LI02", "l_knee", limits("-0.2 -0.7", "2.5 0.7 0.4"), limits("-0.2 -0.7 -0.4", "2.5 0.7 0.4")),
    ("LI03", "l_knee", limits("0 0 0", "0 0 0"), limits("0 0 0", "0.01 0 0")),
    ("LI04", "l_knee", limits("0.001 -0.7 -0.4", "2.5 0.7 0.4"), limits("0.00005 -0.7 -0.4", "2.5 0.7 0.4")),
    ("LI05", "l_knee", limits("-0.2 -0.7 -0.4", "140 0.7 0.4"), limits("-0.2 -0.7 -0.4", "6.28 0.7 0.4")),
    ("LI07", "l_knee", limits("-0.2 -0.7 -0.4", "2.5 0.6 0.4"), limits("-0.2 -0.7 -0.4", "2.5 0.62 0.4")),
    ("LI08", "l_knee", fields("l_knee", "limitOrientation 0 0 1.002 0"), fields("l_knee", "limitOrientation 0 0 1.0005 0")),
    ("LI09", "l_knee", Replace("stiffness [ 0.2 0.5 0.8 ]", "stiffness [ 0.2 0.5 1.1 ]"),
     Replace("stiffness [ 0.2 0.5 0.8 ]", "stiffness [ 0.2 0.5 1 ]")),
    ("LI10", "l_knee", fields("l_knee", "rotation 1 0 0 2.55"), fields("l_knee", "rotation 1 0 0 2.51")),
    ("LI11", "l_knee", fields("l_knee", "rotation 1 0 0 -0.1"), fields("l_knee", "rotation 1 0 0 -0.08")),
    ("LI12", "l_elbow", fields("l_elbow", "rotation 1 0 0 0.1"), fields("l_elbow", "rotation 1 0 0 0.08")),
    ("LI13", "l_elbow", fields("l_elbow", "rotation 0 1 0 0.2"), fields("l_elbow", "rotation 0 1 0 0.17")),
    ("DI01", "nose_action", Replace(NOSE, NOSE.replace("1 3 5 7", "1 3 5 8")), keep),
    ("DI02", "nose_action", Replace(NOSE, NOSE.replace("1 3 5 7", "1 3 5")), keep),
    ("DI03", "nose", Replace('name "nose_action"', 'name "nose"'), Replace('name "nose_action"', 'name "nose_config"')),
    ("DI04", "nose_action", Replace("DEF nose_action", "DEF other"), keep),
    ("DI05", "nose_action", Replace("0 0 0.04,", "0 0 0.051,"), Replace("0 0 0.04,", "0 0 0.05,")),
    ("DI06", "x_action", Replace("] }\n      DEF hanim_vl5", ' DEF x_action <Displacer> { name "x_action" } ] }\n      DEF hanim_vl5'), keep),
    ("AN01", "Nod_skull", Replace("Nod_skull OrientationInterpolator { key [ 0 0.5 1 ]", "Nod_skull OrientationInterpolator { key [ 0 0.5 0.4 ]"), keep),
    ("AN01", "Nod_skull", Replace("Nod_skull OrientationInterpolator { key [ 0 0.5 1 ]", "Nod_skull OrientationInterpolator { key [ 0 0.5 0.5 ]"), keep),
    ("AN09", "Nod_skull", Replace("Nod_skull OrientationInterpolator { key [ 0 0.5 1 ]", "Nod_skull OrientationInterpolator { key [ 0 0.5 1.1 ]"), keep),
    ("AN09", "Nod_skull", Replace("Nod_skull OrientationInterpolator { key [ 0 0.5 1 ]", "Nod_skull OrientationInterpolator { key [ 0 1 ]"), keep),
    ("AN10", "nowhere", Replace("TO hanim_skullbase.set_rotation", "TO nowhere.set_rotation"), keep),
    ("AN10", "Nod_skull", Replace("TO hanim_skullbase.set_rotation", "TO hanim_skullbase.set_translation"), keep),
    ("AN10", "Nod_skull", Replace("TO hanim_skullbase.set_rotation", "TO hanim_skullbase.set_turning"), keep),
    ("AN14", "l_ankle", Replace("0 0 0, 0 0.1 0, 0 0 0", "0 0 0, 0 -0.011 0, 0 0 0"), Replace("0 0 0, 0 0.1 0, 0 0 0", "0 0 0, 0 -0.009 0, 0 0 0")),
    ("MA04", "Boxman", Replace(PELVIS, 'name "pelvis" mass 100'), keep),
    ("MA04", "pelvis", Replace("centerOfMass 0 1 0", "centerOfMass 0 1.2 0"), keep),
    ("MA05", "pelvis", Replace(PELVIS, PELVIS + " momentsOfInertia [ 1 0 0 0 1 0 0 0 2.1 ]"),
     Replace(PELVIS, PELVIS + " momentsOfInertia [ 1 0 0 0 1 0 0 0 1.9 ]")),
    ("MA07", "l_hand_tip", Replace('name "l_hand_tip" translation 0.17 0.72 0', 'name "l_hand_tip" translation 0.17 0.66 0'),
     Replace('name "l_hand_tip" translation 0.17 0.72 0', 'name "l_hand_tip" translation 0.17 0.68 0')),
    ("BU08", "gone.png", Replace("Appearance { material", 'Appearance { texture ImageTexture { url "gone.png" } material'), keep),
    ("BU09", "pelvis", Replace("USE pelvis_coords coordIndex [ 0 1 3 2 -1", "USE pelvis_coords coordIndex [ 0 1 1 -1 0 1 3 2 -1"), keep),
]
# What another check has to say of the same fault.
ALSO = {"ST05": {"ST09"}, "TR01": {"TR05"}, "ST17": {"PO25"}}


class DefectsOfWorlds(Case):
    """Its heirs say which: `defects`, `also`, and `clean`, which gives the figure that has none."""

    def check(self, kind):
        """As VRML97, as X3D's classic encoding, or as its XML or JSON, made of that."""
        suffix = {"vrml": "wrl", "x3d": "x3dv", "xml": "x3d", "json": "x3dj"}[kind]
        encoded = {"xml": as_xml, "json": as_json}.get(kind, str)
        kind = "vrml" if kind == "vrml" else "x3d"
        (self.folder / f"clean.{suffix}").write_text(encoded(self.clean(kind)))
        files = []
        for i, (name, of, spoil, spare) in enumerate(self.defects):
            for side, change in (("fails", spoil), ("passes", spare)):
                path = self.folder / f"{i}-{name}-{side}.{suffix}"
                path.write_text(encoded(change(self.clean(kind), kind)))
                files.append((path, name, of, side))
        done = run("check", self.folder, "--format", "json", "--fail-on", "never", timeout=200)
        self.assertEqual(done.returncode, DONE, done.stderr[-500:])
        found = {Path(file["file"]).name: file["findings"] for file in json.loads(done.stdout)["files"]}
        base = found[f"clean.{suffix}"]
        known = {(f["id"], f["object"]["name"]) for f in base}
        wrong = [f"clean: {f['id']} {f['object']['name']}: {f['message']}" for f in base if f["severity"] == "error"]
        for path, name, of, side in files:
            named = {f["object"]["name"] for f in found[path.name] if f["id"] == name} - {o for i, o in known if i == name}
            if side == "passes" and of in named:
                wrong.append(f"{path.name}: {name} of {sorted(named)}, which is on the good side")
            if side == "fails" and of not in named:
                wrong.append(f"{path.name}: {name} is of {sorted(named)}, not of {of!r}")
            others = [f for f in found[path.name] if f["severity"] == "error" and f["id"] != name
                      and f["id"] not in self.also.get(name, ())]
            wrong += [f"{path.name}: also {f['id']} of {f['object']['name']}: {f['message']}" for f in others[:3]]
            wrong += told_twice(found[path.name])
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))


class WorldDefects(DefectsOfWorlds):
    defects, also, clean = DEFECTS, ALSO, staticmethod(clean)

    def test_other_units_that_the_scale_makes_metres(self):
        """A figure in inches is an error, and a warning where its Humanoid's scale shows it as high as a person."""
        path, scaled = self.folder / "inches.wrl", self.folder / "scaled.wrl"
        path.write_text(clean("vrml"))
        commands = self.folder / "scale.jsonl"
        commands.write_text('{"do": "scale", "factor": 39.37}\n')
        self.expect(DONE, "edit", path, "--commands", commands, "-o", path)
        text = path.read_text()
        self.assertEqual(text.count(" Humanoid {"), 1)
        scaled.write_text(text.replace(" Humanoid {", " Humanoid { scale 0.0254 0.0254 0.0254 "))
        for file, severity in ((path, "error"), (scaled, "warning")):
            done = run("check", file, "--only", "PO18,PO19", "--format", "json", "--fail-on", "never")
            found = {f["id"]: f["severity"] for f in json.loads(done.stdout)["files"][0]["findings"]}
            self.assertEqual(found, {"PO18": severity, "PO19": severity}, file)

    def test_vrml97(self):
        self.check("vrml")

    def test_x3d(self):
        self.check("x3d")

    def test_x3d_xml(self):
        self.check("xml")

    def test_x3d_json(self):
        self.check("json")


if __name__ == "__main__":
    main()
