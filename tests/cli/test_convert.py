"""vitruvian convert: formats, compression, standard streams, notes and exit codes."""
import gzip
import json
import os
import stat

from common import CORPUS, DATA, DONE, UNREADABLE, UNWRITABLE, USAGE, Case, main

WRL = DATA / "boxman.wrl"
GLTF = DATA / "boxman.gltf"
SKINNED = DATA.parents[1] / "assets/manikin/manikin.x3d"


class Convert(Case):
    def test_the_same_format_keeps_every_byte(self):
        out = self.folder / "copy.wrl"
        done = self.expect(DONE, "convert", WRL, out)
        self.assertEqual(done.text, "")
        self.assertEqual(out.read_bytes(), WRL.read_bytes())

    def test_suffixes_compress(self):
        for name in ("a.wrl.gz", "a.wrz"):
            out = self.folder / name
            self.expect(DONE, "convert", WRL, out)
            self.assertEqual(gzip.decompress(out.read_bytes()), WRL.read_bytes())
            back = self.folder / "back.wrl"
            self.expect(DONE, "convert", out, back)
            self.assertEqual(back.read_bytes(), WRL.read_bytes())
        out = self.folder / "named.wrl"
        self.expect(DONE, "convert", "--gzip", WRL, out)
        self.assertEqual(gzip.decompress(out.read_bytes()), WRL.read_bytes())

    def test_another_format_reads_as_the_same_figure(self):
        out = self.folder / "boxman.glb"
        self.expect(DONE, "convert", WRL, out)
        self.assertEqual(out.read_bytes()[:4], b"glTF")
        before = self.json("info", WRL, "--json")["humanoids"][0]
        after = self.json("info", out, "--json")["humanoids"][0]
        for key in ("joints", "bones"):
            self.assertEqual(before[key], after[key])

    def test_the_pose_of_a_clip_is_not_written(self):
        def pose(path, *more):
            return [joint["global"] for joint in self.json("pose", path, "--json", *more)["joints"]]
        still = pose(WRL)
        moving = pose(WRL, "--clip", "0", "--cycle", "0.4")
        self.assertGreater(max(abs(a - b) for x, y in zip(still, moving) for a, b in zip(x, y)), 0.01)
        for suffix in ("x3d", "x3dv", "x3dj", "wrl", "glb"):
            out = self.folder / f"boxman.{suffix}"
            self.expect(DONE, "convert", "--anew", WRL, out)
            # In glTF the bones have EXT_skeleton_humanoid's axes; where they stand is the same.
            first = 12 if suffix == "glb" else 0
            for before, after in ((still, pose(out)), (moving, pose(out, "--clip", "0", "--cycle", "0.4"))):
                self.assertEqual(len(before), len(after))
                self.assertLess(max(abs(a - b) for x, y in zip(before, after)
                                    for a, b in zip(x[first:], y[first:])), 1e-5)

    def test_a_world_takes_along_what_it_refers_to(self):
        source = self.folder / "from"
        target = self.folder / "to"
        (source / "parts").mkdir(parents=True)
        target.mkdir()
        (source / "parts" / "leg.wrl").write_text("#VRML V2.0 utf8\nShape { geometry Box { } }\n")
        world = '#VRML V2.0 utf8\nInline { url "parts/leg.wrl" }\n'
        (source / "a.wrl").write_text(world)
        self.expect(DONE, "convert", source / "a.wrl", target / "b.wrl")
        self.assertEqual((target / "b.wrl").read_text(), world)
        self.assertEqual(self.json("info", target / "b.wrl", "--json")["meshes"]["triangles"], 12)

    def test_clips_as_motions(self):
        out = self.folder / "boxman.x3d"
        self.expect(DONE, "convert", WRL, out)
        clips = self.json("info", out, "--json")["clips"]
        self.assertIn(b"TimeSensor", out.read_bytes())
        self.expect(DONE, "convert", WRL, out, "--clips-as", "hanim-motion")
        self.assertIn(b"HAnimMotion", out.read_bytes())
        self.assertNotIn(b"TimeSensor", out.read_bytes())
        for before, after in zip(clips, self.json("info", out, "--json")["clips"], strict=True):
            self.assertEqual(before["name"], after["name"])
            self.assertAlmostEqual(before["duration"], after["duration"], places=5)
        self.expect(USAGE, "convert", WRL, out, "--clips-as", "bvh")

    def test_skins_in_stiff_parts(self):
        stiff, skinned = self.folder / "stiff.wrl", self.folder / "skinned.wrl"
        codes = [n["code"] for n in self.json("convert", "--rigid", SKINNED, stiff, "--json")["notes"]]
        self.assertIn("skin-rigid", codes)
        self.assertNotIn("skin-static", codes)
        notes = self.json("convert", SKINNED, skinned, "--json")["notes"]
        self.assertTrue(any(n["code"] == "skin-static" and "--rigid" in n["message"] for n in notes))
        self.assertIn("skin-static", self.expect(DONE, "convert", SKINNED, skinned).said)
        again = self.folder / "again.wrl"
        self.assertNotIn("skin-static", self.expect(DONE, "convert", "--anew", skinned, again).said)
        self.assertNotIn("skinCoord", stiff.read_text())
        self.assertIn("skinCoord", skinned.read_text())
        triangles = [self.json("info", f, "--json")["meshes"]["triangles"] for f in (SKINNED, stiff)]
        self.assertGreaterEqual(triangles[1], triangles[0])

    def test_standard_streams(self):
        done = self.expect(DONE, "convert", "-", "-", "--to", "vrml97", stdin=WRL.read_bytes())
        self.assertEqual(done.stdout, WRL.read_bytes())
        self.expect(USAGE, "convert", WRL, "-")
        self.expect(USAGE, "convert", WRL, "-", "--to", "vrml97", "--json")

    def test_the_format_must_be_known(self):
        self.assertIn("--to", self.expect(USAGE, "convert", WRL, self.folder / "figure").said)
        self.expect(USAGE, "convert", WRL, self.folder / "a.glb", "--to", "fbx")
        self.expect(USAGE, "convert", WRL, self.folder / "a.wrl", "--names", "3.0")
        self.expect(USAGE, "convert", WRL)
        self.expect(DONE, "convert", WRL, self.folder / "figure", "--to", "vrml97")
        self.assertEqual((self.folder / "figure").read_bytes(), WRL.read_bytes())

    def test_json_says_what_was_written(self):
        out = self.folder / "boxman.glb"
        said = self.json("convert", "--json", WRL, out)
        self.assertEqual(said["format"], "glb")
        self.assertEqual(said["output"], str(out))
        for note in said["notes"]:
            self.assertEqual(set(note), {"severity", "code", "message", "where", "count"})

    def test_what_cannot_be_read_or_written(self):
        self.expect(UNREADABLE, "convert", self.folder / "missing.wrl", self.folder / "a.wrl")
        self.expect(UNREADABLE, "convert", __file__, self.folder / "a.wrl")
        self.expect(UNWRITABLE, "convert", WRL, self.folder / "no" / "such" / "folder.wrl")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_file_is_replaced_whole_and_keeps_its_rights(self):
        out = self.folder / "own.wrl"
        out.write_bytes(WRL.read_bytes())
        out.chmod(0o640)
        self.expect(DONE, "convert", out, out)
        self.assertEqual(out.read_bytes(), WRL.read_bytes())
        self.assertEqual(stat.S_IMODE(out.stat().st_mode), 0o640)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["own.wrl"])
        if os.geteuid() != 0:
            self.folder.chmod(0o500)
            self.addCleanup(self.folder.chmod, 0o700)
            self.expect(UNWRITABLE, "convert", GLTF, out, "--to", "glb")
            self.assertEqual(out.read_bytes(), WRL.read_bytes())

    def test_real_files_keep_every_byte(self):
        self.need_corpus()
        for kind in ("hanim/x3d", "hanim/vrml97"):
            for path in sorted((CORPUS / kind).iterdir()):
                if path.suffix not in (".wrl", ".x3d", ".x3dv", ".json") or path.stat().st_size > 5_000_000:
                    continue
                out = self.folder / path.name
                self.expect(DONE, "convert", path, out)
                self.assertEqual(out.read_bytes(), path.read_bytes(), path)


class Streams(Case):
    def picture(self):
        picture = self.folder / "a.png"
        self.expect(DONE, "screenshot", WRL, "-o", picture, "--size", "64x64")
        return picture

    def test_compare_reads_standard_input(self):
        picture = self.picture()
        for arguments in (("-", picture), (picture, "-")):
            said = json.loads(self.expect(DONE, "compare", *arguments, "--json", stdin=picture.read_bytes()).text)
            self.assertTrue(said["pass"])
        self.expect(USAGE, "compare", "-", "-", stdin=picture.read_bytes())
        self.expect(UNREADABLE, "compare", "-", picture, stdin=b"no picture")

    def test_pictures_are_png(self):
        for name in ("a.jpg", "b.JPEG", "c.webp"):
            self.assertIn(".png", self.expect(USAGE, "screenshot", WRL, "-o", self.folder / name).said)
        self.expect(USAGE, "screenshot", WRL, "-o", self.folder / "a.png", "--reference", "r.jpg")


if __name__ == "__main__":
    main()
