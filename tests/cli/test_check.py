"""`check`: reports in all forms, exit codes, shards, hostile names, broken files, fixes, and the recipes of the README."""
import base64
import json
import os
import re
import struct
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

from common import (CORPUS, DATA, DONE, FINDINGS, UNREADABLE, UNWRITABLE, USAGE, VITRUVIAN, Case, conforms,
                    environment, main, run, schema)

WORLD = DATA / "boxman.wrl"
GLTF = DATA / "boxman.gltf"
ROOT = DATA.parents[1]
SCHEMA = schema("check-1")

EVIL = "\x1b]0;title\x07<script>alert(1)</script>&\"'\u202e\ufffe"
ORDERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class Page(HTMLParser):
    """What a page shows, and what it would load or run."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.loads, self.handlers, self.text = [], [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "action", "data", "srcset"):
                self.loads.append(value)
            if name.startswith("on"):
                self.handlers.append(name)

    def handle_data(self, data):
        self.text += data


class Check(Case):
    def broken(self, name="broken.wrl"):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#VRML V2.0 utf8\nTransform ] }")
        return path

    def rig(self, name="rig.glb.gltf", **changes):
        """A glTF file in which something is wrong: a picture that is not there."""
        gltf = json.loads(GLTF.read_text())
        gltf.setdefault("images", []).append({"uri": changes.get("image", "gone.png")})
        gltf.setdefault("textures", []).append({"source": len(gltf["images"]) - 1})
        gltf.setdefault("materials", []).append(
            {"pbrMetallicRoughness": {"baseColorTexture": {"index": len(gltf["textures"]) - 1}}})
        for node in gltf["nodes"]:
            node["name"] = changes.get("prefix", "") + node.get("name", "")
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(gltf))
        return path

    def result(self, code, *arguments, **options):
        found = json.loads(self.expect(code, "check", *arguments, "--format", "json", **options).text)
        self.assertEqual(conforms(found, SCHEMA), [])
        return found

    def test_json_conforms_to_its_schema_and_counts(self):
        found = self.result(FINDINGS, WORLD, self.rig(), self.broken())
        self.assertEqual([f["file"] for f in found["files"]],
                         [str(WORLD), str(self.folder / "rig.glb.gltf"), str(self.folder / "broken.wrl")])
        for level in ("error", "warning", "info"):
            each = [sum(1 for x in f["findings"] if x["severity"] == level) for f in found["files"]]
            self.assertEqual(each, [f["summary"][level] for f in found["files"]])
            self.assertEqual(sum(each), found["summary"][level])
        self.assertEqual(found["summary"]["files"], 3)
        self.assertEqual(found["summary"]["unreadable"], 1)
        read = found["files"][2]["findings"]
        self.assertEqual([(f["id"], f["severity"]) for f in read], [("READ", "error")])
        self.assertRegex(read[0]["where"], r"broken\.wrl:2:\d+$")
        self.assertIn("BU08", [f["id"] for f in found["files"][1]["findings"]])

    def test_the_validator_itself_says_no(self):
        found = self.result(FINDINGS, self.rig())
        for spoil in (lambda r: r.pop("version"), lambda r: r["files"][0].update(more=1),
                      lambda r: r["files"][0]["findings"][0].update(severity="bad"),
                      lambda r: r["files"][0]["findings"][0].update(value="1")):
            spoilt = json.loads(json.dumps(found))
            spoil(spoilt)
            self.assertNotEqual(conforms(spoilt, SCHEMA), [])

    def test_exit_codes_follow_fail_on(self):
        rig = self.rig()
        self.expect(FINDINGS, "check", rig)
        self.expect(DONE, "check", rig, "--fail-on", "never")
        self.expect(DONE, "check", rig, "--skip", "BU08", "--only", "BU08,BU01")
        self.expect(FINDINGS, "check", rig, "--only", "bu08", "--fail-on", "info")
        profile = self.folder / "team.json"
        for severity, code in (("warning", DONE), ("off", DONE), ("error", FINDINGS)):
            profile.write_text(json.dumps({"extends": "auto", "checks": {"BU08": {"severity": severity}}}))
            found = self.result(code, rig, "--profile", profile, "--only", "BU08")
            self.assertEqual([f["severity"] for f in found["files"][0]["findings"]],
                             [] if severity == "off" else [severity])
            self.assertEqual(found["profile"], str(profile))
        broken = self.broken()
        for severity, code in (("warning", DONE), ("off", DONE), ("error", FINDINGS)):
            profile.write_text(json.dumps({"checks": {"READ": {"severity": severity}}}))
            found = self.result(code, broken, "--profile", profile)
            self.assertEqual(found["summary"]["unreadable"], 1)
            self.assertEqual(len(found["files"][0]["findings"]), 0 if severity == "off" else 1)
        self.expect(DONE, "check", broken, "--skip", "READ")
        profile.write_text(json.dumps({"checks": {"BU08": {"severity": "warning"}}}))
        self.expect(FINDINGS, "check", rig, "--profile", profile, "--only", "BU08", "--fail-on", "warning")

    def test_a_profile_beside_the_file_ignores_with_a_reason(self):
        rig = self.rig()
        beside = rig.parent / (rig.name + ".vitruvian.json")
        beside.write_text(json.dumps({"ignore": [{"id": "BU08", "object": "gone.png", "reason": "made at night"}]}))
        found = self.result(DONE, rig, "--only", "BU08")["files"][0]
        self.assertEqual(found["findings"], [])
        self.assertEqual([s["why"] for s in found["skipped"] if s["id"] == "BU08"],
                         ["ignored for image gone.png: made at night"])
        self.assertEqual(found["profile"], "gltf")
        # Also under another profile, in a folder and for --fix; the profile itself is no input.
        self.assertEqual(self.result(DONE, rig.parent, "--only", "BU08", "--profile", "vrm")["summary"]["files"], 1)
        beside.write_text(json.dumps({"extends": "unity-humanoid", "checks": {"BU08": {"severity": "info"}}}))
        found = self.result(DONE, rig, "--only", "BU08")["files"][0]
        self.assertEqual([f["severity"] for f in found["findings"]], ["info"])
        self.assertEqual(found["profile"], str(beside))
        beside.write_text('{"ignore": [{"id": "BU08"}]}')
        done = self.expect(FINDINGS, "check", rig, "--only", "BU08")
        self.assertIn("reason", done.said)

    def test_pictures_in_other_folders_are_not_looked_for(self):
        for image, severity in (("../gone.png", "warning"), ("/gone.png", "error"), ("folder/gone.png", "error")):
            found = self.result(DONE, self.rig(image=image), "--only", "BU08", "--fail-on", "never")
            self.assertEqual([f["severity"] for f in found["files"][0]["findings"]], [severity], image)
            world = self.folder / "world.wrl"
            world.write_text('#VRML V2.0 utf8\nShape { appearance Appearance { texture ImageTexture { url "%s" } } '
                             'geometry Box { } }' % image)
            found = self.result(DONE, world, "--only", "BU08", "--fail-on", "never")
            self.assertEqual([f["severity"] for f in found["files"][0]["findings"]], [severity], image)

    def test_wrong_usage(self):
        for arguments in (["check"], ["check", WORLD, "--only", "XX99"], ["check", WORLD, "--profile", "nonsense"],
                          ["check", WORLD, "--format", "pdf"], ["check", WORLD, "--shard", "0/2"],
                          ["check", WORLD, "--shard", "3/2"], ["check", WORLD, "--shard", "x"], ["check", WORLD, "--fix"],
                          ["check", WORLD, GLTF, "--fix", "-o", "out.wrl"], ["check", WORLD, "--fix", "-o", "out.txt"],
                          ["check", "--list", WORLD], ["check", "--list", "--format", "html"],
                          ["check", WORLD, "--jobs", "0"]):
            done = self.expect(USAGE, *arguments, cwd=self.folder)
            self.assertEqual(done.text, "", arguments)

    def test_what_is_not_there_is_exit_3(self):
        gone = self.folder / "gone.wrl"
        self.assertIn("gone.wrl", self.expect(UNREADABLE, "check", WORLD, gone).said)
        self.expect(UNREADABLE, "check", WORLD, "--profile", self.folder / "gone.json")
        self.expect(UNREADABLE, "check", "--merge", self.folder / "gone.json")
        bad = self.folder / "bad.json"
        for text, place in (("{\"checks\": {\"PO99\": {}}}", "#/checks"), ("[1", ":1:3"), ("{\"extends\": \"x\"}", "#/extends"),
                            ("{\"checks\": {\"READ\": {\"severity\": \"grave\"}}}", "#/checks/READ/severity")):
            bad.write_text(text)
            self.assertIn(f"{bad}{place}: ", self.expect(UNREADABLE, "check", WORLD, "--profile", bad).said)
        for text, place in (("[]", ""), ("{}", "#/schema"), (json.dumps({"schema": "vitruvian-check-1"}), "#/version"),
                            (json.dumps({"schema": "vitruvian-check-1", "version": "", "profile": "",
                                         "files": [{"file": "", "profile": "", "skipped": [], "findings": [{"id": 1}]}]}),
                             "#/files/0/findings/0/id")):
            bad.write_text(text)
            self.assertIn(f"{bad}{place}: ", self.expect(UNREADABLE, "check", "--merge", bad).said)

    def test_what_cannot_be_written_is_exit_4(self):
        blocked = self.folder / "file"
        blocked.write_text("")
        for form in ("text", "json", "junit", "sarif", "html"):
            done = self.expect(UNWRITABLE, "check", WORLD, "--format", form, "-o", blocked / "report", "--only", "READ")
            self.assertEqual(done.text, "")
        self.expect(UNWRITABLE, "check", WORLD, "--fix", "-o", blocked / "out.wrl")

    def test_files_that_are_not_there_are_named(self):
        rigs = self.folder / "rigs"
        rigs.mkdir()
        (rigs / "gone.glb").symlink_to("nowhere.glb")
        (rigs / "pointer.glb").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1234\n")
        files = self.result(FINDINGS, rigs)["files"]
        found = {os.path.basename(file["file"]): file["findings"] for file in files}
        self.assertEqual([f["id"] for f in found["gone.glb"]], ["READ"])
        self.assertEqual([f["id"] for f in found["pointer.glb"]], ["READ"])
        self.assertIn("git lfs pull", found["pointer.glb"][0]["message"] + found["pointer.glb"][0]["advice"])

    def test_folders_are_searched(self):
        tree = self.folder / "tree"
        for name in ("b.wrl", "a/deep/c.wrl", ".hidden/d.wrl", "a/.e.wrl"):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_bytes(WORLD.read_bytes())
        (tree / "notes.txt").write_text("no rig")
        (tree / "package.json").write_text("{\"name\": \"no rig\"}")
        (tree / "a/loop").symlink_to(tree)
        elsewhere = self.folder / "elsewhere.wrl"
        elsewhere.write_bytes(WORLD.read_bytes())
        (tree / "z.wrl").symlink_to(elsewhere)
        found = self.result(DONE, tree, tree / "b.wrl", "--only", "READ")
        self.assertEqual([f["file"] for f in found["files"]],
                         [str(tree / name) for name in ("a/deep/c.wrl", "b.wrl", "z.wrl")])
        self.assertEqual(found["summary"]["unreadable"], 0)
        # A file is checked once, however it is named.
        twice = self.result(DONE, "tree/b.wrl", tree / "b.wrl", "./tree//b.wrl", "--only", "READ", cwd=self.folder)
        self.assertEqual([f["file"] for f in twice["files"]], ["tree/b.wrl"])
        empty = self.folder / "empty"
        empty.mkdir()
        done = self.expect(DONE, "check", empty)
        self.assertIn("nothing in this folder can be read", done.said)

    def test_shards_are_all_and_merge_to_the_whole(self):
        tree = self.folder / "tree"
        for i in range(7):
            self.rig(f"tree/{i}.gltf", image=f"gone{i}.png")
        self.broken("tree/7.wrl")
        whole = self.expect(FINDINGS, "check", tree, "--format", "json").text
        parts, files = [], []
        for i in (1, 2, 3):
            part = self.folder / f"part{i}.json"
            self.expect(FINDINGS, "check", tree, "--shard", f"{i}/3", "--format", "json", "-o", part)
            parts.append(part)
            files += [f["file"] for f in json.loads(part.read_text())["files"]]
        self.assertEqual(len(files), 8)
        self.assertEqual(sorted(files), [f["file"] for f in json.loads(whole)["files"]])
        merged = self.expect(FINDINGS, "check", "--merge", parts[2], parts[0], parts[1], "--format", "json").text
        self.assertEqual(merged, whole)
        for form in ("junit", "sarif", "text"):
            self.assertEqual(self.expect(FINDINGS, "check", "--merge", *parts, "--format", form).text,
                             self.expect(FINDINGS, "check", tree, "--format", form).text, form)
        self.expect(DONE, "check", "--merge", *parts, "--fail-on", "never")
        # A shard that is missing is told, and one that is there twice counts once.
        partial = self.expect(FINDINGS, "check", "--merge", parts[0], parts[2], "--format", "json")
        missing = json.loads(partial.text)["files"][-1]
        self.assertEqual((missing["file"], missing["findings"][0]["id"]), ("shard 2/3", "READ"))
        self.assertIn("1 of 3 shards", missing["findings"][0]["message"])
        self.assertIn("check these shards again", missing["findings"][0]["advice"])
        twice = self.expect(FINDINGS, "check", "--merge", parts[0], *parts, "--format", "json")
        self.assertEqual(twice.text, whole)
        self.assertIn("once more", twice.said)
        self.assertEqual(self.expect(FINDINGS, "check", tree, "--jobs", "1", "--format", "json").text, whole)

    def test_junit(self):
        rig, broken = self.rig(), self.broken()
        text = self.expect(FINDINGS, "check", WORLD, rig, broken, "--format", "junit", "--only", "READ,BU08").text
        suites = ElementTree.fromstring(text)
        self.assertEqual(suites.attrib["tests"], "3")
        self.assertEqual(suites.attrib["failures"], "1")
        self.assertEqual(suites.attrib["errors"], "1")
        self.assertEqual([s.attrib["name"] for s in suites], [str(WORLD), str(rig), str(broken)])
        self.assertEqual([len(s.findall("testcase/failure")) for s in suites], [0, 1, 0])
        self.assertEqual([len(s.findall("testcase/error")) for s in suites], [0, 0, 1])
        lenient = self.expect(DONE, "check", rig, "--format", "junit", "--only", "BU08", "--fail-on", "never").text
        self.assertEqual(ElementTree.fromstring(lenient).attrib["failures"], "0")

    def test_sarif(self):
        log = json.loads(self.expect(FINDINGS, "check", self.rig("a rig.gltf"), self.broken(), "--format", "sarif").text)
        self.assertEqual(log["version"], "2.1.0")
        (part,) = log["runs"]
        rules = part["tool"]["driver"]["rules"]
        self.assertEqual(len({rule["id"] for rule in rules}), len(rules))
        levels = {"error": "error", "warning": "warning", "info": "note"}
        for result in part["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            self.assertIn(result["level"], levels.values())
            self.assertTrue(result["message"]["text"])
            uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            self.assertRegex(uri, r"^file:///[!-~]*$")
        regions = [r["locations"][0]["physicalLocation"].get("region") for r in part["results"] if r["ruleId"] == "READ"]
        self.assertEqual(regions[0]["startLine"], 2)
        missing = next(r for r in part["results"] if r["ruleId"] == "BU08")
        self.assertIn("/images/", missing["locations"][0]["logicalLocations"][0]["fullyQualifiedName"])
        self.assertEqual(part["columnKind"], "unicodeCodePoints")
        schema = os.environ.get("SARIF_SCHEMA")
        if schema:
            import jsonschema
            jsonschema.validate(log, json.loads(open(schema).read()))

    def test_columns_count_characters(self):
        places = []
        for name in ("pupil", "p\u00fcp\U0001f441l"):
            path = self.folder / "named.wrl"
            path.write_text(WORLD.read_text().replace("DEF hanim_l_knee Joint {", f"DEF {name} Group {{}} DEF hanim_l_knee Joint {{", 1)
                            .replace("llimit [ -0.2 -0.7 -0.4 ]", "llimit [ 3 -0.7 -0.4 ]", 1))
            log = json.loads(self.expect(FINDINGS, "check", path, "--only", "LI01", "--format", "sarif").text)
            places.append(log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"])
            motion = self.folder / f"{name}.bvh"
            motion.write_text(f"HIERARCHY ROOT {name} {{ OFFSET x 0 0")
            places.append(self.expect(UNREADABLE, "info", motion).said.split(":")[2:4])
        self.assertEqual(len(places[0]), 2)
        self.assertEqual(places[0], places[2])
        self.assertEqual(places[1], places[3])

    def test_html_loads_nothing(self):
        page = Page(self.expect(FINDINGS, "check", self.rig(), WORLD, "--format", "html").text)
        self.assertEqual(page.loads, [])
        self.assertEqual(page.handlers, [])
        self.assertEqual(page.tags.count("script"), 1)
        self.assertIn("BU08", page.text)

    def spoilt(self, field, name="spoilt.wrl"):
        """The box man with a field of l_elbow that makes no sense."""
        path = self.folder / name
        path.write_text(WORLD.read_text().replace('name "l_elbow"', f'name "l_elbow" {field}', 1))
        return path

    def test_html_has_pictures_of_what_it_shows(self):
        rig = self.spoilt("llimit [ 1 0 0 ] ulimit [ -1 0 0 ]")
        arguments = ("check", rig, "--only", "LI01", "--format", "html")
        text = self.expect(FINDINGS, *arguments).text
        self.assertEqual(Page(text).tags.count("article"), 1)
        self.assertIn('class="picture p0"', text)
        (picture,) = re.findall(r"url\(data:image/png;base64,([^)]*)\)", text)
        png = base64.b64decode(picture, validate=True)
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", png[16:24]), (400, 300))
        # Without OpenGL there is a report all the same.
        none = self.expect(FINDINGS, *arguments, env={"__EGL_VENDOR_LIBRARY_DIRS": str(self.folder / "nothing")}).text
        self.assertNotIn("url(", none)
        self.assertIn("Without pictures", Page(none).text)

    def test_html_draws_what_each_finding_of_one_bone_marks(self):
        gltf = json.loads(GLTF.read_text())
        arm = next(i for i, n in enumerate(gltf["nodes"]) if n["name"] == "LeftUpperArm")
        gltf["nodes"][arm]["rotation"] = [0, 0, 0.2588190, 0.9659258]
        header, data = gltf["buffers"][0]["uri"].split(",")
        data = bytearray(base64.b64decode(data))
        view = gltf["bufferViews"][gltf["accessors"][gltf["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"]]["bufferView"]]
        data[view["byteOffset"] + view["byteLength"] - 4] = gltf["skins"][0]["joints"].index(arm)  # a vertex of a foot
        gltf["buffers"][0]["uri"] = header + "," + base64.b64encode(data).decode()
        rig = self.folder / "arm.gltf"
        rig.write_text(json.dumps(gltf))
        # The angle of the one and the vertex of the other are two pictures of the same bone.
        text = self.expect(DONE, "check", rig, "--only", "PO03,SK11", "--format", "html").text
        self.assertEqual(re.findall(r'class="picture (p\d+)"', text), ["p0", "p1"])
        self.assertEqual(len(set(re.findall(r"url\(data:image/png;base64,([^)]*)\)", text))), 2)

    def test_messages_about_what_has_no_name_have_no_gaps(self):
        gltf = json.loads(GLTF.read_text())
        for node in gltf["nodes"]:
            node.pop("name", None)
        moved = next(n for n in gltf["nodes"][7:] if "translation" in n)
        moved["translation"] = [x + 0.1 for x in moved["translation"]]
        for clip in gltf["animations"]:  # what never changes
            output = gltf["accessors"][clip["samplers"][0]["output"]]
            gltf["accessors"].append({"componentType": 5126, "type": output["type"], "count": output["count"]})
            clip["samplers"][0]["output"] = len(gltf["accessors"]) - 1
        rig = self.folder / "nameless.gltf"
        rig.write_text(json.dumps(gltf))
        found = json.loads(run("check", rig, "--format", "json").stdout)["files"][0]["findings"]
        self.assertLessEqual({"AN20", "PO21", "SK01"}, {f["id"] for f in found})
        for finding in found:
            self.assertNotRegex(finding["message"], r"^ |  | $|\"\"| (of|by|at|to|and|is)$")

    def test_hostile_names_stay_names(self):
        rig = self.rig("e\x1b]0;x\x07<b>.gltf", image="gone" + EVIL + ".png", prefix=EVIL)
        text = self.expect(FINDINGS, "check", rig, "--color", "never").text
        self.assertIsNone(ORDERS.search(text), text)
        colored = self.expect(FINDINGS, "check", rig, "--color", "always").text
        self.assertIsNone(ORDERS.search(re.sub(r"\x1b\[[0-9;]*m", "", colored)))
        self.assertIn("\x1b[", colored)
        ElementTree.fromstring(self.expect(FINDINGS, "check", rig, "--format", "junit").text)
        for form in ("json", "sarif", "junit", "html"):
            raw = self.expect(FINDINGS, "check", rig, "--format", form).text
            self.assertIsNone(ORDERS.search(raw), form)
            if form in ("json", "sarif"):
                json.loads(raw)
        page = Page(self.expect(FINDINGS, "check", rig, "--format", "html").text)
        self.assertEqual(page.tags.count("script"), 1)
        self.assertNotIn("b", page.tags)
        self.assertEqual(page.handlers, [])

    def test_text_is_short(self):
        done = self.expect(FINDINGS, "check", self.rig(), self.broken(), "--only", "READ,BU08")
        lines = done.text.splitlines()
        self.assertRegex(lines[-1], r"^2 files: 2 errors; 1 cannot be read$")
        self.assertLess(len(lines), 12)
        self.assertEqual(done.said, "")

    def test_text_tells_clip_and_time(self):
        """Also of a clip whose name is a part of what is said of it."""
        script, path = self.folder / "edits.jsonl", self.folder / "clip.wrl"
        script.write_text('{"do": "rename", "thing": "clip", "name": "Nod", "to": "e"}\n')
        self.expect(DONE, "edit", WORLD, "--commands", script, "-o", path)
        timed = [f for f in self.result(DONE, path)["files"][0]["findings"] if f["time"] is not None]
        self.assertTrue(timed)
        text = self.expect(DONE, "check", path).text
        for f in timed:
            self.assertIn(f"{f['message']} (clip e, {f['time']:.2f} s)", text)

    def test_list_tells_every_check(self):
        listed = json.loads(self.expect(DONE, "check", "--list", "--format", "json").text)
        ids = [check["id"] for check in listed["checks"]]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertIn("READ", ids)
        self.assertTrue({f"AN{n:02}" for n in range(1, 22)} | {f"BU{n:02}" for n in range(1, 14)} <= set(ids))
        for check in listed["checks"]:
            self.assertTrue(check["name"] and check["measures"] and check["source"], check)
            self.assertEqual(set(check["profiles"]), set(listed["profiles"]))
        text = self.expect(DONE, "check", "--list").text
        for one in ids:
            self.assertIn(one, text)
        by_id = {check["id"]: check["profiles"] for check in listed["checks"]}
        self.assertEqual(by_id["BU01"]["vrchat-mobile"], {"severity": "warning", "threshold": 20000})
        self.assertEqual(by_id["BU01"]["vrm"]["severity"], "off")
        self.assertEqual(by_id["AN06"]["vrm"]["severity"], "error")

    def test_clips_can_be_chosen(self):
        gltf = json.loads(GLTF.read_text())
        if not gltf.get("animations"):
            self.skipTest("the box man has no clip")
        every = self.result(DONE, GLTF, "--fail-on", "never")
        none = self.result(DONE, GLTF, "--clips", "none", "--fail-on", "never")
        self.assertFalse([f for f in none["files"][0]["findings"] if f["clip"] is not None])
        first = self.result(DONE, GLTF, "--clips", "0", "--fail-on", "never")
        clips = {f["clip"] for f in first["files"][0]["findings"] if f["clip"] is not None}
        self.assertLessEqual(clips, {f["clip"] for f in every["files"][0]["findings"]})
        self.assertIn("there is no clip 'gone'", self.expect(USAGE, "check", GLTF, "--clips", "gone", "--fail-on", "never").said)

    def test_a_clip_that_only_one_of_the_files_has(self):
        manikin = DATA.parent.parent / "assets" / "manikin" / "manikin.x3d"
        done = self.expect(DONE, "check", manikin, WORLD, "--clips", "Walk", "--fail-on", "never", "--format", "json")
        self.assertEqual(len(json.loads(done.text)["files"]), 2)
        self.assertIn("there is no clip 'Walk'", done.said)
        self.expect(USAGE, "check", manikin, WORLD, "--clips", "Wolk", "--fail-on", "never")
        # Another shard's files may have it.
        self.expect(DONE, "check", WORLD, "--clips", "Walk", "--fail-on", "never", "--shard", "1/2")

    def test_standard_input(self):
        found = self.result(DONE, "-", "--fail-on", "never", stdin=WORLD.read_bytes())
        self.assertEqual(found["files"][0]["file"], "-")
        self.assertEqual(found["summary"]["unreadable"], 0)

    def test_fix_mends_what_it_names_and_nothing_else(self):
        out = self.folder / "out.wrl"
        before = self.result(DONE, WORLD, "--fail-on", "never")["files"][0]["findings"]
        done = self.expect(DONE, "check", WORLD, "--fix", "-o", out, "--format", "json", "--fail-on", "never")
        after = json.loads(done.text)["files"][0]
        self.assertEqual(after["file"], str(out))
        if not any(f["fixable"] for f in before):
            self.assertEqual(out.read_bytes(), WORLD.read_bytes())
        # What is fixed once needs no second fix.
        again = self.folder / "again.wrl"
        self.expect(DONE, "check", out, "--fix", "-o", again, "--fail-on", "never")
        self.assertEqual(again.read_bytes(), out.read_bytes())
        self.expect(FINDINGS, "check", self.broken(), "--fix", "-o", self.folder / "none.wrl")
        self.assertFalse((self.folder / "none.wrl").exists())

    def test_fix_changes_one_field(self):
        spoilt = self.spoilt("stiffness [ 0 0 7 ]")
        before = self.result(FINDINGS, spoilt, "--only", "LI09")
        self.assertEqual([f["object"]["name"] for f in before["files"][0]["findings"]], ["l_elbow"])
        out = self.folder / "fixed.wrl"
        done = self.expect(DONE, "check", spoilt, "--fix", "-o", out, "--only", "LI09", "--format", "json")
        self.assertEqual(json.loads(done.text)["files"][0]["findings"], [])
        self.assertIn("fixed LI09 of joint l_elbow", done.said)
        changed = [(a, b) for a, b in zip(spoilt.read_text().splitlines(), out.read_text().splitlines()) if a != b]
        self.assertEqual(len(changed), 1, changed)
        self.assertIn("stiffness", changed[0][0])

    @unittest.skipUnless(CORPUS.is_dir(), "the corpus of real files is not here")
    def test_the_corpus_is_readable_and_nothing_crashes(self):
        found = self.result(FINDINGS, CORPUS / "malformed", CORPUS / "bvh", timeout=300)
        self.assertGreater(found["summary"]["files"], 5)


def recipe(language, marker):
    """The commands of a code block of the README's section on CI."""
    section = (ROOT / "README.md").read_text().split("## In CI", 1)[1].split("\n## ", 1)[0]
    for block in re.findall(rf"```{language}\n(.*?)```", section, re.S):
        if marker in block:
            return block
    raise AssertionError(f"no {language} block with {marker}")


