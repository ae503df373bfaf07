"""Clips without a body, dropped on the real window: they play on the figure that is there."""
import driver
import xdnd_drop


class ClipsTest(driver.WindowTest):
    def files(self, program):
        return {file["name"]: file for file in program.state("files")["files"]}

    def drop(self, program, *files):
        x, y = program.centre("viewport")
        xdnd_drop.drop(program.window, x, y, files)

    def test_a_dropped_motion_plays_on_the_open_figure(self):
        program = self.start(driver.corpus("gltf", "Knight.glb"))
        program.wait_for(lambda: "Knight.glb" in self.files(program), "the figure")
        self.drop(program, driver.corpus("bvh", "walk1.bvh"))
        program.wait_for(lambda: "walk1.bvh" in self.files(program), "the motion")
        knight = self.files(program)["Knight.glb"]
        self.assertEqual((knight["clip_of"], knight["clip"], knight["remap"]), ("walk1.bvh", "walk1", "world"))
        self.assertTrue(program.state("playback")["playing"])
        self.assertFalse(self.files(program)["walk1.bvh"]["shown"])
        self.assertEqual(program.state("history")["undo"], "")
        self.assertFalse(program.state("history")["unsaved"])

        # Source beside target, and the choices of the timeline.
        program.key("space")
        program.settle()
        alone = program.picture()
        program.click("timeline/source")
        program.wait_for(lambda: self.files(program)["walk1.bvh"]["shown"], "the source")
        program.settle()
        self.assertGreater(alone.difference(program.picture(), program.widgets["viewport"]), 0.01)
        program.click("timeline/remap")
        program.click("timeline/remap/spec")
        program.wait_for(lambda: self.files(program)["Knight.glb"]["remap"] == "spec", "the other formula")
        program.click("timeline/reference")
        program.click("timeline/reference/tpose")
        program.wait_for(lambda: self.files(program)["Knight.glb"]["reference"] == "tpose", "the other reference")
        program.click("timeline/pin_feet")
        program.wait_for(lambda: any("No foot is planted" in message["title"]
                                     for message in program.states["messages"]["messages"]),
                         "the answer that a run on the spot has no standing feet")
        program.click("timeline/source")
        program.wait_for(lambda: not self.files(program)["walk1.bvh"]["shown"], "the source gone")

        # The figure's own clips are still there.
        program.click("timeline/clip")
        program.wait_for(lambda: "timeline/clip/walk1 - walk1.bvh" in program.widgets, "the motion in the list")
        own = "timeline/clip/1H_Melee_Attack_Chop"
        program.wait_for(lambda: own in program.widgets, "the figure's own clips")
        program.click(own)
        program.wait_for(lambda: self.files(program)["Knight.glb"]["clip_of"] == "", "its own clip")

    def test_a_vrm_animation_plays_on_an_hanim_figure(self):
        figure = ("hanim", "vrml97", "HAnim1SpecificationLOA3Animation.wrl")
        program = self.start(driver.corpus(*figure))
        program.wait_for(lambda: figure[-1] in self.files(program), "the figure")
        self.drop(program, driver.corpus("vrm", "test.vrma"))
        program.wait_for(lambda: self.files(program)[figure[-1]]["clip_of"] == "test.vrma", "the motion")

    def test_full_figures_play_each_others_clips(self):
        program = self.start(driver.corpus("gltf", "Knight.glb"), driver.corpus("gltf", "RobotExpressive.glb"))
        program.wait_for(lambda: len(self.files(program)) == 2, "both figures")
        program.key("space")
        program.click("tree/search")
        program.type("walking")
        program.click("tree/clip/Walking")
        program.click("inspector/clip/play_on")
        program.wait_for(lambda: self.files(program)["Knight.glb"]["clip_of"] == "RobotExpressive.glb", "the clip")
        self.assertTrue(program.state("playback")["playing"])


if __name__ == "__main__":
    driver.main()
