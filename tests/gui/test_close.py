"""Closing, hiding and the empty stage in the real window."""
import driver

LOA3 = ("hanim", "vrml97", "HAnim1SpecificationLOA3Animation.wrl")


class CloseTest(driver.WindowTest):
    def names(self, program):
        return [file["name"] for file in program.state("files")["files"]]

    def show_files(self, program):
        """Brings the rows of the glTF files into view: their figures' rows are many."""
        program.click("tree/search")
        program.key("ctrl+a")
        program.type(".glb")
        program.wait_for(lambda: "tree/file/RobotExpressive.glb" in program.widgets, "the files' rows")

    def menu(self, program, file, entry):
        """An entry of the menu that a file's row in the tree has."""
        program.click(f"tree/file/{file}", button=3)
        program.click(f"context/{entry}")

    def test_close_by_key_by_menu_and_the_empty_stage(self):
        knight = driver.corpus("gltf", "Knight.glb")
        robot = driver.corpus("gltf", "RobotExpressive.glb")
        program = self.start(knight, robot, driver.corpus(*LOA3))
        program.wait_for(lambda: len(self.names(program)) == 3, "three figures")
        self.assertFalse(program.state("playback")["playing"])
        self.show_files(program)
        program.click("tree/file/RobotExpressive.glb")
        program.key("ctrl+w")
        program.wait_for(lambda: self.names(program) == ["Knight.glb", LOA3[-1]], "no robot")

        # Unsaved edits ask once.
        program.select_joint("l_elbow")
        program.click("inspector/name")
        program.key("ctrl+a")
        program.type("mine")
        program.key("Return")
        program.wait_for(lambda: program.states["history"]["unsaved"], "an edit")
        program.key("ctrl+w")
        program.click("unsaved/cancel")
        program.wait_for(lambda: "unsaved/cancel" not in program.widgets, "the end of the question")
        self.assertEqual(self.names(program), ["Knight.glb", LOA3[-1]])
        program.key("ctrl+w")
        program.click("unsaved/discard")
        program.wait_for(lambda: self.names(program) == ["Knight.glb"], "no figure with edits")
        self.assertFalse(program.state("history")["unsaved"])

        program.click("menu/File")
        program.click("menu/file.close_all")
        program.wait_for(lambda: self.names(program) == [], "an empty stage")
        program.wait_for(lambda: "empty/manikin" in program.widgets, "what can be done")
        self.assertNotIn("tree/search/clear", program.widgets, "what was searched for is closed")
        program.key("space", "f", "Home", "1", "Escape")
        program.settle()
        self.assertGreater(len(program.picture().colours(program.widgets["viewport"])), 5)
        program.click("empty/manikin")
        program.wait_for(lambda: self.names(program) == ["Manikin"], "the manikin")

    def test_hide_and_the_menu_of_a_file(self):
        program = self.start(driver.corpus("gltf", "Knight.glb"), driver.corpus("gltf", "RobotExpressive.glb"))
        program.wait_for(lambda: len(self.names(program)) == 2, "two figures")
        self.show_files(program)
        program.settle()

        def shown():
            return [file["shown"] for file in program.states["files"]["files"]]

        both = program.picture()
        program.click("tree/eye/RobotExpressive.glb")
        program.wait_for(lambda: shown() == [True, False], "a hidden robot")
        program.settle()
        self.assertGreater(both.difference(program.picture(), program.widgets["viewport"]), 0.01)
        self.menu(program, "RobotExpressive.glb", "alone")
        program.wait_for(lambda: shown() == [False, True], "the robot alone")
        self.menu(program, "Knight.glb", "all")
        program.wait_for(lambda: shown() == [True, True], "both again")
        self.menu(program, "RobotExpressive.glb", "close_others")
        program.wait_for(lambda: self.names(program) == ["RobotExpressive.glb"], "no knight")
        self.menu(program, "RobotExpressive.glb", "close")
        program.wait_for(lambda: self.names(program) == [], "an empty stage")

    def test_ctrl_y_redoes(self):
        program = self.start(driver.corpus(*LOA3))
        program.wait_for(lambda: self.names(program) == [LOA3[-1]], "the figure")
        program.select_joint("l_elbow")
        program.click("inspector/name")
        program.key("ctrl+a")
        program.type("mine")
        program.key("Return")
        program.wait_for(lambda: program.states["selection"]["name"] == "mine", "the new name")
        program.settle()
        program.key("ctrl+z")
        program.wait_for(lambda: program.states["selection"]["name"] == "l_elbow", "the old name")
        program.key("ctrl+y")
        program.wait_for(lambda: program.states["selection"]["name"] == "mine", "the new name again")


if __name__ == "__main__":
    driver.main()
