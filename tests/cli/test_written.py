"""What others read of what is written: X3D by its schema, BVH, glTF's names, VRM 0 as VRM 1."""
import base64
import json
import math
import re
import shutil
import struct
import subprocess
from xml.etree import ElementTree

from common import CORPUS, DATA, DONE, FINDINGS, SHARED, Case, main, run
from motions import Motion

WRL = DATA / "boxman.wrl"
SCHEMA = SHARED / "schemas" / "x3d-4.0.xsd"
MOTION = "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation " \
         "Xrotation Yrotation\nJOINT chest\n{\nOFFSET 0 0.5 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n" \
         "End Site\n{\nOFFSET 0 0.3 0\n}\n}\n}\nMOTION\nFrames:  2\nFrame Time:\t0.033333\n" \
         "0 1.0 0 0 0 0 0 0 0\n0 1.25 0 0 10 0 0 0 0\n"


# Without displacers on segments and viewpoints of the humanoid, for which the schema has no place.
MOVING = """<X3D profile='Immersive' version='3.3'><Scene>
<HAnimHumanoid DEF='H' name='small figure' version='1.1'>
<HAnimJoint DEF='R' name='humanoid_root' containerField='skeleton'>
<HAnimJoint DEF='L' name='l hip (left)' center='0.1 0.9 0' llimit='-1 0 0' ulimit='1 0 0'>
<HAnimSegment DEF='T' name='l_thigh'><HAnimSite DEF='P' name='l_knee_pt'/><Shape><Box size='0.1 0.4 0.1'/></Shape>
</HAnimSegment></HAnimJoint><MetadataString name='why' value='"so"'/></HAnimJoint></HAnimHumanoid>
<TimeSensor DEF='Walk' cycleInterval='1' loop='true'/>
<OrientationInterpolator DEF='I' key='0 1' keyValue='1 0 0 0 1 0 0 1'/>
<ROUTE fromNode='Walk' fromField='fraction_changed' toNode='I' toField='set_fraction'/>
<ROUTE fromNode='I' fromField='value_changed' toNode='L' toField='set_rotation'/>
</Scene></X3D>"""


def json_of_glb(path):
    data = path.read_bytes()
    return json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])


def bones_of_a_man():
    """Nodes of a figure that stands in a T-pose and looks along -Z, as VRM 0 has it: its left is at -X."""
    nodes, bones = [], []

    def add(name, parent, x, y, z):
        nodes.append({"name": "n_" + name, "translation": [x, y, z]})
        if parent is not None:
            nodes[parent].setdefault("children", []).append(len(nodes) - 1)
        bones.append({"bone": name, "node": len(nodes) - 1})
        return len(nodes) - 1

    hips = add("hips", None, 0, 1, 0)
    spine = add("spine", hips, 0, 0.2, 0)
    head = add("head", add("neck", add("chest", spine, 0, 0.2, 0), 0, 0.15, 0), 0, 0.1, 0)
    for side, x in (("left", -1), ("right", 1)):
        leg = add(side + "UpperLeg", hips, 0.1 * x, 0, 0)
        foot = add(side + "Foot", add(side + "LowerLeg", leg, 0, -0.45, 0), 0, -0.45, 0)
        add(side + "Toes", foot, 0, -0.05, -0.15)
        arm = add(side + "UpperArm", spine + 1, 0.2 * x, 0.1, 0)
        add(side + "Hand", add(side + "LowerArm", arm, 0.3 * x, 0, 0), 0.25 * x, 0, 0)
    return nodes, bones, head


def vrm0():
    nodes, bones, head = bones_of_a_man()
    nodes.append({"name": "hair", "translation": [0, 0.2, 0.1]})
    nodes.append({"name": "hair end", "translation": [0, 0, 0.2]})
    hair = len(nodes) - 2
    nodes[head]["children"] = [hair]
    nodes[hair]["children"] = [hair + 1]
    vector = {"x": 0.01, "y": 0.02, "z": 0.03}
    vrm = {
        "specVersion": "0.0",
        "meta": {"title": "Man", "author": "A. Maker", "version": "7", "contactInformation": "here",
                 "reference": "there", "allowedUserName": "OnlyAuthor", "violentUssageName": "Allow",
                 "sexualUssageName": "Disallow", "commercialUssageName": "Disallow", "licenseName": "CC_BY"},
        "humanoid": {"humanBones": bones},
        "firstPerson": {"firstPersonBoneOffset": vector, "lookAtTypeName": "Bone",
                        "lookAtVerticalUp": {"xRange": 80, "yRange": 12}},
        "secondaryAnimation": {
            "colliderGroups": [{"node": head, "colliders": [{"offset": vector, "radius": 0.1}]}],
            "boneGroups": [{"comment": "hair", "stiffiness": 2, "gravityPower": 0.5, "dragForce": 0.4,
                            "gravityDir": {"x": 0, "y": -1, "z": 0}, "hitRadius": 0.02, "center": -1,
                            "bones": [hair], "colliderGroups": [0]}]},
        "materialProperties": [{"name": "skin", "shader": "VRM/MToon", "textureProperties": {},
                                "floatProperties": {"_ShadeShift": 0, "_ShadeToony": 0.9, "_OutlineWidth": 0.5,
                                                    "_OutlineWidthMode": 1},
                                "vectorProperties": {"_Color": [1, 1, 1, 1], "_ShadeColor": [0.5, 0, 0, 1]}}],
    }
    return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes,
            "materials": [{"name": "skin"}], "extensionsUsed": ["VRM"], "extensions": {"VRM": vrm}}


