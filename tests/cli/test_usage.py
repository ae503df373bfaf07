"""Help, versions, wrong usage, and what goes to which stream."""
import shutil
import subprocess

from common import DATA, DONE, NO_OPENGL, UNREADABLE, UNWRITABLE, USAGE, Case, main

COMMANDS = ("view", "info", "pose", "screenshot", "compare", "convert", "remap", "edit", "check", "diff", "rom", "regress")
GLTF = DATA / "boxman.gltf"


class Help(Case):
    def test_every_command_has_help_on_standard_output(self):
        for command in COMMANDS:
            done = self.expect(DONE, command, "--help")
            self.assertIn(f"vitruvian {command}", done.text)
            self.assertIn("--log-level", done.text)
            self.assertIn("Exit codes", done.text)
            self.assertEqual(done.said, "")

    def test_the_program_lists_its_commands(self):
        text = self.expect(DONE, "--help").text
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", text)

    def test_version(self):
        self.assertRegex(self.expect(DONE, "--version").text, r"^vitruvian \d+\.\d+\.\d+\n$")

    def test_completion_scripts_name_commands_and_options(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.expect(DONE, "--completion", shell).text
            for word in (*COMMANDS, "turntable", "set-rotation"):
                self.assertIn(word, script)
            if shutil.which(shell):
                subprocess.run([shell, "-n"], input=script.encode(), check=True)

    def test_bash_completes(self):
        script = self.expect(DONE, "--completion", "bash").text
        script += "\nCOMP_WORDS=(vitruvian screenshot --tu); COMP_CWORD=2; _vitruvian; echo \"${COMPREPLY[@]}\"\n"
        done = subprocess.run(["bash"], input=script.encode(), stdout=subprocess.PIPE, check=True)
        self.assertEqual(done.stdout.decode().strip(), "--turntable")


class WrongUsage(Case):
    def test_wrong_usage_is_exit_2_with_a_hint(self):
        for arguments in (
                ("info",), ("pose",), ("screenshot",), ("compare",), ("compare", "a.png"),
                ("info", GLTF, GLTF), ("info", "--nonsense", GLTF), ("--nonsense",),
                ("info", GLTF, "--log-level", "loud"), ("info", GLTF, "--color", "blue"),
                ("--completion", "csh"), (GLTF, "info", GLTF),
                ("screenshot", GLTF), ("screenshot", GLTF, "-o"),
                ("screenshot", GLTF, "-o", "x.png", "--size", "12"),
                ("screenshot", GLTF, "-o", "x.png", "--size", "0x10"),
                ("screenshot", GLTF, "-o", "x.png", "--size", "99999x10"),
                ("screenshot", GLTF, "-o", "x.png", "--size", "16384x16384"),
                ("screenshot", GLTF, "-o", "x.png", "--size", "8192x8193"),
                ("screenshot", GLTF, "-o", "x.png", "--gui", "--size", "16384x16384"),
                ("screenshot", GLTF, "-o", "x.png", "--turntable", "0"),
                ("screenshot", GLTF, "-o", "x.png", "--turntable", "100000"),
                ("screenshot", GLTF, "-o", "x.png", "--turntable", "1000", "--size", "8192x8192"),
                ("screenshot", GLTF, "-o", "-", "--turntable", "2"),
                ("screenshot", GLTF, "-o", "x.png", "--tolerance", "0.5"),
                ("screenshot", GLTF, "-o", "x.png", "--reference", "r.png", "--tolerance", "7"),
                ("compare", "a.png", "b.png", "--tolerance", "nan"),
                ("diff", GLTF, GLTF, "--tolerance", "nan"),
                ("pose", GLTF, "--format", "xml"), ("pose", GLTF, "--time", "soon"),
                ("pose", GLTF, "--time", "nan"), ("pose", GLTF, "--time", "1", "--cycle", "0.5"),
                ("pose", GLTF, "--set-rotation", "Hips", "1", "0", "0"),
                ("pose", GLTF, "--set-rotation", "Hips", "1", "0", "0", "much"),
                ("pose", GLTF, "--displacer", "nose"), ("pose", GLTF, "--displacer", "nose", "much")):
            done = self.expect(USAGE, *arguments, cwd=self.folder)
            self.assertIn("--help", done.said)
            self.assertEqual(done.text, "")
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_selectors_that_name_nothing_are_exit_2_and_say_what_there_is(self):
        for arguments, hint in (
                (("--humanoid", "Nobody"), "Nobody"), (("--humanoid", "7"), "7"),
                (("--clip", "moonwalk"), "wave"), (("--clip", "9"), "wave"), (("--clip", "-1"), "wave"),
                (("--set-rotation", "third_arm", "1", "0", "0", "1"), "third_arm"),
                (("--set-rotation", "Hips", "1", "0", "nan", "1"), "Hips"),
                (("--displacer", "ears", "1"), "nose"), (("--displacer", "nose", "inf"), "nose"),
                (("--vertices",), "--json")):
            done = self.expect(USAGE, "pose", GLTF, *arguments)
            self.assertIn(hint, done.said)
            self.assertEqual(done.text, "")

    def test_a_clip_of_another_file_is_carried_over(self):
        own = self.json("pose", GLTF, "--json", "--clip", "wave", "--time", "0.5")
        for selector in (str(GLTF), f"{GLTF}#wave", f"{GLTF}#0"):
            carried = self.json("pose", GLTF, "--json", "--clip", selector, "--time", "0.5")
            for a, b in zip(own["joints"], carried["joints"]):
                for x, y in zip(a["global"], b["global"]):
                    self.assertAlmostEqual(x, y, places=5, msg=f"{selector}: {a['name']}")

    def test_another_file_that_cannot_be_read_is_exit_3(self):
        self.expect(UNREADABLE, "pose", GLTF, "--clip", "somewhere/else.glb#1", "--time", "0")
        self.expect(USAGE, "pose", GLTF, "--clip", f"{GLTF}#nothing", "--time", "0")
        self.expect(USAGE, "pose", GLTF, "--clip", str(GLTF), "--remap", "magic")
        self.expect(USAGE, "pose", GLTF, "--clip", str(GLTF), "--reference", "magic")

    def test_a_time_without_any_clip_is_refused(self):
        empty = self.folder / "empty.gltf"
        empty.write_text('{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"name": "only"}]}')
        self.expect(USAGE, "pose", empty, "--time", "1")
        self.expect(DONE, "pose", empty)


class Inputs(Case):
    def test_unreadable_inputs_are_exit_3(self):
        nothing = self.folder / "nothing.wrl"
        nothing.write_bytes(b"")
        noise = self.folder / "noise.glb"
        noise.write_bytes(bytes(range(256)) * 8)
        for file in (self.folder / "missing.glb", self.folder, nothing, noise):
            for arguments in (("info", file), ("info", file, "--json"), ("pose", file, "--json"),
                              ("screenshot", file, "-o", self.folder / "x.png")):
                done = self.expect(UNREADABLE, *arguments)
                self.assertEqual(done.text, "")
                self.assertIn(file.name, done.said)
        self.assertFalse((self.folder / "x.png").exists())
        self.expect(UNREADABLE, "compare", self.folder / "a.png", self.folder / "b.png")
        self.expect(UNREADABLE, "compare", noise, noise)

    def test_an_error_says_where(self):
        broken = self.folder / "broken.wrl"
        broken.write_text("#VRML V2.0 utf8\n\n  Group } {\n")
        done = self.expect(UNREADABLE, "info", broken)
        self.assertRegex(done.said, r"broken\.wrl:3:3: ")
        broken.write_text('{"asset": {"version": "2.0"},\n "nodes": 5}')
        self.assertIn("broken.wrl", self.expect(UNREADABLE, "info", broken).said)

    def test_standard_input(self):
        from_file = self.json("info", GLTF, "--json")
        from_pipe = self.json("info", "-", "--json", stdin=GLTF.read_bytes())
        self.assertEqual(from_pipe.pop("file"), "-")
        from_file.pop("file")
        self.assertEqual(from_pipe, from_file)
        self.assertTrue(self.json("pose", "-", "--json", stdin=GLTF.read_bytes())["joints"])

    def test_a_second_humanoid_can_be_chosen_by_name(self):
        wrl = DATA / "boxman.wrl"
        self.assertEqual(self.json("pose", wrl, "--json", "--humanoid", "Boxman")["humanoid"], "Boxman")


class Outputs(Case):
    def test_an_output_that_cannot_be_written_is_exit_4(self):
        nowhere = self.folder / "no" / "such" / "folder"
        self.expect(UNWRITABLE, "pose", GLTF, "--json", "-o", nowhere / "x.json")
        self.expect(UNWRITABLE, "screenshot", GLTF, "-o", nowhere / "x.png", "--size", "64x64")
        self.expect(UNWRITABLE, "pose", GLTF, "--json", "-o", self.folder)
        with open("/dev/full", "wb") as full:
            self.expect(UNWRITABLE, "info", GLTF, stdout=full)
            self.expect(UNWRITABLE, "pose", GLTF, "--json", stdout=full)
        self.expect(UNWRITABLE, "pose", GLTF, "-o", "/dev/full")

    def test_output_to_a_file_and_to_standard_output_agree(self):
        target = self.folder / "pose.json"
        self.expect(DONE, "pose", GLTF, "--json", "-o", target)
        self.assertEqual(target.read_text(), self.expect(DONE, "pose", GLTF, "--json", "-o", "-").text)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["pose.json"])

    def test_colour_is_for_terminals_unless_asked_for(self):
        missing = self.folder / "missing"
        self.assertNotIn("\033", self.expect(UNREADABLE, "info", missing).said)
        self.assertIn("\033", self.expect(UNREADABLE, "info", missing, "--color", "always").said)
        self.assertNotIn("\033", self.expect(UNREADABLE, "info", missing, "--color", "never").said)
        self.assertNotIn("\033", self.expect(UNREADABLE, "info", missing, "--color", "auto",
                                             env={"NO_COLOR": "1"}).said)

    def test_quiet_and_log_level(self):
        odd = self.folder / "odd.wrl"
        odd.write_text((DATA / "boxman.wrl").read_text().replace("ROUTE Nod.", "ROUTE Nobody.", 1))
        self.assertIn("warning", self.expect(DONE, "info", odd).said)
        self.assertEqual(self.expect(DONE, "info", odd, "--quiet").said, "")
        self.assertEqual(self.expect(DONE, "--quiet", "info", odd).said, "")
        self.assertEqual(self.expect(DONE, "info", odd, "--log-level", "error").said, "")


class Window(Case):
    def test_without_a_display_the_window_is_exit_5(self):
        for arguments in ((), ("view",), (GLTF,), ("view", GLTF)):
            done = self.expect(NO_OPENGL, *arguments)
            self.assertNotEqual(done.said, "")


if __name__ == "__main__":
    main()
