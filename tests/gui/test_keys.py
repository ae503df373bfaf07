"""Keys of a clip in the real window: inserted, moved, made by posing, deleted, saved and read back; poses and layouts."""
import json
import math
import shutil
import subprocess
import tempfile
from pathlib import Path

import driver

DATA = Path(__file__).resolve().parents[1] / "data"


class KeysTest(driver.WindowTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="vitruvian-keys-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def open(self, name):
        file = self.folder / name
        shutil.copy(DATA / name, file)
        program = self.start(file, data=str(self.folder / "data"))
        program.wait_for_file(name)
        if program.state("playback")["playing"]:
            program.click("timeline/play")
            program.wait_for(lambda: not program.states["playback"]["playing"], "a pause")
        program.settle()
        return program, file

    def commands(self, program):
        program.read()
        return [line["command"] for line in program.lines if line["event"] == "command"]

    def hover_lanes(self, program):
        x, y, width, height = program.widgets["keys/lanes"]
        program.move(x + width - 30, y + height - 6)

    def vitruvian(self, *arguments):
        done = subprocess.run([driver.BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=60, check=True)
        return json.loads(done.stdout)

    def test_keys_are_inserted_moved_posed_and_saved(self):
        program, file = self.open("boxman.wrl")
        program.click("timeline/clip")
        program.click("timeline/clip/none")
        program.select_joint("l_elbow")
        x, y = program.centre("viewport")
        program.move(x, y)
        program.key("i")
        program.wait_for(lambda: program.states["files"]["files"][0]["clip"] == "Clip", "a new clip")
        program.click("timeline/tab/keys")
        program.wait_for(lambda: "keys/key/l_elbow/1.000" in program.widgets, "the keys of the joint")

        # In the middle, posing keys the clip. The panel has grown with its tab.
        program.settle()
        program.click("keys/auto")
        first = program.centre("keys/key/l_elbow/0.000")
        last = program.centre("keys/key/l_elbow/1.000")
        rx, ry, _, height = program.widgets["keys/ruler"]
        program.drag((first[0] + 40, ry + height // 2), ((first[0] + last[0]) // 2, ry + height // 2))
        program.wait_for(lambda: abs(program.states["playback"]["time"] - 0.5) < 0.02, "the middle of the clip")
        before = len(self.commands(program))
        start = program.centre("inspector/rotation/X")
        program.drag(start, (start[0] + 60, start[1]))
        program.wait_for(lambda: len(self.commands(program)) > before, "the edit")
        program.wait_for(lambda: "keys/key/l_elbow/0.500" in program.widgets, "a key of the pose")
        self.assertEqual(self.commands(program)[-1]["do"], "set-keys")

        # Dragged to a later frame: one step.
        key = program.centre("keys/key/l_elbow/0.500")
        frame = (last[0] - first[0]) / 30
        program.drag(key, (key[0] + round(6 * frame), key[1]))
        program.wait_for(lambda: "keys/key/l_elbow/0.700" in program.widgets, "the key six frames later")
        move = self.commands(program)[-1]
        self.assertEqual(move["do"], "move-keys")
        self.assertAlmostEqual(move["by"], 0.2, places=4)
        program.key("ctrl+z")
        program.wait_for(lambda: "keys/key/l_elbow/0.500" in program.widgets, "the key where it was")
        program.key("ctrl+shift+z")
        program.wait_for(lambda: "keys/key/l_elbow/0.700" in program.widgets, "the key moved again")

        # G moves without a button; Escape drops it.
        program.click("keys/key/l_elbow/0.700")
        program.key("g")
        key = program.centre("keys/key/l_elbow/0.700")
        program.move(key[0] + round(3 * frame), key[1])
        program.wait_for(lambda: "keys/key/l_elbow/0.800" in program.widgets, "the key on its way")
        program.key("Escape")
        program.wait_for(lambda: "keys/key/l_elbow/0.700" in program.widgets, "the key back")

        # So does a number of frames; undo brings back what was chosen, too.
        program.key("g", "3")
        program.wait_for(lambda: program.states["keys"]["note"] == "[3] frames", "the number")
        program.key("Return")
        program.wait_for(lambda: "keys/key/l_elbow/0.800" in program.widgets, "the key three frames later")
        program.key("ctrl+z")
        program.wait_for(lambda: "keys/key/l_elbow/0.700" in program.widgets, "the key back")
        program.key("g", "6", "Return")
        program.wait_for(lambda: "keys/key/l_elbow/0.900" in program.widgets, "the same key six frames later")
        program.key("ctrl+z")
        program.wait_for(lambda: "keys/key/l_elbow/0.700" in program.widgets, "the key back once more")

        program.key("ctrl+s")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "the save")
        clips = {clip["name"]: clip for clip in self.vitruvian("info", file, "--json")["clips"]}
        self.assertAlmostEqual(clips["Clip"]["duration"], 1.0, places=3)
        angles = []
        for time in ("0", "0.7"):
            pose = self.vitruvian("pose", file, "--clip", "Clip", "--time", time, "--json")
            angles.append(json.dumps([j for j in pose["joints"] if j["name"] == "l_elbow"]))
        self.assertNotEqual(angles[0], angles[1])

    def test_box_selection_deletes(self):
        program, _ = self.open("boxman.gltf")
        program.click("timeline/tab/keys")
        program.wait_for(lambda: "keys/lanes" in program.widgets, "the sheet")
        program.settle()
        x, y, width, height = program.widgets["keys/lanes"]
        self.hover_lanes(program)
        # From the air after the end, where no key is.
        program.drag((x + width - 2, y + height - 4), (x + width // 2, y + 22))
        program.key("Delete")
        program.wait_for(lambda: self.commands(program) and self.commands(program)[-1]["do"] == "delete-keys", "keys deleted")
        program.key("ctrl+z")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "them back")
        program.key("ctrl+a", "Delete")
        program.wait_for(lambda: program.states["history"]["unsaved"], "all of them deleted")
        program.wait_for(lambda: not any(key.startswith("keys/key/") for key in program.widgets), "none left")

        # Keys over the sheet and the curves are of keys alone: with none chosen they change nothing, least of all a joint.
        program.key("ctrl+z", "alt+a")
        program.wait_for(lambda: not program.states["history"]["unsaved"], "them back again")
        program.select_joint("LeftLowerArm")
        done = len(self.commands(program))
        for tab, place in (("keys", "keys/lanes"), ("curves", "curves/graph")):
            program.click(f"timeline/tab/{tab}")
            program.wait_for(lambda: place in program.widgets, place)
            program.settle()
            program.move(*program.centre(place))
            program.key("Delete", "g", "r", "s")
            program.settle()
            self.assertFalse(program.states["tools"]["busy"], place)
            self.assertEqual(len(self.commands(program)), done, place)

    def test_a_tangent_of_a_rotation_is_dragged(self):
        program, _ = self.open("boxman.gltf")
        clip = program.states["files"]["files"][0]["clip"]
        if not clip:
            program.click("timeline/clip")
            program.click("timeline/clip/0")
        program.click("timeline/tab/curves")
        program.wait_for(lambda: any(name.startswith("curves/Rotation X/") for name in program.widgets), "keys")
        program.settle()
        key = next(name for name in sorted(program.widgets) if name.startswith("curves/Rotation X/"))
        program.click(key)
        program.key("ctrl+p")
        program.wait_for(lambda: "palette/text" in program.widgets, "the palette")
        program.settle()
        program.type("smooth curves")
        program.settle()
        program.key("Return")
        program.wait_for(lambda: self.commands(program) and self.commands(program)[-1]["do"] == "set-interpolation",
                         "smooth curves")
        program.wait_for(lambda: "curves/tangent/out" in program.widgets, "the handles of a rotation's key")
        program.settle()
        start = program.centre("curves/tangent/out")
        program.drag(start, (start[0] + 10, start[1] - 40))
        program.wait_for(lambda: self.commands(program)[-1]["do"] == "set-keys", "another tangent")
        self.assertEqual(len(self.commands(program)[-1]["keys"][0]["out-tangents"][0]), 4)

        # One click and typing: digits are no views, and a press on another key leaves them with the first.
        view = program.state("view")
        done = len(self.commands(program))
        program.click("curves/value")
        program.type("60/5")
        program.click(next(name for name in program.widgets if name.startswith("curves/Rotation Z/")))
        program.wait_for(lambda: len(self.commands(program)) > done, "a typed value")
        turned = self.commands(program)[-1]["keys"][0]["values"][0]
        self.assertAlmostEqual(2 * math.degrees(math.acos(turned[3])), 12, places=2)
        self.assertEqual(program.state("view"), view)
        program.click(key)

        # Delete is of the key that is chosen, not of the joint.
        program.settle()
        program.move(*program.centre(key))
        program.key("Delete")
        program.wait_for(lambda: self.commands(program)[-1]["do"] == "delete-keys", "the key gone")
        self.assertEqual(self.commands(program)[-1]["keys"][0]["path"], "rotation")

    def test_poses_and_layouts(self):
        program, _ = self.open("boxman.gltf")
        program.click("layout/View")
        program.wait_for(lambda: "tree/search" not in program.widgets, "the tree gone")
        program.click("layout/Check")
        program.wait_for(lambda: "tree/search" in program.widgets, "the tree")
        program.click("layout/Pose")
        program.wait_for(lambda: "keys/lanes" in program.widgets, "the sheet")
        program.click("menu/Pose")
        program.click("menu/pose.library")
        program.wait_for(lambda: "poses/name" in program.widgets, "the library")
        program.click("poses/name")
        program.type("stand")
        program.click("poses/keep")
        program.wait_for(lambda: "poses/pose/stand" in program.widgets, "the pose in the list")
        self.assertTrue((self.folder / "data" / "vitruvian" / "poses" / "stand.json").exists())
        # Esc leaves a text, and not the window around it.
        program.click("poses/name")
        program.type("x")
        program.key("Escape")
        program.settle()
        self.assertIn("poses/name", program.widgets)
        # What is typed goes into the name at once, and Esc ends that alone.
        program.click("poses/rename")
        program.wait_for(lambda: "poses/renamed" in program.widgets, "the field")
        program.key("Escape")
        program.click("poses/rename")
        program.wait_for(lambda: "poses/renamed" in program.widgets, "the field again")
        program.settle()
        program.type("rest")
        program.key("Return")
        program.wait_for(lambda: "poses/pose/rest" in program.widgets, "the new name")


if __name__ == "__main__":
    driver.main()