class Displacers(Case):
    SMILING = """<X3D profile='Full' version='4.0'><Scene><HAnimHumanoid name='h' version='2.0'>
<HAnimJoint name='humanoid_root' center='0 1 0' containerField='skeleton' skinCoordIndex='0 1 2'
 skinCoordWeight='1 1 1'><HAnimJoint name='skullbase' center='0 1.6 0' skinCoordIndex='3 4 5' skinCoordWeight='1 1 1'>
<HAnimDisplacer name='smile_action' coordIndex='4 5' displacements='0 0.1 0 0 0.1 0'/></HAnimJoint></HAnimJoint>
<Coordinate DEF='C' containerField='skinCoord' point='0 1 0 0.1 1 0 0 1.2 0 0 1.6 0 0.1 1.6 0 0 1.8 0'/>
<Shape containerField='skin'><IndexedFaceSet coordIndex='0 1 2 -1 3 4 5 -1'><Coordinate USE='C'/></IndexedFaceSet>
</Shape></HAnimHumanoid></Scene></X3D>"""

    def test_they_are_on_the_joint_that_moves_their_points(self):
        """X_ITE displaces in the joint's frame: a smile on the root goes astray when the head turns."""
        source, glb = self.folder / "a.x3d", self.folder / "b.glb"
        source.write_text(self.SMILING)
        self.expect(DONE, "convert", source, glb)
        for made, out in ((source, self.folder / "c.x3d"), (glb, self.folder / "d.x3d")):
            self.expect(DONE, "convert", "--anew", made, out)
            holders = [joint.get("name") for joint in ElementTree.parse(out).iter("HAnimJoint")
                       if joint.find("HAnimDisplacer") is not None]
            self.assertEqual(holders, ["skullbase"], made)

    def test_a_new_one_is_added_in_place_to_the_joint_that_moves_its_points(self):
        source, out = self.folder / "a.x3d", self.folder / "b.x3d"
        lean = "<HAnimDisplacer name='lean_action' coordIndex='2' displacements='0 0 0.1'/>"
        source.write_text(self.SMILING.replace("<HAnimJoint name='skullbase'", lean + "<HAnimJoint name='skullbase'"))
        add = [{"do": "add-displacer", "name": name, "from": {"weights": {of: 0.5}}}
               for name, of in (("half_action", "smile_action"), ("nod_action", "lean_action"))]
        done = self.expect(DONE, "edit", source, "--commands", "-", "-o", out,
                           stdin="\n".join(map(json.dumps, add)).encode())
        self.assertNotIn("save-anew", done.said)
        self.assertEqual(out.read_text().splitlines()[:2], source.read_text().splitlines()[:2])
        holders = {displacer.get("name"): joint.get("name") for joint in ElementTree.parse(out).iter("HAnimJoint")
                   for displacer in joint.findall("HAnimDisplacer")}
        self.assertEqual(holders, {"lean_action": "humanoid_root", "nod_action": "humanoid_root",
                                   "smile_action": "skullbase", "half_action": "skullbase"})


class Triangles(Case):
    def test_sets_of_triangles_are_known(self):
        source, out = self.folder / "a.x3dv", self.folder / "b.x3d"
        sets = ["IndexedTriangleSet { index [ 0 1 2 ]", "IndexedTriangleStripSet { index [ 0 1 2 ]",
                "IndexedTriangleFanSet { index [ 0 1 2 ]", "TriangleSet {", "TriangleStripSet { stripCount [ 3 ]",
                "TriangleFanSet { fanCount [ 3 ]"]
        points = "coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] }"
        source.write_text("#X3D V3.3 utf8\nPROFILE Full\n" +
                          "".join(f"Shape {{ geometry {start} {points} }} }}\n" for start in sets))
        said = self.expect(DONE, "convert", source, out).said
        self.assertNotIn("not known", said)
        self.assertEqual(self.json("info", out, "--json")["meshes"]["triangles"], len(sets))


