"""Work that outlives the program: killed and asked to leave in the real window, and started again."""
import random
import shutil
import signal
import tempfile
from pathlib import Path

import driver

DATA = Path(__file__).resolve().parents[1] / "data"


class RecoveryTest(driver.WindowTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="vitruvian-recovery-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "boxman.wrl"
        shutil.copy(DATA / "boxman.wrl", self.file)
        self.journals = self.folder / "state" / "vitruvian" / "recovery"

    def open(self, *files):
        program = self.start(*files, state=str(self.folder / "state"))
        program.wait_for(lambda: program.states["files"]["files"], "a figure")
        if files:
            program.wait_for(lambda: program.states["files"]["files"][0]["name"] == "boxman.wrl", "the file")
        if program.state("playback")["playing"]:
            program.click("timeline/play")
            program.wait_for(lambda: not program.states["playback"]["playing"], "a pause")
        program.settle()
        return program

    def edit(self, program, joint="l_elbow"):
        program.select_joint(joint)
        program.click("inspector/limits/add")
        program.wait_for(lambda: program.states["history"]["unsaved"], "an unsaved edit")
        done = [line for line in program.lines if line["event"] == "command"][-1]
        self.assertEqual(done["command"]["do"], "set-joint-limits")
        self.assertEqual(done["command"]["joint"], joint)

    def end(self, program, number):
        program.process.send_signal(number)
        program.process.wait(timeout=driver.SECONDS)
        return program.process.returncode

    def recover(self, program):
        program.click("message/Recover")
        program.wait_for(lambda: program.states["history"]["unsaved"], "the edit")
        self.assertEqual([f["path"] for f in program.state("files")["files"]], [str(self.file)])

    def test_killed_work_is_offered_at_the_next_start(self):
        program = self.open(self.file)
        self.edit(program)
        self.assertEqual(self.end(program, signal.SIGKILL), -signal.SIGKILL)
        self.assertEqual(len(list(self.journals.iterdir())), 1)
        program = self.open()
        self.recover(program)
        self.assertEqual(program.state("history")["undo"], "Set limits of l_elbow")
        program.key("ctrl+z")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the file's state")
        self.assertEqual(list(self.journals.iterdir()), [])

    def test_signals_write_what_is_pending_and_leave(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            program = self.open(self.file)
            self.edit(program)
            # In the middle of a drag.
            program.wait_for(lambda: "inspector/limit/X" in program.widgets, "the limit bar")
            x, y, width, height = program.widgets["inspector/limit/X"]
            end = x + 6 + (width - 12) * 3 // 4
            program.move(end, y + height // 2)
            program.send("mousedown", "1")
            program.move(end - width // 6, y + height // 2)
            program.wait_for(lambda: program.states["selection"]["upper"][0] < 1.5, "a lower limit")
            upper = program.state("selection")["upper"]
            self.assertEqual(self.end(program, number), 0)
            driver.subprocess.run(["xdotool", "mouseup", "1"], check=True)
            program = self.open()
            self.recover(program)
            program.select_joint("l_elbow")
            self.assertEqual(program.state("selection")["upper"], upper)
            program.key("ctrl+s")
            program.wait_for(lambda: not program.states["history"]["unsaved"], "the save")
            self.assertEqual(self.end(program, number), 0)
            self.assertEqual(list(self.journals.iterdir()), [])
            shutil.copy(DATA / "boxman.wrl", self.file)

    def test_whoever_quits_without_saving_is_not_asked_again(self):
        program = self.open(self.file)
        self.edit(program)
        program.key("ctrl+q")
        program.wait_for(lambda: "unsaved/discard" in program.widgets, "the question")
        program.settle()
        program.click("unsaved/discard")
        program.process.wait(timeout=driver.SECONDS)
        self.assertEqual(list(self.journals.iterdir()), [])

    def test_a_second_window_is_not_offered_the_first_ones_work(self):
        first = self.open(self.file)
        self.edit(first)
        second = self.open()
        self.assertNotIn("message/Recover", second.widgets)
        self.assertEqual(second.state("messages")["messages"], [])

    def test_kills_at_random_moments_of_a_drag(self):
        chance = random.Random(3)
        for _ in range(3):
            program = self.open(self.file)
            self.edit(program)
            x, y, width, height = program.widgets["inspector/limit/X"]
            end = x + 6 + (width - 12) * 3 // 4
            program.move(end, y + height // 2)
            program.send("mousedown", "1")
            for i in range(chance.randrange(1, 6)):
                program.move(end - 4 * i, y + height // 2)
            self.end(program, signal.SIGKILL)
            driver.subprocess.run(["xdotool", "mouseup", "1"], check=True)
            program = self.open(self.file)
            self.recover(program)
            program.select_joint("l_elbow")
            self.assertAlmostEqual(program.state("selection")["upper"][0], 1.5707964, places=5)
            program.key("ctrl+z")
            program.wait_for(lambda: not program.states["history"]["unsaved"], "the file's state")
            self.end(program, signal.SIGTERM)


if __name__ == "__main__":
    driver.main()
