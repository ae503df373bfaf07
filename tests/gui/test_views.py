"""Several views: keys and the mouse in each of them, their splitters, what is remembered, props."""
import os
import shutil
import tempfile

import driver

MANIKIN = os.path.join(driver.ROOT, "assets", "manikin", "manikin.x3d")
BOX = '#VRML V2.0 utf8\nShape { geometry Box { size 0.2 0.2 0.2 } }\n'


class Views(driver.WindowTest):
    server_size = (1280, 720)

    def setUp(self):
        super().setUp()
        self.config = tempfile.mkdtemp(prefix="vitruvian-views-")
        self.addCleanup(shutil.rmtree, self.config, True)

    def views(self, program):
        return program.state("views")["views"]

    def four(self, *files):
        program = self.start(*files, config=self.config)
        program.key("space")
        program.key("ctrl+alt+q")
        program.wait_for(lambda: "viewport/pane/3" in program.widgets, "four views")
        program.wait_for(lambda: "viewport/invitation" not in program.widgets, "nothing across the views")
        program.settle()
        return program

    def enter(self, program, view):
        program.move(*program.centre(f"viewport/pane/{view}"))
        program.wait_for(lambda: program.states["views"]["active"] == view, f"the view {view} under the pointer")

    def test_each_view_is_worked_in_and_all_are_remembered(self):
        program = self.four()
        self.assertEqual([view["turns"] for view in self.views(program)], [False, True, False, False])
        self.enter(program, 2)
        before = self.views(program)
        program.press(4)  # the wheel
        program.wait_for(lambda: self.views(program)[2]["distance"] < before[2]["distance"], "a nearer view")
        ratios = [now["distance"] / then["distance"] for now, then in zip(self.views(program), before)]
        self.assertLess(max(ratios) - min(ratios), 1e-3)
        before = self.views(program)
        x, y = program.centre("viewport/pane/2")
        program.drag((x, y), (x + 40, y), button=2)
        program.wait_for(lambda: self.views(program)[2]["target"] != before[2]["target"], "a view that moved")
        self.assertEqual(self.views(program)[2]["yaw"], before[2]["yaw"])
        self.enter(program, 1)
        x, y = program.centre("viewport/pane/1")
        program.drag((x, y), (x + 40, y), button=2)
        program.wait_for(lambda: self.views(program)[1]["yaw"] != before[1]["yaw"], "a view that turned")
        width = program.widgets["viewport/pane/0"][2]
        x, y = program.centre("splitter/views/middle")
        program.drag((x, y), (x + 60, y + 40))
        program.wait_for(lambda: abs(program.widgets["viewport/pane/0"][2] - width - 60) <= 3, "a wider left side")
        program.settle()
        program.stop()
        again = self.start(config=self.config)
        again.wait_for(lambda: "viewport/pane/3" in again.widgets, "four views as they were left")
        self.assertAlmostEqual(again.widgets["viewport/pane/0"][2], width + 60, delta=3)
        again.key("ctrl+alt+q")
        again.wait_for(lambda: "viewport/pane/0" not in again.widgets, "one view")

    def test_picking_gizmos_and_menus_in_every_view(self):
        program = self.four()
        program.click("timeline/clip")
        program.click("timeline/clip/none")  # so that the figure stands in the middle of each view
        program.wait_for(lambda: program.states["files"]["files"][0]["clip"] == "", "no clip")
        for view in (1, 2, 3):
            self.enter(program, view)
            program.key("Escape", "Home")
            program.settle()
            program.press()
            program.wait_for(lambda: program.states["selection"]["kind"] == "joint", f"a joint picked in view {view}")
        program.wait_for(lambda: "tool/gizmo/x" in program.widgets, "its gizmo")
        program.settle()
        x, y = program.widgets["tool/gizmo/x"][:2]
        program.drag((x, y), (x + 30, y + 30))
        program.wait_for(lambda: program.state("history")["undo"] != "", "a turned joint")
        program.press(3)
        program.wait_for(lambda: any(name.startswith("context/") for name in program.widgets),
                         "the menu of what is under the pointer")
        program.key("Escape")
        program.click("viewport/pane/2/menu")
        program.click("panes/back")
        program.wait_for(lambda: abs(abs(self.views(program)[2]["yaw"]) - 3.1416) < 1e-3, "the back")

    def test_a_prop_in_the_hand(self):
        box = os.path.join(self.config, "box.wrl")
        with open(box, "w", encoding="utf-8") as file:
            file.write(BOX)
        program = self.start(MANIKIN, box, config=self.config)
        program.wait_for(lambda: len(program.states["files"]["files"]) == 2, "both files")

        def offset():
            return program.state("files")["files"][1]["offset"]
        before = offset()
        program.click("tree/search")
        program.type("l_carpal_tip")
        program.wait_for(lambda: any(name.startswith("tree/site/") for name in program.widgets), "a site")
        program.click(next(name for name in program.widgets if name.startswith("tree/site/")))
        program.wait_for(lambda: program.states["selection"]["kind"] == "site", "the site")
        program.key("ctrl+alt+a")
        program.wait_for(lambda: offset() != before, "the box on the site")
        self.assertGreater(abs(offset()[0]), 0.1)
        program.key("ctrl+alt+a")
        program.wait_for(lambda: offset() == before, "the box beside the figure again")
        # In the hand when the window closes, it is there in the next one.
        program.key("ctrl+alt+a")
        program.wait_for(lambda: offset() != before, "the box on the site again")
        held = offset()
        program.settle()
        program.stop()
        program = self.start(MANIKIN, box, config=self.config)
        program.wait_for(lambda: len(program.states["files"]["files"]) == 2, "both files again")
        program.wait_for(lambda: all(abs(a - b) < 1e-3 for a, b in zip(offset(), held)), "the box in the hand")


if __name__ == "__main__":
    driver.main()