class X3d(Case):
    def validate(self, files):
        """All at once: reading the schema takes longer than a file."""
        done = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", SCHEMA, *files], check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[:2000])

    def setUp(self):
        super().setUp()
        if shutil.which("xmllint") is None or not SCHEMA.exists():
            self.skipTest("xmllint (libxml2-utils) or the X3D 4.0 schema is not here")

    def test_spots_without_an_inner_cone_and_of_half_a_room_follow_the_schema(self):
        spots = [{}, {"innerConeAngle": 0.2, "outerConeAngle": math.pi / 2}]
        lights = [{"type": "spot", "spot": spot} for spot in spots]
        root = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
                "nodes": [{"extensions": {"KHR_lights_punctual": {"light": i}}} for i in range(2)],
                "extensionsUsed": ["KHR_lights_punctual"], "extensions": {"KHR_lights_punctual": {"lights": lights}}}
        source, out = self.folder / "a.gltf", self.folder / "a.x3d"
        source.write_text(json.dumps(root))
        self.assertNotIn("left-out", self.expect(DONE, "convert", source, out).said)
        self.validate([out])

    def test_it_follows_the_schema(self):
        source, written = self.folder / "a.x3d", []
        source.write_text(MOVING)
        for more in ((), ("--clips-as", "hanim-motion"), ("--names", "2.0")):
            written.append(self.folder / f"b{len(written)}.x3d")
            self.expect(DONE, "convert", "--anew", source, written[-1], *more)
            self.assertEqual([clip["name"] for clip in self.json("info", written[-1], "--json")["clips"]], ["Walk"])
        self.validate(written)

    def test_shapes_on_joints_follow_the_schema(self):
        source, out = self.folder / "a.x3dv", self.folder / "b.x3d"
        source.write_text("#X3D V3.3 utf8\nPROFILE Immersive\nCOMPONENT HAnim:1\n"
                          "HAnimHumanoid { name \"h\" version \"1.0\" skeleton HAnimJoint { name \"HumanoidRoot\" "
                          "children [ Shape { geometry Box { } } HAnimJoint { name \"vl5\" children [ "
                          "Transform { children Shape { geometry Box { } } } "
                          "HAnimSegment { name \"l5\" children Shape { geometry Box { } } } PointLight { } ] } ] } }\n")
        self.expect(DONE, "convert", "--anew", source, out)
        self.validate([out])
        self.assertEqual(self.json("info", out, "--json")["humanoids"][0]["segments"], 1)
        self.expect(DONE, "check", out, "--only", "ST05,ST09")
        out.write_text(re.sub("<MetadataString[^>]*holdsForJoint[^>]*/>", "", out.read_text()))
        self.expect(FINDINGS, "check", out, "--only", "ST05")

    def test_cameras_of_a_figure_and_sites_of_joints_follow_the_schema(self):
        source, out, back = self.folder / "a.wrl", self.folder / "b.x3d", self.folder / "c.wrl"
        source.write_text("#VRML V2.0 utf8\nHumanoid { name \"h\" version \"1.1\" humanoidBody Joint { "
                          "name \"HumanoidRoot\" children [ Segment { name \"pelvis\" } "
                          "Site { name \"eye_view\" children Viewpoint { description \"eye\" } } ] } "
                          "viewpoints [ Viewpoint { description \"front\" position 0 1 3 } "
                          "Viewpoint { description \"back\" position 0 1 -3 } ] }\n")
        self.expect(DONE, "convert", source, out)
        self.validate([out])
        self.expect(DONE, "convert", out, back)
        self.assertRegex(back.read_text(), r"viewpoints \[\s*Viewpoint")
        self.assertNotIn("Transform {\n          children", back.read_text())
        for path in (source, out, back):
            figure = self.json("info", path, "--json")["humanoids"][0]
            self.assertEqual((figure["sites"], figure["segments"], figure["viewpoints"]), (1, 1, 3), path)
        for path in (out, back):
            self.expect(DONE, "diff", source, path)

    def test_names_version_and_metadata_come_back(self):
        source, out = self.folder / "a.x3d", self.folder / "b.x3d"
        source.write_text(MOVING)
        self.expect(DONE, "convert", "--anew", source, out)
        figures = [self.json("info", path, "--json")["humanoids"][0] for path in (source, out)]
        for key in ("name", "version", "info"):
            self.assertEqual(figures[0][key], figures[1][key])
        self.assertEqual(figures[1]["version"], "1.1")
        names = [[joint["name"] for joint in self.json("pose", path, "--json")["joints"]] for path in (source, out)]
        self.assertIn("l hip (left)", names[0])
        self.assertEqual(names[0], names[1])
        self.assertIn("MetadataString", out.read_text())

    def test_real_files(self):
        self.need_corpus()
        written = []
        for name in ("hanim/vrml97/JinLOA1.wrl", "hanim/x3d/JinLOA4.x3d", "hanim/x3d/DiamondManLOA1.x3d",
                     "gltf/Knight.glb", "vrm/cryptovoxels.vrm", "bvh/walk1.bvh"):
            if not (CORPUS / name).exists():
                continue
            written.append(self.folder / f"{(CORPUS / name).stem}.x3d")
            self.expect(DONE, "convert", "--anew", CORPUS / name, written[-1])
        self.validate(written)


