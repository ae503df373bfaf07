"""World transforms and skinned vertices against independent implementations, for the real files of the corpus."""
import json
import math

from common import CORPUS, EXPECTED, Case, main

CASES = ("ext_armature_zup_cm_0", "ext_armature_zup_cm_2", "ext_full55_0", "ext_full55_2", "ext_intermediate_0",
         "ext_intermediate_2", "ext_min15_0", "ext_min15_2", "ext_rest_is_apose_0", "ext_rest_is_apose_2", "vrma_godette",
         "gltf_knight", "gltf_mannequiny", "gltf_robotexpressive", "gltf_splines", "loa3_wrl_rest", "loa3_wrl_walk",
         "openhrp_rest", "hrp4c_rest", "jin_loa4_rest", "jin_loa4_walk", "joe_kick", "annexd_motion_f100")
RELATIVE = 1e-5
WRITTEN = 1e-7  # the expected values are rounded to seven decimals


class Expected(Case):
    def check(self, what, got, wanted, size):
        allowed = RELATIVE * max(size, max(abs(x) for x in wanted)) + WRITTEN
        self.assertLessEqual(max(abs(a - b) for a, b in zip(got, wanted)), allowed, what)

    def compare(self, name):
        self.need_corpus()
        expected = json.loads((EXPECTED / f"{name}.json").read_text())
        # Clips of other files are named relative to the corpus.
        args = [CORPUS / a if (CORPUS / a.split("#")[0]).is_file() else a for a in expected["args"]]
        pose = self.json("pose", CORPUS / expected["file"], "--json", "--vertices", *args, "--quiet")
        if "nodes" in expected:
            got = {str(joint["node"]): joint["global"] for joint in pose["joints"]}
            wanted = expected["nodes"]
        else:
            got = {joint["name"]: joint["global"] for joint in pose["joints"]}
            wanted = expected["joints"]
            self.assertEqual(len(pose["joints"]), expected["counts"]["joints"])
            self.assertEqual(len(pose["sites"]), expected["counts"]["sites"])
        self.assertLessEqual(set(wanted), set(got))
        size = math.dist(*[[f(m[12 + i] for m in wanted.values()) for i in range(3)] for f in (min, max)])
        for key, matrix in wanted.items():
            self.check(f"{name}: {key}", got[key], matrix, size)
        meshes = {(mesh.get("node"), mesh.get("primitive")): mesh for mesh in pose["meshes"]}
        for entry in expected.get("vertices", []):
            mesh = meshes[entry["node"], entry["prim"]]
            self.assertEqual(mesh["count"], entry["count"])
            for index, point in entry["sample"].items():
                self.check(f"{name}: mesh {entry['node']} vertex {index}", mesh["positions"][int(index)], point, size)


def add(name):
    setattr(Expected, f"test_{name}", lambda self: self.compare(name))


for case in CASES:
    add(case)

if __name__ == "__main__":
    main()
