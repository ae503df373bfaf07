"""Commands are confined, and none misses what it needs: what a confined command does, an unconfined one does as well."""
from common import DATA, DONE, UNREADABLE, UNWRITABLE, Case, main

GLTF = DATA / "boxman.gltf"
WRL = DATA / "boxman.wrl"


class Sandbox(Case):
    def both(self, name, *arguments, code=DONE, **options):
        """Runs with and without the sandbox; OUT in the arguments is a file that is the same then."""
        results = []
        for sandbox in ((), ("--no-sandbox",)):
            target = self.folder / f"{len(sandbox)}-{name}"
            words = [str(target) if word == "OUT" else word for word in arguments]
            done = self.expect(code, *words, *sandbox, **options)
            written = target.read_bytes() if target.exists() else None
            results.append((done.stdout.replace(str(target).encode(), b"OUT"),
                            done.stderr.replace(str(target).encode(), b"OUT"), written))
        self.assertEqual(results[0], results[1], arguments)
        return results[0]

    def test_every_command_does_the_same(self):
        png = self.folder / "a.png"
        self.expect(DONE, "screenshot", GLTF, "-o", png, "--size", "64x48")
        matrices = self.folder / "matrices.csv"
        self.expect(DONE, "pose", GLTF, "--format", "humanik-csv", "-o", matrices)
        scene = DATA / "landscape.wrl"
        self.both("", "info", GLTF)
        self.both("", "info", "-", "--json", stdin=WRL.read_bytes())
        self.both("p.json", "pose", GLTF, "--json", "-o", "OUT", "--clip", f"{WRL}#0", "--time", "0.2")
        self.both("", "pose", GLTF, "--matrices", matrices)
        for arguments in ((GLTF,), (scene, "--show", "skin,sky,lights"), (GLTF, "--gui"),
                          (GLTF, "--clip", f"{WRL}#0", "--cycle", "0.5"), (GLTF, "--reference", png)):
            _, _, picture = self.both("p.png", "screenshot", *arguments, "-o", "OUT", "--size", "64x48")
            self.assertTrue(picture.startswith(b"\x89PNG"))
        self.both("d.png", "compare", png, png, "--diff", "OUT")
        for suffix in ("wrl", "x3d", "x3dj", "glb", "vrm", "bvh"):
            self.both(f"c.{suffix}", "convert", WRL, "OUT")
        self.both("r.glb", "remap", WRL, GLTF, "-o", "OUT", "--pin-feet")
        self.both("", "convert", GLTF, "-", "--to", "glb")

    def test_pictures_beside_the_output(self):
        self.expect(DONE, "screenshot", GLTF, "-o", self.folder / "turn.png", "--turntable", "3", "--size", "16x16")
        self.assertEqual(len(list(self.folder.glob("turn_*.png"))), 3)
        self.expect(1, "screenshot", WRL, "-o", self.folder / "now.png", "--size", "16x16", "--view", "top",
                    "--reference", self.folder / "turn_000.png")
        self.assertTrue((self.folder / "now.diff.png").exists())

    def test_figures_with_files_beside_them(self):
        there = self.folder / "there"
        there.mkdir()
        self.expect(DONE, "convert", GLTF, there / "figure.gltf", "--anew")
        self.assertTrue((there / "figure.bin").exists())
        self.expect(DONE, "info", there / "figure.gltf")
        self.expect(DONE, "info", "figure.gltf", cwd=there)
        self.expect(DONE, "convert", "there/figure.gltf", "copy.gltf", cwd=self.folder)

    def test_errors_stay_what_they_were(self):
        for name, code, arguments in (
                ("", UNREADABLE, ("info", self.folder / "missing.glb")),
                ("", UNREADABLE, ("info", self.folder / "no" / "such.glb")),
                ("", UNREADABLE, ("info", self.folder)),
                ("", UNWRITABLE, ("convert", GLTF, self.folder / "no" / "folder.glb")),
                ("", UNWRITABLE, ("pose", GLTF, "-o", self.folder)),
                ("", UNWRITABLE, ("pose", GLTF, "-o", "/dev/full"))):
            self.both(name, *arguments, code=code)
        self.both("", "pose", GLTF, "-o", "/dev/null")
        self.both("", "pose", GLTF, "-o", "/dev/stdout")

    def test_it_says_what_it_gave_up(self):
        said = self.expect(DONE, "info", GLTF, "--log-level", "debug").said
        self.assertIn("the network", said)
        self.assertNotIn("the network", self.expect(DONE, "info", GLTF, "--log-level", "debug", "--no-sandbox").said)


if __name__ == "__main__":
    main()