class Protos(Case):
    def test_their_defaults_count(self):
        proto = "PROTO Joint [ field MFFloat stiffness [ %s ] exposedField SFString name \"\" " \
                "exposedField MFNode children [] ] { Transform { children IS children } }\n" \
                "PROTO Humanoid [ exposedField MFNode humanoidBody [] exposedField SFString name \"\" ] " \
                "{ Group { children IS humanoidBody } }\n" \
                "Humanoid { name \"H\" humanoidBody [ Joint { name \"humanoid_root\" } ] }\n"
        source, out = self.folder / "a.wrl", self.folder / "b.glb"
        for default, wanted in (("1 1 1", [1, 1, 1]), ("0 0 0", None)):
            source.write_text("#VRML V2.0 utf8\n" + proto % default)
            self.expect(DONE, "convert", source, out)
            skeleton = json_of_glb(out)["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"][0]
            joint = skeleton["extensions"]["VITRUVIAN_hanim"]["joints"][0]
            self.assertEqual(joint.get("stiffness"), wanted)


class Bvh(Case):
    def test_bvh_to_bvh_keeps_every_byte(self):
        source, out = self.folder / "a.bvh", self.folder / "b.bvh"
        source.write_text(MOTION)
        self.expect(DONE, "convert", source, out)
        self.assertEqual(out.read_text(), MOTION)

    def test_the_place_of_the_root_is_said_once(self):
        out = self.folder / "a.bvh"
        self.expect(DONE, "convert", WRL, out)
        offset = next(line for line in out.read_text().splitlines() if "OFFSET" in line)
        self.assertEqual([float(word) for word in offset.split()[1:]], [0, 0, 0])
        def place(path):
            return self.json("pose", path, "--json", "--clip", "0", "--cycle", "0.4")["joints"][0]["global"][12:15]
        for a, b in zip(place(WRL), place(out), strict=True):
            self.assertAlmostEqual(a, b, places=4)


    def test_a_motion_whose_z_is_up_stands_in_gltf(self):
        """glTF's Y is up. Which way a figure looks that stands already is left as it is."""
        for name, axis, degrees, note in (("lies", (1, 0, 0), 90, True), ("looks", (0, 1, 0), 90, False)):
            motion, source, out = Motion(), self.folder / f"{name}.bvh", self.folder / f"{name}.glb"
            motion.offset["Hips"] = [0, 0, 94] if note else [0, 94, 0]
            motion.turn("Hips", axis, degrees)
            source.write_text(motion.text())
            for more in ((), ("--extension", "ext"), ("--extension", "ext", "--keep-bind")):
                with self.subTest(f"{name} {more}"):
                    said = self.expect(DONE, "convert", source, out, *more).said
                    self.assertEqual("turned-to-front" in said, note)
                    for clip in ((), ("--clip", "0")):
                        posed = self.json("pose", out, "--json", *clip)["joints"]
                        places = {joint["name"]: joint["global"][12:15] for joint in posed}
                        self.assertGreater(places["Head"][1] - places["Hips"][1], 0.4)
                        self.assertGreater(places["Hips"][1] - places["LeftFoot"][1], 0.6)


