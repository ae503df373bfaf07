"""Saving in the real window: in place, under another name, and what happens to unsaved edits."""
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

import driver

DATA = Path(__file__).resolve().parents[1] / "data"


class SaveTest(driver.WindowTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="vitruvian-save-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "boxman.wrl"
        shutil.copy(DATA / "boxman.wrl", self.file)
        self.before = self.file.read_bytes()

    def open(self):
        program = self.start(self.file)
        self.wait_for_file(program, "boxman.wrl")
        if program.state("playback")["playing"]:
            program.click("timeline/play")
            program.wait_for(lambda: not program.states["playback"]["playing"], "a pause")
        program.settle()
        return program

    def wait_for_file(self, program, name):
        program.wait_for_file(name)

    def edit(self, program, joint="l_elbow"):
        program.select_joint(joint)
        program.click("inspector/limits/add")
        program.wait_for(lambda: program.states["history"]["unsaved"], "an unsaved edit")
        program.wait_for(lambda: "*" in program.states["window"]["title"], "the mark of unsaved edits")

    def wait_until_saved(self, program):
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the save")
        program.wait_for(lambda: "*" not in program.states["window"]["title"], "the mark's end")

    def test_ctrl_s_changes_only_what_was_edited(self):
        program = self.open()
        self.edit(program)
        self.assertEqual(self.file.read_bytes(), self.before)
        program.key("ctrl+s")
        self.wait_until_saved(program)
        after = self.file.read_bytes()
        added = re.search(rb"llimit \[ -[0-9. -]+ \] ulimit \[ [0-9. ]+ \] (?=name \"l_elbow\")", after)
        self.assertTrue(added, after)
        self.assertEqual(after[:added.start()] + after[added.end():], self.before)
        titles = [m["title"] for m in program.state("messages")["messages"]]
        self.assertIn("boxman.wrl is saved", titles)
        program.key("ctrl+z")
        program.wait_for(lambda: program.states["history"]["unsaved"], "another state than the file's")
        program.key("ctrl+s")
        self.wait_until_saved(program)
        self.assertEqual(self.file.read_bytes(), self.before)

    def test_save_as_another_format(self):
        program = self.open()
        program.key("ctrl+shift+s")
        program.wait_for(lambda: "browser/name" in program.widgets, "the dialog")
        program.settle()
        program.click("browser/format")
        program.settle()
        program.click("browser/format/glb")
        program.settle()
        # The arrow keys start at the format that is chosen.
        program.click("browser/format")
        program.settle()
        program.key("Down", "Return")
        program.settle()
        program.click("browser/save")
        self.wait_for_file(program, "boxman.glb")
        self.assertEqual((self.folder / "boxman.glb").read_bytes()[:4], b"glTF")
        self.assertEqual(self.file.read_bytes(), self.before)

    def test_an_existing_file_is_asked_about(self):
        other = self.folder / "other.wrl"
        other.write_text("precious")
        program = self.open()
        program.key("ctrl+shift+s")
        program.wait_for(lambda: "browser/entry/other.wrl" in program.widgets, "the dialog")
        program.settle()
        program.click("browser/entry/other.wrl")
        program.settle()
        program.click("browser/save")
        program.settle()
        self.assertEqual(other.read_text(), "precious")
        program.click("browser/save")
        self.wait_for_file(program, "other.wrl")
        self.assertEqual(other.read_bytes(), self.before)

    def test_the_manikin_asks_for_a_file(self):
        program = self.start()
        program.wait_for(lambda: program.states.get("files", {}).get("files"), "the manikin")
        program.click("timeline/play")
        program.wait_for(lambda: not program.states["playback"]["playing"], "a pause")
        program.key("ctrl+s")
        program.wait_for(lambda: "browser/name" in program.widgets, "the dialog")
        program.settle()
        program.key("ctrl+a")
        program.type("figure.x3d")
        program.click("browser/path")
        program.key("ctrl+a")
        program.type(str(self.folder))
        program.key("Return")
        program.settle()
        program.click("browser/save")
        self.wait_for_file(program, "figure.x3d")
        self.assertIn(b"<X3D", (self.folder / "figure.x3d").read_bytes())

    def titles(self, program):
        return [m["title"] for m in program.state("messages")["messages"]]

    def save_as(self, program, name):
        program.key("ctrl+shift+s")
        program.wait_for(lambda: "browser/name" in program.widgets, "the dialog")
        program.settle()
        program.key("ctrl+a")
        program.type(name)
        program.settle()
        program.click("browser/save")

    def test_a_lossy_format_is_an_export(self):
        program = self.open()
        self.edit(program)
        self.save_as(program, "motion.bvh")
        program.wait_for(lambda: "motion.bvh is exported, not saved" in self.titles(program), "the message")
        self.assertTrue((self.folder / "motion.bvh").read_bytes().startswith(b"HIERARCHY"))
        self.assertTrue(program.state("history")["unsaved"])
        self.assertIn("*", program.state("window")["title"])
        self.assertEqual(program.state("files")["files"][0]["name"], "boxman.wrl")
        program.key("ctrl+q")
        program.wait_for(lambda: "unsaved/cancel" in program.widgets, "the question")
        program.settle()
        program.click("unsaved/cancel")
        program.key("ctrl+s")
        self.wait_until_saved(program)
        self.assertNotEqual(self.file.read_bytes(), self.before)

    def leave_and_come_back(self, program):
        """Another window has the focus for a moment."""
        from Xlib import X, display
        connection = display.Display()
        root = connection.screen().root
        other = root.create_window(0, 0, 10, 10, 0, connection.screen().root_depth)
        other.map()
        connection.sync()
        other.set_input_focus(X.RevertToParent, X.CurrentTime)
        connection.sync()
        program.xdotool("windowfocus", "--sync", str(program.window))
        other.destroy()
        connection.close()

    def change_by_hand(self):
        theirs = self.file.read_bytes().replace(b'name "l_hip"', b'name "THEIRS"')
        self.assertNotEqual(theirs, self.file.read_bytes())
        self.file.write_bytes(theirs)
        return theirs

    def test_a_change_on_the_disk_is_noticed(self):
        program = self.open()
        program.select_joint("l_knee")
        program.key("f")
        program.click("viewport")
        program.select_joint("l_knee")
        program.key("Right", "Right", "Right")
        program.wait_for(lambda: program.states["playback"]["time"] > 0, "a later time")
        program.settle()
        view, playback = program.state("view"), program.state("playback")
        # The focus stays where it is: the other program stands beside this window.
        self.change_by_hand()
        program.wait_for(lambda: "boxman.wrl is loaded again" in self.titles(program), "the new file")
        self.assertEqual(program.state("selection")["name"], "l_knee")
        self.assertEqual(program.state("view"), view)
        self.assertEqual(program.state("playback"), playback)
        program.select_joint("THEIRS")

    def test_a_change_on_the_disk_is_not_written_over(self):
        program = self.open()
        self.edit(program)
        theirs = self.change_by_hand()
        program.key("ctrl+s")
        program.wait_for(lambda: "Another program has changed boxman.wrl" in self.titles(program), "the message")
        self.assertEqual(self.file.read_bytes(), theirs)
        self.assertTrue(program.state("history")["unsaved"])
        program.click("message/Save as\u2026")
        program.wait_for(lambda: "browser/name" in program.widgets, "the dialog")
        program.settle()
        program.click("browser/cancel")
        program.settle()
        program.key("ctrl+s")
        program.click("message/Overwrite")
        self.wait_until_saved(program)
        self.assertNotIn(b"THEIRS", self.file.read_bytes())
        # And the other way: edits given up for what the other program wrote.
        self.edit(program, "r_elbow")
        theirs = self.change_by_hand()
        self.leave_and_come_back(program)
        program.click("message/Reload")
        self.wait_until_saved(program)
        self.assertEqual(self.file.read_bytes(), theirs)
        program.select_joint("THEIRS")

    def test_closing_asks(self):
        program = self.open()
        self.edit(program)
        program.key("ctrl+q")
        program.wait_for(lambda: "unsaved/cancel" in program.widgets, "the question")
        program.settle()
        program.click("unsaved/cancel")
        program.wait_for(lambda: "unsaved/cancel" not in program.widgets, "the end of the question")
        self.assertIsNone(program.process.poll())
        program.key("ctrl+q")
        program.click("unsaved/save")
        program.process.wait(timeout=driver.SECONDS)
        self.assertEqual(program.process.returncode, 0)
        self.assertNotEqual(self.file.read_bytes(), self.before)

    def test_discarding(self):
        program = self.open()
        self.edit(program)
        program.key("ctrl+q")
        program.click("unsaved/discard")
        program.process.wait(timeout=driver.SECONDS)
        self.assertEqual(self.file.read_bytes(), self.before)

    def test_a_failed_save_keeps_the_window(self):
        if os.geteuid() == 0:
            self.skipTest("the superuser may write anywhere")
        program = self.open()
        self.edit(program)
        self.folder.chmod(0o500)
        self.addCleanup(self.folder.chmod, 0o700)
        program.key("ctrl+q")
        program.click("unsaved/save")
        program.wait_for(lambda: any("could not be saved" in m["title"]
                                     for m in program.states["messages"]["messages"]), "the error")
        self.assertIsNone(program.process.poll())


if __name__ == "__main__":
    driver.main()
