"""Selecting, editing, undoing and playing in the real window."""
import math

import driver

LOA3 = ("hanim", "vrml97", "HAnim1SpecificationLOA3Animation.wrl")
KNIGHT = ("gltf", "Knight.glb")


class EditTest(driver.WindowTest):
    def open(self, *parts):
        program = self.start(driver.corpus(*parts))
        program.wait_for_file(parts[-1])
        return program

    def pause(self, program):
        """Most tests want stillness."""
        if program.state("playback")["playing"]:
            program.click("timeline/play")
            program.wait_for(lambda: not program.states["playback"]["playing"], "a pause")
        program.settle()

    def test_limits_are_edited_and_undone(self):
        program = self.open(*LOA3)
        self.pause(program)
        before = program.picture()
        program.select_joint("l_elbow")
        self.assertEqual(program.state("selection")["kind"], "joint")
        self.assertIsNone(program.state("selection")["lower"])
        panel = (960, 70, 320, 500)
        program.settle()
        self.assertGreater(before.difference(program.picture(), panel), 0.01)

        program.click("inspector/limits/add")
        program.wait_for(lambda: program.states["selection"]["lower"] is not None, "limits")
        for value in program.state("selection")["upper"]:
            self.assertAlmostEqual(value, math.pi / 2, places=5)
        self.assertTrue(program.state("history")["unsaved"])
        program.wait_for(lambda: "*" in program.states["window"]["title"], "the mark of unsaved edits")

        # The right end of the X bar, a third of the bar to the left: one gesture, one undo step.
        program.wait_for(lambda: "inspector/limit/X" in program.widgets, "the limit bar")
        x, y, width, height = program.widgets["inspector/limit/X"]
        end = x + 6 + (width - 12) * 3 // 4
        program.drag((end, y + height // 2), (end - width // 6, y + height // 2))
        program.wait_for(lambda: program.states["selection"]["upper"][0] < 1.2, "a lower limit")
        moved = program.state("selection")["upper"][0]
        self.assertGreater(moved, -0.2)
        self.assertAlmostEqual(program.state("selection")["lower"][0], -math.pi / 2, places=5)

        program.key("ctrl+z")
        program.wait_for(lambda: abs(program.states["selection"]["upper"][0] - math.pi / 2) < 1e-5, "the limit back")
        program.key("ctrl+z")
        program.wait_for(lambda: program.states["selection"]["upper"] is None, "no limits")
        self.assertFalse(program.state("history")["unsaved"])
        program.key("ctrl+shift+z", "ctrl+shift+z")
        program.wait_for(lambda: (program.states["selection"]["upper"] or [9])[0] == moved, "the edits again")

    def test_typing_a_limit(self):
        program = self.open(*LOA3)
        self.pause(program)
        program.select_joint("l_knee")
        program.click("inspector/limits/add")
        # Ctrl and a click turn a number into a text field.
        program.move(*program.centre("inspector/limit/Y/upper"))
        program.send("keydown", "ctrl")
        program.press()
        program.send("keyup", "ctrl")
        program.key("ctrl+a")
        program.type("30")
        program.key("Return")
        program.wait_for(lambda: abs(program.states["selection"]["upper"][1] - math.radians(30)) < 1e-4, "30 degrees")

    def test_stiffness_and_weight(self):
        program = self.open(*LOA3)
        self.pause(program)
        program.select_joint("r_hip")
        program.click("inspector/stiffness/add")
        x, y, width, height = self.widget(program, "inspector/stiffness/Z")
        program.drag((x + 4, y + height // 2), (x + width // 2, y + height // 2))
        program.wait_for(lambda: abs(program.states["selection"]["stiffness"][2] - 0.5) < 0.05, "half stiffness")
        self.assertEqual(program.state("selection")["stiffness"][0], 0.0)

    def widget(self, program, name):
        program.wait_for(lambda: name in program.widgets, name)
        return program.widgets[name]

    def test_rename(self):
        program = self.open(*LOA3)
        self.pause(program)
        program.select_joint("r_elbow")
        program.settle()
        program.click("inspector/name")
        program.settle()
        program.key("ctrl+a")
        program.type("bend")
        program.settle()
        program.key("Return")
        program.wait_for(lambda: program.states["selection"]["name"] == "bend", "the new name")
        program.key("ctrl+z")
        program.wait_for(lambda: program.states["selection"]["name"] == "r_elbow", "the old name")

    def test_play_pause_step_and_scrub(self):
        program = self.open(*KNIGHT)
        self.assertFalse(program.state("playback")["playing"], "nobody has asked for it")
        program.key("space")
        program.wait_for(lambda: program.states["playback"]["playing"], "playing")
        self.assertIn("walk", program.state("files")["files"][0]["clip"].lower())
        start = program.state("playback")["time"]
        first = program.picture()
        program.wait_for(lambda: program.states["playback"]["time"] != start, "time going on")
        viewport = program.widgets["viewport"]
        # The report of a time comes before its frame is on the screen.
        program.wait_for(lambda: first.difference(program.picture(), viewport) > 0.0005, "the figure moving")

        program.key("space")
        program.wait_for(lambda: not program.states["playback"]["playing"], "a pause")
        program.settle()
        program.key("Home")
        program.click("timeline/start")
        program.wait_for(lambda: program.states["playback"]["time"] == 0.0, "the start")
        program.key("Right", "Right")
        program.wait_for(lambda: abs(program.states["playback"]["time"] - 2 / 30) < 1e-3, "two frames")
        program.key("Left")
        program.wait_for(lambda: abs(program.states["playback"]["time"] - 1 / 30) < 1e-3, "a frame back")

        x, y, width, height = program.widgets["timeline/track"]
        program.drag((x + width // 4, y + height // 2), (x + width // 2, y + height // 2))
        program.wait_for(lambda: program.states["playback"]["time"] > 0.2, "the middle")
        self.assertFalse(program.state("playback")["playing"])
        program.click("timeline/loop")
        program.wait_for(lambda: not program.states["playback"]["loop"], "no loop")
        program.click("timeline/play")
        program.wait_for(lambda: program.states["playback"]["playing"], "playing")
        program.wait_for(lambda: not program.states["playback"]["playing"], "the end, by itself")

    def test_clip_choice(self):
        program = self.open(*KNIGHT)
        self.pause(program)
        program.click("timeline/clip")
        program.settle()
        # The list opens at the clip that plays; it is long, so it is searched.
        program.wait_for(lambda: "timeline/clip/search" in program.widgets, "the search")
        program.wait_for(lambda: "timeline/clip/1H_Melee_Attack_Chop" not in program.widgets, "the list at its clip")
        program.type("no clip")
        program.key("Return")
        program.wait_for(lambda: program.states["files"]["files"][0]["clip"] == "", "no clip")
        program.click("timeline/clip")
        program.settle()
        program.click("timeline/clip/1H_Melee_Attack_Chop")
        program.wait_for(lambda: "Chop" in program.states["files"]["files"][0]["clip"], "another clip")
        # Keys go on from the chosen row, and from the first one that is found.
        program.click("timeline/clip")
        program.key("Down", "Down", "Up", "Return")
        program.wait_for(lambda: program.states["files"]["files"][0]["clip"] == "1H_Melee_Attack_Slice_Diagonal", "the next")
        program.click("timeline/clip")
        program.type("walking")
        program.key("Down", "Down", "Return")
        program.wait_for(lambda: program.states["files"]["files"][0]["clip"] == "Walking_B", "the second that is found")
        self.assertFalse(program.state("playback")["playing"])

    def test_tree_search_and_keys(self):
        program = self.open(*KNIGHT)
        self.pause(program)
        program.click("tree/search")
        program.type("upperleg")
        program.wait_for(lambda: "tree/joint/upperleg.l" in program.widgets
                         and "tree/joint/upperarm.l" not in program.widgets, "only legs")
        program.click("tree/joint/upperleg.l")
        program.wait_for(lambda: program.states["selection"]["name"] == "upperleg.l", "the leg")
        program.key("Down")
        program.wait_for(lambda: program.states["selection"]["name"] == "upperleg.r", "the next row")

    def test_views_layers_and_camera(self):
        program = self.open(*KNIGHT)
        self.pause(program)
        program.key("1")
        program.wait_for(lambda: program.states["view"]["yaw"] == 0.0, "the front")
        program.key("ctrl+3")
        program.wait_for(lambda: abs(program.states["view"]["yaw"]) > 1.0, "the other side")
        viewport = program.widgets["viewport"]
        before = program.picture()
        program.click("viewport/layer.bones")
        program.wait_for(lambda: program.states["view"]["bones"], "bones")
        program.settle()
        self.assertGreater(before.difference(program.picture(), viewport), 0.001)
        x, y, width, height = viewport
        yaw = program.state("view")["yaw"]
        program.drag((x + width // 2, y + height // 2), (x + width // 2 + 80, y + height // 2), button=2)
        program.wait_for(lambda: program.states["view"]["yaw"] != yaw, "a turn")
        distance = program.state("view")["distance"]
        program.press(4)
        program.wait_for(lambda: program.states["view"]["distance"] < distance, "nearer")

    def test_picking_in_the_viewport(self):
        program = self.open(*KNIGHT)
        self.pause(program)
        program.key("1")
        x, y, width, height = program.widgets["viewport"]
        program.move(x + width // 2, y + height // 2)
        program.press()
        program.wait_for(lambda: program.states["selection"]["kind"] != "file", "something under the pointer")
        name = program.state("selection")["name"]
        row = f"tree/{program.state('selection')['kind']}/{name}"
        program.wait_for(lambda: row in program.widgets, "its row in the tree")
        program.key("Escape")
        program.wait_for(lambda: program.states["selection"]["kind"] == "file", "nothing selected")


if __name__ == "__main__":
    driver.main()
