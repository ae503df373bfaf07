#!/usr/bin/env python3
"""What a team's run of every day costs, against doing it some other way on the same machine in the same run.

    regress_bench.py FILE.glb... [--shots N] [--rounds N] [--files N] [--only shots,memory,checks]

shots: a suite of pictures of 640x360 by one `regress`, against as many runs of F3D, and of our own `screenshot`, one after
another; turn by turn, so that a busy machine slows all alike. memory: the peak of a `check` over many files against that
over a tenth of them. checks: all checks of a rig of 100 joints and 20,000 vertices with 10 clips of 2 s against skinning
every frame of these clips, from the benchmark AllChecks. Prints each ratio and its mark. The shots need the packages f3d and
xvfb for F3D's part, which is left out where they are missing.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from startup_bench import measure, start_display

ROOT = Path(__file__).resolve().parents[2]
SIZE = (640, 360)
VIEWS = ("front", "side")
MARKS = {"f3d": 3.0, "screenshot": 5.0, "growth": 1.2, "skinning": 4.0, "milliseconds": 100.0}


def write_suite(path, files, count):
    """`count` pictures, as evenly of all files as that goes, from two sides at moments of the first clip; the same as
    (file, view, cycle)."""
    shots, pictures = [], []
    for i, file in enumerate(files):
        moments = (count * (i + 1) // len(files) - count * i // len(files) + 1) // len(VIEWS)
        cycles = [round(k / moments, 4) for k in range(moments)]
        shots.append({"name": f"{i}-{file.stem}", "file": str(file), "size": SIZE, "view": VIEWS, "clip": "0",
                      "cycle": cycles})
        pictures += [(file, view, cycle) for cycle in cycles for view in VIEWS]
    path.write_text(json.dumps({"schema": "vitruvian-suite-1", "approved": "approved", "shots": shots}))
    return pictures


def told(name, ratio, mark, more=""):
    """Prints a ratio; True where it keeps its mark, below or above."""
    low = name in ("memory", "checks")
    print(f"{name:10} {ratio:6.2f} ({'at most' if low else 'at least'} {mark:g}){more}")
    return ratio <= mark if low else ratio >= mark


def compare_shots(asked, folder):
    """One suite, F3D and single screenshots in turns of a round each."""
    files = [Path(file).resolve() for file in asked.file]
    suite = folder / "suite.json"
    pictures = write_suite(suite, files, asked.shots)
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env["LIBGL_ALWAYS_SOFTWARE"] = "1"
    regress = [asked.vitruvian, "regress", suite, "-o", folder / "out"]
    measure([*regress, "--approve"], env)
    has_f3d = shutil.which("f3d") and shutil.which("Xvfb")
    server, display = start_display() if has_f3d else (None, "")
    sums = {"regress": [], "f3d": [], "screenshot": []}
    try:
        for turn in range(asked.rounds):
            sums["regress"].append(measure(regress, env))
            for file, view, cycle in pictures[turn::asked.rounds]:
                if has_f3d:
                    sums["f3d"].append(measure(["f3d", file, "--output", folder / "f3d.png", "--resolution",
                                                f"{SIZE[0]},{SIZE[1]}"], {**env, "DISPLAY": display}))
                sums["screenshot"].append(measure(
                    [asked.vitruvian, "screenshot", file, "-o", folder / "one.png", "--size", f"{SIZE[0]}x{SIZE[1]}",
                     "--view", view, "--clip", "0", "--cycle", cycle], env))
    finally:
        if server:
            server.terminate()
            server.wait()
    processor, seconds, _ = (sum(column) / asked.rounds for column in zip(*sums["regress"]))
    print(f"{len(pictures)} pictures of {len(files)} files: regress {seconds:.2f} s, {processor:.2f} s of processor")
    within = True
    for name in ("f3d", "screenshot"):
        if not sums[name]:
            print(f"{name:10} left out (apt-get install f3d xvfb)")
            continue
        its_processor, its_seconds, _ = (sum(column) for column in zip(*sums[name]))
        within &= told(name, its_seconds / seconds, MARKS[name],
                       f": {its_seconds:.2f} s; {its_processor / processor:.2f} times the processor time: {its_processor:.2f} s")
    return within


def compare_memory(asked, folder):
    """One file by many names, so that only their number differs."""
    file = Path(asked.file[0]).resolve()
    one = folder / f"one{file.suffix}"
    shutil.copyfile(file, one)
    many, few = folder / "many", folder / "few"
    for place, count in ((many, asked.files), (few, asked.files // 10)):
        place.mkdir()
        for i in range(count):
            os.link(one, place / f"{i}{file.suffix}")
    within = True
    for form in ("text", "json", "html"):
        command = ["check", "--format", form, "--fail-on", "never", "-o", folder / "report"]
        peaks = [measure([asked.vitruvian, *command, place])[2] for place in (few, many)]
        within &= told("memory", peaks[1] / peaks[0], MARKS["growth"],
                       f": {form}, {peaks[0]:.1f} MiB for {asked.files // 10} files, {peaks[1]:.1f} MiB for {asked.files}")
    return within


def compare_checks(asked):
    benchmarks = Path(asked.vitruvian).parent / "tests/benchmarks"
    if not benchmarks.exists():
        print(f"checks     left out: there is no {benchmarks}")
        return True
    done = subprocess.run([benchmarks, "--benchmark_filter=^AllChecks", "--benchmark_format=json"], capture_output=True,
                          text=True, check=True)
    rows = {row["name"]: row for row in json.loads(done.stdout)["benchmarks"]}
    milliseconds = rows["AllChecks"]["cpu_time"]
    return told("checks", rows["AllChecksRatioToSkinning"]["checks/skinning"], MARKS["skinning"],
                f": {milliseconds:.0f} ms of processor (at most {MARKS['milliseconds']:g} on an idle core)")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", nargs="+", help="figures with a clip")
    options.add_argument("--shots", type=int, default=100)
    options.add_argument("--rounds", type=int, default=4)
    options.add_argument("--files", type=int, default=1000)
    options.add_argument("--only", default="shots,memory,checks")
    options.add_argument("--vitruvian", default=str(ROOT / "build/release/vitruvian"))
    asked = options.parse_args()
    within = True
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if "shots" in asked.only:
            within &= compare_shots(asked, folder)
        if "memory" in asked.only:
            within &= compare_memory(asked, folder)
        if "checks" in asked.only:
            within &= compare_checks(asked)
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
