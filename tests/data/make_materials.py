#!/usr/bin/env python3
"""Makes layers.gltf, brushed.gltf and toon.gltf beside itself: balls that show what materials can say beyond metal and
roughness."""
import base64
import json
import math
import struct
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ACROSS, DOWN = 28, 16


def ball():
    """Positions (which are the normals too), texture coordinates and triangles of a unit ball."""
    points, uvs, corners = [], [], []
    for j in range(DOWN + 1):
        for i in range(ACROSS + 1):
            turn, tilt = 2 * math.pi * i / ACROSS, math.pi * j / DOWN
            points.append((math.sin(tilt) * math.sin(turn), math.cos(tilt), math.sin(tilt) * math.cos(turn)))
            uvs.append((i / ACROSS, j / DOWN))
    for j in range(DOWN):
        for i in range(ACROSS):
            a = j * (ACROSS + 1) + i
            b = a + ACROSS + 1
            corners += [a, b, a + 1, a + 1, b, b + 1]
    return points, uvs, corners


def stripes():
    """A wall of upright stripes behind the balls."""
    points, colors, corners = [], [], []
    for i in range(24):
        x, n = -3.6 + 0.3 * i, len(points)
        points += [(x, -1.4, -1.8), (x + 0.3, -1.4, -1.8), (x + 0.3, 3.8, -1.8), (x, 3.8, -1.8)]
        colors += [(0.85, 0.55, 0.15) if i % 2 else (0.10, 0.25, 0.45)] * 4
        corners += [n, n + 1, n + 2, n, n + 2, n + 3]
    return points, colors, corners


def png(width, height, pixel):
    """An eight-bit RGB PNG of pixel(x, y)."""
    rows = b"".join(b"\0" + bytes(c for x in range(width) for c in pixel(x, y)) for y in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


class Gltf:
    def __init__(self):
        self.bin = b""
        self.json = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}], "nodes": [], "meshes": [],
                     "materials": [], "accessors": [], "bufferViews": [], "extensionsUsed": []}

    def accessor(self, values, kind, form):
        flat = [c for value in values for c in (value if isinstance(value, tuple) else (value,))]
        data = struct.pack(f"<{len(flat)}{form}", *flat)
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": len(self.bin), "byteLength": len(data)})
        self.bin += data + b"\0" * (-len(data) % 4)
        out = {"bufferView": len(self.json["bufferViews"]) - 1, "componentType": 5126 if form == "f" else 5123,
               "type": kind, "count": len(values)}
        if kind == "VEC3":
            out["min"] = [min(v[i] for v in values) for i in range(3)]
            out["max"] = [max(v[i] for v in values) for i in range(3)]
        self.json["accessors"].append(out)
        return len(self.json["accessors"]) - 1

    def material(self, name, color, rough=0.5, **more):
        extensions = more.get("extensions", {})
        self.json["extensionsUsed"] = sorted({*self.json["extensionsUsed"], *extensions})
        self.json["materials"].append({"name": name, "pbrMetallicRoughness": {
            "baseColorFactor": [*color, 1], "metallicFactor": 0, "roughnessFactor": rough}, **more})
        return len(self.json["materials"]) - 1

    def place(self, primitive, name, translation=(0, 0, 0), scale=1.0):
        self.json["meshes"].append({"name": name, "primitives": [primitive]})
        self.json["nodes"].append({"name": name, "mesh": len(self.json["meshes"]) - 1, "translation": list(translation),
                                   "scale": [scale] * 3})
        self.json["scenes"][0]["nodes"].append(len(self.json["nodes"]) - 1)

    def write(self, path):
        data = "data:application/octet-stream;base64," + base64.b64encode(self.bin).decode()
        self.json["buffers"] = [{"byteLength": len(self.bin), "uri": data}]
        path.write_text(json.dumps(self.json, indent=1) + "\n")


def with_balls():
    gltf = Gltf()
    points, uvs, corners = ball()
    shape = {"attributes": {"POSITION": gltf.accessor(points, "VEC3", "f"), "NORMAL": gltf.accessor(points, "VEC3", "f"),
                            "TEXCOORD_0": gltf.accessor(uvs, "VEC2", "f")},
             "indices": gltf.accessor(corners, "SCALAR", "H")}
    return gltf, shape