class Pictures(Case):
    def expect_png_beside_worlds(self, kind, extension, picture):
        points = struct.pack("<9f6f", 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1)
        root = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}],
                "buffers": [{"byteLength": len(points), "uri": "data:application/octet-stream;base64,"
                             + base64.b64encode(points).decode()}],
                "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 24}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                               "min": [0, 0, 0], "max": [1, 1, 0]},
                              {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"}],
                "images": [{"name": f"skin.{kind}", "uri": f"data:image/{kind};base64,{picture}"}],
                "textures": [{"extensions": {extension: {"source": 0}}}],
                "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
                "extensionsUsed": [extension]}
        source = self.folder / "a.gltf"
        source.write_text(json.dumps(root))
        for suffix in ("x3d", "wrl"):
            out = self.folder / kind / suffix
            out.mkdir(parents=True)
            done = self.expect(DONE, "convert", source, out / f"a.{suffix}")
            self.assertIn("picture-as-png", done.said)
            self.assertTrue((out / "skin.png").read_bytes().startswith(b"\x89PNG"))
            self.assertNotIn(kind, (out / f"a.{suffix}").read_text())

    def test_webp_becomes_png_beside_a_world(self):
        self.expect_png_beside_worlds("webp", "EXT_texture_webp", "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")

    def test_ktx2_becomes_png_beside_a_world(self):
        for name in ("etc1s", "uastc", "uastc_zstd"):
            picture = base64.b64encode((DATA / "ktx2" / f"slope_{name}.ktx2").read_bytes()).decode()
            with self.subTest(name):
                self.expect_png_beside_worlds("ktx2", "KHR_texture_basisu", picture)
                shutil.rmtree(self.folder / "ktx2")


