"""`edit`: commands from a file, all of them or none."""
import json

from common import DATA, DONE, UNREADABLE, UNWRITABLE, USAGE, Case, main

WORLD = DATA / "boxman.wrl"
GLTF = DATA / "boxman.gltf"


class Edit(Case):
    def script(self, *lines):
        path = self.folder / "edits.jsonl"
        path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
        return path

    def test_a_world_keeps_all_but_what_was_edited(self):
        out = self.folder / "out.wrl"
        script = self.script({"do": "rename", "thing": "joint", "name": "l_elbow", "to": "bend"}, "",
                             {"do": "set-joint-stiffness", "joint": "bend", "stiffness": [0, 0.5, 1]})
        done = self.expect(DONE, "edit", WORLD, "--commands", script, "-o", out)
        self.assertEqual(done.text, "")
        after = out.read_text()
        self.assertIn('"bend"', after)
        self.assertRegex(after, r"stiffness \[\s*0[ ,]+0\.5[ ,]+1\s*\]")
        # Undone, it is the file that it was, but for the stiffness that is written out now.
        back = self.folder / "back.wrl"
        undo = self.script({"do": "rename", "thing": "joint", "name": "#" + self.index("bend", out), "to": "l_elbow"})
        self.expect(DONE, "edit", out, "--commands", undo, "-o", back)
        self.assertEqual(back.read_text().count("\n"), WORLD.read_text().count("\n"))
        self.assertNotIn("bend", back.read_text())

    def index(self, joint, file):
        names = [j["name"] for j in self.json("pose", file, "--json")["joints"]]
        return str(names.index(joint))

    def test_every_command_of_the_list_can_be_run(self):
        listed = self.json("edit", "--list", "--json")
        names = {command["do"] for command in listed["commands"]}
        lines = [
            {"do": "set-joint-limits", "joint": "l_elbow", "lower": [-2.4, -1.5, -0.3], "upper": None},
            {"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0.1, 0.1, 0.5]},
            {"do": "set-joint-centre", "joint": "l_elbow", "centre": [0.5, 1.25, 0]},
            {"do": "set-joint-rotation", "joint": "l_elbow", "axis": [0, 0, 2], "angle": 0.3},
            {"do": "rename", "thing": "humanoid", "name": "#0", "to": "Box man"},
            {"do": "set-displacer-weight", "displacer": "#0", "weight": 0.5},
            {"do": "set-pose", "nodes": [{"node": "r_elbow", "translation": [0, 0, 0], "rotation": [0, 0, 0, 1]}]},
            {"do": "batch", "title": "Two", "commands": [
                {"do": "rename", "thing": "joint", "name": "r_elbow", "to": "other"},
                {"do": "set-joint-limits", "joint": "other", "lower": None, "upper": None}]},
        ]
        self.assertEqual({line["do"] for line in lines}, names)
        out = self.folder / "out.x3d"
        told = self.json("edit", WORLD, "--commands", self.script(*lines), "-o", out, "--json")
        self.assertEqual([step["do"] for step in told["commands"]], [line["do"] for line in lines])
        self.assertEqual([step["line"] for step in told["commands"]], list(range(1, len(lines) + 1)))
        self.assertEqual(told["commands"][0]["title"], "Set limits of l_elbow")
        self.assertIn("other", out.read_text())
        for command in listed["commands"]:
            self.assertTrue(command["help"])
            line = next(line for line in lines if line["do"] == command["do"])
            for field in command["fields"]:
                self.assertIn(field["name"], line)
                self.assertTrue(field["help"])
        text = self.expect(DONE, "edit", "--list").text
        for name in names:
            self.assertIn(name, text)

    def test_a_bad_line_is_exit_3_with_its_place_and_nothing_is_written(self):
        good = {"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0, 0, 1]}
        for bad, column in (("{\"do\": \"fly\"}", 8), ("nonsense", 2),
                            ("{\"do\": \"set-joint-stiffness\", \"joint\": \"l_elbo\", \"stiffness\": null}", 40),
                            ("  {\"do\": \"set-joint-stiffness\", \"joint\": \"l_elbow\", \"stiffness\": [0, 0, 2]}", 3)):
            out = self.folder / "out.wrl"
            script = self.script(good, "", bad, good)
            done = self.expect(UNREADABLE, "edit", WORLD, "--commands", script, "-o", out)
            self.assertIn(f"{script}:3:{column}: ", done.said)
            self.assertEqual(done.text, "")
            self.assertFalse(out.exists())

    def test_without_an_output_they_are_only_tried(self):
        good = json.dumps({"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0, 0, 1]}).encode()
        self.expect(DONE, "edit", WORLD, "--commands", "-", stdin=good)
        self.assertIn("<standard input>:1:", self.expect(UNREADABLE, "edit", WORLD, "--commands", "-", stdin=b"{").said)

    def test_standard_output_takes_the_file(self):
        script = self.script({"do": "set-joint-stiffness", "joint": "l_elbow", "stiffness": [0, 0, 1]})
        text = self.expect(DONE, "edit", WORLD, "--commands", script, "-o", "-").text
        self.assertTrue(text.startswith("#VRML V2.0 utf8"))

    def test_wrong_usage(self):
        script = self.script("")
        for arguments in ((), (WORLD,), ("--commands", script), (WORLD, "--list"), ("-", "--commands", "-"),
                          (WORLD, "--commands", script, "-o", self.folder / "out.txt"),
                          (WORLD, "--commands", script, "-o", "-", "--json")):
            self.expect(USAGE, "edit", *arguments)
        self.expect(UNREADABLE, "edit", WORLD, "--commands", self.folder / "nothing.jsonl")
        self.expect(UNREADABLE, "edit", self.folder / "nothing.wrl", "--commands", script)
        self.expect(UNWRITABLE, "edit", GLTF, "--commands", script, "-o", self.folder / "no" / "folder" / "out.glb")


if __name__ == "__main__":
    main()