def layers():
    gltf, shape = with_balls()
    wall_points, wall_colors, wall_corners = stripes()
    wall = {"attributes": {"POSITION": gltf.accessor(wall_points, "VEC3", "f"),
                           "COLOR_0": gltf.accessor(wall_colors, "VEC3", "f")},
            "indices": gltf.accessor(wall_corners, "SCALAR", "H"), "material": gltf.material("wall", (1, 1, 1), 0.9)}
    gltf.place(wall, "wall")
    blue = gltf.material("blue", (0.05, 0.2, 0.7))
    balls = [
        gltf.material("dull cloth", (0.03, 0.03, 0.035), 0.6,
                      extensions={"KHR_materials_specular": {"specularFactor": 0}}),
        gltf.material("lacquer", (0.5, 0.02, 0.02), 0.7,
                      extensions={"KHR_materials_clearcoat": {"clearcoatFactor": 1, "clearcoatRoughnessFactor": 0.05}}),
        gltf.material("velvet", (0.15, 0.02, 0.12), 0.9,
                      extensions={"KHR_materials_sheen": {"sheenColorFactor": [0.9, 0.5, 0.8],
                                                          "sheenRoughnessFactor": 0.4}}),
        gltf.material("visor", (1, 0.75, 0.4), 0.0, extensions={"KHR_materials_transmission": {"transmissionFactor": 1}}),
        gltf.material("frosted", (1, 1, 1), 0.45, extensions={"KHR_materials_transmission": {"transmissionFactor": 1}}),
        gltf.material("gem", (1, 1, 1), 0.0, extensions={
            "KHR_materials_transmission": {"transmissionFactor": 1}, "KHR_materials_ior": {"ior": 1.6},
            "KHR_materials_volume": {"thicknessFactor": 1.2, "attenuationDistance": 0.8,
                                     "attenuationColor": [0.3, 0.9, 0.5]}}),
    ]
    for i, material in enumerate(balls):
        primitive = {**shape, "material": material}
        if i == 0:
            primitive["extensions"] = {"KHR_materials_variants": {"mappings": [{"material": blue, "variants": [1]}]}}
        gltf.place(primitive, gltf.json["materials"][material]["name"],
                   (2.3 * (i % 3) - 2.3, 2.4 * (1 - i // 3), 0))
    gltf.json["extensions"] = {"KHR_materials_variants": {"variants": [{"name": "as it was"}, {"name": "blue"}]}}
    gltf.json["extensionsUsed"].append("KHR_materials_variants")
    gltf.write(HERE / "layers.gltf")


def brushed():
    """Metal without a grain, brushed around, brushed up and down, and in rings about the middle by a texture."""
    gltf, shape = with_balls()
    points, uvs, _ = ball()
    tangents = [(math.cos(2 * math.pi * u), 0, -math.sin(2 * math.pi * u), 1) for u, _ in uvs]
    shape["attributes"]["TANGENT"] = gltf.accessor([tuple(map(float, t)) for t in tangents], "VEC4", "f")

    def rings(x, y):
        along, down = ((x + 16) % 32 - 15.5) / 16 * 2, (y - 15.5) / 16  # in front, where u begins
        size = math.hypot(along, down)
        return int(127.5 + 127.5 * down / size), int(127.5 + 127.5 * along / size), 255

    gltf.json["images"] = [{"uri": "data:image/png;base64," + base64.b64encode(png(32, 32, rings)).decode()}]
    gltf.json["textures"] = [{"source": 0}]
    grains = [("plain", None), ("around", {"anisotropyStrength": 0.9}),
              ("up", {"anisotropyStrength": 0.9, "anisotropyRotation": math.pi / 2}),
              ("rings", {"anisotropyStrength": 0.9, "anisotropyTexture": {"index": 0}})]
    for i, (name, grain) in enumerate(grains):
        material = gltf.material(name, (0.35, 0.33, 0.30), 0.35,
                                 extensions={"KHR_materials_anisotropy": grain} if grain else {})
        gltf.json["materials"][material]["pbrMetallicRoughness"]["metallicFactor"] = 1
        gltf.place({**shape, "material": material}, name, (2.3 * i, 0, 0))
    gltf.write(HERE / "brushed.gltf")


def toon():
    gltf, shape = with_balls()

    def glow(x, y):
        far = math.hypot(x - 11.5, y - 7.5) / 9
        return tuple(int(max(0.0, 1 - far) * c) for c in (255, 235, 160))

    picture = png(32, 32, glow)
    gltf.json["images"] = [{"uri": "data:image/png;base64," + base64.b64encode(picture).decode()}]
    gltf.json["textures"] = [{"source": 0}]

    def made(name, color, **mtoon):
        emissive = mtoon.pop("emissive", [0, 0, 0])
        return gltf.material(name, color, emissiveFactor=emissive,
                             extensions={"VRMC_materials_mtoon": {"specVersion": "1.0", **mtoon}})

    balls = [
        made("two tones", (0.95, 0.55, 0.35), shadeColorFactor=[0.55, 0.18, 0.22], shadingToonyFactor=0.95,
             outlineWidthMode="worldCoordinates", outlineWidthFactor=0.03, outlineColorFactor=[0.08, 0.01, 0.02],
             outlineLightingMixFactor=0),
        made("rim", (0.12, 0.25, 0.6), shadeColorFactor=[0.05, 0.08, 0.3], shadingToonyFactor=0.5,
             parametricRimColorFactor=[0.9, 0.95, 1], parametricRimFresnelPowerFactor=4, rimLightingMixFactor=0,
             outlineWidthMode="screenCoordinates", outlineWidthFactor=0.006, outlineColorFactor=[1, 1, 1],
             outlineLightingMixFactor=1),
        made("matcap", (0.1, 0.3, 0.12), shadeColorFactor=[0.04, 0.15, 0.08], shadingShiftFactor=0.3,
             matcapFactor=[1, 1, 1], matcapTexture={"index": 0}, emissive=[0.0, 0.05, 0.05]),
    ]
    for i, material in enumerate(balls):
        gltf.place({**shape, "material": material}, gltf.json["materials"][material]["name"], (2.3 * i - 2.3, 0, 0))
    gltf.write(HERE / "toon.gltf")


if __name__ == "__main__":
    layers()
    brushed()
    toon()
