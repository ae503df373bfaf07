"""Fields, clicks on the skin, menus, messages and fast fingers in the real window."""
import math
import os
import time

import driver

RIG = """#VRML V2.0 utf8
Humanoid { name "boxes" version "1.1" humanoidBody [ Joint { name "HumanoidRoot" center 0 0.9 0 children [
  Segment { name "sacrum" children [ Transform { translation 0 0.9 0 children Shape { geometry Box { size 0.5 1.8 0.3 } } } ] }
  Joint { name "l_hip" center 0.1 0.9 0 } Joint { name "r_hip" center -0.1 0.9 0 }
  Joint { name "vl5" center 0 1.1 0 children [ Joint { name "skullbase" center 0 1.6 0 } ] } ] } ] }
"""


class Fields(driver.WindowTest):
    def open_rig(self):
        import shutil
        import tempfile
        folder = tempfile.mkdtemp(prefix="vitruvian-fields-")
        self.addCleanup(shutil.rmtree, folder, True)
        path = os.path.join(folder, "boxes.wrl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(RIG)
        program = self.start(path)
        program.wait_for_file("boxes.wrl")
        return program

    def middle(self, program):
        x, y, width, height = program.widgets["viewport"]
        return x + width // 2, y + height // 2

    def test_one_click_types_sums_and_tab_goes_on(self):
        program = self.open_rig()
        program.select_joint("l_hip")
        program.click("inspector/limits/add")
        program.wait_for(lambda: program.states["selection"]["upper"] is not None, "limits")
        view = program.state("view")
        program.click("inspector/limit/Y/upper")
        program.type("90/2")
        program.key("Tab")
        program.wait_for(lambda: abs(program.states["selection"]["upper"][1] - math.radians(45)) < 1e-4, "45 degrees")
        program.type("-30")
        program.key("Up", "Return")
        program.wait_for(lambda: abs(program.states["selection"]["lower"][2] - math.radians(-29)) < 1e-4, "-29 degrees")
        self.assertEqual(program.state("view"), view, "digits are no shortcuts while they are typed")
        program.click("inspector/limit/X/upper")
        program.type("999")
        program.key("Return")
        program.wait_for(lambda: "field/problem" in program.widgets, "why it was refused")
        self.assertAlmostEqual(program.state("selection")["upper"][0], math.pi / 2, places=5)
        program.key("Escape")
        program.wait_for(lambda: "field/problem" not in program.widgets, "its end")
        self.assertEqual(program.state("selection")["kind"], "joint", "Esc has closed one thing only")
        program.click("inspector/rotation/X")
        program.type("20")
        program.key("Return")
        program.wait_for(lambda: abs(program.states["selection"]["rotation"][0]) > 0.1, "a turn")
        program.click("inspector/rotation/X", button=3)
        program.click("field/reset")
        program.wait_for(lambda: abs(program.states["selection"]["rotation"][0]) < 1e-6, "none")

    def test_clicks_on_the_skin_and_menus(self):
        program = self.open_rig()
        program.key("1")
        program.settle()
        program.move(*self.middle(program))
        program.press()
        program.wait_for(lambda: program.states["selection"]["name"] == "HumanoidRoot", "the joint of the box")
        program.press(3)
        program.wait_for(lambda: "context/frame" in program.widgets, "the menu of the picture")
        program.key("Escape")
        program.wait_for(lambda: "context/frame" not in program.widgets, "its end")
        self.assertEqual(program.state("selection")["name"], "HumanoidRoot")
        program.key("Escape")
        program.wait_for(lambda: program.states["selection"]["kind"] == "file", "nothing selected")
        program.key("shift+w")
        program.wait_for(lambda: program.states["view"]["weights"], "the weights")

    def test_a_refused_name_does_not_stay_in_its_field(self):
        program = self.open_rig()
        program.select_joint("l_hip")
        program.click("inspector/name")
        program.key("ctrl+a")
        program.type("r_hip")
        program.key("Return")
        program.wait_for(lambda: len(program.states["messages"]["messages"]) == 1, "why it was refused")
        program.click("message/close")
        program.wait_for(lambda: not program.states["messages"]["messages"], "no message")
        program.click("inspector/name")
        program.key("Tab")
        program.settle()
        self.assertEqual(program.state("messages")["messages"], [], "the name of the file was in the field again")

    def test_the_keypad_types_and_frames(self):
        program = self.open_rig()
        program.select_joint("l_hip")
        program.move(*self.middle(program))
        before = program.state("view")
        program.key("KP_Decimal")
        program.wait_for(lambda: program.states["view"] != before, "the selection, framed")
        program.key("r", "x", "KP_4", "KP_Decimal", "KP_5", "KP_Enter")
        program.wait_for(lambda: program.states["selection"]["rotation"][3] < 1.0, "a turn")
        self.assertAlmostEqual(2.0 * math.acos(program.state("selection")["rotation"][3]), math.radians(4.5), places=4)

    def test_search_goes_to_what_it_found(self):
        program = self.open_rig()
        program.click("tree/search")
        program.type("skull")
        program.wait_for(lambda: "tree/joint/skullbase" in program.widgets, "the hit")
        program.key("Return")
        program.wait_for(lambda: program.states["selection"]["name"] == "skullbase", "the hit selected")
        program.key("ctrl+f")
        program.type("hip")
        program.wait_for(lambda: "tree/joint/l_hip" in program.widgets, "another search in place of the first")
        program.click("tree/search/clear")
        program.wait_for(lambda: "tree/search/clear" not in program.widgets, "an empty search")
        program.click("tree/search")
        program.type("hip")
        program.key("Escape")
        program.wait_for(lambda: "tree/search/clear" not in program.widgets, "an empty search")
        self.assertEqual(program.state("selection")["name"], "skullbase")

    def test_fast_fingers_lose_nothing(self):
        program = self.open_rig()
        program.select_joint("skullbase")
        program.click("tree/search/clear")
        program.wait_for(lambda: "tree/joint/l_hip" in program.widgets, "all joints")
        program.settle()
        before = program.state("view")["distance"]
        x, y = program.centre("tree/joint/l_hip")
        # All of it within one frame.
        program.xdotool("mousemove", "--window", str(program.window), str(x), str(y), "mousedown", "1", "mouseup", "1",
                        "mousedown", "1", "mouseup", "1")
        program.pointer = (x, y)
        program.wait_for(lambda: program.states["selection"]["name"] == "l_hip", "the click")
        program.wait_for(lambda: program.states["view"]["distance"] != before, "the double click")
        bones = program.state("view")["bones"]
        program.xdotool("key", "--delay", "0", "b", "j", "n")
        program.wait_for(lambda: program.states["view"]["bones"] != bones and program.states["view"]["joints"]
                         and program.states["view"]["labels"], "three keys")

    def test_a_key_right_after_enter_is_not_for_the_field(self):
        program = self.open_rig()
        program.select_joint("l_hip")
        program.click("inspector/name")
        program.key("ctrl+a")
        program.type("hip")
        program.xdotool("key", "--delay", "0", "Return", "ctrl+z")
        program.wait_for(lambda: program.states["history"]["redo"] == "Rename to hip", "the name and its undo")
        self.assertFalse(program.state("history")["unsaved"])
        program.click("inspector/rotation/X")
        program.type("20")
        program.xdotool("key", "--delay", "0", "Return", "ctrl+z")
        program.wait_for(lambda: program.states["history"]["redo"] not in ("", "Rename to hip"), "the turn's undo")
        self.assertFalse(program.state("history")["unsaved"])

    def test_an_unread_message_costs_nothing(self):
        program = self.start("/nowhere/gone.glb")
        program.wait_for(lambda: program.states["messages"]["messages"], "the message")
        self.assertIn("moved", program.state("messages")["messages"][0]["text"])
        program.key("space")
        program.settle()
        frames = program.lines[-1]["frames"]
        time.sleep(1.0)
        program.read()
        self.assertEqual(program.lines[-1].get("frames"), frames, "a still window draws nothing")
        program.click("message/close")
        program.wait_for(lambda: not program.states["messages"]["messages"], "no message")
        with open(os.path.join(program.folder, "report.jsonl"), encoding="utf-8") as report:
            self.assertNotIn("gone.glb\",\"event\":\"opened", report.read())


if __name__ == "__main__":
    driver.main()
