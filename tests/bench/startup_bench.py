#!/usr/bin/env python3
"""From process start to a PNG, against F3D: both on the same file, machine and software renderer, in the same run.

    startup_bench.py FILE.glb [--runs N]

Prints medians of processor time (of all threads: a busy machine blurs it little), wall time and peak memory, and the
ratios, whose marks are 0.4 for time and 0.5 for memory. Needs the packages f3d and xvfb. Vitruvian runs without any
display, F3D in one X server that is already up.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MARKS = {"processor": 0.4, "wall": 0.4, "memory": 0.5}
ROOT = Path(__file__).resolve().parents[2]


def measure(command, env=None):
    """(seconds of processor, seconds, peak MiB) of one run."""
    begin = time.perf_counter()
    process = subprocess.Popen([str(word) for word in command], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed with exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime, seconds, usage.ru_maxrss / 1024


def start_display(screen="1280x800x24"):
    """An Xvfb on a free display number, and that display's name."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"],
                              pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as answer:
        return server, f":{answer.readline().strip()}"


def compare(file, runs, vitruvian):
    """Prints how long both take from process start to a PNG; whether all ratios are within their marks."""
    server, display = start_display()
    plain = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    try:
        with tempfile.TemporaryDirectory() as folder:
            programs = {
                "vitruvian": ([vitruvian, "screenshot", file, "-o", f"{folder}/a.png", "--size", "1280x720"], plain),
                "f3d": (["f3d", file, "--output", f"{folder}/b.png", "--resolution", "1280,720"],
                        {**plain, "DISPLAY": display}),
            }
            samples = {name: [] for name in programs}
            for run in range(runs + 1):
                for name, (command, env) in programs.items():
                    sample = measure(command, env)
                    if run > 0:  # the first warms the caches
                        samples[name].append(sample)
    finally:
        server.terminate()
        server.wait()
    medians = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in samples.items()}
    for name, (processor, seconds, mebibytes) in medians.items():
        print(f"  {name:10} {processor * 1000:7.1f} ms of processor, {seconds * 1000:7.1f} ms, {mebibytes:7.1f} MiB"
              f"   (start to PNG, medians of {runs})")
    within = True
    for i, (what, mark) in enumerate(MARKS.items()):
        ratio = medians["vitruvian"][i] / medians["f3d"][i]
        within = within and ratio <= mark
        print(f"  {what:10} {ratio:.2f} of F3D's (mark {mark})")
    return within


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file")
    options.add_argument("--runs", type=int, default=15)
    options.add_argument("--vitruvian", default=str(ROOT / "build/release/vitruvian"))
    asked = options.parse_args()
    return 0 if compare(asked.file, asked.runs, asked.vitruvian) else 1


if __name__ == "__main__":
    sys.exit(main())
