"""Work that outlives the program: killed and asked to leave in the real window, and started again."""
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
            program.wait_for_file("boxman.wrl")
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

    def drag_limit(self, program):
        """Drags the upper limit down, and lets the button alone."""
        program.wait_for(lambda: "inspector/limit/X" in program.widgets, "the limit bar")
        x, y, width, height = program.widgets["inspector/limit/X"]
        end = x + 6 + (width - 12) * 3 // 4
        program.move(end, y + height // 2)
        program.send("mousedown", "1")
        program.move(end - width // 6, y + height // 2)
        program.wait_for(lambda: program.states["selection"]["upper"][0] < 1.5, "a lower limit")
        return program.state("selection")["upper"]

    def release(self):
        driver.subprocess.run(["xdotool", "mouseup", "1"], check=True)

    def upper(self, program):
        program.select_joint("l_elbow")
        return program.state("selection")["upper"]

    def quit_without_saving(self, program):
        program.key("ctrl+q")
        program.click("unsaved/discard")
        program.process.wait(timeout=driver.SECONDS)
        self.assertEqual(list(self.journals.iterdir()), [])

    def test_a_kill_loses_the_drag_in_hand_alone(self):
        first = self.open(self.file)
        self.edit(first)
        # Of the work of a window that lives nothing is offered.
        second = self.start(state=str(self.folder / "state"))
        self.assertEqual(second.state("messages")["messages"], [])
        self.assertEqual(self.end(second, signal.SIGTERM), 0)
        first.xdotool("windowfocus", "--sync", str(first.window))
        self.drag_limit(first)
        self.assertEqual(self.end(first, signal.SIGKILL), -signal.SIGKILL)
        self.release()
        self.assertEqual(len(list(self.journals.iterdir())), 1)

        program = self.open(self.file)
        self.recover(program)
        self.assertEqual(program.state("history")["undo"], "Set limits of l_elbow")
        self.assertAlmostEqual(self.upper(program)[0], 1.5707964, places=5)
        program.key("ctrl+z")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the file's state")
        self.assertEqual(list(self.journals.iterdir()), [])
        program.key("ctrl+shift+z")
        program.wait_for(lambda: program.states["history"]["unsaved"], "the edit")
        self.assertEqual(self.end(program, signal.SIGKILL), -signal.SIGKILL)

        program = self.open(self.file)
        program.click("message/Discard")
        program.wait_for(lambda: "message/Discard" not in program.widgets, "the end of the offer")
        self.assertEqual(list(self.journals.iterdir()), [])
        self.assertFalse(program.state("history")["unsaved"])
        self.edit(program)
        self.assertEqual(len(list(self.journals.iterdir())), 1)
        self.quit_without_saving(program)

    def test_signals_write_what_is_pending_and_leave(self):
        program = self.open(self.file)
        self.edit(program)
        for number in (signal.SIGTERM, signal.SIGHUP):
            upper = self.drag_limit(program)
            self.assertEqual(self.end(program, number), 0)
            self.release()
            program = self.open()
            self.recover(program)
            self.assertEqual(self.upper(program), upper)
            program.key("ctrl+z")
            program.wait_for(lambda: program.states["selection"]["upper"][0] > 1.5, "the limit before the drag")
        program.key("ctrl+s")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the save")
        self.assertEqual(self.end(program, signal.SIGINT), 0)
        self.assertEqual(list(self.journals.iterdir()), [])


if __name__ == "__main__":
    driver.main()
