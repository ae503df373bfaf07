#!/usr/bin/env python3
"""Golden pictures and exports, one folder per feature, made and compared by the shipped binary.

A folder holds case.json (what it shows), suite.json with the one shot of picture.png, which `vitruvian regress` makes, and,
where there is a pose to check, pose.json. A picture of the window itself has `screenshot` arguments in case.json instead.
Renderers of different Mesa versions differ in a few pixels: a picture may differ by a small FLIP error (the suites'
tolerance, 0.004 over a whole picture that is mostly background), one drawn by a GPU by GPU_TOLERANCE, an export by 1e-5.

    golden.py            compare (what ctest runs)
    golden.py --update [FOLDER...]   make them anew; look at every picture before committing it
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
VITRUVIAN = os.environ.get("VITRUVIAN", str(HERE.parents[1] / "build/release/vitruvian"))
WINDOW_TOLERANCE = 0.008  # mean FLIP; glyphs lie a pixel apart with the next ImGui (Debian 13): 0.0065
GPU_TOLERANCE = 0.015  # mean FLIP; the approved pictures are llvmpipe's. NVIDIA's 580 driver: 0.0125 at most
DIGITS = 1e-5


def run(*arguments):
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run([VITRUVIAN, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
                          cwd=HERE, check=False, timeout=120)


def load(folder, name="case.json"):
    return json.loads((folder / name).read_text())


def export(folder):
    """The pose that the folder's shot shows."""
    shot = load(folder, "suite.json")["shots"][0]
    posing = [word for key in ("clip", "time", "cycle") if key in shot for word in (f"--{key}", shot[key])]
    for turn in shot.get("set-rotation", []):
        posing += ["--set-rotation", *turn]
    for name, weight in shot.get("displacer", {}).items():
        posing += ["--displacer", name, weight]
    done = run("pose", folder / shot["file"], "--json", "--vertices", *posing)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode())
    pose = json.loads(done.stdout)
    pose.pop("file")
    return pose


def differences(got, wanted, where=""):
    """Places where two JSON values differ by more than rounding."""
    if isinstance(wanted, (int, float)) and not isinstance(wanted, bool) and isinstance(got, (int, float)):
        return [] if abs(got - wanted) <= DIGITS * max(1.0, abs(wanted)) else [f"{where}: {got} is not {wanted}"]
    if isinstance(wanted, dict) and isinstance(got, dict) and list(wanted) == list(got):
        return [d for key in wanted for d in differences(got[key], wanted[key], f"{where}/{key}")]
    if isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        return [d for i, pair in enumerate(zip(got, wanted)) for d in differences(*pair, f"{where}/{i}")]
    return [] if got == wanted else [f"{where}: {str(got)[:80]} is not {str(wanted)[:80]}"]


def folders():
    return sorted(path.parent for path in HERE.glob("*/case.json"))


def within_gpu_tolerance(scratch):
    """True if a GPU drew the suite's pictures and they all differ only by rounding."""
    results = load(scratch, "results.json")
    return "llvmpipe" not in results["renderer"] and all(
        shot.get("flip", 1) <= GPU_TOLERANCE for shot in results["shots"])


def compare(folder, scratch):
    """The comparison that was run, or None where only a GPU's rounding differs; its pictures are in `scratch`."""
    case = load(folder)
    if "arguments" not in case:
        done = run("regress", folder / "suite.json", "-o", scratch)
        return None if done.returncode == 1 and within_gpu_tolerance(scratch) else done
    return run("screenshot", case["file"], "-o", scratch / "picture.png", *case["arguments"], "--reference",
               folder / "picture.png", "--tolerance", WINDOW_TOLERANCE)


class Golden(unittest.TestCase):
    maxDiff = None


def add(folder):
    def test(self):
        with tempfile.TemporaryDirectory(prefix="vitruvian-golden-") as scratch:
            done = compare(folder, Path(scratch))
            if done and done.returncode != 0:
                kept = HERE.parents[1] / "build" / "golden"
                kept.mkdir(parents=True, exist_ok=True)
                for picture in Path(scratch).rglob("*.png"):
                    name = "-".join(picture.relative_to(scratch).parts)
                    (kept / f"{folder.name}-{name}").write_bytes(picture.read_bytes())
                self.fail(f"{(done.stdout + done.stderr).decode()}The pictures are in {kept}")
        if (folder / "pose.json").exists():
            found = differences(export(folder), load(folder, "pose.json"))
            self.assertEqual(found[:10], [])
    test.__doc__ = load(folder)["what"]
    setattr(Golden, f"test_{folder.name}", test)


def update(names):
    for folder in folders():
        if names and folder.name not in names:
            continue
        case = load(folder)
        with tempfile.TemporaryDirectory(prefix="vitruvian-golden-") as scratch:
            done = (run("screenshot", case["file"], "-o", folder / "picture.png", *case["arguments"])
                    if "arguments" in case
                    else run("regress", folder / "suite.json", "-o", scratch, "--approve"))
        if done.returncode != 0:
            sys.exit(f"{folder.name}: {done.stderr.decode()}")
        if (folder / "pose.json").exists():
            text = json.dumps(export(folder), separators=(",", ":"))
            (folder / "pose.json").write_text(text.replace('{"name"', '\n{"name"') + "\n")
        print(f"{folder / 'picture.png'}: look at it before committing it")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--update"]:
        update(sys.argv[2:])
    else:
        for each in folders():
            add(each)
        unittest.main(verbosity=2)
