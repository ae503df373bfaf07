"""The window itself: size, scale, theme, splitters, help, the palette."""
import driver


class Window(driver.WindowTest):
    server_size = (1920, 1080)

    def resize(self, program, width, height):
        program.xdotool("windowsize", str(program.window), str(width), str(height))
        program.wait_for(lambda: program.states["window"]["width"] == width
                         and program.states["window"]["height"] == height, "the new size")
        program.wait_for(lambda: abs(sum(program.widgets["timeline/track"][i] for i in (0, 2)) - width) < 40,
                         "the layout for it")

    def test_every_size_keeps_the_viewport_at_half(self):
        program = self.start()
        for width, height in ((1280, 720), (1920, 1080), (800, 600), (640, 480)):
            self.resize(program, width, height)
            program.wait_for(lambda: program.widgets["viewport"][2] >= width // 2 - 1, "half of the width")
            picture = program.picture()
            self.assertEqual((picture.width, picture.height), (width, height))
            self.assertGreater(len(picture.colours((0, 0, width, height))), 30)

    def test_twice_the_scale(self):
        small = self.start()
        height = small.widgets["timeline/play"][3]
        small.stop()
        large = self.start(scale=2)
        self.assertEqual(large.widgets["timeline/play"][3], 2 * height)

    def test_keys_change_the_scale(self):
        program = self.start()
        height = program.widgets["timeline/play"][3]
        program.key("ctrl+equal", "ctrl+equal")
        program.wait_for(lambda: program.widgets["timeline/play"][3] > height, "larger controls")
        program.key("ctrl+minus", "ctrl+minus")
        program.wait_for(lambda: program.widgets["timeline/play"][3] == height, "the size it had")

    def test_splitter(self):
        program = self.start()
        program.key("space")
        program.settle()
        x, y, width, height = program.widgets["splitter/tree"]
        middle = (x + width // 2, y + height // 2)
        program.drag(middle, (middle[0] + 60, middle[1]))
        program.wait_for(lambda: abs(program.widgets["splitter/tree"][0] - (x + 60)) <= 2, "a wider tree")

    def test_the_palette_says_why_something_is_not_possible(self):
        program = self.start()
        program.wait_for(lambda: "tree/search" in program.widgets, "the tree")
        program.key("space")
        program.settle()
        for words, title, why in (("attach a prop", "Attach a prop", "Select a site"),
                                  ("redo", "Redo", "No edit was undone"),
                                  ("delete the selected keys", "Delete", "No keys are selected")):
            program.key("ctrl+p")
            program.wait_for(lambda: "palette/text" in program.widgets, "the palette")
            program.settle()
            program.type(words)
            program.key("Return")
            program.wait_for(lambda: any(message["title"].startswith("Not available now: " + title) and
                                         message["text"].startswith(why)
                                         for message in program.states["messages"]["messages"]),
                             f"why nothing happens: {words}")

    def test_light_theme_by_the_palette(self):
        program = self.start()
        program.wait_for(lambda: "tree/search" in program.widgets, "the tree")
        program.key("space")
        program.settle()
        dark = sum(program.picture().pixel(60, 500))
        program.key("ctrl+p")
        program.wait_for(lambda: "palette/text" in program.widgets, "the palette")
        program.settle()
        program.type("light")
        program.key("Return")
        program.wait_for(lambda: "palette/text" not in program.widgets, "its end")
        program.wait_for(lambda: sum(program.picture().pixel(60, 500)) > dark + 200, "a light panel")

    def test_keys_go_to_the_window_on_top(self):
        program = self.start(driver.corpus("gltf", "Knight.glb"))
        program.wait_for_file("Knight.glb")
        program.settle()
        dark = sum(program.picture().pixel(60, 500))
        program.key("ctrl+o")
        program.wait_for(lambda: "browser/filter" in program.widgets, "the dialog")
        # Enter chooses the command, not a file; Esc closes one window at a time.
        program.key("ctrl+p")
        program.wait_for(lambda: "palette/text" in program.widgets, "the palette")
        program.type("light theme")
        program.key("Return")
        program.wait_for(lambda: sum(program.picture().pixel(60, 500)) > dark + 200, "a light panel")
        self.assertIn("browser/filter", program.widgets)
        program.key("F1", "Escape")
        program.settle()
        self.assertIn("browser/filter", program.widgets)
        program.key("Escape")
        program.wait_for(lambda: "browser/filter" not in program.widgets, "its end")
        self.assertEqual(program.states["files"]["files"][0]["name"], "Knight.glb")

    def test_help_and_menus(self):
        program = self.start()
        program.key("space")
        program.settle()
        before = program.picture()
        program.key("F1")
        program.settle()
        middle = (560, 300, 800, 400)
        self.assertGreater(before.difference(program.picture(), middle), 0.05)
        program.key("Escape")
        program.click("menu/Play")
        program.click("menu/play.loop")
        program.wait_for(lambda: not program.states["playback"]["loop"], "no loop")

    def test_menus_by_keys(self):
        program = self.start()
        program.key("space")
        program.settle()
        before = program.states["playback"]

        def wait_for_menu(**expected):
            program.wait_for(lambda: all(program.states["menus"][key] == value for key, value in expected.items()),
                             f"the menu {expected}")

        program.click("tree/search")
        program.key("alt+f")
        wait_for_menu(open="File")
        program.key("Right")
        wait_for_menu(open="Edit")
        program.key("Left", "Left")
        wait_for_menu(open="Help")
        program.key("Escape")
        wait_for_menu(open="", focused="")
        program.key("F10", "Right", "Right")
        wait_for_menu(open="", focused="Rig")
        program.key("F10")
        wait_for_menu(open="", focused="")
        # Up goes to the last row; Right and Left into a submenu and out of it, not to the next menu.
        program.key("alt", "t", "Up", "Up", "Up", "Up", "Right")
        program.wait_for(lambda: "menu/tool.root.free" in program.widgets, "the submenu")
        program.key("Left")
        program.wait_for(lambda: "menu/tool.root.free" not in program.widgets, "its end")
        program.key("Right", "Down", "Return")
        wait_for_menu(open="", focused="")
        # No key did what it does outside of menus.
        self.assertEqual(program.states["playback"], before)
        self.assertEqual(program.states["tools"]["tool"], "rotate")
        program.key("alt+y", "Return")
        program.wait_for(lambda: program.states["playback"]["playing"], "the motion")


if __name__ == "__main__":
    driver.main()
