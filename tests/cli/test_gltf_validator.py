#!/usr/bin/env python3
"""Every glTF file that Vitruvian writes passes the Khronos validator without an error.

The validator comes from npm (gltf-validator, pinned below) into the build folder, once. Where Node.js or the
network is missing, the test says so and is skipped.
"""
import json
import os
import shutil
import subprocess
import unittest
from pathlib import Path

import common
from common import CORPUS, DATA, DONE, VITRUVIAN, Case

VERSION = "2.0.0-dev.3.10"
PLACE = Path(os.environ.get("VITRUVIAN_VALIDATOR", Path(VITRUVIAN).resolve().parent / "gltf-validator"))
ASSETS = Path(__file__).resolve().parents[2] / "assets"

# Prints {"FILE": [errors, "first messages"]} for the files of its command line.
SCRIPT = """
const validator = require(process.argv[2] + '/node_modules/gltf-validator');
const fs = require('fs'), path = require('path');
(async () => {
  const out = {};
  for (const file of process.argv.slice(3)) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
      maxIssues: 100,
      externalResourceFunction: uri => fs.promises.readFile(
        path.join(path.dirname(file), decodeURIComponent(uri))).then(bytes => new Uint8Array(bytes)),
    });
    const errors = report.issues.messages.filter(m => m.severity === 0);
    out[file] = [report.issues.numErrors,
                 errors.slice(0, 3).map(m => `${m.code} ${m.message} ${m.pointer}`).join('; ')];
  }
  console.log(JSON.stringify(out));
})();
"""


def find_validator():
    """The folder that the validator is installed in, or why there is none."""
    if shutil.which("node") is None:
        return None, "there is no Node.js here (package nodejs)"
    if (PLACE / "node_modules/gltf-validator/package.json").is_file():
        return PLACE, ""
    if shutil.which("npm") is None:
        return None, "there is no npm here to install gltf-validator with"
    PLACE.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(PLACE),
                           f"gltf-validator@{VERSION}"], capture_output=True, timeout=120, check=False)
    if done.returncode != 0:
        return None, "npm could not install gltf-validator (no network?)"
    return PLACE, ""


