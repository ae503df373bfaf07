#!/usr/bin/env python3
"""The manikin's files are what its generator makes, and its clips drop onto other figures."""
import json
import struct
import subprocess
import unittest
from pathlib import Path

import common
from common import CORPUS, DONE, VITRUVIAN, Case

ASSETS = Path(__file__).resolve().parents[2] / "assets/manikin"
GENERATOR = Path(VITRUVIAN).resolve().parent / "assets/make_manikin"
FILES = ["manikin.wrl", "manikin.x3d", "manikin.glb", "manikin_clips.glb"]


def json_leaves(glb):
    """The JSON of a GLB as a list of paths and what is there, in the file's order."""
    (length,) = struct.unpack_from("<I", glb, 12)
    out = []
    waiting = [("", json.loads(glb[20:20 + length]))]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, (dict, list)):
            members = value.items() if isinstance(value, dict) else enumerate(value)
            out.append((path, len(value)))
            waiting += [(f"{path}/{key}", member) for key, member in members][::-1]
        else:
            out.append((path, value))
    return out


class Manikin(Case):
    def test_the_generator_makes_the_files_as_they_are(self):
        """What they say, not their bytes: the model's writers may say it in other words."""
        if not GENERATOR.is_file():
            self.skipTest("make_manikin is not built")
        done = subprocess.run([GENERATOR, ASSETS, self.folder], capture_output=True, timeout=300, check=False)
        self.assertEqual(done.returncode, DONE, done.stderr)
        for name in FILES:
            hint = f"{name}: run make_manikin and look at the figure before committing it"
            made, kept = self.info(self.folder / name), self.info(ASSETS / name)
            del made["file"], kept["file"]
            self.assertEqual(made, kept, hint)
            for clip in ("Walk", "Calisthenic"):
                made, kept = (self.numbers(folder / name, clip) for folder in (self.folder, ASSETS))
                self.assertEqual(len(made), len(kept), hint)
                self.assertLess(max(abs(a - b) for a, b in zip(made, kept)), 2e-4, hint)

    def numbers(self, path, clip):
        """Every number of a posed figure: joints, sites and skin."""
        done = common.run("pose", path, "--clip", clip, "--cycle", "0.36", "--vertices", "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        pose = json.loads(done.stdout)
        matrices = [node["global"] for node in pose["joints"] + pose["sites"]]
        points = [point for mesh in pose["meshes"] for point in mesh["positions"]]
        return [number for row in matrices + points for number in row]

    def info(self, path):
        done = common.run("info", path, "--json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        return json.loads(done.stdout)

    def test_the_generators_glbs_have_the_same_json(self):
        """All members and texts; numbers may differ in their last digits, and with them the spaces at the end."""
        if not GENERATOR.is_file():
            self.skipTest("make_manikin is not built")
        subprocess.run([GENERATOR, ASSETS, self.folder], capture_output=True, timeout=300, check=True)
        for name in ("manikin.glb", "manikin_clips.glb"):
            made, kept = (json_leaves((folder / name).read_bytes()) for folder in (self.folder, ASSETS))
            self.assertEqual([path for path, _ in made], [path for path, _ in kept], name)
            for (path, a), (_, b) in zip(made, kept):
                if isinstance(a, float) or isinstance(b, float):
                    self.assertAlmostEqual(a, b, delta=2e-4, msg=path)
                else:
                    self.assertEqual(a, b, path)

    def test_the_glb_is_bound_in_the_t_pose(self):
        for name in ("manikin.glb", "manikin_clips.glb"):
            figure = self.info(ASSETS / name)["humanoids"][0]
            self.assertEqual(len(figure["bones"]), 55)
            reference = figure["reference"]
            self.assertEqual(reference["used"], "bind")
            self.assertLess(reference["scores"]["bind"]["worst"], 0.1)
            for bone, error in reference["bones"].items():
                self.assertLess(error["axes"], 0.1, bone)
                self.assertLess(error.get("palm") or 0.0, 0.1, bone)

    def test_it_is_clean_under_its_own_profile(self):
        done = common.run("check", *[ASSETS / name for name in FILES], "--format", "json")
        self.assertEqual(done.returncode, DONE, done.stderr)
        for file in json.loads(done.stdout)["files"]:
            found = [f"{f['id']} {f['object']['name']}: {f['message']}" for f in file["findings"] if f["severity"] != "info"]
            self.assertEqual(found, [], file["file"])

    def test_files_have_no_diagnostics_and_all_clips(self):
        for name in FILES:
            info = self.info(ASSETS / name)
            self.assertEqual(info["diagnostics"], [], name)
            self.assertEqual([clip["name"] for clip in info["clips"]],
                             ["Walk", "Idle", "Run", "Wave", "Calisthenic"])

    def test_the_clips_drop_onto_other_figures(self):
        self.need_corpus()
        targets = ["gltf/Knight.glb", "gltf/mannequiny-0.3.0.glb", "gltf/RobotExpressive.glb",
                   "vrm/cryptovoxels.vrm", "ext/ext_full55.glb", "hanim/x3d/JinLOA4.x3d"]
        for target in targets:
            for clip in ("Walk", "Calisthenic"):
                done = common.run("pose", CORPUS / target, "--clip", f"{ASSETS / 'manikin_clips.glb'}#{clip}",
                                  "--cycle", "0.3", "--json")
                self.assertEqual(done.returncode, DONE, f"{target} {clip}: {done.stderr}")


if __name__ == "__main__":
    common.main()
