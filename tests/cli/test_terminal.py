"""Names and addresses of strangers never reach a terminal as orders: not as results, not as messages, by no command."""
import json
import os
import pty
import re
import subprocess

from common import DATA, DONE, FINDINGS, UNREADABLE, USAGE, VITRUVIAN, Case, environment, main

# Set the title, write the clipboard, C1 as a byte and as UTF-8, DEL, overwrite the line, a line of its own, turn around.
EVIL = "\x1b]0;title\x07\x1b]52;c;QUFB\x07\u009b2J\x7f\rok\u202ecod"
RAW = EVIL.encode() + b"\x9b31m"
ORDERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class Terminal(Case):
    def setUp(self):
        super().setUp()
        text = (DATA / "boxman.wrl").read_bytes()
        # VRML strings and X3D's names may hold any of it.
        for name in (b"Boxman", b"HumanoidRoot", b"l_hip"):
            text = text.replace(b'"' + name + b'"', b'"' + name + RAW + b'\nerror: faked"')
        self.wrl = self.folder / ("evil" + EVIL.replace("/", "") + ".wrl")
        self.wrl.write_bytes(text)
        gltf = json.loads((DATA / "boxman.gltf").read_text())
        for part in ("nodes", "meshes", "animations", "materials", "skins"):
            for thing in gltf.get(part, []):
                thing["name"] = thing.get("name", "") + EVIL + "\nerror: faked"
        gltf.setdefault("images", []).append({"uri": "gone" + EVIL + "\nerror: faked.png"})
        gltf["extensionsUsed"] = gltf.get("extensionsUsed", []) + ["X_" + EVIL]
        self.gltf = self.folder / "evil.gltf"
        self.gltf.write_text(json.dumps(gltf))

    def runs(self):
        """Arguments and the exit codes that they may give."""
        out = self.folder / ("out" + EVIL.replace("/", ""))
        for file in (self.wrl, self.gltf):
            yield ("info", file), (DONE,)
            yield ("info", file, "--json"), (DONE,)
            for form in ("text", "json", "humanik", "humanik-json", "csv", "humanik-csv"):
                yield ("pose", file, "--format", form), (DONE,)
            yield ("pose", file, "--clip", "none" + EVIL), (USAGE,)
            yield ("pose", file, "--humanoid", "none" + EVIL), (USAGE,)
            yield ("pose", file, "--set-rotation", "none" + EVIL, "1", "0", "0", "1"), (USAGE,)
            yield ("pose", file, "--displacer", "none" + EVIL, "1"), (USAGE,)
            yield ("pose", file, "--matrices", file), (UNREADABLE, USAGE)
            yield ("convert", file, f"{out}.glb", "--json"), (DONE,)
            yield ("convert", file, f"{out}.x3d"), (DONE,)
            yield ("convert", file, f"{out}.bvh"), (DONE,)
            yield ("convert", file, f"{out}/no/folder.bvh"), (4,)
            yield ("remap", file, file, "-o", f"{out}.remapped.glb"), (DONE, UNREADABLE)
            yield ("remap", file, file, "-o", f"{out}.remapped.wrl", "--json"), (DONE, UNREADABLE)
            yield ("remap", file, file, "-o", f"{out}.nothing"), (USAGE,)
            yield ("screenshot", file, "-o", f"{out}.png", "--size", "32x32"), (DONE,)
            yield ("screenshot", file, "-o", f"{out}.png", "--view", "none" + EVIL), (USAGE,)
            yield ("screenshot", file, "-o", f"{out}.png", "--select", "none" + EVIL), (USAGE,)
            yield ("compare", file, file), (UNREADABLE,)
        yield ("compare", f"{out}.png", f"{out}.png", "--json"), (DONE, FINDINGS)
        yield ("info", "missing" + EVIL), (UNREADABLE,)
        yield ("info", self.wrl, "surplus" + EVIL), (USAGE,)
        yield ("--bogus" + EVIL,), (USAGE,)
        yield ("screenshot", self.wrl, "-o", f"{out}.jpg"), (USAGE,)
        yield ("screenshot", self.wrl, "-o", f"{out}.png", "--size", "1x" + EVIL), (USAGE,)
        yield ("screenshot", self.wrl, "-o", f"{out}.png", "--show", "skin" + EVIL), (USAGE,)
        yield ("screenshot", self.wrl, "-o", f"{out}.png", "--background", EVIL), (USAGE,)
        yield (self.wrl, "info", self.wrl), (USAGE,)
        yield ("--version",), (DONE,)
        yield ("view", self.wrl), (5,)

    def check(self, arguments, where, data, lines=True):
        """`lines`: those of ours alone, as a file's own may hold any."""
        text = data.decode("utf-8", "surrogateescape")
        found = ORDERS.search(text) or re.search("[\udc80-\udcff]", text)
        self.assertIsNone(found, f"{arguments} {where}: {data[:2000]!r}")
        if lines:
            self.assertIsNone(re.search(r"(?m)^error: faked", text), f"{arguments} {where}")

    def test_pipes_get_no_orders(self):
        for arguments, codes in self.runs():
            with self.subTest(arguments=arguments):
                done = subprocess.run([VITRUVIAN, *map(str, arguments)], capture_output=True, check=False, timeout=60,
                                      env=environment(DISPLAY=EVIL))
                self.assertIn(done.returncode, codes, done.stderr)
                self.check(arguments, "stderr", done.stderr)
                if "csv" not in arguments and "humanik-csv" not in arguments:
                    self.check(arguments, "stdout", done.stdout)
                if "json" in arguments or "--json" in arguments and done.returncode == DONE:
                    json.loads(done.stdout)

    def on_terminal(self, arguments):
        """Exit code, and all that a terminal would be sent."""
        terminal, program = pty.openpty()
        with subprocess.Popen([VITRUVIAN, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=program,
                              stderr=program, env=environment(NO_COLOR="1")) as process:
            os.close(program)
            out = b""
            while True:
                try:
                    block = os.read(terminal, 65536)
                except OSError:  # the other end is closed
                    break
                if not block:
                    break
                out += block
            process.wait(60)
        os.close(terminal)
        return process.returncode, out.replace(b"\r\n", b"\n")

    def test_terminals_get_no_orders(self):
        for arguments, codes in self.runs():
            with self.subTest(arguments=arguments):
                code, out = self.on_terminal(arguments)
                self.assertIn(code, codes, out)
                self.check(arguments, "terminal", out)

    def test_files_to_a_terminal_are_shown(self):
        for form in ("vrml97", "x3d-classic", "x3d-xml", "x3d-json", "glb", "gltf", "bvh"):
            _, out = self.on_terminal(("convert", self.wrl, "-", "--to", form))
            self.check(form, "terminal", out, lines=False)
        code, out = self.on_terminal(("screenshot", self.wrl, "-o", "-", "--size", "16x16"))
        self.assertEqual(code, DONE)
        self.assertTrue(out.startswith(b"\\x89PNG"), out[:40])
        self.check("screenshot", "terminal", out, lines=False)

    def test_csv_to_a_file_or_pipe_keeps_names_as_they_are(self):
        target = self.folder / "pose.csv"
        self.expect(DONE, "pose", self.wrl, "--format", "csv", "-o", target)
        self.assertIn(RAW, target.read_bytes())
        piped = self.expect(DONE, "pose", self.wrl, "--format", "csv").stdout
        self.assertEqual(piped, target.read_bytes())

    def test_names_are_told_as_they_are_written(self):
        text = self.expect(DONE, "info", self.wrl).text
        self.assertIn(r"\x1b]0;title\x07\x1b]52;c;QUFB\x07\x9b2J\x7f\x0dok\u202ecod\x9b31m\x0aerror: faked", text)
        told = self.json("info", self.wrl, "--json")
        self.assertTrue(told["humanoids"][0]["name"].startswith("Boxman" + EVIL))


if __name__ == "__main__":
    main()