class Validator(Case):
    def setUp(self):
        super().setUp()
        self.place, reason = find_validator()
        if self.place is None:
            self.skipTest(reason)
        self.script = self.folder / "validate.js"
        self.script.write_text(SCRIPT)

    def errors(self, files):
        """How many errors each file has, as the validator counts, and the first of them."""
        done = subprocess.run(["node", str(self.script), str(self.place), *map(str, files)],
                              capture_output=True, timeout=300, check=True)
        return json.loads(done.stdout)

    def convert(self, source, name, *options):
        """Converts, or None where the figure cannot be written so (which the program says)."""
        output = self.folder / name
        done = common.run("convert", source, output, *options)
        if done.returncode != DONE:
            self.assertEqual(done.returncode, common.UNWRITABLE, done.stderr)
            self.assertTrue(done.stderr)
            return None
        return output

    def expect_valid(self, files):
        self.assertTrue(files)
        for file, (count, first) in self.errors(files).items():
            self.assertEqual(count, 0, f"{Path(file).name}: {first}")

    def sources(self):
        files = [ASSETS / "manikin/manikin.wrl", DATA / "boxman.wrl"]
        for folder in ("hanim", "bvh"):
            if (CORPUS / folder).is_dir():
                files += [p for p in sorted((CORPUS / folder).rglob("*"))
                          if p.suffix in (".wrl", ".x3d", ".x3dv", ".x3dj", ".bvh") and p.parent.name != "cover"]
        return files

    def test_the_validator_finds_errors(self):
        broken = self.folder / "broken.gltf"
        broken.write_text('{"asset": {"version": "2.0"}, "nodes": [{"mesh": 7}]}')
        self.assertGreater(self.errors([broken])[str(broken)][0], 0)

    def test_the_manikin(self):
        self.expect_valid([ASSETS / "manikin/manikin.glb", ASSETS / "manikin/manikin_clips.glb"])

    def test_every_figure_as_glb_and_gltf(self):
        written = []
        for i, source in enumerate(self.sources()):
            for suffix in ("glb", "gltf"):
                written.append(self.convert(source, f"{i} {source.stem}.{suffix}"))
        self.assertNotIn(None, written)
        self.expect_valid(written)

    def test_humanoid_extensions(self):
        written = []
        for i, source in enumerate(self.sources()):
            for form in ("ext", "vrm", "khr"):
                written.append(self.convert(source, f"{i}-{form}.glb", "--extension", form))
        self.expect_valid([file for file in written if file])

    def test_clips_alone(self):
        written = []
        for i, source in enumerate(self.sources()):
            for form, suffix in (("ext", "glb"), ("vrma", "vrma")):
                written.append(self.convert(source, f"{i}-{form}.{suffix}", "--clips", form))
        self.expect_valid([file for file in written if file])

    def test_files_written_anew(self):
        """Files made by others whose errors are fixed by rewriting."""
        self.need_corpus()
        sources = sorted((CORPUS / "gltf").glob("*.gl*")) + sorted((CORPUS / "ext").glob("*.glb"))
        written = [self.convert(source, f"{i}.glb", "--anew") for i, source in enumerate(sources)]
        self.assertNotIn(None, written)
        self.expect_valid(written)

    def test_files_that_got_an_extension_have_no_new_errors(self):
        """Files made by others, with all that is wrong in them."""
        self.need_corpus()
        sources = sorted((CORPUS / "gltf").glob("*.gl*"))
        written = {}  # by what each was made of
        for i, source in enumerate(sources):
            for form in ("ext", "vrm"):
                if output := self.convert(source, f"{i}-{form}.glb", "--extension", form):
                    written[output] = source
        found = self.errors([*sources, *written])
        for output, source in written.items():
            count, first = found[str(output)]
            self.assertLessEqual(count, found[str(source)][0], f"{source.name}: {first}")

    def test_files_edited_in_place_have_no_new_errors(self):
        """What comes, goes or changes in files made by others; the text is theirs but for that."""
        self.need_corpus()
        commands = {
            "joint": {"do": "add-joint", "name": "mine", "parent": "#4", "centre": [0.1, 1, 0]},
            "gone": {"do": "delete-joint", "joint": "#4"},
            "moved": {"do": "re-parent", "joint": "#6", "parent": "#1"},
            "site": {"do": "add-site", "name": "place of mine", "joint": "#4"},
            "mixed": {"do": "add-displacer", "name": "mixed_action", "from": {"weights": {"#0": 1}}},
            "still": {"do": "delete-displacer", "displacer": "#0"},
            "large": {"do": "scale", "factor": 2},
            "rest": {"do": "pose-as-rest"},
            "slow": {"do": "resample-clip", "rate": 12},
        }
        sources = [ASSETS / "manikin/manikin.glb", DATA / "boxman.gltf", *sorted((CORPUS / "vrm").glob("*.vrm")),
                   CORPUS / "gltf/RobotExpressive.glb", CORPUS / "ext/ext_two_skeletons.glb"]
        written = {}  # by what each was made of
        for i, source in enumerate(sources):
            for name, command in commands.items():
                output = self.folder / f"{i}-{name}{source.suffix}"
                done = common.run("edit", source, "--commands", "-", "-o", output, stdin=json.dumps(command).encode())
                if done.returncode != DONE:
                    continue  # there is nothing of that kind
                self.assertNotIn("written anew", done.stderr.decode(), f"{source.name}: {command}")
                written[output] = source
        self.assertGreater(len(written), 30)
        found = self.errors([*sources, *written])
        for output, source in written.items():
            count, first = found[str(output)]
            self.assertLessEqual(count, found[str(source)][0], f"{output.name} of {source.name}: {first}")


if __name__ == "__main__":
    common.main()
