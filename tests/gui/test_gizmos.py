"""Posing in the picture: gizmos, limits and reaching, in the real window."""
import math
import re
import shutil
import tempfile
from pathlib import Path

import driver

DATA = Path(__file__).resolve().parents[1] / "data"


class GizmoTest(driver.WindowTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="vitruvian-gizmos-")
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "boxman.wrl"
        shutil.copy(DATA / "boxman.wrl", self.file)
        self.program = self.start(self.file)
        self.program.wait_for_file("boxman.wrl")
        if self.program.state("playback")["playing"]:
            self.program.key("space")
            self.program.wait_for(lambda: not self.program.states["playback"]["playing"], "a pause")
        if self.program.state("files")["files"][0]["clip"]:
            self.program.click("timeline/clip")
            self.program.settle()
            self.program.click("timeline/clip/none")

    def handle(self, name):
        self.program.wait_for(lambda: name in self.program.widgets, f"the handle {name}")
        return tuple(self.program.widgets[name][:2])

    def wait_for_tools(self, what, **wanted):
        self.program.wait_for(
            lambda: all(self.program.states["tools"][key] == value for key, value in wanted.items()), what)

    def save(self):
        self.program.key("ctrl+s")
        self.program.wait_for(lambda: not self.program.states["history"]["unsaved"], "the save")
        return self.file.read_text()

    def test_keys_turn_a_joint_by_a_number(self):
        program = self.program
        program.select_joint("l_elbow")
        viewport = program.widgets["viewport"]
        program.move(viewport[0] + viewport[2] // 2, viewport[1] + viewport[3] // 3)
        program.key("r")
        self.wait_for_tools("a turn that is under way", busy=True)
        program.key("x", "3", "0")
        self.wait_for_tools("the number", readout="X local  [30]\u00B0")
        program.key("Return")
        self.wait_for_tools("the end of it", busy=False)
        self.assertEqual(program.state("history")["undo"], "Rotate l_elbow")
        said = re.search(r'rotation ([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+) ([-0-9.e]+)[^{}]*name "l_elbow"', self.save())
        self.assertTrue(said)
        x, y, z, angle = (float(number) for number in said.groups())
        self.assertAlmostEqual(x, 1.0, places=5)
        self.assertAlmostEqual(angle, math.radians(30.0), places=5)
        # Escape leaves nothing, not even a step.
        program.key("g")
        self.wait_for_tools("a move", busy=True)
        program.move(viewport[0] + viewport[2] // 2 + 60, viewport[1] + viewport[3] // 3)
        program.wait_for(lambda: program.states["history"]["undo"] == "Move l_elbow", "the move")
        program.key("Escape")
        program.wait_for(lambda: program.states["history"]["undo"] == "Rotate l_elbow", "the state before it")
        self.assertFalse(program.state("history")["unsaved"])
        self.assertEqual(program.state("selection")["name"], "l_elbow")

    def test_rings_and_limits_are_dragged(self):
        program = self.program
        program.select_joint("l_knee")
        x, y = self.handle("tool/gizmo/x")
        program.drag((x, y), (x + 24, y + 30))
        program.wait_for(lambda: program.states["history"]["undo"] == "Rotate l_knee", "the turn")
        program.key("ctrl+z")
        program.wait_for(lambda: program.states["history"]["undo"] == "", "no step")
        self.assertFalse(program.state("history")["unsaved"])

        program.click("viewport/tool.limits")
        self.wait_for_tools("the limits", tool="limits")
        start = self.handle("tool/limit/x/upper")
        program.send("keydown", "ctrl")
        program.drag(start, (start[0] + 25, start[1] - 25))
        program.send("keyup", "ctrl")
        program.wait_for(lambda: program.states["selection"]["upper"] is not None, "a limit")
        degrees = math.degrees(program.state("selection")["upper"][0])
        self.assertAlmostEqual(degrees, round(degrees / 5.0) * 5.0, places=3)
        ring = self.handle("tool/limit/x/stiffness")
        program.drag(ring, (ring[0] + 30, ring[1] + 30))
        program.wait_for(lambda: program.states["history"]["undo"] == "Set stiffness of l_knee", "another stiffness")

    def test_the_body_follows_a_hand(self):
        program = self.program
        program.key("e")
        self.wait_for_tools("the tool", tool="reach")
        hand = self.handle("tool/reach/l_wrist")
        program.drag(hand, (hand[0] + 20, hand[1] - 60), steps=10)
        program.wait_for(lambda: program.states["history"]["undo"] == "Reach with l_wrist", "the reach")
        moved = self.handle("tool/reach/l_wrist")
        self.assertLess(math.hypot(moved[0] - hand[0] - 20, moved[1] - hand[1] + 60), 6.0)
        program.key("p")
        self.wait_for_tools("a pin", pins=["l_wrist"])
        program.key("ctrl+z")
        program.wait_for(lambda: program.states["history"]["undo"] == "", "one step for all of it")
        back = self.handle("tool/reach/l_wrist")
        self.assertLess(math.hypot(back[0] - hand[0], back[1] - hand[1]), 2.0)
        viewport = program.widgets["viewport"]
        program.send("keydown", "shift")
        program.drag((viewport[0] + 60, viewport[1] + 60),
                     (viewport[0] + viewport[2] - 60, viewport[1] + viewport[3] - 60))
        program.send("keyup", "shift")
        program.wait_for(lambda: program.states["tools"]["selected"] > 5, "many joints")



class SmallWindowTest(driver.WindowTest):
    server_size = (640, 400)

    def test_all_handles_are_in_the_picture(self):
        program = self.start()
        program.select_joint("l_elbow")
        program.key("F")
        program.key("shift+l")
        program.wait_for(lambda: "tool/limit/x/lower" in program.widgets, "the handles of the limits")
        program.settle()
        x, y, width, height = program.widgets["viewport"]
        handles = {name: rect for name, rect in program.widgets.items() if name.startswith("tool/limit/")}
        self.assertGreaterEqual(len(handles), 6)
        for name, place in handles.items():
            self.assertTrue(x + 3 <= place[0] <= x + width - 3 and y + 3 <= place[1] <= y + height - 3,
                            (name, place, program.widgets["viewport"]))


if __name__ == "__main__":
    driver.main()
