#!/usr/bin/env python3
"""A figure that plays in the window, against F3D: both in one X server on the same file, machine and software renderer.

    playback_bench.py FILE.glb... [--rounds N] [--frames N]

Prints for each file what a frame costs in processor time (of all threads of the program, so that a busy machine blurs it
little) and frames a second, medians of rounds taken turn by turn, and the ratio of F3D's to ours: over 1, ours is faster,
and 1.5 is the mark. Then the same from process start to a PNG (startup_bench.py), and the passes' shares of our
pictures, from the benchmarks `play`, `turn` and `next_picture`. Needs the packages f3d, xvfb, xdotool and a C compiler;
says so and ends well where they are missing.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import startup_bench

ROOT = Path(__file__).resolve().parents[2]
MARK = 1.5
SIZE = (1280, 720)
# Counts the frames that a program shows, and writes what they cost once there are enough. GLFW asks dlsym for the function.
COUNTER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
static void *(*next_dlsym)(void *, const char *);
static void (*next_swap)(void *, unsigned long);
static double processor(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_utime.tv_sec + u.ru_stime.tv_sec + 1e-6 * (u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}
static double clock_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
static void count(void) {
    static long frames;
    static double processor_begin, clock_begin;
    const char *go = getenv("COUNT_GO"), *out = getenv("COUNT_OUT"), *most = getenv("COUNT_FRAMES");
    if (access(go, F_OK) != 0) return;
    if (frames++ == 0) {
        processor_begin = processor();
        clock_begin = clock_time();
        return;
    }
    if (frames <= atol(most) && clock_time() - clock_begin < 20.0) return;
    FILE *file = fopen(out, "w");
    fprintf(file, "%ld %f %f\n", frames - 1, processor() - processor_begin, clock_time() - clock_begin);
    fclose(file);
    _exit(0);
}
void glXSwapBuffers(void *display, unsigned long drawable) {
    if (!next_dlsym) next_dlsym = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    if (!next_swap) next_swap = next_dlsym(RTLD_NEXT, "glXSwapBuffers");
    next_swap(display, drawable);
    count();
}
void *dlsym(void *handle, const char *name) {
    if (!next_dlsym) next_dlsym = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    void *found = next_dlsym(handle, name);
    if (strcmp(name, "glXSwapBuffers") != 0 || !found) return found;
    next_swap = found;
    return glXSwapBuffers;
}
"""


def xdotool(env, *words):
    return subprocess.run(["xdotool", *map(str, words)], env=env, capture_output=True, text=True, check=False).stdout.split()


def has_opened(report, name):
    if not report.exists():
        return False
    return any('"opened"' in line and name in line for line in report.read_text(errors="replace").splitlines())


def play(command, env, folder, frames):
    """(processor ms a frame, frames a second) of a program that plays in its window."""
    go, out, report = folder / "go", folder / "out", folder / "report"
    for file in (go, out, report):
        file.unlink(missing_ok=True)
    env = {**env, "LD_PRELOAD": str(folder / "count.so"), "COUNT_GO": str(go), "COUNT_OUT": str(out),
           "COUNT_FRAMES": str(frames), "VITRUVIAN_REPORT": str(report)}
    plain = {k: v for k, v in env.items() if k != "LD_PRELOAD"}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        window = []
        for _ in range(200):
            window = (xdotool(plain, "search", "--onlyvisible", "--class", "vitruvian") or
                      xdotool(plain, "search", "--onlyvisible", "--name", "."))
            if window:
                break
            time.sleep(0.1)
        for _ in range(600):  # F3D shows its window once it has read the file
            if command[0] == "f3d" or has_opened(report, Path(command[1]).name):
                break
            time.sleep(0.1)
        time.sleep(3.0)
        xdotool(plain, "mousemove", SIZE[0] // 2, SIZE[1] // 2)
        xdotool(plain, "windowfocus", window[0])
        xdotool(plain, "key", "space")  # both play and pause with it
        time.sleep(6.0)  # shaders are compiled, and quality finds its level
        go.touch()
        process.wait(40)
        count, processor, seconds = map(float, out.read_text().split())
        return processor / count * 1000.0, count / seconds
    except (subprocess.TimeoutExpired, FileNotFoundError, IndexError):
        return None
    finally:
        process.kill()
        process.wait()


def print_shares(benchmarks):
    """What each pass takes of our pictures."""
    if not benchmarks.exists():
        return
    done = subprocess.run([benchmarks, "--benchmark_filter=^(play|turn|next_picture)", "--benchmark_format=json"],
                          capture_output=True, text=True, check=False)
    for run in json.loads(done.stdout)["benchmarks"] if done.returncode == 0 else []:
        passes = {name[3:]: value for name, value in run.items() if name.startswith("ms/")}
        whole = run.get("ms_of_processor", sum(passes.values()))
        shares = ", ".join(f"{name} {value / whole:.0%}" for name, value in passes.items())
        print(f"{run['name'].rpartition('/')[0]:18} {whole:6.1f} ms of processor a picture: {shares}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", nargs="+")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--frames", type=int, default=120)
    options.add_argument("--vitruvian", default=str(ROOT / "build/release/vitruvian"))
    asked = options.parse_args()
    missing = [tool for tool in ("f3d", "Xvfb", "xdotool", "cc") if shutil.which(tool) is None]
    if missing:
        print(f"skipped: {', '.join(missing)} not found (apt-get install f3d xvfb xdotool gcc)")
        return 0
    server, display = startup_bench.start_display("1280x720x24")
    env = {**os.environ, "DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1"}
    env.pop("WAYLAND_DISPLAY", None)
    within = True
    try:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            env.update({"HOME": scratch, "XDG_CONFIG_HOME": scratch, "XDG_STATE_HOME": scratch, "XDG_CACHE_HOME": scratch})
            (folder / "vitruvian").mkdir()  # panels hidden: the picture fills the window
            panels = ("tree", "inspector", "timeline", "toolbar", "status")
            settings = {"window_width": SIZE[0], "window_height": SIZE[1], **{f"show_{panel}": False for panel in panels}}
            (folder / "vitruvian/settings.json").write_text(json.dumps(settings))
            (folder / "count.c").write_text(COUNTER)
            subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", folder / "count.so", folder / "count.c", "-ldl"], check=True)
            for file in asked.file:
                programs = {
                    "vitruvian": [asked.vitruvian, file],
                    "f3d": ["f3d", "--dry-run", "--resolution", f"{SIZE[0]},{SIZE[1]}", file],
                }
                samples = {name: [] for name in programs}
                for _ in range(asked.rounds):
                    for name, command in programs.items():
                        sample = play(command, env, folder, asked.frames)
                        if sample:
                            samples[name].append(sample)
                print(Path(file).name)
                if not all(samples.values()):
                    print(f"  did not play: {', '.join(name for name in samples if not samples[name])}")
                    within = False
                    continue
                medians = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in samples.items()}
                for name, (cost, rate) in medians.items():
                    print(f"  {name:10} {cost:7.1f} ms of processor a frame, {rate:5.1f} frames a second")
                ratio = medians["f3d"][0] / medians["vitruvian"][0]
                within = within and ratio >= MARK
                print(f"  {ratio:.2f} times F3D's frames for the same processor time (mark {MARK})")
                within = startup_bench.compare(file, asked.rounds * 3, asked.vitruvian) and within
    finally:
        server.terminate()
        server.wait()
    print_shares(ROOT / "build/release/tests/benchmarks")
    return 0 if within else 1


if __name__ == "__main__":
    sys.exit(main())
