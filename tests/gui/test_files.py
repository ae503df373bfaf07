"""Opening files in the real window: dropping, the open dialog, broken files."""
import os
import shutil

import driver
import xdnd_drop

LOA3 = ("hanim", "vrml97", "HAnim1SpecificationLOA3Animation.wrl")


class FilesTest(driver.WindowTest):
    def names(self, program):
        return [file["name"] for file in program.state("files")["files"]]

    def drop(self, program, *files):
        x, y = program.centre("viewport")
        xdnd_drop.drop(program.window, x, y, files)

    def test_drop_of_a_file(self):
        program = self.start()
        knight = driver.corpus("gltf", "Knight.glb")
        before = program.picture()
        self.drop(program, knight)
        program.wait_for(lambda: self.names(program) == ["Knight.glb"], "the dropped file")
        program.wait_for(lambda: program.states["files"]["files"][0]["decoded"] ==
                         program.states["files"]["files"][0]["images"], "its images")
        self.assertFalse(program.state("playback")["playing"], "only the manikin moves unasked")
        self.assertGreater(before.difference(program.picture(), program.widgets["viewport"]), 0.02)
        self.assertGreater(len(program.picture().colours(program.widgets["viewport"])), 50)
        self.assertIn("Knight.glb", program.state("window")["title"])

    def test_a_dropped_table_of_matrices_poses_the_figure(self):
        program = self.start(driver.corpus(*LOA3))
        program.wait_for(lambda: self.names(program) == [LOA3[-1]], "the figure")
        table = os.path.join(program.folder, "pose.csv")
        # The elbow a metre in front of where it could be, as HumanIK's LeftForeArm.
        with open(table, "w") as file:
            file.write("joint,humanik,id," + ",".join(f"m{i}" for i in range(16)) +
                       "\n,LeftForeArm,10,1,0,0,0,0,1,0,0,0,0,1,0,0.5,1.5,1,1\n")
        before = program.picture()
        self.drop(program, table)
        program.wait_for(lambda: program.states["history"]["unsaved"], "the pose")
        program.settle()
        self.assertGreater(before.difference(program.picture(), program.widgets["viewport"]), 0.001)
        self.assertEqual(self.names(program), [LOA3[-1]])
        program.key("ctrl+z")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "no pose again")

    def test_drop_of_several_files_stands_them_side_by_side(self):
        program = self.start()
        self.drop(program, driver.corpus("gltf", "Knight.glb"), driver.corpus("gltf", "RobotExpressive.glb"))
        program.wait_for(lambda: self.names(program) == ["Knight.glb", "RobotExpressive.glb"], "both files")
        first, second = (file["offset"] for file in program.state("files")["files"])
        self.assertEqual(first, [0.0, 0.0, 0.0])
        self.assertGreater(max(abs(value) for value in second), 0.1)

    def test_a_broken_file_is_said_and_nothing_else_changes(self):
        program = self.start(driver.corpus(*LOA3))
        program.wait_for(lambda: self.names(program) == [LOA3[-1]], "the file")
        broken = os.path.join(program.folder, "broken figure.wrl")
        with open(broken, "w", encoding="utf-8") as file:
            file.write('#VRML V2.0 utf8\n\n"not a node"\n')
        self.drop(program, broken)
        program.wait_for(lambda: any(message["severity"] == "error" for message in program.states["messages"]["messages"]),
                         "a message")
        message = next(m for m in program.state("messages")["messages"] if m["severity"] == "error")
        self.assertIn("broken figure.wrl", message["title"])
        self.assertRegex(message["text"], r"broken figure\.wrl:\d+:\d+: ")
        self.assertEqual(self.names(program), [LOA3[-1]])
        # The window lives on: the next file opens.
        self.drop(program, driver.corpus("gltf", "Knight.glb"))
        program.wait_for(lambda: self.names(program) == ["Knight.glb"], "the next file")

    def test_half_a_file(self):
        program = self.start()
        half = os.path.join(program.folder, "half.glb")
        with open(driver.corpus("gltf", "Knight.glb"), "rb") as whole, open(half, "wb") as file:
            file.write(whole.read(100_000))
        self.drop(program, half)
        program.wait_for(lambda: program.states["messages"]["messages"], "a message")
        self.assertIn("half.glb", program.state("messages")["messages"][0]["title"])
        self.assertEqual(self.names(program), ["Manikin"])

    def test_a_folder_goes_on_after_a_file_that_cannot_be_read(self):
        folder = self.folder()
        with open(os.path.join(folder, "a.glb"), "wb") as file:
            file.write(b"no figure")
        with open(os.path.join(folder, "b.wrl"), "w", encoding="utf-8") as file:
            file.write("#VRML V2.0 utf8\nShape { geometry Box { } }\n")
        program = self.start(folder)
        program.wait_for(lambda: program.states["messages"]["messages"], "a message")
        program.wait_for(lambda: self.names(program) == ["Manikin"], "the built-in figure in its place")
        program.key("Next")
        program.wait_for(lambda: self.names(program) == ["b.wrl"], "the next file")

    def test_not_a_figure_at_all(self):
        program = self.start()
        junk = os.path.join(program.folder, "notes.txt")
        with open(junk, "w", encoding="utf-8") as file:
            file.write("This is no figure.\n")
        self.drop(program, junk, os.path.join(program.folder, "gone.glb"))
        program.wait_for(lambda: len([m for m in program.states["messages"]["messages"]
                                      if m["severity"] == "error"]) == 2, "two messages")
        self.assertIsNone(program.process.poll())

    def test_open_dialog_by_keyboard(self):
        program = self.start()
        knight = driver.corpus("gltf", "Knight.glb")
        program.key("space")
        program.key("ctrl+o")
        program.settle()
        program.click("browser/path")
        program.key("ctrl+a")
        program.type(os.path.dirname(os.path.abspath(knight)))
        program.key("Return")
        program.wait_for(lambda: "browser/entry/Knight.glb" in program.widgets, "the folder")
        program.click("browser/filter")
        program.type("knig")
        program.key("Return")
        program.wait_for(lambda: self.names(program) == ["Knight.glb"], "the chosen file")

    def test_recent_files_and_layout_are_remembered(self):
        config = self.folder()
        moved = shutil.copyfile(driver.corpus(*LOA3), os.path.join(config, "moved.wrl"))
        program = self.start(moved, config=config)
        program.wait_for(lambda: self.names(program) == ["moved.wrl"], "the file")
        program.click("menu/View")
        program.click("menu/panel.tree")
        program.wait_for(lambda: "tree/search" not in program.widgets, "no tree")
        program.xdotool("key", "ctrl+q")
        program.process.wait(timeout=driver.SECONDS)
        self.assertEqual(program.process.returncode, 0)
        with open(os.path.join(config, "vitruvian", "settings.json"), encoding="utf-8") as settings:
            text = settings.read()
        self.assertIn("moved.wrl", text)
        os.remove(moved)
        again = self.start(config=config)
        self.assertNotIn("tree/search", again.widgets)
        again.click("menu/File")
        again.move(*again.centre("menu/recent"))
        again.wait_for(lambda: "recent/missing/moved.wrl" in again.widgets, "the file that is not there any more")
        again.click("recent/missing/moved.wrl")
        self.assertEqual(again.state("messages")["messages"], [], "it cannot be chosen")

    def folder(self):
        import tempfile
        path = tempfile.mkdtemp(prefix="vitruvian-config-")
        self.addCleanup(shutil.rmtree, path, True)
        return path


if __name__ == "__main__":
    driver.main()
