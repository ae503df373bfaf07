#!/usr/bin/env python3
"""Weights that a reader mended are mended in the file by the fix of their check and by the edit normalise-weights: of the
vertices that need it and of no other."""
import base64
import json
import struct

import test_defects as base
import test_more_world_defects as worlds
from common import Case, changed_bytes, main, run
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
        fixed, edited = path.with_name(f"fixed{path.suffix}"), path.with_name(f"edited{path.suffix}")
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
                        changed = changed_bytes(before, after)
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

    def beside(self, folder, spoil=SPOILT["sum"], change=None):
        """A .gltf with its buffer in a file of its own."""
        root, data = chunks(self.spoilt(spoil).read_bytes())
        root["buffers"][0]["uri"] = "values.bin"
        if change:
            change(root)
        folder.mkdir(exist_ok=True)
        (folder / "values.bin").write_bytes(data)
        path = folder / "beside.gltf"
        path.write_text(json.dumps(root, indent=1))
        return path, root, data

    def assert_vertex_mended(self, out, root, data, name):
        """The text names another buffer at most, and that differs in one vertex's bytes."""
        self.assertEqual(self.found(out), {}, out.name)
        mended = json.loads(out.read_text())
        self.assertEqual(mended["buffers"][0]["uri"], name)
        after = (out.parent / name).read_bytes()
        self.assertEqual(len(after), len(data))
        changed = changed_bytes(data, after)
        self.assertTrue(0 < len(changed) <= 4 * 4 + 4 * 2, changed)
        mended["buffers"][0]["uri"] = root["buffers"][0]["uri"]
        self.assertEqual(mended, root)

    def test_beside(self):
        """In a file beside the .gltf: of which a copy is changed, where the .gltf is written under another name."""
        for name, spoil in SPOILT.items():
            with self.subTest(spoilt=name):
                path, root, data = self.beside(self.folder / name, spoil)
                for out in self.mended_both_ways(path):
                    self.assert_vertex_mended(out, root, data, f"{out.stem}.bin")
                self.assertEqual((path.parent / "values.bin").read_bytes(), data)

    def test_beside_in_place(self):
        """Saved over itself, the file beside it is changed; in another folder it keeps its name."""
        path, root, data = self.beside(self.folder / "here")
        other = self.folder / "elsewhere"
        other.mkdir()
        commands = self.folder / "commands.jsonl"
        commands.write_text('{"do": "normalise-weights"}\n')
        for out in (other / "beside.gltf", path):
            done = run("edit", path, "--commands", commands, "-o", out)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assert_vertex_mended(out, root, data, "values.bin")

    def test_beside_as_one_file(self):
        """To standard output, where nothing is beside it, or as .glb."""
        path, root, data = self.beside(self.folder / "here")
        commands = self.folder / "commands.jsonl"
        commands.write_text('{"do": "normalise-weights"}\n')
        done = run("edit", path, "--commands", commands, "-o", "-")
        self.assertEqual(done.returncode, 0, done.stderr)
        one = self.folder / "one.gltf"
        one.write_bytes(done.stdout)
        packed = self.folder / "one.glb"
        done = run("edit", path, "--commands", commands, "-o", packed)
        self.assertEqual(done.returncode, 0, done.stderr)
        for out in (one, packed):
            self.assertEqual(self.found(out), {}, out.name)
        self.assertEqual(len(chunks(packed.read_bytes())[1]), len(data))

    def test_beside_and_shared(self):
        """Two primitives with the same weights: the accessors are those that were, elsewhere."""
        def share(root):
            mesh = next(mesh for mesh in root["meshes"] if "JOINTS_0" in mesh["primitives"][0]["attributes"])
            mesh["primitives"].append(dict(mesh["primitives"][0]))
        path, root, data = self.beside(self.folder / "shared", change=share)
        for out in self.mended_both_ways(path):
            self.assertEqual(self.found(out), {}, out.name)
            mended = json.loads(out.read_text())
            self.assertEqual(len(mended["accessors"]), len(root["accessors"]))
            self.assertEqual(mended["meshes"], root["meshes"])
            self.assertEqual([buffer["uri"] for buffer in mended["buffers"]], [f"{out.stem}.bin"])
            values = (out.parent / f"{out.stem}.bin").read_bytes()
            self.assertEqual(mended["buffers"][0]["byteLength"], len(values))
            self.assertEqual(values[:len(data)], data)

    def test_bounds(self):
        """Bounds of joints and weights, which some exporters give, are those of the mended values."""
        root, data = chunks(self.spoilt(SPOILT["negative"]).read_bytes())
        mesh = next(mesh for mesh in root["meshes"] if "JOINTS_0" in mesh["primitives"][0]["attributes"])
        weights = mesh["primitives"][0]["attributes"]["WEIGHTS_0"]
        root["accessors"][weights].update(min=[0, -0.1, 0, 0], max=[1.1, 1, 1, 1])
        path = self.folder / "bounded.glb"
        text = json.dumps(root).encode()
        text += b" " * (-len(text) % 4)
        path.write_bytes(struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(data)) +
                         struct.pack("<I4s", len(text), b"JSON") + text +
                         struct.pack("<I4s", len(data), b"BIN\0") + data)
        for out in self.mended_both_ways(path):
            self.assertEqual(self.found(out), {}, out.name)
            mended, after = chunks(out.read_bytes())
            self.assertEqual(len(after), len(data))
            accessor = mended["accessors"][weights]
            view = mended["bufferViews"][accessor["bufferView"]]
            start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
            lanes = list(zip(*(struct.unpack_from("<4f", after, start + view.get("byteStride", 16) * v)
                               for v in range(accessor["count"]))))
            for bound, of in (("min", min), ("max", max)):
                written = struct.unpack("<4f", struct.pack("<4f", *accessor[bound]))  # in the text are fewer digits
                self.assertEqual(list(written), [of(lane) for lane in lanes])

    def test_bytes(self):
        path = self.spoilt(quantised(200))
        self.assertTrue(self.found(path)["SK03"]["fixable"])
        for out in self.mended_both_ways(path):
            self.assertEqual(self.found(out), {}, out.name)
            (before, bytes_before), (after, bytes_after) = chunks(path.read_bytes()), chunks(out.read_bytes())
            self.assertEqual(before, after, "they stay bytes")
            changed = changed_bytes(bytes_before, bytes_after)
            self.assertEqual(len(bytes_before), len(bytes_after))
            self.assertTrue(0 < len(changed) <= 4 + 8, "of one vertex")

    def test_painted_bytes_stay_bytes(self):
        path = self.spoilt(quantised(255))
        commands = self.folder / "commands.jsonl"
        commands.write_text('{"do": "paint-weights", "mesh": "#0", "joint": "#3", "weights": [[7, 0.3]]}\n')
        out = self.folder / "painted.glb"
        self.expect(0, "edit", path, "--commands", commands, "-o", out)
        self.assertEqual(self.found(out), {})
        (before, bytes_before), (after, bytes_after) = chunks(path.read_bytes()), chunks(out.read_bytes())
        self.assertEqual(before, after)
        changed = changed_bytes(bytes_before, bytes_after)
        self.assertTrue(0 < len(changed) <= 4 + 8)

    def test_unweighted(self):
        def spoil(rig):
            SPOILT["sum"](rig)
            rig.put(rig.skin_attributes()["WEIGHTS_0"], 8, [0, 0, 0, 0])
        found = self.found(self.spoilt(spoil))
        self.assertFalse(found["SK03"]["fixable"])
        self.assertIn("1 vertex has no weight", found["SK03"]["advice"])
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
            self.assertIn("1 point has no weight", told["advice"])


if __name__ == "__main__":
    main()