class Gltf(Case):
    def test_bones_that_a_clip_does_not_turn_stay_where_they_were(self):
        """VRM and KHR_character rest in a T-pose; this figure's arms hang, and its clip does not move them."""
        def places(file):
            pose = json.loads(self.expect(DONE, "pose", file, "--json", "--clip", "0", "--cycle", "0.3").text)
            return {joint["bone"]: joint["global"][12:15] for joint in pose["joints"] if joint.get("bone")}

        wanted = places(WRL)
        for extension, code in (("vrm", "vrm-rest-as-t-pose"), ("khr", "khr-rest-as-t-pose")):
            out = self.folder / f"{extension}.glb"
            done = self.expect(DONE, "convert", WRL, out, "--extension", extension)
            self.assertIn(code, done.said)
            found = places(out)
            for bone in ("leftHand", "rightHand", "leftFoot", "head"):
                for a, b in zip(found[bone], wanted[bone]):
                    self.assertAlmostEqual(a, b, delta=1e-4, msg=f"{extension} {bone}")

    def test_a_clip_that_is_added_is_said(self):
        """KHR_character wants its reference pose as a clip; what has one already gets no second."""
        first, second = self.folder / "a.glb", self.folder / "b.glb"
        said = self.expect(DONE, "convert", WRL, first, "--extension", "khr").said
        self.assertIn("khr-reference-clip", said)
        said = self.expect(DONE, "convert", "--anew", first, second, "--extension", "khr").said
        self.assertNotIn("khr-reference-clip", said)
        clips = len(self.json("info", WRL, "--json")["clips"])
        self.assertEqual(len(self.json("info", second, "--json")["clips"]), clips + 1)

    def test_the_clip_that_is_added_is_the_pose_at_rest(self):
        """Of a figure that almost stands in a T-pose, too."""
        root, source, out = vrm0(), self.folder / "man.gltf", self.folder / "man.glb"
        del root["extensions"], root["extensionsUsed"]
        for node in root["nodes"]:
            if node["name"].endswith("UpperArm"):
                node["rotation"] = [0, 0, math.sin(0.05), math.cos(0.05)]
        source.write_text(json.dumps(root))
        self.expect(DONE, "convert", "--anew", source, out, "--extension", "khr")
        added = self.json("pose", out, "--json", "--clip", "TPose")["joints"]
        for joint, rest in zip(added, self.json("pose", out, "--json")["joints"]):
            for a, b in zip(joint["global"], rest["global"]):
                self.assertAlmostEqual(a, b, delta=1e-5, msg=joint["name"])

    def test_names_of_nodes_are_unique(self):
        source = self.folder / "a.wrl"
        source.write_text(WRL.read_text() + 'Viewpoint { description "l_hip" }\n')
        self.expect(DONE, "convert", source, self.folder / "a.glb")
        names = [node["name"] for node in json_of_glb(self.folder / "a.glb")["nodes"] if "name" in node]
        self.assertEqual(len(names), len(set(names)))

    def test_the_suffix_says_what_is_inside(self):
        source = self.folder / "man.gltf"
        source.write_text(json.dumps(vrm0()))
        for suffix, magic in (("vrm", b"glTF"), ("glb", b"glTF"), ("gltf", b"{")):
            out = self.folder / f"out.{suffix}"
            self.expect(DONE, "convert", source, out)
            self.assertTrue(out.read_bytes().lstrip().startswith(magic), suffix)

    def test_vrm_1_looks_along_z(self):
        source, out = self.folder / "man.gltf", self.folder / "man.vrm"
        source.write_text(json.dumps(vrm0()))
        self.expect(DONE, "convert", "--anew", source, out)
        self.assertEqual(self.json("info", out, "--json")["humanoids"][0]["kind"], "vrm1")
        places = {joint["name"]: joint["global"][12:15] for joint in self.json("pose", out, "--json")["joints"]}
        self.assertGreater(places["n_leftToes"][2] - places["n_leftFoot"][2], 0.1)
        self.assertGreater(places["n_leftHand"][0], 0.5)

    def test_vrm_0_in_place_stays_and_says_so_where_vrm_is_asked_for(self):
        source, out = self.folder / "man.gltf", self.folder / "man.glb"
        source.write_text(json.dumps(vrm0()))
        self.assertNotIn("vrm0-stays", self.expect(DONE, "convert", source, self.folder / "man.vrm").said)
        self.assertIn("vrm0-stays", self.expect(DONE, "convert", source, out, "--extension", "vrm").said)

    def test_a_figure_that_looks_back_is_turned_in_place(self):
        root = vrm0()
        del root["extensions"], root["extensionsUsed"]
        for node in root["nodes"]:
            node["name"] = node["name"].replace("n_", "")
        source, out = self.folder / "man.gltf", self.folder / "man.glb"
        source.write_text(json.dumps(root))
        self.expect(DONE, "convert", source, out, "--extension", "vrm")
        places = {joint["name"]: joint["global"][12:15] for joint in self.json("pose", out, "--json")["joints"]}
        self.assertGreater(places["leftToes"][2] - places["leftFoot"][2], 0.1)

    def test_vrm_0_keeps_what_vrm_1_can_say(self):
        source, out = self.folder / "man.gltf", self.folder / "man.vrm"
        source.write_text(json.dumps(vrm0()))
        self.expect(DONE, "convert", "--anew", source, out)
        root = json_of_glb(out)
        vrm = root["extensions"]["VRMC_vrm"]
        wanted = {"name": "Man", "authors": ["A. Maker"], "version": "7", "contactInformation": "here",
                  "references": ["there"], "avatarPermission": "onlyAuthor", "allowExcessivelyViolentUsage": True,
                  "allowExcessivelySexualUsage": False, "commercialUsage": "personalNonProfit",
                  "otherLicenseUrl": "https://creativecommons.org/licenses/by/4.0/", "creditNotation": "required"}
        for key, value in wanted.items():
            self.assertEqual(vrm["meta"][key], value, key)
        self.assertEqual(vrm["lookAt"]["type"], "bone")
        self.assertEqual(vrm["lookAt"]["rangeMapVerticalUp"], {"inputMaxValue": 80, "outputScale": 12})
        self.assertAlmostEqual(vrm["lookAt"]["offsetFromHeadBone"][2], -0.03)
        springs = root["extensions"]["VRMC_springBone"]
        self.assertAlmostEqual(springs["colliders"][0]["shape"]["sphere"]["offset"][2], -0.03)
        chain = [root["nodes"][joint["node"]]["name"] for joint in springs["springs"][0]["joints"]]
        self.assertEqual(chain, ["hair", "hair end", "hair end tail"])
        self.assertEqual(springs["springs"][0]["joints"][0]["stiffness"], 2)
        self.assertEqual(root["nodes"][-2 if root["nodes"][-1]["name"] == "front" else -1]["name"], "hair end tail")
        toon = root["materials"][0]["extensions"]["VRMC_materials_mtoon"]
        self.assertAlmostEqual(toon["shadingToonyFactor"], 0.95, places=5)
        self.assertAlmostEqual(toon["shadingShiftFactor"], -0.05, places=5)
        self.assertAlmostEqual(toon["outlineWidthFactor"], 0.005)

    def test_a_licence_without_commerce_allows_none(self):
        root = vrm0()
        root["extensions"]["VRM"]["meta"].update(commercialUssageName="Allow")
        for licence, usage in (("CC_BY", "personalProfit"), ("CC_BY_NC", "personalNonProfit"),
                               ("CC_BY_NC_ND", "personalNonProfit")):
            root["extensions"]["VRM"]["meta"]["licenseName"] = licence
            source, out = self.folder / "man.gltf", self.folder / "man.vrm"
            source.write_text(json.dumps(root))
            self.expect(DONE, "convert", "--anew", source, out)
            self.assertEqual(json_of_glb(out)["extensions"]["VRMC_vrm"]["meta"]["commercialUsage"], usage, licence)

    def test_vrm_1_rests_in_a_whole_t_pose(self):
        """Of a figure whose forearms are bent and whose legs are spread a little, too."""
        root = vrm0()
        del root["extensions"], root["extensionsUsed"]
        bend = math.radians(5)
        for node in root["nodes"]:
            node["name"] = node["name"].replace("n_", "")
            turned = {"leftLowerArm": (0, 1, 0), "rightLowerArm": (0, -1, 0), "leftUpperLeg": (0, 0, -1)}
            if node["name"] in turned:
                node["rotation"] = [*(math.sin(bend) * v for v in turned[node["name"]]), math.cos(bend)]
        source, out = self.folder / "man.gltf", self.folder / "man.glb"
        source.write_text(json.dumps(root))
        for anew in ((), ("--anew",)):
            for extension in ("vrm", "khr"):
                done = self.expect(DONE, "convert", source, out, "--extension", extension, *anew)
                self.assertIn("rest-as-t-pose", done.said)
                joints = self.json("pose", out, "--json")["joints"]
                places = {joint["bone"]: joint["global"][12:15] for joint in joints if joint.get("bone")}
                elbow, hand = places["leftLowerArm"], places["leftHand"]
                hip, knee = places["leftUpperLeg"], places["leftLowerLeg"]
                self.assertLess(abs(hand[2] - elbow[2]), 0.01 * abs(hand[0] - elbow[0]))
                self.assertLess(abs(knee[0] - hip[0]), 0.01 * abs(knee[1] - hip[1]))

    def test_vrm_0_faces_change_materials(self):
        def value(prop, numbers, material="skin"):
            return {"materialName": material, "propertyName": prop, "targetValue": numbers}

        root = vrm0()
        joy = [value("_Color", [1, 0.5, 0, 0.25]), value("_MainTex_ST", [0.5, 0.5, 0.25, 0])]
        glow = [value("_EmissionColor", [1, 1, 1, 1]), value("_MainTex_ST_T", [1, 0.5, 0, 0.25]),
                value("_Color", [1, 1, 1, 1], "nobody"), value("_Strange", [1, 1, 1, 1]), value("_RimColor", "red")]
        root["extensions"]["VRM"]["blendShapeMaster"] = {"blendShapeGroups": [
            {"name": "Joy", "presetName": "joy", "isBinary": True, "binds": [], "materialValues": joy},
            {"name": "Glow", "presetName": "unknown", "binds": [], "materialValues": glow}]}
        source, out = self.folder / "man.gltf", self.folder / "man.vrm"
        source.write_text(json.dumps(root))
        said = self.expect(DONE, "convert", "--anew", source, out).said
        for word in ("vrm-expression-material", "nobody", "_Strange", "_RimColor"):
            self.assertIn(word, said)
        faces = json_of_glb(out)["extensions"]["VRMC_vrm"]["expressions"]
        happy, glow = faces["preset"]["happy"], faces["custom"]["Glow"]
        self.assertTrue(happy["isBinary"])
        color = happy["materialColorBinds"]
        self.assertEqual([(bind["material"], bind["type"]) for bind in color], [(0, "color")])
        for got, wanted in zip(color[0]["targetValue"], (1, 0.2140411, 0, 0.25), strict=True):  # sRGB to linear
            self.assertAlmostEqual(got, wanted, places=5)
        self.assertEqual(happy["textureTransformBinds"], [{"material": 0, "scale": [0.5, 0.5], "offset": [0.25, 0.5]}])
        self.assertEqual([bind["type"] for bind in glow["materialColorBinds"]], ["emissionColor"])
        self.assertEqual(glow["textureTransformBinds"], [{"material": 0, "scale": [1, 0.5], "offset": [0, 0.25]}])


