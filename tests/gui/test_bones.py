"""The bones panel, the history panel and commands copied as text, in the real window."""
import json
import os
import shutil
import subprocess
import tempfile

import driver


class BonesTest(driver.WindowTest):
    server_size = (1280, 720)

    def setUp(self):
        super().setUp()
        self.folder = tempfile.mkdtemp(prefix="vitruvian-bones-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.file = os.path.join(self.folder, "figure.glb")
        shutil.copy(os.path.join(driver.ROOT, "assets", "manikin", "manikin.glb"), self.file)

    def open(self):
        program = self.start(self.file)
        program.wait_for_file("figure.glb")
        program.settle()
        return program

    def commands(self, program):
        program.read()
        return [line["command"] for line in program.lines if line["event"] == "command"]

    def bones(self):
        """As the saved file has them."""
        done = subprocess.run([driver.BINARY, "info", "--json", self.file], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def test_slot_and_joint(self):
        program = self.open()
        program.key("ctrl+shift+b")
        program.click("bones/slot/leftHand")
        program.wait_for(lambda: program.states["selection"]["kind"] == "joint", "the slot's joint")
        hand = program.state("selection")["name"]
        program.click("bones/clear")
        program.wait_for(lambda: self.commands(program), "a command")
        self.assertEqual(self.commands(program)[-1], {"do": "set-bone", "bone": "leftHand", "joint": None})

        # An empty slot waits for a joint.
        program.key("Escape")
        program.wait_for(lambda: program.states["selection"]["kind"] != "joint", "nothing selected")
        program.click("bones/slot/leftHand")
        program.select_joint(hand)
        program.wait_for(lambda: len(self.commands(program)) == 2, "the joint on the slot")
        self.assertEqual(self.commands(program)[-1], {"do": "set-bone", "bone": "leftHand", "joint": hand})
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the map as it was: nothing to save")

        # The list of joints is searched and walked by keys.
        program.click("bones/slot/jaw")
        program.click("bones/joint")
        program.wait_for(lambda: "bones/joint/search" in program.widgets, "the search")
        program.settle()
        program.type(hand)
        program.key("Down", "Return")
        program.wait_for(lambda: self.commands(program)[-1] == {"do": "set-bone", "bone": "jaw", "joint": hand},
                         "the joint that was found")
        program.key("ctrl+z")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the map as it was again")

        program.click("bones/slot/jaw")
        program.click("bones/pick")  # not after all
        program.click("bones/slot/rightHand")
        program.click("bones/clear")
        program.wait_for(lambda: len(self.commands(program)) == 4, "another one")
        program.key("ctrl+s")
        program.wait_for(lambda: any(line["event"] == "saved" for line in program.lines), "a saved file")
        self.assertNotIn("rightHand", json.dumps(self.bones()["humanoids"][0]["bones"]))
        self.assertIn("leftHand", json.dumps(self.bones()["humanoids"][0]["bones"]))

        # Found again, with reasons.
        program.click("bones/auto")
        program.wait_for(lambda: "bones/found/rightHand" in program.widgets, "what would change")
        program.click("bones/found/apply")
        program.wait_for(lambda: self.commands(program)[-1]["do"] == "map-bones", "the map")

    def test_a_joint_is_dragged_to_another_one_and_to_a_slot(self):
        program = self.open()
        program.key("ctrl+shift+b")
        program.click("tree/Joints")
        program.click("tree/joint/l_knee")
        knee = program.centre("tree/joint/l_knee")

        def drag_to(target):
            program.move(*knee)
            program.send("mousedown", "1")
            end = program.centre(target)
            program.move(knee[0] + 8, knee[1])
            program.move(*end)
            program.wait_for(lambda: "drag/joint" in program.widgets, "words beside the pointer")
            x, _, width, _ = program.widgets["drag/joint"]
            self.assertLessEqual(x + width, self.server_size[0])
            program.send("mouseup", "1")
            program.wait_for(lambda: "drag/joint" not in program.widgets, "the end of the drag")
            return self.commands(program)

        # What hangs on it cannot carry it, and what carries it does so already.
        self.assertEqual(drag_to("tree/joint/l_ankle"), [])
        self.assertEqual(drag_to("tree/joint/l_hip"), [])
        self.assertEqual(drag_to("bones/slot/leftHand"),
                         [{"do": "set-bone", "bone": "leftHand", "joint": "l_knee"}])
        program.key("ctrl+z")
        self.assertEqual(drag_to("tree/joint/r_hip")[-1],
                         {"do": "re-parent", "joint": "l_knee", "parent": "r_hip"})
        self.assertEqual(program.state("messages")["messages"], [])

    def test_brush(self):
        program = self.open()
        program.key("1")
        program.select_joint("l_knee")
        program.key("ctrl+shift+k")
        program.click("weights/brush")
        program.settle()
        # Along the middle of the picture, down the figure's trunk: somewhere the brush meets skin.
        x, y, width, height = program.widgets["viewport"]
        program.drag((x + width // 2, y + 2 * height // 5), (x + width // 2 + 8, y + 2 * height // 5 + 12))
        program.wait_for(lambda: self.commands(program), "a stroke")
        stroke = self.commands(program)[-1]
        self.assertEqual((stroke["do"], stroke["joint"]), ("paint-weights", "l_knee"))
        self.assertTrue(all(0.0 <= weight <= 1.0 for _, weight in stroke["weights"]))
        program.wait_for(lambda: program.states["history"]["undo"] == "Paint weights of l_knee", "the step")
        program.key("ctrl+z")
        program.wait_for(lambda: program.states["history"]["undo"] == "", "one stroke is one step")
        # Escape ends a stroke and leaves nothing of it, and the joint selected.
        program.move(x + width // 2, y + 2 * height // 5)
        program.send("mousedown", "1")
        program.wait_for(lambda: program.states["history"]["undo"] != "", "a stroke under way")
        program.key("Escape")
        program.wait_for(lambda: program.states["history"]["undo"] == "", "no stroke")
        program.move(x + width // 2 + 8, y + 2 * height // 5 + 12)
        program.send("mouseup", "1")
        program.settle()
        self.assertEqual((program.state("history")["undo"], program.state("selection")["name"]), ("", "l_knee"))
        program.click("weights/brush")
        program.move(x + width // 2, y + 2 * height // 5)
        program.press()
        program.wait_for(lambda: any(name.startswith("weights/influence/") for name in program.widgets), "influences")

    def test_history(self):
        program = self.open()
        program.key("ctrl+shift+b")
        for slot in ("leftHand", "rightHand", "leftFoot"):
            program.click(f"bones/slot/{slot}")
            program.click("bones/clear")
        program.wait_for(lambda: len(self.commands(program)) == 3, "three steps")
        program.key("ctrl+shift+h")
        program.click("history/1")
        program.wait_for(lambda: program.states["history"]["undo"] == "Map leftHand", "the first step")
        program.click("history/3")
        program.wait_for(lambda: program.states["history"]["redo"] == "", "the last step")
        program.click("history/0")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the beginning")
        program.key("ctrl+shift+z")
        program.wait_for(lambda: program.states["history"]["undo"] == "Map leftHand", "a step forth")

        program.click("history/2", button=3)
        program.click("history/menu/copy")
        program.wait_for(lambda: any(line["event"] == "copied" for line in program.lines), "the copy")
        copied = [line["text"] for line in program.lines if line["event"] == "copied"][-1]
        self.assertEqual(json.loads(copied), {"do": "set-bone", "bone": "rightHand", "joint": None})
        script = os.path.join(self.folder, "script.jsonl")
        with open(script, "w", encoding="utf-8") as file:
            file.write(copied + "\n")
        out = os.path.join(self.folder, "out.glb")
        subprocess.run([driver.BINARY, "edit", self.file, "--commands", script, "-o", out], check=True, capture_output=True)
        self.assertTrue(os.path.exists(out))


if __name__ == "__main__":
    driver.main()
