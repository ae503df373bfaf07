#!/usr/bin/env python3
"""How near the studio's light leaves figures to their base colours: lightness and chroma (CIELAB) of the lit picture
against those of the same picture unlit (with what a surface emits), over the pixels that the figure covers in both.

    measure_light.py [FILE...]     the figures of the shared corpus where no file is named

The aim: half of the pixels darker and half lighter than their base colours, within an L* of 3, and a mean chroma of 95 to
105 % of theirs. (Medians of whole pictures do not tell: that of a few flat colours jumps from one of them to the next.)
"""
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
VITRUVIAN = os.environ.get("VITRUVIAN", str(HERE.parents[1] / "build/release/vitruvian"))
CORPUS = Path(os.environ.get("VITRUVIAN_SHARED", HERE.parents[2] / "shared")) / "corpus"
FIGURES = ("gltf/mannequiny-0.3.0.glb", "gltf/human-sintel.glb", "gltf/Knight.glb", "gltf/quaternius-adventurer.glb",
           "gltf/RobotExpressive.glb", "gltf/pirate.glb", "vrm/Godette_vrm_v4.vrm", "vrm/cryptovoxels.vrm",
           "hanim/x3d/JinLOA4.x3d", "hanim/x3d/JoeSkinTexcoordDisplacerKick.x3d",
           "hanim/vrml97/KoreanCharacter05Ju.wrl", "hanim/robots/sample1.wrl")
LIGHTNESS, CHROMA = 3.0, (95.0, 105.0)


def unfiltered(kind, row, above, step):
    """A PNG row without its filter (PNG 1.2, clause 6)."""
    for i, value in enumerate(row):
        left = row[i - step] if i >= step else 0
        up = above[i]
        if kind == 1:
            value += left
        elif kind == 2:
            value += up
        elif kind == 3:
            value += (left + up) // 2
        elif kind == 4:
            corner = above[i - step] if i >= step else 0
            guess = left + up - corner
            distances = abs(guess - left), abs(guess - up), abs(guess - corner)
            value += (left, up, corner)[distances.index(min(distances))]
        row[i] = value & 255
    return row


def pixels(path):
    """The (red, green, blue, alpha) of an eight-bit RGBA PNG."""
    data = path.read_bytes()
    width, height, _, kind = struct.unpack(">IIBB", data[16:26])
    if kind != 6:
        raise ValueError(f"{path}: not RGBA")
    packed, at = b"", 8
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        if name == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    raw, stride, above, out = zlib.decompress(packed), width * 4, bytes(width * 4), []
    for y in range(height):
        start = y * (stride + 1)
        above = unfiltered(raw[start], bytearray(raw[start + 1:start + 1 + stride]), above, 4)
        out += zip(above[0::4], above[1::4], above[2::4], above[3::4])
    return out


LINEAR = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in range(256)]


def lab(red, green, blue):
    """CIELAB of a display colour: (L*, chroma)."""
    r, g, b = LINEAR[red], LINEAR[green], LINEAR[blue]
    xyz = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
           (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, ((500 * (x - y)) ** 2 + (200 * (y - z)) ** 2) ** 0.5


def shot(file, show, folder):
    out = Path(folder) / f"{show}.png"
    subprocess.run([VITRUVIAN, "screenshot", file, "-o", out, "--size", "320x320", "--background", "transparent", "--show",
                    show, "-q"], check=True, timeout=120)
    return pixels(out)


def measured(file):
    """(median L* unlit, median of how much lighter a pixel is lit, mean chroma lit and unlit)."""
    with tempfile.TemporaryDirectory(prefix="vitruvian-light-") as folder:
        pairs = zip(shot(file, "skin", folder), shot(file, "unlit", folder))
        covered = [(lab(*a[:3]), lab(*b[:3])) for a, b in pairs if a[3] == 255 and b[3] == 255]
    lit, flat = zip(*covered)
    return [statistics.median(p[0] for p in flat), statistics.median(a[0] - b[0] for a, b in covered),
            statistics.fmean(p[1] for p in lit), statistics.fmean(p[1] for p in flat)]


def main(files):
    print(f"{'figure':32} {'L* base':>8} {'lighter':>8} {'chroma':>7}")
    within = 0
    for file in files:
        base, lighter, chroma, base_chroma = measured(file)
        share = 100 * chroma / base_chroma if base_chroma > 2 else 100.0
        good = abs(lighter) <= LIGHTNESS and CHROMA[0] <= share <= CHROMA[1]
        within += good
        print(f"{Path(file).stem[:32]:32} {base:8.1f} {lighter:+8.1f} {share:6.1f}% {'' if good else 'outside'}", flush=True)
    print(f"{within} of {len(files)} are within the aim")


if __name__ == "__main__":
    main(sys.argv[1:] or [str(CORPUS / name) for name in FIGURES if (CORPUS / name).exists()])
