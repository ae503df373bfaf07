"""The range of motion of a joint, and two figures against each other, in the real window."""
import os
import re
import tempfile

import driver

BOXMAN = os.path.join(driver.ROOT, "tests", "data", "boxman.wrl")
GLTF = os.path.join(driver.ROOT, "tests", "data", "boxman.gltf")


class RigPanelsTest(driver.WindowTest):
    def test_escape_leaves_a_field_before_its_window(self):
        program = self.start()
        program.select_joint("l_knee")
        program.key("ctrl+shift+r")
        program.click("rom/angle")
        program.type("999")
        program.key("Return")
        program.wait_for(lambda: "field/problem" in program.widgets, "why it was refused")
        program.key("Escape")
        program.wait_for(lambda: "field/problem" not in program.widgets, "the message's end")
        program.settle()
        self.assertIn("rom/angle", program.widgets)
        program.click("rom/angle")
        program.type("12")
        program.key("Escape")
        program.settle()
        self.assertIn("rom/angle", program.widgets)
        program.click("rom/angle")
        program.type("999")
        program.key("Return")
        program.wait_for(lambda: "field/problem" in program.widgets, "the message again")
        program.key("ctrl+shift+r")
        program.wait_for(lambda: "field/problem" not in program.widgets, "no message without its window")
        program.key("ctrl+shift+r")
        program.click("rom/angle")
        program.type("12")
        program.key("Escape", "Escape")
        program.wait_for(lambda: "rom/angle" not in program.widgets, "a closed window")
        self.assertEqual(program.state("selection")["name"], "l_knee")

    def test_range_of_motion_of_the_selected_joint(self):
        program = self.start(BOXMAN)
        program.select_joint("l_knee")
        program.settle()
        before = program.picture()
        program.key("ctrl+shift+r")
        program.wait_for(lambda: program.states.get("rom", {}).get("joint") == "l_knee", "the joint in the panel")
        program.wait_for(lambda: "rom/extreme/0" in program.widgets, "its extremes")
        program.click("rom/extreme/0")
        program.wait_for(lambda: abs(program.states["rom"]["angle"]) > 5, "the joint turned")
        program.settle()
        view = program.widgets["viewport"]
        self.assertGreater(before.difference(program.picture(), view), 0)
        self.assertEqual(program.states["history"]["undo"], "", "nothing is edited")
        program.key("ctrl+shift+r")
        program.wait_for(lambda: "rom" not in program.widgets, "no panel")

    def test_two_figures_as_ghosts_with_their_changes(self):
        folder = self.make_folder()
        other = os.path.join(folder, "other.wrl")
        with open(BOXMAN, encoding="utf-8") as file:
            text, count = re.subn('"l_knee" center 0.1 0.5 0', '"l_knee" center 0.1 0.55 0', file.read())
        self.assertEqual(count, 1)
        with open(other, "w", encoding="utf-8") as file:
            file.write(text)
        program = self.start(BOXMAN, other)
        program.settle()
        self.assertIn("view/name/other.wrl", program.widgets)
        before = program.picture()
        program.key("ctrl+shift+d")
        program.wait_for(lambda: program.states.get("diff", {}).get("compared"), "the comparison")
        self.assertGreater(program.states["diff"]["changes"], 0)
        program.settle()
        self.assertGreater(before.difference(program.picture(), program.widgets["viewport"]), 0)
        self.assertNotIn("view/name/other.wrl", program.widgets, "it does not stand there now")
        program.click("diff/change/0")
        program.wait_for(lambda: program.states["selection"]["name"] == "l_knee", "the joint that moved")
        program.settle()
        self.assertEqual([figure["offset"] for figure in program.states["files"]["files"]], [[0, 0, 0]] * 2,
                         "the ghosts stand in one place, and so do their handles")
        program.key("ctrl+shift+d")
        program.settle()
        self.assertNotEqual(program.states["files"]["files"][1]["offset"], [0, 0, 0])

    def make_folder(self):
        folder = tempfile.TemporaryDirectory(prefix="vitruvian-panels-")
        self.addCleanup(folder.cleanup)
        return folder.name


class SmallPanelsTest(driver.WindowTest):
    server_size = (640, 400)

    def test_differences_stand_within_the_window(self):
        program = self.start(GLTF, BOXMAN)
        program.settle()
        program.key("ctrl+shift+d")
        program.wait_for(lambda: program.states.get("diff", {}).get("changes", 0) > 10, "many changes")
        program.wait_for(lambda: program.widgets["diff"][3] > 250, "them listed")
        program.settle()
        _, y, _, height = program.widgets["diff"]
        self.assertGreaterEqual(y, 0, "the title bar, with the button that closes it")
        self.assertLessEqual(y + height, 400)

    def test_range_of_motion_grows_beside_the_picture(self):
        program = self.start(BOXMAN)
        program.key("ctrl+shift+r")
        program.wait_for(lambda: "rom" in program.widgets, "the panel, without a joint")
        program.select_joint("l_knee")
        program.wait_for(lambda: "rom/extreme/0" in program.widgets, "its extremes")
        program.settle()
        _, y, _, height = program.widgets["rom"]
        self.assertGreater(height, 100)
        _, top, _, low = program.widgets["viewport"]
        self.assertLessEqual(y + height, top + low, "the timeline stays free")


if __name__ == "__main__":
    driver.main()
