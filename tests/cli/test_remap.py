"""Clips baked onto another figure by the shipped binary."""
from common import CORPUS, DATA, DONE, UNREADABLE, UNWRITABLE, USAGE, Case, main
from motions import Motion

BOXMAN = DATA / "boxman.gltf"
FIGURE = DATA / "boxman.wrl"
MANIKIN = DATA.parents[1] / "assets" / "manikin"


class Remap(Case):
    def test_a_baked_clip_poses_as_the_carried_over_one(self):
        out = self.folder / "out.bvh"
        done = self.json("remap", BOXMAN, FIGURE, "-o", out, "--clip", "0", "--json")
        self.assertEqual(len(done["clips"]), 1)
        self.assertGreater(done["clips"][0]["keys"], 0)
        self.assertIn(done["clips"][0]["remap"], ("spec", "world"))
        self.assertIn(done["clips"][0]["reference"], ("bind", "rest", "tpose"))
        self.assertTrue(any(d["code"] == "bvh-no-meshes" for d in done["diagnostics"]))
        duration = done["clips"][0]["duration"]
        # BVH: the same places, whatever the axes of its joints.
        for cycle in (0.0, 0.5, 1.0):
            wanted = self.json("pose", FIGURE, "--clip", BOXMAN, "--cycle", cycle, "--json")
            got = self.json("pose", out, "--clip", "0", "--cycle", cycle, "--json")
            self.assertAlmostEqual(got["time"], duration * cycle, delta=1e-3)
            places = {joint["name"]: joint["global"][12:15] for joint in got["joints"]}
            compared = 0
            for joint in wanted["joints"]:
                if joint["name"] not in places:
                    continue
                compared += 1
                for a, b in zip(joint["global"][12:15], places[joint["name"]]):
                    self.assertAlmostEqual(a, b, delta=2e-3)
            self.assertGreater(compared, 10)

    def test_a_motion_file_stands_as_its_own_motion_says(self):
        """Its rest may be anywhere: here a metre under where the figure walks."""
        standing = Motion()
        standing.places["Hips"] = lambda _: (0, 194, 0)
        target, out = self.folder / "target.bvh", self.folder / "out.bvh"
        target.write_text(standing.text())
        self.json("remap", BOXMAN, target, "-o", out, "--clip", "0", "--json")
        wanted, got = (self.json("pose", *clip, "--time", "0.5", "--json")["joints"]
                       for clip in ((target, "--clip", f"{BOXMAN}#0"), (out, "--clip", "0")))
        for a, b in zip(wanted, got, strict=True):
            for x, y in zip(a["global"][12:15], b["global"][12:15]):
                self.assertAlmostEqual(x, y, delta=2e-3, msg=a["name"])

    def test_a_baked_clip_poses_a_figure_that_is_scaled_and_shifted_in_its_file(self):
        """What the carried-over clip leaves in its neutral place would stay where the file has it."""
        target, out = self.folder / "target.wrl", self.folder / "out.wrl"
        text = FIGURE.read_text()
        for joint, change in (("skullbase", "scale 1.5 1.5 1.5 "), ("l_elbow", "translation 0.05 0 0 ")):
            name = f'name "{joint}" '
            self.assertEqual(text.count(name), 1)
            text = text.replace(name, name + change)
        target.write_text(text)
        self.json("remap", BOXMAN, target, "-o", out, "--clip", "0", "--json")
        wanted, got = (self.json("pose", *clip, "--time", "0.5", "--json")["joints"]
                       for clip in ((target, "--clip", f"{BOXMAN}#0"), (out, "--clip", "wave")))
        for a, b in zip(wanted, got, strict=True):
            for x, y in zip(a["global"], b["global"]):
                self.assertAlmostEqual(x, y, delta=2e-3, msg=a["name"])

    def test_a_vrm_and_its_animation_stand_as_the_figure(self):
        """The manikin's legs are bent at rest, and straight in the T-pose that VRM has on the ground."""
        def places(file, *more):
            joints = self.json("pose", file, "--json", "--quiet", *more)["joints"]
            return {joint["bone"]: joint["global"][12:15] for joint in joints if joint["bone"]}

        standing = places(MANIKIN / "manikin.wrl")["leftFoot"][1]
        moved = places(MANIKIN / "manikin.wrl", "--clip", "Walk", "--time", "0.4")
        hips = []
        for name in ("manikin.wrl", "manikin.x3d", "manikin.glb"):
            vrm, vrma = self.folder / (name + ".vrm"), self.folder / (name + ".vrma")
            self.expect(DONE, "convert", MANIKIN / name, vrm, "--quiet")
            self.expect(DONE, "convert", MANIKIN / name, vrma, "--clips", "vrma", "--to", "glb", "--quiet")
            at_rest = places(vrm)
            self.assertAlmostEqual(at_rest["leftFoot"][1], standing, delta=1e-4)
            hips += [at_rest["hips"][1], places(vrma)["hips"][1]]
            for file, clip in ((vrm, "Walk"), (vrm, vrma), (MANIKIN / name, vrma)):
                got = places(file, "--clip", clip, "--time", "0.4")
                for bone in ("hips", "leftFoot", "rightFoot"):
                    for a, b in zip(got[bone], moved[bone]):
                        self.assertAlmostEqual(a, b, delta=1e-3)
        self.assertLess(max(hips) - min(hips), 1e-4)

    def test_frames_a_second(self):
        out = self.folder / "out.bvh"
        self.expect(DONE, "remap", BOXMAN, FIGURE, "-o", out, "--fps", "30", "--clip", "0")
        self.assertIn("Frame Time: 0.0333", out.read_text().split("MOTION")[1].split("\n")[2])

    def test_all_clips_into_a_glb_behind_its_own(self):
        out = self.folder / "out.glb"
        before = self.json("info", BOXMAN, "--json")["clips"]
        done = self.json("remap", FIGURE, BOXMAN, "-o", out, "--json")
        clips = self.json("info", out, "--json")["clips"]
        self.assertEqual([c["name"] for c in clips], [c["name"] for c in before] + [c["name"] for c in done["clips"]])
        self.assertEqual(len({c["name"] for c in clips}), len(clips), "every clip can be chosen by its name")
        for index, clip in enumerate(done["clips"]):
            for cycle in (0.0, 0.3, 0.77):
                wanted = self.json("pose", BOXMAN, "--clip", f"{FIGURE}#{index}", "--cycle", cycle, "--json")
                got = self.json("pose", out, "--clip", len(before) + index, "--cycle", cycle, "--json")
                for a, b in zip(wanted["joints"], got["joints"]):
                    self.assertEqual(a["name"], b["name"])
                    for x, y in zip(a["global"], b["global"]):
                        self.assertAlmostEqual(x, y, delta=2e-3, msg=f"{clip['name']} {a['name']}")

    def test_exit_codes(self):
        out = self.folder / "out.bvh"
        self.expect(USAGE, "remap", BOXMAN, FIGURE)
        self.expect(USAGE, "remap", BOXMAN, FIGURE, "-o", self.folder / "out.xyz")
        self.expect(USAGE, "remap", BOXMAN, FIGURE, "-o", out, "--clip", "99")
        self.expect(USAGE, "remap", BOXMAN, FIGURE, "-o", out, "--humanoid", "nobody")
        self.expect(USAGE, "remap", BOXMAN, FIGURE, "-o", out, "--fps", "0")
        self.expect(USAGE, "remap", BOXMAN, FIGURE, "-o", out, "--remap", "magic")
        self.expect(UNREADABLE, "remap", self.folder / "gone.glb", FIGURE, "-o", out)
        self.expect(UNREADABLE, "remap", BOXMAN, self.folder / "gone.glb", "-o", out)
        self.expect(UNWRITABLE, "remap", BOXMAN, FIGURE, "-o", self.folder / "no" / "such" / "out.bvh")
        self.assertFalse(out.exists())

    def test_a_clip_that_moves_no_humanoid_is_told(self):
        scene = self.folder / "scene.gltf"
        scene.write_text('{"asset":{"version":"2.0"},"nodes":[{"name":"box"}],"scenes":[{"nodes":[0]}],"scene":0}')
        done = self.expect(UNREADABLE, "remap", scene, FIGURE, "-o", self.folder / "out.bvh")
        self.assertIn("no clips", done.said)

    def test_a_recording_on_real_figures(self):
        self.need_corpus()
        walk = CORPUS / "bvh" / "walk1.bvh"
        for figure in ("gltf/Knight.glb", "vrm/Godette_vrm_v4.vrm"):
            out = self.folder / "walk.bvh"
            self.expect(DONE, "remap", walk, CORPUS / figure, "-o", out)
            info = self.json("info", out, "--json")
            self.assertGreater(info["clips"][0]["duration"], 0.4)

    def test_feet_are_pinned_where_they_stand(self):
        self.need_corpus()
        pinned = self.json("remap", CORPUS / "gltf" / "Knight.glb", CORPUS / "vrm" / "Godette_vrm_v4.vrm",
                           "--clip", "Idle", "-o", self.folder / "pinned.vrm", "--pin-feet", "--json")
        self.assertGreaterEqual(pinned["clips"][0]["foot_contacts"], 2)

    def test_feet_are_pinned_in_poses_and_pictures_too(self):
        self.need_corpus()
        figure = CORPUS / "vrm" / "Godette_vrm_v4.vrm"
        clip = f"{CORPUS / 'gltf' / 'Knight.glb'}#Idle"

        def slide(*options):
            places = []
            for cycle in ("0", "0.25", "0.5", "0.75"):
                pose = self.json("pose", figure, "--clip", clip, "--cycle", cycle, "--json", *options)
                places += [j["global"][12:15] for j in pose["joints"] if j.get("bone") == "leftFoot"]
            return max(abs(a[axis] - places[0][axis]) for a in places for axis in (0, 2))

        self.assertGreater(slide(), 0.005)
        self.assertLess(slide("--pin-feet"), 0.0005)
        picture = self.folder / "pinned.png"
        self.expect(DONE, "screenshot", figure, "--clip", clip, "--pin-feet", "--size", "64x64", "-o", picture)


if __name__ == "__main__":
    main()
