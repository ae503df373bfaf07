#!/usr/bin/env python3
"""From process start to a PNG, against F3D: both on the same file, machine and software renderer, in the same run.

    startup_bench.py FILE.glb [--runs N]

Prints medians of wall time and of peak memory, and the ratios that should stay at or under 0.6. Needs the packages
f3d and xvfb. Vitruvian runs without any display, F3D in one X server that is already up.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT = 0.6
ROOT = Path(__file__).resolve().parents[2]


def measure(command, env):
    """(seconds, peak MiB) of one run."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} failed with exit code {process.returncode}")
    return seconds, usage.ru_maxrss / 1024


def start_display():
    """An Xvfb on a free display number, and that display's name."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
                              pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        return server, f":{answer.readline().strip()}"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file")
    options.add_argument("--runs", type=int, default=15)
    options.add_argument("--vitruvian", default=str(ROOT / "build/release/vitruvian"))
    asked = options.parse_args()
    server, display = start_display()
    plain = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    try:
        with tempfile.TemporaryDirectory() as folder:
            programs = {
                "vitruvian": ([asked.vitruvian, "screenshot", asked.file, "-o", f"{folder}/a.png", "--size", "1280x720"],
                              plain),
                "f3d": (["f3d", asked.file, "--output", f"{folder}/b.png", "--resolution", "1280,720"],
                        {**plain, "DISPLAY": display}),
            }
            samples = {name: [] for name in programs}
            for run in range(asked.runs + 1):
                for name, (command, env) in programs.items():
                    sample = measure(command, env)
                    if run > 0:  # the first warms the caches
                        samples[name].append(sample)
    finally:
        server.terminate()
        server.wait()
    medians = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in samples.items()}
    for name, (seconds, mebibytes) in medians.items():
        print(f"{name:10} {seconds * 1000:7.1f} ms {mebibytes:7.1f} MiB   (medians of {asked.runs})")
    within = True
    for i, what in enumerate(("time", "memory")):
        ratio = medians["vitruvian"][i] / medians["f3d"][i]
        within = within and ratio <= LIMIT
        print(f"{what:10} {ratio:.2f} of F3D's (limit {LIMIT})")
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