class Recipes(Case):
    """The commands of the README's recipes, as plain shell."""

    def shell(self, script, code=0, **variables):
        tools = self.folder / "bin"
        tools.mkdir(exist_ok=True)
        if not (tools / "vitruvian").exists():
            (tools / "vitruvian").symlink_to(VITRUVIAN)
        env = environment(PATH=f"{tools}:{os.environ['PATH']}", **{k: str(v) for k, v in variables.items()})
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=self.folder, env=env, capture_output=True,
                              timeout=120, check=False)
        self.assertEqual(done.returncode, code, f"{script}\n{done.stdout.decode()}\n{done.stderr.decode()}")
        return done.stdout.decode()

    def setUp(self):
        super().setUp()
        rigs = self.folder / "rigs"
        rigs.mkdir()
        for i in range(5):
            (rigs / f"{i}.wrl").write_bytes(WORLD.read_bytes())

    def commands(self, block):
        """What stands behind `run:` and in lists of `script:`."""
        out = []
        lines = block.splitlines()
        for i, line in enumerate(lines):
            found = re.match(r"^\s*(?:- )?run: (?!\|)(.+)$", line) or re.match(r"^\s*- (vitruvian .+)$", line)
            if found:
                command = found.group(1)
                margin = len(line) - len(line.lstrip())
                for more in lines[i + 1:]:
                    if len(more) - len(more.lstrip()) <= margin + 2 or re.match(r"^\s*(- |\w+:)", more):
                        break
                    command += " " + more.strip()
                out.append(command)
        return [c for c in out if c.startswith("vitruvian")]

    def files_of(self, path):
        return sorted(f["file"] for f in json.loads((self.folder / path).read_text())["files"])

    def test_github_actions(self):
        block = recipe("yaml", "matrix")
        commands = self.commands(block)
        self.assertEqual(len(commands), 2, commands)
        shards = json.loads(re.search(r"shard: (\[.*?\])", block).group(1))
        for shard in shards:
            self.shell(commands[0].replace("${{ matrix.shard }}", str(shard)))
        self.shell(commands[1])
        self.assertEqual(self.files_of("shard-1.json"), ["rigs/0.wrl", "rigs/4.wrl"])
        self.assertTrue((self.folder / "report.sarif").exists())

    def test_gitlab(self):
        block = recipe("yaml", "CI_NODE_INDEX")
        commands = self.commands(block)
        total = int(re.search(r"parallel: (\d+)", block).group(1))
        for index in range(1, total + 1):
            self.shell(commands[0], CI_NODE_INDEX=index, CI_NODE_TOTAL=total)
        self.assertEqual(len(list(self.folder.glob("check-*.xml"))), total)

    def test_slurm(self):
        script = recipe("bash", "SLURM_ARRAY_TASK_ID")
        count = int(re.search(r"--array=1-(\d+)", script).group(1))
        for task in range(1, count + 1):
            self.shell(script, SLURM_ARRAY_TASK_ID=task, SLURM_ARRAY_TASK_COUNT=count)
        merge = recipe("bash", "--merge")
        self.shell(merge)
        self.assertTrue((self.folder / "report.html").exists())


if __name__ == "__main__":
    main()
