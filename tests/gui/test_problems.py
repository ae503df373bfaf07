"""What is wrong with a figure: listed, pointed at and fixed in the real window."""
import json
import os
import re
import tempfile

import driver

BOXMAN = os.path.join(driver.ROOT, "tests", "data", "boxman.wrl")


class ProblemsTest(driver.WindowTest):
    def open_inverted(self):
        """The figure with the upper limit of a joint under the lower one."""
        with open(BOXMAN, encoding="utf-8") as file:
            text = file.read()
        text, count = re.subn(r'(name "l_knee".*) llimit \[ -0.2 (.*)ulimit \[ 2.5 ', r"\1 llimit [ 2.5 \2ulimit [ -0.2 ",
                              text)
        self.assertEqual(count, 1)
        folder = self.make_folder()
        path = os.path.join(folder, "inverted.wrl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        program = self.start(path)
        self.wait_checked(program)
        return program, path

    def make_folder(self):
        folder = tempfile.TemporaryDirectory(prefix="vitruvian-problems-")
        self.addCleanup(folder.cleanup)
        return folder.name

    @staticmethod
    def figure(program):
        return program.states["problems"]["figures"][0]

    def wait_checked(self, program):
        program.wait_for(lambda: program.states.get("problems", {}).get("figures")
                         and self.figure(program)["name"] == "inverted.wrl" and self.figure(program)["checked"],
                         "the end of the checks")

    def inverted(self, program):
        return [one for one in self.figure(program)["findings"] if one["id"] == "LI01"]

    def test_listed_pointed_at_and_mended(self):
        program, path = self.open_inverted()
        self.assertEqual([one["object"] for one in self.inverted(program)], ["l_knee"])
        self.assertEqual(self.inverted(program)[0]["level"], "error")
        self.assertNotIn("problems", program.widgets)
        program.click("status/problems")
        program.click("problems/row/LI01/l_knee")
        program.wait_for(lambda: program.states["selection"]["name"] == "l_knee", "the selection of l_knee")
        program.wait_for(lambda: program.states["problems"]["shown"] >= 0, "the problem pointed at")
        program.click("problems/fix/LI01/l_knee")
        program.wait_for(lambda: program.states["history"]["undo"].startswith("Fix LI01"), "the fix")
        program.wait_for(lambda: not self.inverted(program), "a list without it")
        program.key("ctrl+z")
        program.wait_for(lambda: program.states["history"]["undo"] == "" and self.inverted(program), "it again")
        self.wait_checked(program)
        program.key("ctrl+shift+z")
        program.wait_for(lambda: not self.inverted(program), "it was fixed again")
        program.key("ctrl+s")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the file saved")
        with open(path, encoding="utf-8") as file:
            saved = file.read()
        limits = re.search(r"l_knee.*?llimit\s*\[([^\]]*)\].*?ulimit\s*\[([^\]]*)\]", saved, re.S)
        lower, upper = (float(numbers.replace(",", " ").split()[0]) for numbers in limits.groups())
        self.assertEqual((lower, upper), (-0.2, 2.5))

    def test_walked_and_mended_by_keyboard(self):
        program, _ = self.open_inverted()
        findings = self.figure(program)["findings"]
        errors = [i for i, one in enumerate(findings) if one["level"] == "error"]
        program.key("F8")
        program.wait_for(lambda: program.states["problems"]["shown"] == errors[0], "the first problem")
        self.assertIn("problems", program.widgets)
        program.key("shift+F8")  # around, to the last one, under a heading that opens
        program.wait_for(lambda: program.states["problems"]["shown"] not in (-1, errors[0]), "the last problem")
        program.key("F8")
        program.wait_for(lambda: program.states["problems"]["shown"] == errors[0], "the first problem again")
        for _ in range(len(findings)):
            if findings[program.states["problems"]["shown"]]["id"] == "LI01":
                break
            before = program.states["problems"]["shown"]
            program.key("F8")
            program.wait_for(lambda: program.states["problems"]["shown"] != before, "another problem")
        program.key("ctrl+F8")
        program.wait_for(lambda: program.states["history"]["undo"].startswith("Fix LI01"), "the fix")
        program.wait_for(lambda: not self.inverted(program), "a list without it")

    def test_panel_is_remembered_filtered_and_hidden(self):
        program, _ = self.open_inverted()
        program.key("ctrl+shift+m")
        program.wait_for(lambda: "problems/row/LI01/l_knee" in program.widgets, "the list")
        program.click("problems/show/error")
        program.wait_for(lambda: "problems/row/LI01/l_knee" not in program.widgets, "a list without errors")
        program.click("problems/show/error")
        program.click("problems/filter")
        program.type("nothing is called so")
        program.wait_for(lambda: "problems/show_all" in program.widgets, "an empty list")
        program.click("problems/show_all")
        program.wait_for(lambda: "problems/row/LI01/l_knee" in program.widgets, "the list again")
        program.click("problems/close")
        program.wait_for(lambda: "problems" not in program.widgets, "no panel")
        program.settle()

    def test_ignored_with_a_reason_and_heeded_again(self):
        program, path = self.open_inverted()
        program.key("ctrl+shift+m")
        program.wait_for(lambda: "problems/row/LI01/l_knee" in program.widgets, "the list")
        program.click("problems/row/LI01/l_knee")  # what is shown offers what can be done
        program.wait_for(lambda: "problems/ignore/LI01/l_knee" in program.widgets, "the button")
        program.click("problems/ignore/LI01/l_knee")
        program.wait_for(lambda: "problems/reason" in program.widgets, "the line for the reason")
        program.settle()  # it has the keyboard
        program.type("a robot")
        program.key("Return")
        program.wait_for(lambda: not self.inverted(program), "a list without it")
        program.wait_for(lambda: program.states["problems"]["shown"] == -1, "no problem shown in its place")
        with open(path + ".vitruvian.json", encoding="utf-8") as file:
            self.assertEqual(json.load(file), {"ignore": [{"id": "LI01", "object": "l_knee", "reason": "a robot"}]})
        program.click("problems/filter")  # it stands at the end of the list
        program.settle()
        program.type("nothing is called so")
        program.wait_for(lambda: "problems/ignored" in program.widgets, "what is ignored")
        program.click("problems/ignored")
        program.wait_for(lambda: "problems/heed/LI01/l_knee" in program.widgets, "the one that is")
        program.click("problems/heed/LI01/l_knee")
        program.wait_for(lambda: self.inverted(program), "it again")
        self.assertFalse(os.path.exists(path + ".vitruvian.json"))


if __name__ == "__main__":
    driver.main()