class Worlds(Case):
    WORLD = """#VRML V2.0 utf8
DEF Door Transform { children [
  DEF Touch TouchSensor { enabled FALSE }
  Shape { appearance Appearance { material Material { diffuseColor 1 0 0 }
      texture ImageTexture { url [ "pictures/not_here.png" "http://example.org/not_here.png" ] repeatS FALSE } }
    geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 -1 ]
      texCoord TextureCoordinate { point [ 0.25 0, 1 0, 0 1 ] } } } ] }
DEF Swing TimeSensor { cycleInterval 2 }
DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 0 1 0 0, 0 1 0 1 ] }
ROUTE Touch.touchTime TO Swing.set_startTime
ROUTE Swing.fraction_changed TO Turn.set_fraction
ROUTE Turn.value_changed TO Door.set_rotation
"""

    def test_addresses_of_absent_pictures_and_sensors_stay(self):
        source = self.folder / "a.wrl"
        source.write_text(self.WORLD)
        for suffix in ("x3d", "x3dv", "x3dj", "wrl"):
            out = self.folder / f"b.{suffix}"
            self.expect(DONE, "convert", "--anew", source, out)
            text = out.read_text()
            with self.subTest(suffix):
                for word in ("pictures/not_here.png", "http://example.org/not_here.png", "0.25", "TouchSensor",
                             "touchTime", "Swing"):
                    self.assertIn(word, text)
                back = self.folder / f"c_{suffix}.wrl"
                self.expect(DONE, "convert", "--anew", out, back)
                text = back.read_text()
                self.assertIn("ROUTE Touch.touchTime TO Swing.", text)
                self.assertIn("enabled FALSE", text)
                self.assertIn("not_here.png", text)

    def test_each_appearance_keeps_its_own_absent_picture(self):
        """Without a Material, with one that another Appearance uses too, and in an instance of a PROTO."""
        source = self.folder / "a.wrl"
        shape = "Shape { appearance Appearance { %s } geometry Box {} }\n"
        source.write_text("#VRML V2.0 utf8\n" + "PROTO P [ field MFString picture [] ] { " + shape %
                          "texture ImageTexture { url IS picture }" + "}\n" +
                          shape % 'texture ImageTexture { url "alone.png" }' +
                          shape % 'material DEF M Material {} texture ImageTexture { url "one.png" }' +
                          shape % 'material USE M texture ImageTexture { url "other.png" }' +
                          'P { picture "instance.png" }\n')
        for suffix in ("x3d", "x3dv", "x3dj", "wrl"):
            out, back = self.folder / f"b.{suffix}", self.folder / f"c_{suffix}.wrl"
            self.expect(DONE, "convert", "--anew", source, out)
            self.expect(DONE, "convert", "--anew", out, back)
            for file in (out, back):
                with self.subTest(file.name):
                    self.assertEqual(sorted(re.findall(r"\w+\.png", file.read_text())),
                                     ["alone.png", "instance.png", "one.png", "other.png"])
            self.assertNotIn("Material", re.search(r"appearance[^}]*alone", back.read_text())[0])

    def test_absent_pictures_of_materials_stay(self):
        """X3D 4's materials have textures of their own, which VRML97 lacks."""
        source = self.folder / "a.x3dv"
        fields = ("base", "normal", "metallicRoughness", "emissive")
        textures = " ".join(f'{field}Texture ImageTexture {{ url "{field}.png" }}' for field in fields)
        source.write_text("#X3D V4.0 utf8\nPROFILE Immersive\nShape { appearance Appearance { material "
                          "PhysicalMaterial { " + textures + " } } geometry Box {} }\n")
        for suffix in ("x3d", "x3dv", "x3dj"):
            out, back = self.folder / f"b.{suffix}", self.folder / f"c_{suffix}.x3dv"
            self.expect(DONE, "convert", "--anew", source, out)
            self.expect(DONE, "convert", "--anew", out, back)
            for field in fields:
                wanted = field + r'Texture ImageTexture {\s+url \[?\s*"' + field + ".png"
                self.assertRegex(back.read_text(), wanted, suffix)
        out = self.folder / "d.wrl"
        self.assertIn("vrml-not-carried", self.expect(DONE, "convert", source, out).said)
        self.assertIn("base.png", out.read_text())


