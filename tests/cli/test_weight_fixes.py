#!/usr/bin/env python3
"""Weights that a reader mended are mended in the file by the fix of their check and by the edit normalise-weights: of the
vertices that need it and of no other."""
import base64
import json
import struct

import test_defects as base
import test_more_world_defects as worlds
from common import Case, main, run
from test_motion_defects import quantised

IDS = ("SK03", "SK04", "SK05", "SK06", "SK07", "SK09", "SK17")
NOT_A_NUMBER = float("nan")
SPOILT = {
    "sum": base.weights(lambda row: [w * 1.2 for w in row]),
    "negative": base.weights(lambda row: [1.1, -0.1, 0, 0]),
    "nan": base.joints(lambda row: ([3, 0, 0, 0], [1, NOT_A_NUMBER, 0, 0])),
    "outside": base.joints(lambda row: ([200, 3, 0, 0], [0.5, 0.5, 0, 0])),
    "twice": base.joints(lambda row: ([3, 3, 0, 0], [0.5, 0.5, 0, 0])),
    "idle": base.joints(lambda row: ([3, 4, 0, 0], [1, 0, 0, 0])),
}
WORLDS = {
    "sum": worlds.weights("0 1 2", "1 1 0.9"),
    "negative": worlds.weights("0 1 2 2", "1 1 1.1 -0.1"),
    "short": worlds.weights("0 1 2", "1 1"),
    "long": worlds.weights("0 1 2", "1 1 1 1"),
    "outside": worlds.weights("0 1 2 3 -1", "1 1 1 1 1"),
}


def chunks(glb):
    """The JSON and the binary chunk."""
    end = 20 + struct.unpack_from("<I", glb, 12)[0]
    return json.loads(glb[20:end]), glb[end + 8:]


class WeightFixes(Case):
    def found(self, path):
        done = run("check", path, "--only", ",".join(IDS), "--format", "json", "--fail-on", "never")
        self.assertEqual(done.returncode, 0, done.stderr)
        return {f["id"]: f for f in json.loads(done.stdout)["files"][0]["findings"]}

    def mended_both_ways(self, path):
        """By the fix, and by the edit alone."""
        commands = self.folder / "commands.jsonl"
        commands.write_text('{"do": "normalise-weights"}\n')
        fixed, edited = self.folder / f"fixed{path.suffix}", self.folder / f"edited{path.suffix}"
        done = run("check", path, "--only", ",".join(IDS), "--fail-on", "never", "--fix", "-o", fixed)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run("edit", path, "--commands", commands, "-o", edited)
        self.assertEqual(done.returncode, 0, done.stderr)
        return fixed, edited

    def spoilt(self, spoil, kind="ext"):
        rig = base.Rig(kind)
        spoil(rig)
        path = self.folder / f"{kind}.glb"
        rig.write(path)
        return path

    def test_gltf(self):
        for kind in base.KINDS:
            for name, spoil in SPOILT.items():
                with self.subTest(kind=kind, spoilt=name):
                    path = self.spoilt(spoil, kind)
                    found = self.found(path)
                    self.assertTrue(found)
                    self.assertTrue(all(f["fixable"] for f in found.values()))
                    for out in self.mended_both_ways(path):
                        self.assertEqual(self.found(out), {}, out.name)
                        before, after = path.read_bytes(), out.read_bytes()
                        self.assertEqual(len(before), len(after))
                        changed = [i for i, (a, b) in enumerate(zip(before, after)) if a != b]
                        self.assertTrue(changed)
                        self.assertLessEqual(len(changed), 4 * 4 + 4 * 2)  # one vertex's

    def test_embedded(self):
        """In a buffer that a .gltf embeds: its accessors stay those that are used."""
        for name, spoil in SPOILT.items():
            with self.subTest(spoilt=name):
                root, data = chunks(self.spoilt(spoil).read_bytes())
                root["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
                path = self.folder / "embedded.gltf"
                path.write_text(json.dumps(root, indent=1))
                for out in self.mended_both_ways(path):
                    self.assertEqual(self.found(out), {}, out.name)
                    before, after = path.read_text().splitlines(), out.read_text().splitlines()
                    self.assertEqual(len(before), len(after))
                    self.assertEqual([a.strip()[:12] for a, b in zip(before, after) if a != b], ['"uri": "data'])

    def test_beside(self):
        """In a file beside the .gltf, which stays: the accessors are those that were, elsewhere. Also of two primitives."""
        for shared in (False, True):
            with self.subTest(shared=shared):
                root, data = chunks(self.spoilt(SPOILT["sum"]).read_bytes())
                root["buffers"][0]["uri"] = "values.bin"
                if shared:
                    mesh = next(mesh for mesh in root["meshes"] if "JOINTS_0" in mesh["primitives"][0]["attributes"])
                    mesh["primitives"].append(dict(mesh["primitives"][0]))
                (self.folder / "values.bin").write_bytes(data)
                path = self.folder / "beside.gltf"
                path.write_text(json.dumps(root, indent=1))
                for out in self.mended_both_ways(path):
                    self.assertEqual(self.found(out), {}, out.name)
                    mended = json.loads(out.read_text())
                    self.assertEqual(len(mended["accessors"]), len(root["accessors"]))
                    self.assertEqual(mended["meshes"], root["meshes"])

    def test_bytes(self):
        path = self.spoilt(quantised(200))
        self.assertTrue(self.found(path)["SK03"]["fixable"])
        for out in self.mended_both_ways(path):
            self.assertEqual(self.found(out), {}, out.name)

    def test_unweighted(self):
        def spoil(rig):
            SPOILT["sum"](rig)
            rig.put(rig.skin_attributes()["WEIGHTS_0"], 8, [0, 0, 0, 0])
        found = self.found(self.spoilt(spoil))
        self.assertFalse(found["SK03"]["fixable"])
        self.assertIn("1 vertices have no weight", found["SK03"]["advice"])
        self.assertFalse(found["SK09"]["fixable"])

    def test_worlds(self):
        for kind, suffix in (("vrml", ".wrl"), ("x3d", ".x3dv")):
            for name, spoil in WORLDS.items():
                with self.subTest(kind=kind, spoilt=name):
                    path = self.folder / f"world{suffix}"
                    path.write_text(spoil(worlds.with_skin(kind), kind))
                    found = self.found(path)
                    self.assertTrue(found and all(f["fixable"] for f in found.values()), found)
                    for out in self.mended_both_ways(path):
                        self.assertEqual(self.found(out), {}, out.name)
                        before, after = path.read_text().splitlines(), out.read_text().splitlines()
                        self.assertEqual(len(before), len(after))
                        self.assertTrue(all("skinCoordWeight" in a for a, b in zip(before, after) if a != b))

    def test_unweighted_worlds(self):
        for weight in ("-1", "1e9"):
            path = self.folder / "world.x3dv"
            path.write_text(worlds.weights("0 1 2", f"1 1 {weight}")(worlds.with_skin("x3d"), "x3d"))
            found = self.found(path)
            told = found["SK04" if weight == "-1" else "SK03"]
            self.assertFalse(told["fixable"])
            self.assertIn("1 points have no weight", told["advice"])


if __name__ == "__main__":
    main()