class Formula(Case):
    """What EXT_skeleton_humanoid asks of a bind pose is there, or told."""

    def test_binds_are_kept_where_asked(self):
        out = self.folder / "a.glb"
        said = self.expect(DONE, "convert", "--keep-bind", WRL, out).said
        self.assertIn("ext-reference-pose", said)
        self.assertIn("degrees", said)
        said = self.expect(DONE, "convert", WRL, out).said
        self.assertNotIn("ext-reference-pose", said)


class ReadBack(Case):
    def test_nothing_that_is_written_is_refused(self):
        self.need_corpus()
        targets = {"wrl": ("glb", "x3d"), "x3d": ("glb", "wrl"), "glb": ("x3d", "vrm"), "vrm": ("glb", "x3d"),
                   "bvh": ("glb",)}
        for path in sorted(CORPUS.rglob("*")):
            if path.suffix[1:] not in targets or path.stat().st_size > 200_000:
                continue
            for target in targets[path.suffix[1:]]:
                out = self.folder / f"out.{target}"
                out.unlink(missing_ok=True)
                written = self.convert(path, out)
                if written:
                    with self.subTest(f"{path.name} to {target}"):
                        self.expect(DONE, "info", out)

    def convert(self, path, out):
        """Whether it was written: some files are broken, and some figures are no humanoids."""
        return run("convert", "--anew", path, out).returncode == DONE


if __name__ == "__main__":
    main()
